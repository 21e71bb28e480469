#pragma once

/// @file
/// Rows of a sweep in files of JSON lines: to go on from where one was stopped, and parts to be joined.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/what_if/sweep_text.h"

namespace fmplan::what_if {

/// read_rows() of a file.
ReadRows read_row_file(const std::string& file, const EachRow& row);

/// Rows of the sweep of `head` in a file, to go on from.  @throws InputError for rows of another question.
ReadRows read_rows_before(const std::string& file, const SweepHead& head);

/// Calls `row` with the rows of `file`, where there was one to go on from, then with those that are still to be found.
SweepCounts sweep_on(const SweepQuestion& question, const SweepHead& head, const catalog::Catalog& catalog,
                     const std::optional<ReadRows>& before, const std::string& file, int threads, const Watch& watch,
                     const EachRow& row);

/// The parts of one sweep as the sweep.
struct JoinedRows {
  SweepHead head{};
  SweepCounts counts{};
  std::vector<std::size_t> order{};  ///< of the parts, whose rows are the sweep's one after the other
};
/// `names` are the files of the parts.
/// @throws InputError with each that is missing, double, unfinished or of another sweep.  @pre !parts.empty()
JoinedRows joined_rows(const std::vector<ReadRows>& parts, const std::vector<std::string>& names);
/// Of files.
JoinedRows joined_row_files(const std::vector<std::string>& files);

}  // namespace fmplan::what_if
