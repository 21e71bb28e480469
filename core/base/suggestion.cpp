#include "core/base/suggestion.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/base/words.h"

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

bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }

/// Its words and numbers: "llama-3.1-8b" is llama, 3, 1, 8, b.
std::vector<std::string> parts_of(std::string_view name) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < std::min(name.size(), kLongest); ++i) {
    if (!is_letter(name[i]) && !is_digit(name[i])) continue;
    const bool goes_on = i > 0 && (is_digit(name[i]) ? is_digit(name[i - 1]) : is_letter(name[i - 1]));
    if (!goes_on || parts.empty()) parts.emplace_back();
    parts.back() += lower(name[i]);
  }
  return parts;
}

/// Names that begin with the parts of a word that has a number: of "llama3" those of llama-3 and llama-3.1, and not
/// llama-33b, which is nearer by letters.
std::vector<std::string> of_that_number(std::string_view word, const std::vector<std::string>& candidates) {
  std::vector<std::string> found;
  if (std::ranges::none_of(word, is_digit)) return found;
  const std::vector<std::string> parts = parts_of(word);
  for (const std::string& candidate : candidates) {
    const std::vector<std::string> all = parts_of(candidate);
    if (all.size() >= parts.size() && std::equal(parts.begin(), parts.end(), all.begin())) found.push_back(candidate);
  }
  return found;
}

/// The size in a model's name: "405" of "llama-3.1-405b", "0.5" of "qwen2.5-0.5b"; empty if it has none.
std::string_view size_in(std::string_view name) {
  name = name.substr(0, kLongest);
  for (std::size_t end = name.size(); end-- > 1;) {
    const bool ends_word = end + 1 == name.size() || !(is_letter(name[end + 1]) || is_digit(name[end + 1]));
    if (lower(name[end]) != 'b' || !ends_word || !is_digit(name[end - 1])) continue;
    std::size_t begin = end;
    while (begin > 0 && (is_digit(name[begin - 1]) || name[begin - 1] == '.')) --begin;
    return name.substr(begin, end - begin);
  }
  return {};
}

/// What engineers, and the options of Megatron-LM and NeMo, write for names of ours that are longer.
constexpr std::pair<std::string_view, std::string_view> kAbbreviations[] = {{"tp", "tensor"},
                                                                            {"pp", "pipeline"},
                                                                            {"vp", "virtual_pipeline"},
                                                                            {"vpp", "virtual_pipeline"},
                                                                            {"dp", "data"},
                                                                            {"cp", "context"},
                                                                            {"ep", "expert"},
                                                                            {"etp", "expert_tensor"},
                                                                            {"mbs", "micro_batch_size"},
                                                                            {"gbs", "global_batch_size"},
                                                                            {"seq_len", "sequence_length"},
                                                                            {"seqlen", "sequence_length"}};

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
  for (const auto& [abbreviation, name] : kAbbreviations)
    if (word == abbreviation && std::ranges::find(candidates, name) != candidates.end()) return std::string(name);
  // The one name that the word is a part of is what was meant, however much is missing; of several, written as one.
  for (const std::string_view part : {word, word.substr(0, word.size() - (word.ends_with('s') ? 1 : 0))}) {
    const auto is_part = [part](const std::string& candidate) { return has_part(candidate, part); };
    if (std::ranges::count_if(candidates, is_part) == 1) return *std::ranges::find_if(candidates, is_part);
  }
  if (const std::vector<std::string> same = of_that_number(word, candidates); !same.empty()) return same.front();
  std::string nearest;
  // Another size is another model, however few letters differ: of "llama-405b" not llama-65b.
  const std::string_view size = size_in(word);
  std::pair<bool, int> smallest{true, std::numeric_limits<int>::max()};  // of another size, and how far
  for (const std::string& candidate : candidates) {
    const int distance = edit_distance(word, candidate);
    const int allowed =
        std::max<int>(1, static_cast<int>(std::min(kLongest, std::max(word.size(), candidate.size()))) / 3);
    const bool near = distance <= allowed || begins_with(candidate, word) || begins_with(word, candidate);
    const std::pair rank{!size.empty() && size_in(candidate) != size, distance};
    if (near && rank < smallest) {
      smallest = rank;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  constexpr std::size_t kMostNames = 4;  // chosen: more are a list to look into
  if (const std::vector<std::string> same = of_that_number(word, candidates); same.size() > 1) {
    const std::size_t told = std::min(same.size(), kMostNames);
    std::string names;
    for (std::size_t i = 0; i < told; ++i)
      names += fmt::format("{}\"{}\"", i == 0 ? "" : i + 1 == same.size() ? " or " : ", ", same[i]);
    return fmt::format("; did you mean {}{}?", names, same.size() > told ? " or another of these" : "");
  }
  const std::string nearest = nearest_name(word, candidates);
  return nearest.empty() ? std::string() : fmt::format("; did you mean \"{}\"?", nearest);
}

}  // namespace fmplan
