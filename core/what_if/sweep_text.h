#pragma once

/// @file
/// Rows of a sweep as text for machines, piece by piece, so that a sweep of any length takes no memory; and read back.

#include <functional>
#include <iosfwd>
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

/// What rows as kJsonLines wrote them, whole or cut short, are of.
struct ReadRows {
  SweepHead head{};
  SweepCounts counts{};
  std::int64_t end = 0;   ///< the first point that was not looked at
  bool complete = false;  ///< the last line says that all were
};

using EachRow = std::function<void(const SweepRow&)>;

/// Calls `row` with each, so that rows of any number take no memory.  A last line that was cut short is left out.
/// @throws InputError for a text that is none of a sweep, with the line.
ReadRows read_rows(std::istream& in, const std::string& name, const EachRow& row);

}  // namespace fmplan::what_if
