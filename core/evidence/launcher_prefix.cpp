#include "core/evidence/launcher_prefix.h"

#include <algorithm>

#include "core/base/words.h"

namespace fmplan::evidence {
namespace {

/// "2025-03-04T12:00:00.000000Z", "2025-03-04", "12:00:00,123": digits, and signs of dates between them.
bool is_time_stamp(std::string_view word) {
  constexpr std::string_view kOfDates = "0123456789-:T.,+Z/";
  return is_digit(word.front()) && word.find_first_not_of(kOfDates) == std::string_view::npos &&
         word.find_first_of("-:", 1) != std::string_view::npos;
}

/// How many characters the first of the prefixes takes up; 0: none stands there.  A row begins with a digit and a
/// comment with "#", so that neither is taken for one.
std::size_t prefix_length(std::string_view line) {
  const auto behind = [&](char end) {
    const std::size_t at = line.find(end);
    return at == std::string_view::npos ? 0 : at + 1;
  };
  if (line.empty() || line.front() == '#') return 0;
  constexpr std::string_view kTag = "]<stdout>:";
  if (const std::size_t tag = line.find(kTag); tag != std::string_view::npos) return tag + kTag.size();
  if (line.front() == '(') return behind(')');
  if (line.front() == '[') return behind(']');
  const std::size_t end = line.find_first_of(" \t");
  if (end == std::string_view::npos) return 0;
  const std::string_view word = line.substr(0, end);
  return word.ends_with(':') || is_time_stamp(word) ? end : 0;
}

}  // namespace

std::string without_colours(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  while (!text.empty()) {
    const std::size_t escape = std::min(text.find("\x1b["), text.size());
    plain += text.substr(0, escape);
    // Digits and semicolons up to a letter; without one nothing but the sign itself is left out.
    const std::size_t end = text.find_first_not_of("0123456789;", std::min(escape + 2, text.size()));
    text.remove_prefix(std::min(end == std::string_view::npos ? escape + 1 : end + 1, text.size()));
  }
  return plain;
}

std::string_view without_launcher_prefix(std::string_view line) {
  while (true) {
    const std::string_view begun = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
    const std::size_t length = prefix_length(begun);
    if (length == 0) return line;
    line = begun.substr(length);
  }
}

}  // namespace fmplan::evidence
