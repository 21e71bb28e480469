#include "core/evidence/stated_software.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include <fmt/format.h>

#include "core/base/words.h"

namespace fmplan::evidence {
namespace {

/// Chosen: from the words of a release to its number there is a blank, a "v" or another word.
constexpr std::size_t kNear = 12;

/// "yy.mm" at `at`, not inside a longer number.
bool is_release_number(std::string_view text, std::size_t at) {
  if (at + 5 > text.size() || text[at + 2] != '.') return false;
  for (const std::size_t i : {at, at + 1, at + 3, at + 4})
    if (!is_digit(text[i])) return false;
  if (at > 0 && (is_digit(text[at - 1]) || text[at - 1] == '.')) return false;
  if (at + 5 < text.size() && is_digit(text[at + 5])) return false;
  const int month = 10 * (text[at + 3] - '0') + (text[at + 4] - '0');
  return text[at] == '2' && month >= 1 && month <= 12;
}

}  // namespace

std::optional<Date> stated_software(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  constexpr std::array<std::string_view, 5> kWords = {"nemo", "container", "release", "ngc", "pytorch"};
  for (std::size_t at = 0; at + 5 <= lower.size(); ++at) {
    if (!is_release_number(lower, at)) continue;
    const std::size_t begin = at - std::min(at, kNear);
    const std::string_view around = std::string_view(lower).substr(begin, at - begin + 5 + kNear);
    const bool after_pt = at >= 2 && lower.compare(at - 2, 2, "pt") == 0;
    if (!after_pt && std::none_of(kWords.begin(), kWords.end(),
                                  [&](std::string_view word) { return around.find(word) != std::string_view::npos; }))
      continue;
    return parse_date(fmt::format("20{}-{}-01", lower.substr(at, 2), lower.substr(at + 3, 2)));
  }
  return std::nullopt;
}

}  // namespace fmplan::evidence
