#include "core/base/suggestion.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include <fmt/format.h>

namespace fmplan {
namespace {

// Names are short; a hostile megabyte-long key must not cost a quadratic table.
constexpr std::size_t kLongest = 200;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool begins_with(std::string_view text, std::string_view start) {
  return start.size() >= 3 && text.size() >= start.size() &&
         std::equal(start.begin(), start.end(), text.begin(), [](char x, char y) { return lower(x) == lower(y); });
}

/// Whether `word` is a part of the name, between its separators: "kv_heads" of "num_kv_heads".
bool has_part(std::string_view name, std::string_view word) {
  const auto ends = [](char c) { return c == '_' || c == '-' || c == '.'; };
  if (word.size() < 3) return false;
  for (std::size_t at = name.find(word); at != std::string_view::npos; at = name.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || ends(name[at - 1])) && (end == name.size() || ends(name[end]))) return true;
  }
  return false;
}

}  // namespace

int edit_distance(std::string_view a, std::string_view b) {
  a = a.substr(0, kLongest);
  b = b.substr(0, kLongest);
  std::vector<std::vector<int>> table(a.size() + 1, std::vector<int>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) table[i][0] = static_cast<int>(i);
  for (std::size_t j = 0; j <= b.size(); ++j) table[0][j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int substitute = table[i - 1][j - 1] + (lower(a[i - 1]) != lower(b[j - 1]));
      table[i][j] = std::min({table[i - 1][j] + 1, table[i][j - 1] + 1, substitute});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
    }
  }
  return table[a.size()][b.size()];
}

std::string nearest_name(std::string_view word, const std::vector<std::string>& candidates) {
  // The one name that the word is a part of is what was meant, however much is missing.
  const auto is_part = [word](const std::string& candidate) { return has_part(candidate, word); };
  if (std::ranges::count_if(candidates, is_part) == 1) return *std::ranges::find_if(candidates, is_part);
  std::string nearest;
  int smallest = std::numeric_limits<int>::max();
  for (const std::string& candidate : candidates) {
    const int distance = edit_distance(word, candidate);
    const int allowed =
        std::max<int>(1, static_cast<int>(std::min(kLongest, std::max(word.size(), candidate.size()))) / 3);
    const bool near = distance <= allowed || begins_with(candidate, word) || begins_with(word, candidate);
    if (near && distance < smallest) {
      smallest = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string nearest = nearest_name(word, candidates);
  return nearest.empty() ? std::string() : fmt::format("; did you mean \"{}\"?", nearest);
}

}  // namespace fmplan
