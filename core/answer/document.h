#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/answer/csv_tables.h"
#include "core/answer/table.h"
#include "core/base/names.h"
#include "core/picture/bar_chart.h"
#include "core/text/json_writer.h"

namespace fmplan::answer {

/// The forms an answer is told in.
enum class Format { kTable, kJson, kJsonLines, kCsv, kMarkdown, kHtml };
/// Those that are asked for by name; a page is by its file's ending.
inline constexpr auto kFormatNames = names<Format>({{"table", Format::kTable},
                                                    {"json", Format::kJson},
                                                    {"jsonl", Format::kJsonLines},
                                                    {"csv", Format::kCsv},
                                                    {"md", Format::kMarkdown}});

/// What a command answers: the same content as tables (table, csv, md) and as JSON.
struct Document {
  std::string headline;  ///< one line above the tables; may be empty
  std::vector<Table> tables;
  std::vector<std::string> warnings;
  text::Json json;
  std::string csv_table{};          ///< the one of csv_tables() that CSV is at first; empty: "answer"
  std::optional<text::Json> csv{};  ///< what CSV is made of, where that is not `json`
  // Of a page alone:
  std::string page_title{};                 ///< where there is no headline
  std::string lead{};                       ///< how sure the headline is
  std::vector<picture::BarChart> charts{};  ///< between headline and tables
  std::vector<Table> page_tables{};         ///< after the others
  std::string made_with{};                  ///< empty: the program's version
};

/// Renders `document` in `format`; `color` and `width`, in columns of a terminal, only affect kTable.  The text ends
/// with a newline.
///   table  titles in bold, aligned columns (by display width, so that "µ" and CJK line up), warnings in yellow
///   csv    the table `csv_table` of csv_tables(), else the one that the document names, else "answer"
///   md     GitHub-flavoured tables
///   html   a page with charts and every table (picture/html_page.h)
///   json   `document.json`, indented by 2; as kJsonLines in one line
/// @throws InputError for a `csv_table` that the answer does not have, with those that it has.
std::string render(const Document& document, Format format, bool color, int width, const std::string& csv_table = {});

/// Every table of the answer that CSV can be.
std::vector<CsvTable> csv_tables(const Document& document);

}  // namespace fmplan::answer
