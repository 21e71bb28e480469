#include "core/answer/formula.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include <fmt/format.h>

namespace fmplan::answer {
namespace {

/// Reads what is computed, by the usual order of operators.
class FormulaReader {
 public:
  explicit FormulaReader(std::string_view text) : rest_(text) {}

  double whole() {
    const double value = sum();
    skip_blanks();
    return rest_.empty() ? value : kNothing;
  }

 private:
  static constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size())); }
  bool take(std::string_view token) {
    skip_blanks();
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  double sum() {
    double value = product();
    for (;;) {
      if (take("+"))
        value += product();
      else if (take("−"))
        value -= product();
      else
        return value;
    }
  }
  double product() {
    double value = factor();
    for (;;) {
      if (take("×"))
        value *= factor();
      else if (take("/"))
        value /= factor();
      else
        return value;
    }
  }
  double factor() {
    if (take("−")) return -factor();
    if (take("(")) return closed(sum());
    for (const auto& [name, function] : kFunctions)
      if (take(name)) return function(closed(sum()));
    for (const auto& [name, function] : kFunctionsOfTwo)
      if (take(name)) {
        const double first = sum();
        if (!take(",")) return kNothing;
        return function(first, closed(sum()));
      }
    double value = kNothing;
    skip_blanks();
    const auto end = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (end.ec != std::errc()) return kNothing;
    rest_.remove_prefix(static_cast<std::size_t>(end.ptr - rest_.data()));
    return value;
  }
  double closed(double value) { return take(")") ? value : kNothing; }

  static constexpr std::pair<std::string_view, double (*)(double)> kFunctions[] = {
      {"exp(", [](double x) { return std::exp(x); }},
      {"ln(", [](double x) { return std::log(x); }},
      {"sqrt(", [](double x) { return std::sqrt(x); }},
      {"ceil(", [](double x) { return std::ceil(x); }},
      {"Φ(", [](double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }}};
  static constexpr std::pair<std::string_view, double (*)(double, double)> kFunctionsOfTwo[] = {
      {"max(", [](double x, double y) { return std::max(x, y); }},
      {"hypot(", [](double x, double y) { return std::hypot(x, y); }}};

  std::string_view rest_;
};

/// What a name in braces stands for, groups and fallbacks put in.
std::string resolved(std::string_view name, const NamedValue& value_of, const NamesBelow& below) {
  if (const std::size_t bar = name.find('|'); bar != std::string_view::npos) {
    const std::string first(name.substr(0, bar));
    if (value_of(first)) return "{" + first + "}";
    const std::string_view other = name.substr(bar + 1);
    const bool is_number = other.find_first_not_of("0123456789.") == std::string_view::npos;
    return is_number ? std::string(other) : "{" + std::string(other) + "}";
  }
  if (!name.ends_with(".*")) return "{" + std::string(name) + "}";
  std::string parts;
  for (const std::string& part : below(std::string(name.substr(0, name.size() - 2))))
    if (value_of(part).value_or(0) != 0) parts += (parts.empty() ? "{" : " + {") + part + "}";
  return parts.empty() ? "0" : parts;
}

}  // namespace

Formula::Formula(std::string_view text, const NamedValue& value_of, const NamesBelow& below) {
  std::string whole;
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find('{'), text.size()), end = text.find('}', begin);
    whole += text.substr(0, begin);
    if (end == std::string_view::npos) break;
    const std::string part = resolved(text.substr(begin + 1, end - begin - 1), value_of, below);
    text.remove_prefix(end + 1);
    constexpr std::string_view kPlus = " + ";
    // A term that is not there is left out of its sum.
    if (part == "0" && whole.ends_with(kPlus) && (text.empty() || text.starts_with(kPlus)))
      whole.resize(whole.size() - kPlus.size());
    else
      whole += part;
  }
  for (std::string_view rest = whole; !rest.empty();) {
    const std::size_t begin = std::min(rest.find('{'), rest.size()), end = rest.find('}', begin);
    if (begin > 0) pieces_.push_back({std::string(rest.substr(0, begin)), false});
    if (end == std::string_view::npos) break;
    pieces_.push_back({std::string(rest.substr(begin + 1, end - begin - 1)), true});
    rest.remove_prefix(end + 1);
  }
}

std::vector<std::string> Formula::names() const {
  std::vector<std::string> names;
  for (const Piece& piece : pieces_)
    if (piece.is_name && std::ranges::find(names, piece.text) == names.end()) names.push_back(piece.text);
  return names;
}

std::string Formula::in_names() const {
  std::string text;
  for (const Piece& piece : pieces_) text += piece.text;
  return text;
}

namespace {

/// An input of a formula: zeros at the end of an exact one say nothing.
std::string input_text(double value, int digits) {
  if (value < 0) return "(−" + input_text(-value, digits) + ")";
  std::string text = number_text(value, digits);
  if (text.find('.') == std::string::npos || text.find('e') != std::string::npos) return text;
  const std::size_t last = text.find_last_not_of('0');
  const std::string shorter = text.substr(0, text[last] == '.' ? last : last + 1);
  return computed(shorter) == value ? shorter : text;
}

}  // namespace

std::optional<std::string> Formula::in_numbers(const NamedValue& value_of, double value) const {
  constexpr int kFewestDigits = 5, kMostDigits = 17;  // 17 give every double exactly
  const std::string wanted = number_text(value);
  std::string text;
  for (int digits = kFewestDigits; digits <= kMostDigits; ++digits) {
    text.clear();
    for (const Piece& piece : pieces_) {
      if (!piece.is_name) {
        text += piece.text;
        continue;
      }
      const std::optional<double> number = value_of(piece.text);
      if (!number || !std::isfinite(*number)) return std::nullopt;
      text += input_text(*number, digits);
    }
    if (number_text(computed(text)) == wanted) return text;
  }
  return std::nullopt;
}

double computed(std::string_view numbers) { return FormulaReader(numbers).whole(); }

std::string number_text(double value, int digits) {
  if (value == 0) return "0";
  if (value < 0) return "−" + number_text(-value, digits);
  constexpr double kMostInFull = 1e9, kLeastInFull = 1e-4;  // chosen: beyond, zeros would have to be counted
  if (value < kMostInFull && value == std::floor(value)) return fmt::format("{:.0f}", value);
  if (value >= kLeastInFull && value < kMostInFull) {
    const int before_point =
        value < 1 ? static_cast<int>(std::floor(std::log10(value))) + 1 : static_cast<int>(std::log10(value)) + 1;
    return fmt::format("{:.{}f}", value, std::max(0, digits - before_point));
  }
  // "1.5000e+04" without the plus and the zero.
  std::string text = fmt::format("{:.{}e}", value, digits - 1);
  const std::size_t exponent = text.find('e') + 1;
  if (text[exponent] == '+') text.erase(exponent, 1);
  const std::size_t first = text.find_first_of("0123456789", exponent);
  text.erase(first, text.find_first_not_of('0', first) - first);
  return text;
}

}  // namespace fmplan::answer
