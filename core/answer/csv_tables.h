#pragma once

#include <string>
#include <vector>

#include "core/text/json_writer.h"

namespace fmplan::answer {

/// A table of an answer as RFC 4180: a header, then a line for each row, all ending with CR LF.
struct CsvTable {
  std::string name;
  std::string text;
};

/// The name of the table that holds, in one row, what stands in no list.
inline constexpr const char* kAnswerTable = "answer";

/// The tables of an answer in JSON, for pandas, DuckDB and spreadsheets: "answer", and one for every list of objects,
/// named by its keys ("run.causes").  A row is an object; its columns are the keys of its values, those of objects
/// inside it joined by ".".  Numbers are plain, in SI, and days ISO, as in the JSON, whose keys name the units; null is
/// an empty cell; a list of values is one cell, its values joined by ";".  A list inside a list has, in front, a column
/// for the row of the outer one that it belongs to, counted from 0.  A list of objects that is the answer itself is the
/// table "rows".  The question ("scenario") is left out.
std::vector<CsvTable> csv_tables(const text::Json& answer);

}  // namespace fmplan::answer
