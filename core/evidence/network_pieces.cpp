#include "core/evidence/network_pieces.h"

#include <algorithm>
#include <cmath>

namespace fmplan::evidence::network_text {
namespace {

Role role_of(std::string_view lower, std::span<const Token> tokens) {
  Role role = Role::kUnsaid;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    const bool scale_up =
        token.text == "scaleup" || (token.text == "scale" && i + 1 < tokens.size() && tokens[i + 1].text == "up");
    if (scale_up || is_other(token.text)) return Role::kOther;
    if (is_compute(token.text) && !is_denied_gpudirect(lower, tokens, i)) role = Role::kCompute;
    if (is_nic(token.text) && role == Role::kUnsaid) role = Role::kNic;
  }
  return role;
}

/// Whether `gap`, between two tokens, has a colon that is no ratio's: "Compute: ", not "1:1 ".
bool has_label_colon(std::string_view gap) {
  for (std::size_t i = 0; i < gap.size();) {
    if (gap[i] == ':') return true;
    i = std::max(i + 1, end_of_ratio(gap, i));
  }
  return false;
}

/// The part whose number is token `i`; none where it counts machines, or links with a rate of their own.
std::optional<Part> part_at(std::string_view lower, const std::vector<Token>& tokens, std::size_t i) {
  const auto count = number_in_words(tokens[i].text);
  if (!count || *count != std::floor(*count) || (i > 0 && tokens[i - 1].end == tokens[i].begin)) return std::nullopt;
  std::size_t at = i + 1;
  while (at < tokens.size() && (is_nic(tokens[at].text) || is_many_nics(tokens[at].text) ||
                                is_of(tokens[at].text, {"for", "are", "of", "them", "these", "the", "used", "to"}, {})))
    ++at;
  if (at == tokens.size() || !(is_other(tokens[at].text) || is_compute(tokens[at].text))) return std::nullopt;
  const auto parted = lower.substr(tokens[i].end, tokens[at].begin - tokens[i].end).find_first_of(",;|()");
  if (parted != kNowhere) return std::nullopt;
  const Part part{i, *count, is_other(tokens[at].text)};
  for (++at; at < tokens.size() && lower.substr(tokens[at - 1].end, tokens[at].begin - tokens[at - 1].end) == " "; ++at)
    if (is_digit(tokens[at].text.front()) ||
        is_of(tokens[at].text, {"host", "hosts", "rack", "racks"}, {"node", "server", "machine", "system", "target"}))
      return std::nullopt;
  return part;
}

}  // namespace

bool holds_rate(std::string_view lower, std::span<const Token> tokens) {
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
    if (is_digit(tokens[i].text.front()) && unit_of(lower, tokens[i + 1], false) > 0) return true;
  return false;
}

std::vector<Part> parts_of(std::string_view lower, const std::vector<Token>& tokens) {
  std::vector<Part> parts;
  int depth = 0;
  bool told = false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::size_t begin = i == 0 ? 0 : tokens[i - 1].end;
    for (const char c : lower.substr(begin, tokens[i].begin - begin)) {
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      told &= c != ';' && c != '|' && c != '\n';
    }
    const std::string_view rest = lower.substr(tokens[i].begin);
    told |= is_of(tokens[i].text, {"including", "incl", "thereof"}, {}) || rest.starts_with("of which");
    const bool of_them =
        i + 2 < tokens.size() && tokens[i + 1].text == "of" && is_of(tokens[i + 2].text, {"them", "these"}, {});
    if (depth <= 0 && !told && !of_them) continue;
    if (const auto part = part_at(lower, tokens, i)) parts.push_back(*part);
  }
  return parts;
}

std::vector<Piece> pieces_of(std::string_view lower, const std::vector<Token>& tokens, const std::vector<Part>& parts) {
  std::vector<Piece> pieces;
  Piece piece;
  Role heading = Role::kUnsaid;
  std::size_t heading_first = 0, heading_end = 0;
  const auto close = [&](std::size_t end, bool stops) {
    piece.end = end;
    const Role own = role_of(lower, std::span(tokens).subspan(piece.first, end - piece.first));
    // Of what is headed as storage InfiniBand is the storage's.
    piece.role = heading == Role::kOther || own == Role::kUnsaid || (own == Role::kNic && heading == Role::kCompute)
                     ? heading
                     : own;
    if (own == Role::kOther) piece.role = own;
    piece.heading_first = heading_first;
    piece.heading_end = heading_end;
    if (end > piece.first) pieces.push_back(piece);
    piece = {.first = end, .end = end, .stops = stops};
    if (!stops) return;
    heading = Role::kUnsaid;
    heading_first = heading_end = 0;
  };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::size_t begin = i == 0 ? 0 : tokens[i - 1].end;
    const std::string_view gap = lower.substr(begin, tokens[i].begin - begin);
    if (has_label_colon(gap) && !holds_rate(lower, std::span(tokens).subspan(piece.first, i - piece.first))) {
      heading = role_of(lower, std::span(tokens).subspan(piece.first, i - piece.first));
      heading_first = piece.first;
      heading_end = i;
      piece.first = i;
    }
    const bool stops = gap.find_first_of(";|\n") != std::string_view::npos || gap.find(". ") != std::string_view::npos;
    if (stops || gap.find_first_of(",+&") != std::string_view::npos || gap.find(" / ") != std::string_view::npos ||
        tokens[i].text == "and" || tokens[i].text == "plus" ||
        std::ranges::find(parts, i, &Part::number) != parts.end())
      close(i, stops);
  }
  close(tokens.size(), true);
  return pieces;
}

}  // namespace fmplan::evidence::network_text
