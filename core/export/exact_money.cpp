#include "core/export/exact_money.h"

#include <charconv>
#include <cstddef>
#include <string>
#include <system_error>

namespace fmplan::exports {
namespace {

ExactMoney power_of_ten(int exponent) {
  ExactMoney power = 1;
  for (int i = 0; i < exponent; ++i) power *= 10;
  return power;
}

/// Takes digits from the front of `text`.
std::string_view take_digits(std::string_view& text) {
  std::size_t size = 0;
  while (size < text.size() && text[size] >= '0' && text[size] <= '9') ++size;
  const std::string_view digits = text.substr(0, size);
  text.remove_prefix(size);
  return digits;
}

/// The exponent that is left of a number's text; 0 where nothing is.
std::optional<int> exponent_of(std::string_view text) {
  if (text.empty()) return 0;
  if (text.front() != 'e' && text.front() != 'E') return std::nullopt;
  text.remove_prefix(1);
  if (text.starts_with('+')) text.remove_prefix(1);
  int exponent = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
  constexpr int kMostExponent = 1000;  // chosen: no amount is written with more
  const bool is_read = error == std::errc{} && end == text.data() + text.size() && !text.empty();
  return is_read && exponent >= -kMostExponent && exponent <= kMostExponent ? std::optional(exponent) : std::nullopt;
}

}  // namespace

std::optional<ExactMoney> parse_exact_money(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  std::string digits(take_digits(text));
  int decimals = 0;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    const std::string_view behind = take_digits(text);
    if (behind.size() > 100) return std::nullopt;  // chosen: more decimals are no amount
    digits += behind;
    decimals = static_cast<int>(behind.size());
  }
  const std::optional<int> exponent = exponent_of(text);
  if (digits.empty() || !exponent) return std::nullopt;
  digits.erase(0, digits.find_first_not_of('0'));
  // The value is digits · 10^shift, in the unit of ExactMoney.
  const int shift = kMoneyDecimals - decimals + *exponent;
  constexpr int kMostDigits = 25;  // of kMostMoney with its decimals
  const int size = static_cast<int>(digits.size());
  if (digits.empty() || size + shift < 0) return ExactMoney{0};
  if (size + shift > kMostDigits) return std::nullopt;
  const int kept = shift < 0 ? size + shift : size;
  ExactMoney money = 0;
  for (int i = 0; i < kept; ++i) money = money * 10 + (digits[static_cast<std::size_t>(i)] - '0');
  if (kept < size && digits[static_cast<std::size_t>(kept)] >= '5') ++money;
  if (shift > 0) money *= power_of_ten(shift);
  if (money > ExactMoney{kMostMoney} * power_of_ten(kMoneyDecimals)) return std::nullopt;
  return is_negative ? -money : money;
}

Cents rounded_cents(ExactMoney money) {
  const ExactMoney cent = power_of_ten(kMoneyDecimals - 2), half = cent / 2;
  return static_cast<Cents>((money < 0 ? money - half : money + half) / cent);
}

double plain(ExactMoney money) {
  return static_cast<double>(money) / static_cast<double>(power_of_ten(kMoneyDecimals));
}

}  // namespace fmplan::exports
