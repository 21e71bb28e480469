#pragma once

/// @file
/// What a measured row does not say, known from that it ran.

#include <string>
#include <vector>

#include "core/catalog/practice_items.h"
#include "core/evidence/row_plan.h"
#include "core/sim/step/step_time.h"

namespace fmplan::evidence {

/// The chance that a job's peak stays within the card, without the logits, which losses made in pieces do not keep.
double chance_to_run(const sim::StepJob& job);

/// Computes again, shards and keeps in 16 bits what is left open and would not fit otherwise, and says so in the
/// assumptions.
void make_fit(const catalog::UnstatedHabits& habits, LeftOpen left_open, sim::StepJob& job,
              std::vector<std::string>& assumptions);

}  // namespace fmplan::evidence
