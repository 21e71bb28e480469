#pragma once

/// @file
/// Words in free text: of measured rows, and of items that say which rows they speak for.

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace fmplan {

/// ASCII letters in lower case, whatever the locale.
inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower;
}

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// What stands between blanks, tabs and the ends of a line.
inline std::vector<std::string_view> words_of(std::string_view line) {
  constexpr std::string_view kBlanks = " \t\r";
  std::vector<std::string_view> words;
  std::size_t at = 0;
  while ((at = line.find_first_not_of(kBlanks, at)) != std::string_view::npos) {
    const std::size_t end = std::min(line.find_first_of(kBlanks, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

/// `text` as one word of a shell's line, in quotes where it needs any.
inline std::string shell_word(std::string_view text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";  // nothing that a shell reads
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

/// True if `text` (in lower case) holds one of `words`.
inline bool holds_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

/// Where `word` stands first in `text` (both in lower case), from `from` on, with no letter, digit or underscore beside
/// it; npos: nowhere.
inline std::size_t find_word(std::string_view text, std::string_view word, std::size_t from = 0) {
  const auto in_word = [&](std::size_t at) {
    const char c = at < text.size() ? text[at] : ' ';
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  };
  std::size_t at = text.find(word, from);
  while (at != std::string_view::npos && ((at > 0 && in_word(at - 1)) || in_word(at + word.size())))
    at = text.find(word, at + 1);
  return at;
}
inline bool holds_word(std::string_view text, std::string_view word) {
  return find_word(text, word) != std::string_view::npos;
}

}  // namespace fmplan
