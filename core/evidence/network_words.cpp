#include "core/evidence/network_words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

namespace fmplan::evidence::network_text {

bool is_of(std::string_view word, std::initializer_list<std::string_view> words,
           std::initializer_list<std::string_view> beginnings) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view one) { return word == one; }) ||
         std::any_of(beginnings.begin(), beginnings.end(), [&](std::string_view one) { return word.starts_with(one); });
}

bool is_other(std::string_view word) {
  return is_of(word,
               {"oob", "bmc", "nas", "nfs", "weka", "vast", "pcie", "pci", "ici", "frontend", "front", "north", "user"},
               {"stor", "manag", "mgmt", "admin", "lustre", "gpfs", "filesys", "nvlink", "nvswitch", "xgmi", "infinity",
                "hbm", "memor", "internet", "uplink", "checkpoint"});
}

bool is_compute(std::string_view word) {
  return is_of(word, {"backend", "back", "east", "internode", "inter", "rail", "rails", "fabric"},
               {"comput", "train", "scale", "gpudirect"});
}

bool is_nic(std::string_view word) {
  return is_of(word,
               {"ib", "opa", "omni", "nic", "nics", "hca", "hcas", "cx", "bf2", "bf3", "thor", "pollara", "mellanox",
                "ndr", "hdr", "edr", "xdr"},
               {"infiniband", "rdma", "roce", "efa", "connectx", "cx", "slingshot", "bluefield", "thor2", "ndr", "hdr",
                "xdr", "edr", "spectrum"});
}

bool is_of_a_link(std::string_view word) {
  return is_nic(word) || is_digit(word.front()) ||
         is_of(word,
               {"nvidia", "dual", "single", "port", "ports", "at", "of", "e", "vpi", "aws", "broadcom", "path",
                "ethernet", "per", "adapters", "cards", "links"},
               {});
}

bool is_maker_word(std::string_view word) {
  return is_of(word,
               {"nvidia", "intel", "amd", "hpe", "cray", "cornelis", "marvell", "xilinx", "chelsio", "quantum",
                "pensando", "high", "speed", "dedicated", "additional"},
               {});
}

bool is_many_nics(std::string_view word) {
  return is_of(word, {"nics", "hcas", "adapters", "adaptors", "cards", "links", "ports", "rails", "hfis"}, {});
}

bool is_rail(std::string_view word) { return is_of(word, {"rail", "rails"}, {}); }

bool is_before_nics(std::string_view word) {
  return is_nic(word) || is_digit(word.front()) || is_maker_word(word) ||
         is_of(word, {"host", "channel", "network", "fabric", "interface", "ethernet", "single", "port", "smart", "v"},
               {});
}

namespace {

/// "3,200": a comma with three digits behind it, and no more.
bool parts_thousands(std::string_view text, std::size_t at) {
  if (text[at] != ',' || at + 3 >= text.size()) return false;
  for (std::size_t i = at + 1; i <= at + 3; ++i)
    if (!is_digit(text[i])) return false;
  return at + 4 == text.size() || !is_digit(text[at + 4]);
}

}  // namespace

std::size_t end_of_ratio(std::string_view lower, std::size_t at) {
  const auto past = [&](std::size_t i, auto is_part) {
    while (i < lower.size() && is_part(lower[i])) ++i;
    return i;
  };
  const auto part = [](char c) { return is_digit(c) || c == '.'; };
  if (at > 0 && (is_letter(lower[at - 1]) || part(lower[at - 1]))) return at;  // "H100:8" is none
  std::size_t colon = past(at, part);
  const bool spaced = lower.substr(colon).starts_with(" : ");
  if (spaced) ++colon;
  if (colon == at || colon >= lower.size() || lower[colon] != ':') return at;
  const std::size_t second = colon + (spaced ? 2 : 1);
  const std::size_t end = past(second, part);
  return end > second ? end : at;
}

namespace {

/// The end of a product's name at `at` that letters and digits make together: the X of "Spectrum-X" multiplies nothing,
/// and "BF3", BlueField-3, is no "BF16"; `at` itself: none stands there.
std::size_t end_of_product(std::string_view lower, std::size_t at) {
  for (const std::string_view name : {"spectrum-x", "spectrum x", "spectrumx"})
    if (lower.substr(at).starts_with(name)) return at + name.size();
  for (const std::string_view name : {"bf2", "bf3"}) {
    const std::size_t end = at + name.size();
    if (lower.substr(at).starts_with(name) && (end == lower.size() || !(is_letter(lower[end]) || is_digit(lower[end]))))
      return end;
  }
  return at;
}

}  // namespace

std::vector<Token> tokens_of(std::string_view lower) {
  std::vector<Token> tokens;
  for (std::size_t i = 0; i < lower.size();) {
    if (const std::size_t past = end_of_ratio(lower, i); past > i) {
      i = past;
      continue;
    }
    std::size_t end = i;
    if (is_digit(lower[i])) {
      while (end < lower.size() &&
             (is_digit(lower[end]) || (lower[end] == '.' && end + 1 < lower.size() && is_digit(lower[end + 1])) ||
              parts_thousands(lower, end)))
        ++end;
    } else if (const std::size_t past = end_of_product(lower, i); past > i) {
      end = past;
    } else if (is_letter(lower[i])) {
      const bool times =
          lower[i] == 'x' && ((i > 0 && is_digit(lower[i - 1])) || (i + 1 < lower.size() && is_digit(lower[i + 1])));
      while (end < lower.size() && is_letter(lower[end])) ++end;
      if (times) end = i + 1;
    } else if (lower.substr(i).starts_with("×")) {
      end = i + std::string_view("×").size();
    }
    if (end > i) tokens.push_back({lower.substr(i, end - i), i, end});
    i = std::max(end, i + 1);
  }
  return tokens;
}

std::optional<double> number_in_words(std::string_view text) {
  // Numbers of links that are written as words, as machines have them.
  constexpr std::array<std::pair<std::string_view, double>, 7> kWords = {
      {{"two", 2}, {"four", 4}, {"six", 6}, {"eight", 8}, {"ten", 10}, {"twelve", 12}, {"sixteen", 16}}};
  for (const auto& [word, value] : kWords)
    if (text == word) return value;
  std::string digits(text);
  std::erase(digits, ',');
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

double unit_of(std::string_view text, const Token& token, bool of_a_link) {
  const std::string_view word = token.text;
  const double prefix = word.starts_with('g') ? 1 : word.starts_with('t') ? 1000 : 0;
  if (prefix == 0) return 0;
  const std::string_view after = text.substr(token.end);
  const bool bytes = word.size() > 1 && text[token.begin + 1] == 'B';
  const bool rate = ((word == "gb" || word == "tb") && after.starts_with("/s")) || word == "gbps" || word == "tbps" ||
                    ((word == "gbit" || word == "tbit") && after.starts_with("/s"));
  const bool short_rate = (word == "gb" && !bytes) || word == "gbe" || word == "g" || word == "gbit";
  if (bytes && word != "gbe") return rate && of_a_link && word.front() == 'g' ? 8 * prefix : 0;
  return rate || (short_rate && of_a_link) ? prefix : 0;
}

bool is_denied_gpudirect(std::string_view lower, std::span<const Token> tokens, std::size_t i) {
  if (!is_of(tokens[i].text, {"gdr", "gdrdma"}, {"gpudirect"})) return false;
  const auto gap = [&](std::size_t at) {
    return lower.substr(tokens[at - 1].end, tokens[at].begin - tokens[at - 1].end);
  };
  const auto parted = [&](std::size_t at) { return gap(at).find_first_of(",;|\n") != std::string_view::npos; };
  std::size_t before = i;
  while (before > 0 && !parted(before) && is_of(tokens[before - 1].text, {"nvidia", "using", "use", "of", "with"}, {}))
    --before;
  if (before > 0 && !parted(before) &&
      is_of(tokens[before - 1].text, {"no", "not", "without", "disabled", "lacks"}, {}))
    return true;
  std::size_t after = i + 1;
  while (after < tokens.size() && !parted(after) && is_of(tokens[after].text, {"rdma", "is", "was", "support"}, {}))
    ++after;
  if (after == tokens.size() || parted(after)) return false;
  const bool set = gap(after).find_first_of(":=") != std::string_view::npos;  // "GPUDirect: no", but not "(no SHARP)"
  return is_of(tokens[after].text, {"off", "disabled", "unavailable", "not", "false"}, {}) ||
         (set && is_of(tokens[after].text, {"no", "none", "0"}, {}));
}

}  // namespace fmplan::evidence::network_text
