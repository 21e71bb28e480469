#pragma once

/// @file
/// A simulated run as tables for people.

#include <vector>

#include "core/answer/document.h"
#include "core/plan/run_study.h"

namespace fmplan::answer {

/// Everything, in the order in which it is printed; where nothing could be simulated, the assumptions alone.
std::vector<Table> run_tables(const plan::RunStudy& study);

/// Days, finish, goodput, interruptions, money, the checkpoint rule, spares and the closed form beside them.
Table run_answer_table(const plan::RunStudy& study);
/// P10, P50 and P90 of luck alone, with the failure rate's uncertainty, with the step time's own error.
Table run_bands_table(const plan::RunStudy& study);
/// From wall-clock down to productive time.
Table run_time_table(const plan::RunStudy& study);
Table run_causes_table(const plan::RunStudy& study);
/// The failures of nodes and processes by the causes that the preset was split into: the ten most frequent and the
/// rest.
Table run_published_causes_table(const plan::RunStudy& study);
/// What would help most.
Table run_changes_table(const plan::RunStudy& study);
Table run_spares_table(const plan::RunStudy& study);

}  // namespace fmplan::answer
