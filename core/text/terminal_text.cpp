#include "core/text/terminal_text.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace fmplan::text {
namespace {

constexpr char32_t kReplacement = 0xFFFD;  ///< U+FFFD of Unicode
constexpr std::string_view kReplacementText = "\xEF\xBF\xBD";

struct Character {
  char32_t code = kReplacement;
  std::size_t length = 1;  ///< in bytes
  bool valid = false;
};

/// The character that `text` begins with.  Overlong forms, surrogates and codes past U+10FFFF are invalid.
Character next_character(std::string_view text) {
  const auto byte_at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte_at(0);
  if (lead < 0x80) return {.code = lead, .length = 1, .valid = true};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {};
  char32_t code = lead & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte_at(i) & 0xC0) != 0x80) return {};
    code = (code << 6) | (byte_at(i) & 0x3Fu);
  }
  // Of one to four bytes [RFC 3629].
  constexpr std::array<char32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kSmallest[length] || code > 0x10FFFF || surrogate) return {};
  return {.code = code, .length = length, .valid = true};
}

struct CodeRange {
  char32_t first, last;
};

// Unicode 15, EastAsianWidth.txt classes W and F, merged to the blocks that hold them.
constexpr CodeRange kWide[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0x33FF},   {0x3400, 0x4DBF},
                               {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},   {0xA960, 0xA97C},   {0xAC00, 0xD7A3},
                               {0xF900, 0xFAFF},   {0xFE30, 0xFE6B},   {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},
                               {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FC}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};
// Combining marks (general categories Mn, Me) of the scripts and symbols met in names and notes, and zero-width
// joiners.
constexpr CodeRange kZeroWidth[] = {{0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x064B, 0x065F},
                                    {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF},
                                    {0x200B, 0x200F}, {0x2060, 0x2064}, {0x20D0, 0x20F0}, {0x3099, 0x309A},
                                    {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}};

bool in_ranges(char32_t code, const auto& ranges) {
  return std::any_of(std::begin(ranges), std::end(ranges),
                     [code](const CodeRange& range) { return code >= range.first && code <= range.last; });
}

int width_of(char32_t code) {
  if (code < kZeroWidth[0].first) return 1;  // nearly all that is printed
  if (in_ranges(code, kZeroWidth)) return 0;
  return in_ranges(code, kWide) ? 2 : 1;
}

bool is_control(char32_t code) { return code < 0x20 || (code >= 0x7F && code <= 0x9F); }

/// The longest beginning of `text` no wider than `width`, at least one character.
std::string_view cut_at(std::string_view text, int width) {
  std::size_t length = 0;
  int used = 0;
  while (length < text.size()) {
    const Character next = next_character(text.substr(length));
    used += width_of(next.code);
    if (used > width && length > 0) break;
    length += next.length;
  }
  return text.substr(0, length);
}

void wrap_line(std::string_view line, int width, bool cut_words, std::vector<std::string>& lines) {
  std::string current;
  int used = 0;
  const auto finish = [&] {
    lines.push_back(current);
    current.clear();
    used = 0;
  };
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(' '), line.size());
    std::string_view word = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    int word_width = display_width(word);
    if (used > 0 && used + 1 + word_width > width) finish();
    while (cut_words && word_width > width) {
      const std::string_view head = cut_at(word, width);
      current = head;
      finish();
      word.remove_prefix(head.size());
      word_width = display_width(word);
    }
    if (used > 0) {
      current += ' ';
      ++used;
    }
    current += word;
    used += word_width;
  }
  if (used > 0 || lines.empty()) finish();
}
std::string coded(std::string_view code, const std::string& text, bool color) {
  if (!color || text.empty()) return text;
  return std::string(code) + text + "\x1b[0m";
}

}  // namespace

int display_width(std::string_view text) {
  int width = 0;
  while (!text.empty()) {
    const Character next = next_character(text);
    width += width_of(next.code);
    text.remove_prefix(next.length);
  }
  return width;
}

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const Character next = next_character(text);
    const bool keep = next.valid && (!is_control(next.code) || next.code == '\n');
    result += keep ? text.substr(0, next.length) : kReplacementText;
    text.remove_prefix(next.length);
  }
  return result;
}

std::vector<std::string> wrapped(std::string_view text, int width, bool cut_words) {
  std::vector<std::string> lines;
  while (true) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::vector<std::string> paragraph;
    wrap_line(text.substr(0, end), width, cut_words, paragraph);
    lines.insert(lines.end(), paragraph.begin(), paragraph.end());
    if (end == text.size()) return lines;
    text.remove_prefix(end + 1);
  }
}

std::string bold(const std::string& text, bool color) { return coded("\x1b[1m", text, color); }
std::string faint(const std::string& text, bool color) { return coded("\x1b[2m", text, color); }
std::string yellow(const std::string& text, bool color) { return coded("\x1b[33m", text, color); }

}  // namespace fmplan::text
