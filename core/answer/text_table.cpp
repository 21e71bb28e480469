#include "core/answer/text_table.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string_view>
#include <vector>

#include "core/text/terminal_text.h"

namespace fmplan::answer {
namespace {

constexpr std::string_view kGap = "  ";
/// Columns: chosen, narrower text is unreadable, longer words are paths that may break.
constexpr int kNarrowestText = 16;
constexpr int kLongestKeptWord = 48;

std::string repeated(std::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

Align align_of(const Table& table, std::size_t column) {
  return column < table.align.size() ? table.align[column] : Align::kLeft;
}

std::size_t num_columns(const Table& table) {
  std::size_t columns = table.header.size();
  for (const auto& row : table.rows) columns = std::max(columns, row.size());
  return columns;
}

/// Width of the widest line of each column.
std::vector<int> natural_widths(const Table& table) {
  std::vector<int> widths(num_columns(table), 0);
  const auto widen = [&](const std::vector<std::string>& cells) {
    for (std::size_t column = 0; column < cells.size(); ++column)
      for (const std::string& line : text::wrapped(text::printable(cells[column]), 1 << 20, false))
        widths[column] = std::max(widths[column], text::display_width(line));
  };
  widen(table.header);
  for (const auto& row : table.rows) widen(row);
  return widths;
}

int total_width(const std::vector<int>& widths) {
  const int gaps = static_cast<int>(kGap.size()) * std::max(0, static_cast<int>(widths.size()) - 1);
  return std::accumulate(widths.begin(), widths.end(), gaps);
}

int longest_word(std::string_view text) {
  int longest = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    longest = std::max(longest, text::display_width(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return longest;
}

/// The width below which a column would cut its words.  The last one cuts none and may get narrow at once.
std::vector<int> widths_of_words(const Table& table) {
  std::vector<int> widths(num_columns(table), kNarrowestText);
  for (const auto& row : table.rows)
    for (std::size_t column = 0; column + 1 < widths.size() && column < row.size(); ++column)
      widths[column] = std::max(widths[column], std::min(kLongestKeptWord, longest_word(text::printable(row[column]))));
  return widths;
}

/// Narrows the left-aligned columns, always the widest, until the table fits or none is wider than its floor.
void narrow(std::vector<int>& widths, const Table& table, const std::vector<int>& floors, int width) {
  for (int excess = total_width(widths) - width; excess > 0; --excess) {
    std::size_t widest = widths.size();
    for (std::size_t column = 0; column < widths.size(); ++column) {
      const bool text = align_of(table, column) == Align::kLeft && widths[column] > floors[column];
      if (text && (widest == widths.size() || widths[column] > widths[widest])) widest = column;
    }
    if (widest == widths.size()) return;
    --widths[widest];
  }
}

std::vector<int> fitted_widths(const Table& table, int width) {
  std::vector<int> widths = natural_widths(table);
  narrow(widths, table, widths_of_words(table), width);
  narrow(widths, table, std::vector<int>(widths.size(), kNarrowestText), width);
  return widths;
}

std::string padded(const std::string& text, int width, Align align) {
  const int missing = std::max(0, width - text::display_width(text));
  const std::string space(static_cast<std::size_t>(missing), ' ');
  return align == Align::kRight ? space + text : text + space;
}

std::string without_trailing_space(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string laid_out_row(const Table& table, const std::vector<std::string>& cells, const std::vector<int>& widths) {
  std::vector<std::vector<std::string>> columns;
  std::size_t height = 1;
  for (std::size_t column = 0; column < widths.size(); ++column) {
    const std::string cell = column < cells.size() ? text::printable(cells[column]) : std::string();
    // A long word (an address, a path) is only cut where something stands to its right.
    columns.push_back(text::wrapped(cell, std::max(1, widths[column]), column + 1 < widths.size()));
    height = std::max(height, columns.back().size());
  }
  std::string text;
  for (std::size_t row = 0; row < height; ++row) {
    std::string line;
    for (std::size_t column = 0; column < columns.size(); ++column) {
      if (column > 0) line += kGap;
      const std::string part = row < columns[column].size() ? columns[column][row] : std::string();
      line += padded(part, widths[column], align_of(table, column));
    }
    text += without_trailing_space(std::move(line)) + "\n";
  }
  return text;
}

}  // namespace

std::string text_table(const Table& table, int width, bool color) {
  const std::vector<int> widths = fitted_widths(table, width);
  const int rule_width =
      std::min(width, std::max(total_width(widths), text::display_width(text::printable(table.title))));
  std::string text;
  if (!table.title.empty()) text += text::bold(text::printable(table.title), color) + "\n";
  if (!table.header.empty()) text += laid_out_row(table, table.header, widths);
  if (table.ruled) text += text::faint(repeated("─", rule_width), color) + "\n";
  for (const auto& row : table.rows) text += laid_out_row(table, row, widths);
  for (const std::string& note : table.notes)
    for (const std::string& line : text::wrapped(text::printable(note), width, false))
      text += text::faint(line, color) + "\n";
  return text;
}

}  // namespace fmplan::answer
