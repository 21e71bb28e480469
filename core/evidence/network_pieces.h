#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "core/evidence/network_words.h"

/// A text on a network in pieces, each of which speaks of one.
namespace fmplan::evidence::network_text {

/// What a rate is said to be of, from what is never meant to what surely is.
enum class Role { kOther, kUnsaid, kNic, kCompute };

/// Links of a number that is counted elsewhere: "(8 compute, 2 storage)", "of which 2 for storage".
struct Part {
  std::size_t number = 0;  ///< token
  double count = 0;
  bool is_other = false;  ///< for other ends
};

/// Parts stand in a bracket or behind "of which" and its like.
std::vector<Part> parts_of(std::string_view lower, const std::vector<Token>& tokens);

/// The text in pieces at commas, and what each is headed by.
struct Piece {
  std::size_t first = 0, end = 0;  ///< tokens
  Role role = Role::kUnsaid;
  bool stops = false;                              ///< nothing before it says anything of it
  std::size_t heading_first = 0, heading_end = 0;  ///< tokens of its heading; empty: it has none
};

/// Pieces end at parts, at , ; | + " / " and at line ends and "and"; a heading with a colon speaks for all up to the
/// next heading or ;.
std::vector<Piece> pieces_of(std::string_view lower, const std::vector<Token>& tokens, const std::vector<Part>& parts);

/// Whether a number with the unit of a rate is among `tokens`.
bool holds_rate(std::string_view lower, std::span<const Token> tokens);

}  // namespace fmplan::evidence::network_text
