#pragma once

/// @file
/// What files of measured rows have in common: a header that names the columns, a row a line, and rows that are refused
/// one by one with the reason.

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/issue.h"
#include "core/text/csv_text.h"

namespace fmplan::text {

struct RefusedRow {
  int line = 0;
  std::string reason;

  friend bool operator==(const RefusedRow&, const RefusedRow&) = default;
};

/// Thrown by what reads one row, caught by read_row_table(): why the row is refused.
struct RowRefusal {
  std::string reason;
};

using ColumnPositions = std::map<std::string, std::size_t>;

/// Where the header has each column.  A column that is not `known` is noted, with the one that may be meant.
/// @throws InputError at "name:1" for columns that stand twice, for `needed` ones that are missing and with the `other`
///   issues of the header, all at once.
ColumnPositions column_positions(const CsvRecord& header, const std::string& name,
                                 const std::vector<std::string>& known, const std::vector<std::string>& needed,
                                 std::vector<std::string>& notes, const Issues& other = {});

/// One record with its columns by name.
class TableRow {
 public:
  TableRow(const ColumnPositions& columns, const CsvRecord& record) : columns_(columns), record_(record) {}

  /// Empty if the table has no such column.
  std::string text(const std::string& column) const {
    const auto found = columns_.find(column);
    return found == columns_.end() || found->second >= record_.fields.size() ? "" : record_.fields[found->second];
  }

 private:
  const ColumnPositions& columns_;
  const CsvRecord& record_;
};

/// Reads every record after the header.  `columns_of` gives the positions of a header and may add to the result's
/// notes; `read` makes a row of a record or throws RowRefusal.
/// @throws InputError if the text is not CSV or is empty.
template <class Rows, class ColumnsOf, class Read>
Rows read_row_table(std::string_view text, const std::string& name, const ColumnsOf& columns_of, const Read& read) {
  const std::vector<CsvRecord> records = parse_csv(text, name);
  if (records.empty()) throw InputError(name, "is empty; a header with the columns' names was expected");
  Rows result;
  const ColumnPositions positions = columns_of(records.front(), result);
  for (std::size_t i = 1; i < records.size(); ++i) {
    const int line = records[i].line;
    if (records[i].fields.size() != records.front().fields.size()) {
      result.refused.push_back({line, fmt::format("has {} fields, the header {}; is the line cut short?",
                                                  records[i].fields.size(), records.front().fields.size())});
      continue;
    }
    try {
      result.rows.push_back(read(positions, records[i]));
    } catch (const RowRefusal& refusal) {
      result.refused.push_back({line, refusal.reason});
    }
  }
  return result;
}

}  // namespace fmplan::text
