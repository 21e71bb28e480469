#include "core/scenario/programme_money.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace fmplan::scenario {
namespace {

constexpr std::pair<std::string_view, std::string_view> kSigns[] = {
    {"$", "USD"}, {"¥", "JPY"}, {"€", "EUR"}, {"£", "GBP"}, {"₩", "KRW"}};

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// Takes a sign or a code off one end.
std::string take_currency(std::string_view& text, bool at_begin) {
  const auto at_end = [&](std::string_view word) { return at_begin ? text.starts_with(word) : text.ends_with(word); };
  const auto take = [&](std::size_t size) {
    const std::string taken(at_begin ? text.substr(0, size) : text.substr(text.size() - size));
    if (at_begin)
      text.remove_prefix(size);
    else
      text.remove_suffix(size);
    text = trimmed(text);
    return taken;
  };
  for (const auto& [sign, code] : kSigns)
    if (at_end(sign)) return take(sign.size()), std::string(code);
  constexpr std::size_t kLetters = 3;  // of a code, ISO 4217
  if (text.size() <= kLetters) return {};
  const std::string_view end = at_begin ? text.substr(0, kLetters) : text.substr(text.size() - kLetters);
  return is_currency_code(end) ? take(kLetters) : std::string();
}

/// 10³ of "K" and so on, 1 of nothing.
std::optional<double> factor_of(std::string_view suffix) {
  if (suffix.empty()) return 1;
  if (suffix.size() > 1) return std::nullopt;
  switch (suffix.front()) {
    case 'k':
    case 'K': return 1e3;
    case 'M': return 1e6;
    case 'B':
    case 'G': return 1e9;
    case 'T': return 1e12;
    default: return std::nullopt;
  }
}

}  // namespace

bool is_currency_code(std::string_view code) {
  return code.size() == 3 && std::ranges::all_of(code, [](char c) { return c >= 'A' && c <= 'Z'; });
}

std::optional<StatedMoney> parse_stated_money(std::string_view text) {
  text = trimmed(text);
  StatedMoney money{.currency = take_currency(text, true)};
  if (money.currency.empty()) money.currency = take_currency(text, false);
  if (money.currency.empty() || text.empty()) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), money.amount);
  if (error != std::errc{}) return std::nullopt;
  const auto factor = factor_of(trimmed(text.substr(static_cast<std::size_t>(end - text.data()))));
  if (!factor) return std::nullopt;
  money.amount *= *factor;
  return std::isfinite(money.amount) ? std::optional(std::move(money)) : std::nullopt;
}

std::optional<StatedMoney> parse_stated_hourly_money(std::string_view text) {
  text = trimmed(text);
  for (const std::string_view hour : {"/hour", "/h"}) {
    if (!text.ends_with(hour)) continue;
    text.remove_suffix(hour.size());
    return parse_stated_money(text);
  }
  return std::nullopt;
}

}  // namespace fmplan::scenario
