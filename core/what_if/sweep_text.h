#pragma once

/// @file
/// Rows of a sweep as text for machines, piece by piece, so that a sweep of any length takes no memory; and read back.

#include <string>
#include <string_view>
#include <vector>

#include "core/text/json_writer.h"
#include "core/what_if/sweep.h"

namespace fmplan::what_if {

/// A value that a path is set to: what is a number stays one.
text::Json input_json(const std::string& text);
/// A figure's value: money as a decimal string, days ISO, null for what is not known or not whole.
text::Json figure_json(const answer::Figure& figure, const answer::FigureValue& value);

/// How rows are written one after the other.
enum class RowFormat { kCsv, kJsonLines, kJson };

/// What stands before the rows, between two of them is nothing, and behind them.
///
///     csv    RFC 4180, one rectangle: inputs, status, reason, figures, each with _low_80 and _high_80 where it has an
///            interval; plain numbers in SI, the unit in the column's name, days ISO, an empty cell for what is unknown
///     jsonl  {"sweep": …}, a row a line, {"counts": …}
///     json   {"version": 1, …, "points": […], "counts": …}
std::string rows_begin(RowFormat format, const SweepHead& head);
/// @param first  of the rows written
std::string row_text(RowFormat format, const SweepHead& head, const SweepRow& row, bool first);
/// @param stopped  before the end
std::string rows_end(RowFormat format, const SweepHead& head, const SweepCounts& counts, bool stopped);

/// Rows as kJsonLines wrote them, whole or cut short.
struct ReadRows {
  SweepHead head{};
  std::vector<SweepRow> rows{};
  SweepCounts counts{};
  std::int64_t begin = 0;  ///< of the points that it is of
  std::int64_t end = 0;    ///< the first point that was not looked at
  bool complete = false;   ///< the last line says that all were
};

/// A last line that was cut short is left out.  @throws InputError for a text that is none of a sweep, with the line.
ReadRows read_rows(std::string_view text, const std::string& name);

/// The parts of one sweep as the sweep; `names` are their files.
/// @throws InputError with each that is missing, double, unfinished or of another sweep.  @pre !parts.empty()
ReadRows joined_rows(const std::vector<ReadRows>& parts, const std::vector<std::string>& names);

}  // namespace fmplan::what_if
