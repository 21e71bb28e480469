#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/table.h"

namespace fmplan::cli {

/// What a command answers: the same content as tables (table, csv, md) and as JSON.
struct Document {
  std::string headline;  ///< one line above the tables; may be empty
  std::vector<Table> tables;
  std::vector<std::string> warnings;
  nlohmann::ordered_json json;
};

/// Renders `document` in `format`; `color` only affects kTable.  The text ends with a newline.
///   table  titles in bold, aligned columns (by display width, so that "µ" and CJK line up), warnings in yellow
///   csv    RFC 4180; several tables are separated by an empty line and preceded by their title in the first column
///   md     GitHub-flavoured tables
///   json   `document.json`, indented by 2
std::string render(const Document& document, Format format, bool color);
/// The same for a terminal `width` columns wide; without it, output_width() of cli/terminal.h.
std::string render(const Document& document, Format format, bool color, int width);

/// Renders to `options.output` (whole file or none) or to stdout.
void print(const Document& document, const Options& options);

/// True if stdout is a terminal and neither --no-color, NO_COLOR nor TERM=dumb asks for plain text.
bool use_color(const Options& options);

}  // namespace fmplan::cli
