#pragma once

#include <string>
#include <vector>

#include "core/answer/table.h"
#include "core/text/json_writer.h"

namespace fmplan::answer {

/// The forms an answer is told in.
enum class Format { kTable, kJson, kCsv, kMarkdown };

/// What a command answers: the same content as tables (table, csv, md) and as JSON.
struct Document {
  std::string headline;  ///< one line above the tables; may be empty
  std::vector<Table> tables;
  std::vector<std::string> warnings;
  text::Json json;
};

/// Renders `document` in `format`; `color` and `width`, in columns of a terminal, only affect kTable.  The text ends
/// with a newline.
///   table  titles in bold, aligned columns (by display width, so that "µ" and CJK line up), warnings in yellow
///   csv    RFC 4180; several tables are separated by an empty line and preceded by their title in the first column
///   md     GitHub-flavoured tables
///   json   `document.json`, indented by 2
std::string render(const Document& document, Format format, bool color, int width);

}  // namespace fmplan::answer
