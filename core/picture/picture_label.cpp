#include "core/picture/picture_label.h"

#include <cstddef>

#include "core/text/terminal_text.h"
#include "core/text/utf8.h"

namespace fmplan::picture {
namespace {

/// Characters that a cut text keeps at most for each column or half a square of its place: combining marks take none,
/// and no name has so many (chosen).
constexpr double kMostCharacters = 4;

/// Advance of a character as a share of the size: rough classes of DejaVu Sans 2.37, rounded up.
double advance(std::string_view character) {
  if (character.size() == 1) {
    const char c = character.front();
    if (std::string_view("mwMW@%").find(c) != std::string_view::npos) return 1;
    if (c >= 'A' && c <= 'Z' && c != 'I' && c != 'J') return 0.74;
    if (std::string_view("iljIJ.,:;'|! ()[]/-").find(c) != std::string_view::npos) return 0.4;
    return 0.64;
  }
  constexpr double kSquare = 1, kLetter = 0.7;  // of East Asian faces; of accented and other letters, DejaVu's widest
  const int columns = text::display_width(character);
  return columns == 0 ? 0 : columns == 2 ? kSquare : kLetter;
}

/// The longest beginning of a text whose widths add up to at most `room`, at most `most` characters.
template <typename Width>
std::string_view beginning(std::string_view text, double room, double most, Width width_of) {
  std::size_t length = 0;
  double used = 0, characters = 0;
  while (length < text.size()) {
    const std::string_view rest = text.substr(length);
    const std::string_view character = rest.substr(0, text::first_character(rest).length);
    used += width_of(character);
    if (used > room || ++characters > most) break;
    length += character.size();
  }
  return text.substr(0, length);
}

}  // namespace

std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) line += c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
  line = text::printable(line);
  for (const std::string_view unknown_to_xml : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"})
    for (std::size_t at = line.find(unknown_to_xml); at != std::string::npos; at = line.find(unknown_to_xml, at))
      line.replace(at, unknown_to_xml.size(), "\uFFFD");
  return line;
}

std::string fitted_to_columns(std::string_view text, int columns, std::string_view ellipsis) {
  std::string line = one_line(text);
  const auto fits = [&](double room) { return beginning(line, room, kMostCharacters * columns, text::display_width); };
  const std::string_view whole = fits(columns);
  if (whole.size() == line.size()) return line;
  return std::string(fits(columns - 1)).append(ellipsis);
}

double label_width(std::string_view text, double size) {
  double width = 0;
  while (!text.empty()) {
    const std::string_view character = text.substr(0, text::first_character(text).length);
    width += size * advance(character);
    text.remove_prefix(character.size());
  }
  return width;
}

std::string fitted_to_width(std::string_view text, double width, double size) {
  std::string line = one_line(text);
  const double room = width / size;
  const auto fits = [&](double ems) { return beginning(line, ems, 2 * kMostCharacters * room, advance); };
  const std::string_view whole = fits(room);
  if (whole.size() == line.size()) return line;
  return std::string(fits(room - advance("…"))) + "…";
}

}  // namespace fmplan::picture
