#include "core/answer/document.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "core/answer/text_table.h"
#include "core/text/terminal_text.h"

namespace fmplan::answer {
namespace {

using Row = std::vector<std::string>;

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

/// Blocks of text with an empty line between each two.
std::string spaced(const std::vector<std::string>& blocks) {
  std::string text;
  for (const std::string& block : blocks) text += (text.empty() ? "" : "\n") + block;
  return text.empty() ? "\n" : text;
}

std::string render_text(const Document& document, bool color, int width) {
  std::vector<std::string> blocks;
  if (!document.headline.empty()) blocks.push_back(text::bold(text::printable(document.headline), color) + "\n");
  for (const Table& table : document.tables) blocks.push_back(text_table(table, width, color));
  std::string warnings;
  for (const std::string& warning : document.warnings)
    for (const std::string& line : text::wrapped(text::printable("warning: " + warning), width, false))
      warnings += text::yellow(line, color) + "\n";
  if (!warnings.empty()) blocks.push_back(warnings);
  return spaced(blocks);
}

/// RFC 4180: a field with a comma, a quote or a line break stands in quotes, its quotes doubled.
std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  return "\"" + replaced(text, "\"", "\"\"") + "\"";
}

std::string csv_row(const Row& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) line += (i > 0 ? "," : "") + csv_field(cells[i]);
  return line + "\r\n";
}

std::string render_csv(const Document& document) {
  std::string text;
  const bool titled = document.tables.size() > 1;
  for (const Table& table : document.tables) {
    if (!text.empty()) text += "\r\n";
    if (titled && !table.title.empty()) text += csv_row({table.title});
    if (!table.header.empty()) text += csv_row(table.header);
    for (const Row& row : table.rows) text += csv_row(row);
  }
  return text.empty() ? "\r\n" : text;
}

/// Markdown reads a bar as the end of a cell and a line feed as the end of a table.
std::string markdown_cell(const std::string& text) {
  return replaced(replaced(replaced(text, "\\", "\\\\"), "|", "\\|"), "\n", "<br>");
}

std::string markdown_row(const Row& cells, std::size_t columns) {
  std::string line = "|";
  for (std::size_t i = 0; i < columns; ++i) line += " " + (i < cells.size() ? markdown_cell(cells[i]) : "") + " |";
  return line + "\n";
}

std::string markdown_table(const Table& table) {
  std::size_t columns = table.header.size();
  for (const Row& row : table.rows) columns = std::max(columns, row.size());
  std::string text = table.title.empty() ? "" : "### " + markdown_cell(table.title) + "\n\n";
  // GitHub asks for a header row; a list of label and value gets an empty one.
  text += markdown_row(table.header, columns) + "|";
  for (std::size_t i = 0; i < columns; ++i)
    text += i < table.align.size() && table.align[i] == Align::kRight ? " ---: |" : " --- |";
  text += "\n";
  for (const Row& row : table.rows) text += markdown_row(row, columns);
  for (const std::string& note : table.notes) text += "\n" + note + "\n";
  return text;
}

std::string render_markdown(const Document& document) {
  std::vector<std::string> blocks;
  if (!document.headline.empty()) blocks.push_back("## " + document.headline + "\n");
  for (const Table& table : document.tables) blocks.push_back(markdown_table(table));
  for (const std::string& warning : document.warnings) blocks.push_back("> **Warning:** " + warning + "\n");
  return spaced(blocks);
}

}  // namespace

std::string render(const Document& document, Format format, bool color, int width) {
  switch (format) {
    case Format::kTable: return render_text(document, color, width);
    case Format::kCsv: return render_csv(document);
    case Format::kMarkdown: return render_markdown(document);
    case Format::kJson: return document.json.dump(2) + "\n";
  }
  return {};
}

}  // namespace fmplan::answer
