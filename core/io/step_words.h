#pragma once

/// @file
/// Reading the free text of measured rows.

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

namespace fmplan::io {

/// ASCII letters in lower case, whatever the locale.
inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower;
}

/// True if `text` (in lower case) holds one of `words`.
inline bool holds_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

}  // namespace fmplan::io
