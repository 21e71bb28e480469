#include "core/evidence/stated_network.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/words.h"
#include "core/evidence/network_pieces.h"
#include "core/evidence/network_words.h"

namespace fmplan::evidence::network_text {
namespace {

/// A rate in the text: where, and how much of it is one link's.
struct Rate {
  std::size_t first = 0, last = 0;  ///< tokens of number and unit
  double gigabits = 0;
  double links = 0;        ///< 0: not said
  bool may_count = false;  ///< numbers or NICs beside it speak of several links, and none is surely their count
  enum class Of { kUnsaid, kLink, kGpu, kNode } of = Of::kUnsaid;
  Role role = Role::kUnsaid;
  std::size_t piece = 0;
};

/// "100 Gbit Ethernet", "100G TCP", "Ethernet 100G": no size has such a word beside it, and what is in GbE is a link's.
bool is_of_ethernet(const std::vector<Token>& tokens, const Piece& piece, std::size_t number) {
  const auto ethernet = [&](std::size_t i) {
    return i >= piece.first && i < piece.end && is_of(tokens[i].text, {"ethernet", "eth", "tcp"}, {});
  };
  return tokens[number + 1].text == "gbe" || ethernet(number + 2) || (number > 0 && ethernet(number - 1));
}

/// "ConnectX-7", "HDR 200", "H100": the number is part of a name.
bool is_in_name(const std::vector<Token>& tokens, std::size_t first, std::size_t i) {
  return i > first && (is_nic(tokens[i - 1].text) || tokens[i - 1].end == tokens[i].begin);
}

/// Whether NICs in the plural stand behind the rate, with nothing but their own words between.
bool has_nics_behind(const std::vector<Token>& tokens, std::size_t after, std::size_t end) {
  while (after < end && is_before_nics(tokens[after].text) && !is_many_nics(tokens[after].text)) ++after;
  return after < end && is_many_nics(tokens[after].text);
}

/// "8 NVIDIA Mellanox 400 Gbps HCAs": a whole number with words of a link or its maker alone between it and the rate,
/// where NICs in the plural stand behind that; 0: none.
double nics_before(const std::vector<Token>& tokens, std::size_t first, std::size_t i) {
  constexpr double kMostLinks = 64;  // chosen: twice the most of any machine, 32 of p5.48xlarge
  while (i > first) {
    const Token& token = tokens[--i];
    const bool is_number = is_digit(token.text.front());
    const double count = is_number ? number_in_words(token.text).value_or(0) : 0;
    if (is_number && !is_in_name(tokens, first, i) && count == std::floor(count) && count <= kMostLinks) return count;
    if (!is_of_a_link(token.text) && !is_maker_word(token.text)) return 0;
  }
  return 0;
}

/// A whole number of something that is no accelerator, machine or size stands before the rate.
bool has_bare_number(const std::vector<Token>& tokens, std::size_t first, std::size_t i) {
  for (std::size_t at = first; at < i; ++at) {
    const Token& token = tokens[at];
    if (!number_in_words(token.text) || is_in_name(tokens, first, at)) continue;
    const Token& next = tokens[at + 1];
    const bool of_something = next.begin == token.end || is_times(next) ||
                              is_of(next.text, {"gb", "tb", "gib"},
                                    {"gpu", "accelerator", "chip", "node", "machine", "server", "host", "rack"});
    if (!of_something) return true;
  }
  return false;
}

/// One word between a count and a NIC is its maker: "8x Pensando Pollara 400".
bool is_maker(const std::vector<Token>& tokens, std::size_t i) {
  return i > 0 && is_times(tokens[i - 1]) && i + 1 < tokens.size() && is_nic(tokens[i + 1].text) &&
         !is_of(tokens[i].text, {}, {"gpu", "accelerator", "chip", "node", "machine", "server", "host"});
}

/// The number before "x", with words of a link alone between it and token `i`; 0: none.
double links_before(const std::vector<Token>& tokens, std::size_t first, std::size_t i) {
  while (i > first) {
    const Token& token = tokens[--i];
    if (is_times(token)) {
      while (i > first && is_many_nics(tokens[i - 1].text)) --i;  // "8 NICs x 400 Gb/s"
      return i > first ? number_in_words(tokens[i - 1].text).value_or(0) : 0;
    }
    const auto count = number_in_words(token.text);
    if (count && !is_digit(token.text.front())) return *count;  // "eight"
    // "8 NICs at 400": a number that a link follows, no version of one ("ConnectX-7") and no part of a name ("H100").
    const bool counts = count && !is_in_name(tokens, first, i) && i + 1 < tokens.size() &&
                        (is_nic(tokens[i + 1].text) || is_rail(tokens[i + 1].text));
    if (counts) return *count;
    if (!is_of_a_link(token.text) && !is_rail(token.text) && !is_maker(tokens, i)) return 0;
  }
  return 0;
}

/// The number behind "x", or behind "NICs:", with words of a link alone between it and the rate; 0: none.
double links_behind(std::string_view text, const std::vector<Token>& tokens, std::size_t i, std::size_t end) {
  while (i < end && is_nic(tokens[i].text) && !is_many_nics(tokens[i].text)) ++i;
  if (i + 1 >= end) return 0;
  const bool told = is_many_nics(tokens[i].text) &&
                    text.substr(tokens[i].end, tokens[i + 1].begin - tokens[i].end).find_first_of(":=") != kNowhere;
  if (!told && is_many_nics(tokens[i].text) && i + 2 < end) ++i;  // "400 Gb/s NICs x8"
  return told || is_times(tokens[i]) ? number_in_words(tokens[i + 1].text).value_or(0) : 0;
}

/// Whose a rate "per" the words from `of` on is: "per GPU", but "per GPU server" a machine's.
Rate::Of owner(std::span<const Token> of) {
  const auto is_machine = [](std::string_view word) {
    return is_of(word, {"host"}, {"node", "machine", "server", "instance"});
  };
  if (of.empty()) return Rate::Of::kUnsaid;
  const bool of_gpu = is_of(of[0].text, {"chip"}, {"gpu", "accelerator"});
  if (is_machine(of[0].text) || (of_gpu && of.size() > 1 && is_machine(of[1].text))) return Rate::Of::kNode;
  if (of_gpu) return Rate::Of::kGpu;
  if (is_of(of[0].text, {"port", "link", "card", "rail"}, {"nic", "hca"})) return Rate::Of::kLink;
  return Rate::Of::kUnsaid;
}

/// A GPU's name alone makes no rate a GPU's: "GPU fabric 3.2 Tb/s" is a machine's.
Rate::Of whose(std::string_view text, std::span<const Token> words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i].text;
    const bool by_stroke = words[i].begin > 0 && text[words[i].begin - 1] == '/';  // "400 Gb/s/GPU"
    if (by_stroke && (i == 0 || is_nic(words[i - 1].text)))
      if (const Rate::Of of = owner(words.subspan(i)); of != Rate::Of::kUnsaid) return of;
    if (word == "each") {
      const Rate::Of of = owner(words.subspan(i + 1));
      return of == Rate::Of::kUnsaid ? Rate::Of::kLink : of;
    }
    if (word == "node" && i + 1 < words.size() && (words[i + 1].text == "node" || words[i + 1].text == "to"))
      return Rate::Of::kNode;
    if (word != "per" && word != "a" && word != "every") continue;
    if (const Rate::Of of = owner(words.subspan(i + 1)); of != Rate::Of::kUnsaid) return of;
  }
  return Rate::Of::kUnsaid;
}

/// "NDR400": Gbit/s of a generation's link with its rate glued to its name; 0: token `i` is none.
double rate_in_name(std::string_view text, const std::vector<Token>& tokens, std::size_t i) {
  if (i == 0 || !is_of(tokens[i - 1].text, {"edr", "hdr", "ndr", "xdr"}, {})) return 0;
  const std::string_view gap = text.substr(tokens[i - 1].end, tokens[i].begin - tokens[i - 1].end);
  if (!gap.empty() && gap != "-") return 0;
  constexpr std::array<std::string_view, 4> kRates = {"100", "200", "400", "800"};  // of whole ports and of halves
  return std::ranges::find(kRates, tokens[i].text) == kRates.end() ? 0 : number_in_words(tokens[i].text).value_or(0);
}

/// Of `links` those that the parts from token `after` to the next rate leave for compute.
double links_for_compute(std::string_view text, const std::vector<Token>& tokens, const std::vector<Part>& parts,
                         std::size_t after, double links) {
  double compute = 0, other = 0;
  for (const Part& part : parts) {
    if (part.number < after) continue;
    const std::string_view between =
        text.substr(tokens[after - 1].end, tokens[part.number].begin - tokens[after - 1].end);
    if (between.find_first_of(";|\n") != kNowhere ||
        holds_rate(text, std::span(tokens).subspan(after, part.number - after)))
      break;
    (part.is_other ? other : compute) += part.count;
  }
  if (compute > 0 && compute < links) return compute;
  return compute == 0 && other < links ? links - other : links;
}

/// The rate whose number is token `i` of piece `p`, with its links and whose it is; token `after` stands behind it.
Rate rate_at(std::string_view text, const std::vector<Token>& tokens, const std::vector<Piece>& pieces, std::size_t p,
             std::size_t i, std::size_t after, double gigabits) {
  const Piece& piece = pieces[p];
  Rate rate{.first = i, .last = std::min(i + 1, after - 1), .gigabits = gigabits, .role = piece.role, .piece = p};
  rate.links = links_before(tokens, piece.first, i);
  if (rate.links == 0) rate.links = links_behind(text, tokens, after, piece.end);
  const bool nics = has_nics_behind(tokens, after, piece.end);
  if (rate.links == 0 && nics) rate.links = nics_before(tokens, piece.first, i);
  std::size_t next = after;
  while (next + 1 < piece.end && !(number_in_words(tokens[next].text) && unit_of(text, tokens[next + 1], true) > 0))
    ++next;
  if (next + 1 >= piece.end) next = piece.end;
  const Rate::Of behind = whose(text, std::span(tokens).subspan(after, next - after));
  rate.of = behind != Rate::Of::kUnsaid ? behind : whose(text, std::span(tokens).subspan(piece.first, i - piece.first));
  // "8 NICs, 400 Gb/s each"
  if (rate.links == 0 && rate.of == Rate::Of::kLink && p > 0 && !piece.stops)
    rate.links = links_before(tokens, pieces[p - 1].first, piece.first);
  const bool dual = std::any_of(tokens.begin() + static_cast<std::ptrdiff_t>(piece.first),
                                tokens.begin() + static_cast<std::ptrdiff_t>(piece.end),
                                [](const Token& token) { return token.text == "dual"; });
  rate.may_count = (rate.links > 0 && dual) || (rate.links == 0 && rate.of == Rate::Of::kNode && nics) ||
                   (rate.links == 0 && behind == Rate::Of::kNode && has_bare_number(tokens, piece.first, i));
  return rate;
}

std::vector<Rate> rates_of(std::string_view text, const std::vector<Token>& tokens, const std::vector<Piece>& pieces,
                           const std::vector<Part>& parts) {
  std::vector<Rate> rates, in_names;
  const bool speaks_of_nics =
      std::any_of(pieces.begin(), pieces.end(), [](const Piece& piece) { return piece.role >= Role::kNic; });
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    const Piece& piece = pieces[p];
    for (std::size_t i = piece.first; i < piece.end; ++i) {
      const auto value = number_in_words(tokens[i].text);
      if (!value || !is_digit(tokens[i].text.front())) continue;
      const bool product = i > piece.first && is_times(tokens[i - 1]);
      const bool ends = i + 1 == piece.end;
      const bool ethernet = !ends && piece.role == Role::kUnsaid && is_of_ethernet(tokens, piece, i);
      if (ethernet && !product && speaks_of_nics) {
        // Beside InfiniBand without a rate Ethernet is for other ends.
        rates.push_back({.first = i, .last = i + 1, .gigabits = *value, .role = Role::kOther, .piece = p});
        continue;
      }
      const double unit = ends ? 0 : unit_of(text, tokens[i + 1], product || ethernet || piece.role >= Role::kNic);
      const double in_name = unit == 0 ? rate_in_name(text, tokens, i) : 0;
      if (unit == 0 && in_name == 0) continue;
      const std::size_t after = unit == 0 ? i + 1 : i + 2 < piece.end && tokens[i + 2].text == "s" ? i + 3 : i + 2;
      Rate rate = rate_at(text, tokens, pieces, p, i, after, unit == 0 ? in_name : *value * unit);
      if (rate.links > 0) rate.links = links_for_compute(text, tokens, parts, after, rate.links);
      // A name alone tells what a port may do: it counts where nothing else does.
      (unit == 0 && rate.links == 0 && rate.of == Rate::Of::kUnsaid ? in_names : rates).push_back(rate);
    }
  }
  const bool only_others = std::ranges::all_of(rates, [](const Rate& rate) { return rate.role == Role::kOther; });
  return only_others && !in_names.empty() ? in_names : rates;
}

/// Gbit/s of a machine, where the text says so much.
std::optional<double> of_machine(const Rate& rate, int gpus_per_node) {
  constexpr double kMostOfOneNic = 800;  // ConnectX-8: a faster rate is of several
  const double links = std::max(1.0, rate.links);
  // As many links as GPUs are one for each.
  if (rate.of == Rate::Of::kGpu && links >= gpus_per_node) return links * rate.gigabits;
  if (rate.of == Rate::Of::kGpu) return gpus_per_node * links * rate.gigabits;
  if (rate.links > 0 || rate.of == Rate::Of::kNode || (rate.of == Rate::Of::kUnsaid && rate.gigabits > kMostOfOneNic))
    return links * rate.gigabits;
  return std::nullopt;
}

constexpr double kFastestNic = 1600;  // Gbit/s: chosen, twice ConnectX-8's

/// Sets aside what no GPU's share of a machine's links comes near: "100 Tb/s fabric" is of a cluster.  Gbit/s of the
/// first; 0: there is none.
double leave_beyond_machine(std::vector<Rate>& rates, int gpus_per_node) {
  double first = 0;
  for (Rate& rate : rates) {
    const double machine = of_machine(rate, gpus_per_node).value_or(0);
    const bool is_no_nic = rate.links > 0 && rate.gigabits > kFastestNic;  // which is told in words of its own
    if (rate.role == Role::kOther || is_no_nic || machine <= kFastestNic * gpus_per_node) continue;
    rate.role = Role::kOther;
    if (first == 0) first = machine;
  }
  return first;
}

/// What stands before or behind a number that makes another of it than its digits say.  Empty: nothing.
std::string odd_number(std::string_view lower, const std::vector<Token>& tokens) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (!is_digit(token.text.front())) continue;
    const bool signed_one = token.begin > 0 && lower[token.begin - 1] == '-' &&
                            (token.begin == 1 || lower[token.begin - 2] == ' ' || lower[token.begin - 2] == '(');
    if (signed_one) return "a number with a sign";
    const bool in_name = i > 0 && tokens[i - 1].end == token.begin && is_letter(tokens[i - 1].text.back());  // "HBM2e"
    if (in_name || i + 2 >= tokens.size() || tokens[i + 1].text != "e" || tokens[i + 1].begin != token.end) continue;
    const std::string_view sign = lower.substr(tokens[i + 1].end, tokens[i + 2].begin - tokens[i + 1].end);
    if (is_digit(tokens[i + 2].text.front()) && (sign.empty() || sign == "+" || sign == "-"))
      return "a number with an exponent: write it out";
  }
  return {};
}

/// "8x ConnectX-7 (2x200 Gb/s)": whether 8 or 16 links are meant is not said.
bool counts_twice(std::string_view lower, const std::vector<Token>& tokens) {
  for (std::size_t open = lower.find('('); open != std::string_view::npos; open = lower.find('(', open + 1)) {
    const std::size_t close = std::min(lower.find(')', open), lower.size());
    const std::size_t from = lower.substr(0, open).find_last_of(",;|:\n") + 1;  // 0 where there is none
    bool before = false, inside = false;
    for (std::size_t i = 1; i < tokens.size(); ++i) {
      if (!is_times(tokens[i]) || !is_digit(tokens[i - 1].text.front())) continue;
      before |= tokens[i - 1].begin >= from && tokens[i].end <= open;
      inside |= tokens[i - 1].begin > open && tokens[i].end <= close;
    }
    if (before && inside) return true;
  }
  return false;
}

/// What the text says of the link that `rate` is of: its piece with its heading, and pieces without a rate of their own
/// that speak of no other network ("8x 400 Gb/s, RoCE v2").  Number and unit are parted: "400GbE" is "400 gbe".
std::string words_on(const Rate& rate, std::string_view lower, const std::vector<Token>& tokens,
                     const std::vector<Piece>& pieces, const std::vector<Rate>& rates) {
  std::string words;
  const auto add = [&](std::size_t first, std::size_t end) {
    if (first == end) return;
    const std::size_t begin = tokens[first].begin, unit = tokens[rate.last].begin, past = tokens[end - 1].end;
    const bool has_rate = first < rate.last && rate.last < end;
    words += lower.substr(begin, (has_rate ? unit : past) - begin);
    if (has_rate) words.append(" ").append(lower.substr(unit, past - unit));
    words += ' ';
  };
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    const bool rated = std::ranges::any_of(rates, [p](const Rate& other) { return other.piece == p; });
    if (p != rate.piece && (rated || pieces[p].role == Role::kOther)) continue;
    add(pieces[p].heading_first, pieces[p].heading_end);
    add(pieces[p].first, pieces[p].end);
  }
  return words;
}

/// Gbit/s of a product's port at its fastest, as its maker sells it; 0: token `i` is none.
double rate_of_product(const std::vector<Token>& tokens, std::size_t i) {
  // Gbit/s of the fastest port of each generation, by NVIDIA's product pages; from memory.
  constexpr std::array<std::pair<std::string_view, double>, 4> kConnectX = {
      {{"5", 100}, {"6", 200}, {"7", 400}, {"8", 800}}};
  if (i + 1 >= tokens.size() || !is_of(tokens[i].text, {"connectx", "cx"}, {})) return 0;
  const auto found = std::ranges::find(kConnectX, tokens[i + 1].text, &std::pair<std::string_view, double>::first);
  return found == kConnectX.end() ? 0 : found->second;
}

bool same(double a, double b) { return std::abs(a - b) < 1e-3 * b; }

}  // namespace
}  // namespace fmplan::evidence::network_text

namespace fmplan::evidence {

bool denies_gpudirect(std::string_view text) {
  using namespace network_text;
  const std::string lower = lower_case(text);
  const std::vector<Token> tokens = tokens_of(lower);
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (is_denied_gpudirect(lower, tokens, i)) return true;
  return false;
}

std::optional<ProductLink> link_of_product(std::string_view text, int gpus_per_node) {
  using namespace network_text;
  const std::string lower = lower_case(text);
  const std::vector<Token> tokens = tokens_of(lower);
  const auto tells_otherwise = [&](const Token& token) {
    return is_of(token.text, {"dx", "lx", "g", "dual", "two"}, {"edr", "hdr", "ndr", "xdr"});
  };
  if (holds_rate(lower, tokens) || std::ranges::any_of(tokens, tells_otherwise)) return std::nullopt;
  std::optional<ProductLink> link;
  for (const Piece& piece : pieces_of(lower, tokens, parts_of(lower, tokens))) {
    if (piece.role == Role::kOther) continue;
    for (std::size_t i = piece.first; i < piece.end; ++i) {
      const double gigabits = rate_of_product(tokens, i),
                   links = gigabits > 0 ? links_before(tokens, piece.first, i) : 0;
      if (links == 0) continue;
      // Two products, or a number that is no machine's: one a GPU, or those of several.
      const bool is_of_gpu = whose(text, std::span(tokens).subspan(i, piece.end - i)) == Rate::Of::kGpu;
      if (link || is_of_gpu || 2 * links < gpus_per_node || links > gpus_per_node) return std::nullopt;
      link = {.bandwidth = links * gigabits * gigabit_per_second,
              .words = fmt::format("{:.0f} ports of {:.0f} Gbit/s, ConnectX-{}'s, whose rate is not stated", links,
                                   gigabits, tokens[i + 1].text)};
    }
  }
  return link;
}

StatedNetwork stated_network(std::string_view text, int gpus_per_node) {
  using namespace network_text;
  const std::string lower = lower_case(text);
  const std::vector<Token> tokens = tokens_of(lower);
  const std::vector<Part> parts = parts_of(lower, tokens);
  const std::vector<Piece> pieces = pieces_of(lower, tokens, parts);
  std::vector<Rate> rates = rates_of(text, tokens, pieces, parts);
  const double beyond = leave_beyond_machine(rates, gpus_per_node);
  Role best = Role::kOther;
  for (const Rate& rate : rates) best = std::max(best, rate.role);
  if (best == Role::kOther && beyond > 0)
    return {.link = {},
            .doubt = fmt::format("links of {:.5g} Gbit/s, more than a machine of {} GPUs has", beyond, gpus_per_node),
            .in = {}};
  if (best == Role::kOther) return {};
  if (std::string odd = odd_number(lower, tokens); !odd.empty()) return {.link = {}, .doubt = std::move(odd), .in = {}};
  if (counts_twice(lower, tokens))
    return {.link = {}, .doubt = "a count before a bracket that has one of its own: write \"16x 200 Gb/s\"", .in = {}};
  const Rate* taken = nullptr;
  for (const Rate& rate : rates)
    if (rate.role == best && of_machine(rate, gpus_per_node) && (!taken || rate.links > taken->links)) taken = &rate;
  if (!taken)
    return {.link = {},
            .doubt = "a rate of links that may be a machine's or one NIC's: write \"8x 400 Gb/s\", or \"per GPU\"",
            .in = {}};
  if (taken->may_count) return {.link = {}, .doubt = "links whose number is not sure: write \"8x 400 Gb/s\"", .in = {}};
  const double machine = *of_machine(*taken, gpus_per_node);
  if (taken->gigabits == 0 || (taken->links > 0 && taken->gigabits > kFastestNic))
    return {.link = {},
            .doubt = fmt::format("links of {:.4g} Gbit/s each, which no NIC has (GB/s are bytes, Gb/s are bits)",
                                 taken->gigabits),
            .in = {}};
  for (const Rate& rate : rates) {
    if (rate.role != best) continue;
    const auto other = of_machine(rate, gpus_per_node);
    if (other ? same(*other, machine) : same(rate.gigabits, taken->gigabits) || same(rate.gigabits, machine)) continue;
    return {.link = {},
            .doubt = fmt::format("rates of links that contradict each other: {:.4g} and {:.4g} Gbit/s a machine",
                                 machine, other.value_or(rate.gigabits)),
            .in = {}};
  }
  const std::string in = words_on(*taken, lower, tokens, pieces, rates);
  if (taken->of == Rate::Of::kGpu)
    return {.link = StatedLink{machine / gpus_per_node * gigabit_per_second, true}, .doubt = {}, .in = in};
  return {.link = StatedLink{machine * gigabit_per_second, false}, .doubt = {}, .in = in};
}

}  // namespace fmplan::evidence
