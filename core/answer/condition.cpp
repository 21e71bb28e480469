#include "core/answer/condition.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/issue.h"
#include "core/base/names.h"
#include "core/base/suggestion.h"

namespace fmplan::answer {
namespace {

/// Chosen: more than anybody writes, so that a hostile text cannot exhaust the stack.
constexpr int kMostBrackets = 100;

/// The longer ones first, as they begin with the shorter.
constexpr auto kOps = names<CompareOp>({{"<=", CompareOp::kAtMost},
                                        {">=", CompareOp::kAtLeast},
                                        {"!=", CompareOp::kNotEqual},
                                        {"==", CompareOp::kEqual},
                                        {"=", CompareOp::kEqual},
                                        {"<", CompareOp::kLess},
                                        {">", CompareOp::kMore}});

bool is_name_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; }

/// Recursive descent:  or := and ("or" and)*   and := not ("and" not)*   not := "not" not | "(" or ")" | bound
class ConditionReader {
 public:
  ConditionReader(std::string_view text, const FigureSet& figures, const std::string& place)
      : text_(text), figures_(figures), place_(place) {}

  Condition whole() {
    skip_spaces();
    if (at_end()) fail(0, "is empty; write for instance 'days<=60 and cost<$3M'");
    Condition condition = any_of();
    if (!at_end()) {
      const bool closes = text_[at_] == ')';
      fail(at_, closes ? "this bracket was never opened" : fmt::format("expected \"and\" or \"or\" here"));
    }
    return condition;
  }

 private:
  [[noreturn]] void fail(std::size_t at, const std::string& problem) const {
    throw InputError(place_, text_.size() > 200 ? fmt::format("at character {}: {}", at + 1, problem)
                                                : fmt::format("\"{}\", at character {}: {}", text_, at + 1, problem));
  }

  bool at_end() const { return at_ >= text_.size(); }

  void skip_spaces() {
    while (!at_end() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }

  /// The word that begins here, in lower case.
  std::string word_at(std::size_t at) const {
    std::string word;
    while (at < text_.size() && is_name_char(text_[at]))
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(text_[at++])));
    return word;
  }

  bool take_word(std::string_view word) {
    skip_spaces();
    if (word_at(at_) != word) return false;
    at_ += word.size();
    skip_spaces();
    return true;
  }

  Condition joined(Condition::Kind kind, std::string_view word, Condition (ConditionReader::*part)()) {
    skip_spaces();
    const std::size_t begin = at_;
    std::vector<Condition> parts = {(this->*part)()};
    while (take_word(word)) parts.push_back((this->*part)());
    if (parts.size() == 1) return std::move(parts.front());
    return {.kind = kind, .parts = std::move(parts), .text = text_from(begin)};
  }
  Condition any_of() { return joined(Condition::Kind::kOr, "or", &ConditionReader::all_of); }
  Condition all_of() { return joined(Condition::Kind::kAnd, "and", &ConditionReader::negated); }

  Condition negated() {
    skip_spaces();
    const std::size_t begin = at_;
    if (depth_ >= kMostBrackets) fail(at_, fmt::format("more than {} brackets and nots in each other", kMostBrackets));
    ++depth_;
    Condition condition;
    if (take_word("not")) {
      condition = {.kind = Condition::Kind::kNot, .parts = {negated()}, .text = text_from(begin)};
    } else if (!at_end() && text_[at_] == '(') {
      const std::size_t opened = at_++;
      condition = any_of();
      if (at_end()) fail(opened, "this bracket is never closed");
      if (text_[at_] != ')') fail(at_, "expected \")\", \"and\" or \"or\" here");
      ++at_;
      skip_spaces();
    } else {
      condition = bound();
    }
    --depth_;
    return condition;
  }

  Condition bound() {
    const std::size_t begin = at_;
    while (!at_end() && is_name_char(text_[at_])) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (name.empty()) fail(begin, at_end() ? "expected a figure such as days" : "expected a figure such as days here");
    std::optional<Figure> figure = figures_.find(name);
    if (!figure) fail(begin, no_such_figure(name, figures_));
    skip_spaces();
    const std::optional<CompareOp> op = take_op();
    if (!op) fail(at_, fmt::format("expected <, <=, >, >=, = or != after \"{}\"", name));
    // "=>" and "=<" are written for ">=" and "<=".
    if (*op == CompareOp::kEqual && !at_end() && (text_[at_] == '>' || text_[at_] == '<'))
      fail(at_ - 1, fmt::format("\"={0}\" is no operator; did you mean \"{0}=\"?", text_[at_]));
    skip_spaces();
    const std::size_t value_at = at_;
    const std::string_view value = take_value();
    if (value.empty()) fail(value_at, fmt::format("expected a bound here: {}", figure_example(figure->unit)));
    // A share is held against the figure of the share.
    if (!figure->share_name.empty() && value.ends_with('%')) figure = figures_.find(figure->share_name);
    const std::optional<double> read = read_figure(*figure, value);
    if (!read) fail(value_at, unreadable(*figure, value));
    Bound bound{.figure = *figure, .op = *op, .value = *read, .text = text_from(begin)};
    return {.bound = bound, .text = bound.text};
  }

  std::string unreadable(const Figure& figure, std::string_view value) const {
    Figure bare = figure;
    bare.says_unit = true;
    const bool lacks_unit = !figure.says_unit && figure.unit != FigureUnit::kDate && read_figure(bare, value);
    return fmt::format("\"{}\" {} of {}; write {}{}", value, lacks_unit ? "has no unit, as a bound" : "is no bound",
                       figure.name, figure_example(figure.unit),
                       figure.share_name.empty()          ? ""
                       : figure.unit == FigureUnit::kByte ? ", or a share of the card such as 90%"
                                                          : ", or a share such as 5%");
  }

  std::optional<CompareOp> take_op() {
    for (std::size_t i = 0; i < kOps.count; ++i)
      if (text_.substr(at_).starts_with(kOps.texts[i])) {
        at_ += kOps.texts[i].size();
        return kOps.values[i];
      }
    return std::nullopt;
  }

  /// Up to a bracket, or a blank with "and" or "or" behind it.
  std::string_view take_value() {
    const std::size_t begin = at_;
    std::size_t end = at_;
    while (!at_end() && text_[at_] != ')' && text_[at_] != '(') {
      if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
        skip_spaces();
        const std::string next = word_at(at_);
        if (next == "and" || next == "or") break;
        continue;
      }
      end = ++at_;
    }
    return text_.substr(begin, end - begin);
  }

  std::string text_from(std::size_t begin) const {
    std::string_view text = text_.substr(begin, at_ - begin);
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
    return std::string(text);
  }

  std::string_view text_;
  const FigureSet& figures_;
  const std::string& place_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

/// What is held against the bound: money to the cent, as answers write it, so that a bound copied from one is met.
double compared(const Figure& figure, double value) {
  if (figure.unit != FigureUnit::kDollar || !std::isfinite(value)) return value;
  constexpr double kCents = 100;  // in a dollar
  return std::round(kCents * value) / kCents;
}

Truth truth(bool holds) { return holds ? Truth::kYes : Truth::kNo; }

/// Of a value of which only x ≥ `least` is known.
Truth holds_of_least(CompareOp op, double least, double bound) {
  switch (op) {
    case CompareOp::kMore: return least > bound ? Truth::kYes : Truth::kUnknown;
    case CompareOp::kAtLeast: return least >= bound ? Truth::kYes : Truth::kUnknown;
    case CompareOp::kLess: return least >= bound ? Truth::kNo : Truth::kUnknown;
    case CompareOp::kAtMost:
    case CompareOp::kEqual: return least > bound ? Truth::kNo : Truth::kUnknown;
    case CompareOp::kNotEqual: return least > bound ? Truth::kYes : Truth::kUnknown;
  }
  return Truth::kUnknown;
}

}  // namespace

Condition parse_condition(const std::string& text, const FigureSet& figures, const std::string& place) {
  Condition condition = ConditionReader(text, figures, place).whole();
  condition.text = text;
  return condition;
}

std::vector<Condition> parse_conditions(const std::vector<std::string>& texts, const FigureSet& figures,
                                        const std::string& place) {
  std::vector<Condition> conditions;
  Issues issues;
  for (const std::string& text : texts)
    collect(issues, [&] { conditions.push_back(parse_condition(text, figures, place)); });
  if (!issues.empty()) throw InputError(std::move(issues));
  return conditions;
}

Truth holds(const Bound& bound, const FigureValue& value) {
  if (!value.value) return Truth::kUnknown;
  const double known = compared(bound.figure, *value.value);
  if (value.is_least) return holds_of_least(bound.op, known, bound.value);
  switch (bound.op) {
    case CompareOp::kLess: return truth(known < bound.value);
    case CompareOp::kAtMost: return truth(known <= bound.value);
    case CompareOp::kMore: return truth(known > bound.value);
    case CompareOp::kAtLeast: return truth(known >= bound.value);
    case CompareOp::kEqual: return truth(known == bound.value);
    case CompareOp::kNotEqual: return truth(known != bound.value);
  }
  return Truth::kUnknown;
}

Truth holds(const Condition& condition, const FigureValues& values) {
  switch (condition.kind) {
    case Condition::Kind::kBound: return holds(condition.bound, values(condition.bound.figure));
    case Condition::Kind::kNot: {
      const Truth inner = holds(condition.parts.front(), values);
      return inner == Truth::kUnknown ? inner : truth(inner == Truth::kNo);
    }
    case Condition::Kind::kAnd: {
      Truth least = Truth::kYes;
      for (const Condition& part : condition.parts) least = std::min(least, holds(part, values));
      return least;
    }
    case Condition::Kind::kOr: {
      Truth most = Truth::kNo;
      for (const Condition& part : condition.parts) most = std::max(most, holds(part, values));
      return most;
    }
  }
  return Truth::kUnknown;
}

std::vector<Bound> bounds_of(const Condition& condition) {
  if (condition.kind == Condition::Kind::kBound) return {condition.bound};
  std::vector<Bound> bounds;
  for (const Condition& part : condition.parts)
    for (Bound& bound : bounds_of(part)) bounds.push_back(std::move(bound));
  return bounds;
}

}  // namespace fmplan::answer
