#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/words.h"

/// The vocabulary in which texts speak of networks, and the words and numbers of a text (all in lower case).
namespace fmplan::evidence::network_text {

constexpr std::size_t kNowhere = std::string_view::npos;

inline bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

/// Equals one of `words`, or begins with one of `beginnings`, which other letters or digits may follow ("cx7").
bool is_of(std::string_view word, std::initializer_list<std::string_view> words,
           std::initializer_list<std::string_view> beginnings);

/// Of storage, management, the inside of a machine.
bool is_other(std::string_view word);
/// Of the network between machines that compute.
bool is_compute(std::string_view word);
/// A kind of NIC, link or protocol.
bool is_nic(std::string_view word);
/// What may stand between a number of links and their rate.
bool is_of_a_link(std::string_view word);
/// Makers and adjectives that stand before a NIC's rate and say nothing of how many there are.
bool is_maker_word(std::string_view word);
/// More than one card or port: "HCAs", "adapters".
bool is_many_nics(std::string_view word);
/// "8-rail NDR400".
bool is_rail(std::string_view word);
/// What stands between a rate and the NICs that have it: "400 Gb/s InfiniBand Host Channel Adapters".
bool is_before_nics(std::string_view word);

struct Token {
  std::string_view text;
  std::size_t begin = 0, end = 0;
};

/// The end of "1:1", "2 : 1" at `at`, an oversubscription; `at` itself: none stands there.
std::size_t end_of_ratio(std::string_view lower, std::size_t at);

/// Words and numbers; "cx-7" is one word and a number, "8x400gb/s" "8", "x", "400", "gb/s".  Ratios are left out: they
/// count no links, and their colon heads nothing.
std::vector<Token> tokens_of(std::string_view lower);

inline bool is_times(const Token& token) { return token.text == "x" || token.text == "×"; }

/// Of digits or of a word that machines count links by: "eight".
std::optional<double> number_in_words(std::string_view text);

/// Gbit/s of one of the unit at `token`, 0 if it is none: "Gb/s", "Gbps", "Tb/s", "GB/s"; of what may be a size as
/// well, "Gb", "GbE", "G", only where a link is spoken of.  `text` as it was written, for B is not b.
double unit_of(std::string_view text, const Token& token, bool of_a_link);

/// "no GPUDirect", "GPUDirect RDMA off": token `i` names it and the words beside deny it.
bool is_denied_gpudirect(std::string_view lower, std::span<const Token> tokens, std::size_t i);

}  // namespace fmplan::evidence::network_text
