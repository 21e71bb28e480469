#pragma once

/// @file
/// Controlled pairs of measured steps: two rows of one table that differ in one or two options, and how the measurement
/// changed.  docs/models/step_differences.md lists the columns.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/row_table.h"

namespace fmplan::evidence {

struct StepPairRow {
  int line = 0;
  std::string pair_id;
  std::string base;          ///< `row_id` of the row that is changed
  std::string changed;       ///< … and of the row with the change
  std::string options;       ///< what changed, by name, sorted: "micro-batch, tensor"; "other" where it is not said
  std::string what_changed;  ///< as the file says it
  double time_ratio = 1;     ///< changed / base, as measured
  std::optional<double> memory_ratio;
  double noise = 0;  ///< of ln time_ratio
};

struct StepPairRows {
  std::vector<StepPairRow> rows;
  std::vector<text::RefusedRow> refused;
  std::vector<std::string> notes;
};

/// Refuses, with its line, a pair whose ratio is not positive, whose noise is negative, that names a row twice, or that
/// says of itself that rows cannot express it.
/// @throws InputError if the text is not CSV, or a column of pair_id, base_row, changed_row and time_ratio is missing.
StepPairRows read_step_pair_rows(std::string_view text, const std::string& name);

/// The line of each `row_id` of a table of step rows.
/// @throws InputError if there is no such column, or an id is empty or stands twice.
std::map<std::string, int> lines_of_row_ids(std::string_view text, const std::string& name);

}  // namespace fmplan::evidence
