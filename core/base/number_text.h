#pragma once

/// @file
/// Whole numbers out of text.

#include <charconv>
#include <concepts>
#include <optional>
#include <string_view>
#include <system_error>

namespace fmplan {

/// The number that all of `text` is: digits, behind a "-" where `Integer` is signed; none: it is anything else, or out
/// of range.
template <std::integral Integer>
std::optional<Integer> parse_integer(std::string_view text) {
  Integer number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace fmplan
