#pragma once

/// @file
/// The micro-batch that a report is silent about.

#include "core/sim/step/step_time.h"

namespace fmplan::evidence {

/// What is taken for a micro-batch that is not stated: the largest power of two
///   of which a layer's forward pass takes at most 4 ms at the peak of its 16-bit products, b·s·(FLOP a token and
///   layer)/(t·c·peak), that divides a rank's batch into micro-batches, with a pipeline into at least four a stage,
///   with chunks in rounds of it, and whose memory is within the accelerator's; at least 1.
/// Of 101 sources that state it, in all and each counted once, it is off by a factor of 1.60 in the geometric mean, and
/// 1 is by 1.93: operators make micro-batches of small models larger, 8 to 128 of those below a billion parameters.
/// @pre job.settings.plan.micro_batch_size is 1
int usual_micro_batch(const sim::StepJob& job);

}  // namespace fmplan::evidence
