#include "core/catalog/accelerator_name.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <utility>

#include "core/base/words.h"

namespace fmplan::catalog {
namespace {

/// Who makes a chip or sells it, and their families of chips: nothing that tells one chip from another.
constexpr std::array<std::string_view, 12> kMakers = {"nvidia", "amd",   "intel",  "google",   "aws",   "amazon",
                                                      "habana", "tesla", "radeon", "instinct", "cloud", "hgx"};

constexpr std::array<std::string_view, 4> kFormFactors = {"sxm", "pcie", "nvl", "oam"};

/// The form factor that `word` begins with, a version behind it at most ("sxm5"); empty: none.  "NVL72" is a rack.
std::string_view form_factor_of(std::string_view word) {
  for (const std::string_view form : kFormFactors) {
    if (!word.starts_with(form)) continue;
    const std::string_view version = word.substr(form.size());
    if (version.empty() || (version.size() == 1 && is_digit(version.front()) && form != "nvl")) return form;
  }
  return {};
}

/// "h100sxm5" in two: the form factor may stand at once behind the chip.
std::vector<std::string> parted(std::string word) {
  for (const std::string_view form : kFormFactors) {
    const std::size_t at = word.find(form);
    if (at == std::string::npos || at == 0 || form_factor_of(std::string_view(word).substr(at)).empty()) continue;
    return {word.substr(0, at), word.substr(at)};
  }
  return {std::move(word)};
}

std::vector<std::string> words_in(std::string_view text) {
  constexpr std::string_view kEnds = " \t-_/,;:()[]";
  const std::string lower = lower_case(text);
  std::vector<std::string> words;
  for (std::size_t at = 0; (at = lower.find_first_not_of(kEnds, at)) != std::string::npos;) {
    const std::size_t end = std::min(lower.find_first_of(kEnds, at), lower.size());
    std::ranges::move(parted(lower.substr(at, end - at)), std::back_inserter(words));
    at = end;
  }
  return words;
}

/// "80gb", "80g", "80gib", or "80" before `next`, "gb"; a number without a unit is none.
std::optional<Bytes> memory_of(std::string_view word, std::string_view next) {
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || !is_digit(word.front()) || value <= 0) return std::nullopt;
  std::string_view unit = word.substr(static_cast<std::size_t>(end - word.data()));
  if (unit.empty()) unit = next;
  if (unit == "gib") return value * gibibyte;
  if (unit == "gb" || (unit == "g" && unit.data() != next.data())) return value * gigabyte;
  return std::nullopt;
}

}  // namespace

AcceleratorName accelerator_name(std::string_view text) {
  AcceleratorName name;
  const std::vector<std::string> words = words_in(text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (std::ranges::find(kMakers, word) != kMakers.end()) continue;
    const std::string_view next = i + 1 < words.size() ? std::string_view(words[i + 1]) : std::string_view();
    if (const std::string_view form = form_factor_of(word); !form.empty()) {
      if (name.form_factor.empty()) name.form_factor = form;
    } else if (const auto memory = memory_of(word, next)) {
      if (!name.memory) name.memory = memory;
      if (std::ranges::all_of(word, is_digit)) ++i;  // its unit
    } else if (word.starts_with("hbm")) {
      if (name.memory_type.empty()) name.memory_type = word;
    } else {
      name.words.push_back(word);
    }
  }
  return name;
}

std::size_t letters_of_chip(const AcceleratorName& name, const AcceleratorName& item) {
  std::string chip;
  for (const std::string& word : item.words) chip += word;
  std::string begun;
  for (const std::string& word : name.words) {
    begun += word;
    if (begun == chip) return chip.size();
    if (!chip.starts_with(begun)) break;
  }
  return 0;
}

bool names_no_chip(std::string_view text) {
  const std::vector<std::string> words = accelerator_name(text).words;
  return !words.empty() && words.front() == "graphics";
}

bool may_be_unnamed(std::string_view text, std::string_view chip) {
  if (!names_no_chip(text)) return false;
  const std::vector<std::string> words = accelerator_name(chip).words;
  return lower_case(text).starts_with("amd") == (!words.empty() && words.front().starts_with("mi"));
}

bool is_same_memory(Bytes a, Bytes b) {
  constexpr double kSame = 0.08;  // 2^30 is 7.4 % over 10^9; data sheets' 192 GB of B200 are 180 for programs
  return std::abs(a / b - 1) < kSame || std::abs(b / a - 1) < kSame;
}

bool is_other_card(const AcceleratorName& name, std::string_view form_factor) {
  return (name.form_factor == "pcie" || name.form_factor == "nvl") && !form_factor.empty() &&
         !lower_case(form_factor).starts_with(name.form_factor);
}

}  // namespace fmplan::catalog
