#include "core/answer/document.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/answer/page.h"
#include "core/answer/text_table.h"
#include "core/base/issue.h"
#include "core/base/suggestion.h"
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

std::string render_csv(const Document& document, const std::string& asked) {
  const std::vector<CsvTable> tables = csv_tables(document);
  const auto named = [&](const std::string& name) { return std::ranges::find(tables, name, &CsvTable::name); };
  if (asked.empty()) {
    if (const auto own = named(document.csv_table); own != tables.end()) return own->text;
    return tables.empty() ? "\r\n" : tables.front().text;
  }
  if (const auto found = named(asked); found != tables.end()) return found->text;
  std::vector<std::string> names;
  names.reserve(tables.size());
  for (const CsvTable& table : tables) names.push_back(table.name);
  throw InputError("--table", fmt::format("this answer has no table \"{}\", but {}{}", asked, fmt::join(names, ", "),
                                          did_you_mean(asked, names)));
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

std::vector<CsvTable> csv_tables(const Document& document) { return csv_tables(document.csv.value_or(document.json)); }

std::string render(const Document& document, Format format, bool color, int width, const std::string& csv_table) {
  switch (format) {
    case Format::kTable: return render_text(document, color, width);
    case Format::kCsv: return render_csv(document, csv_table);
    case Format::kMarkdown: return render_markdown(document);
    case Format::kHtml: return page_html(document);
    case Format::kJson: return document.json.dump(2) + "\n";
    case Format::kJsonLines: return document.json.dump() + "\n";
  }
  return {};
}

}  // namespace fmplan::answer
