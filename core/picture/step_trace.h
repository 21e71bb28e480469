#pragma once

/// @file
/// A simulated step as a timeline for ui.perfetto.dev and chrome://tracing.

#include <iosfwd>

#include "core/picture/step_caption.h"

namespace fmplan::picture {

/// Writes the step in the Trace Event Format of Chrome, which Perfetto reads [Chromium project, "Trace Event Format"]:
/// a process for each rank, a thread for each stream that has tasks, a complete event ("X") for each task with its
/// stage and micro-batch, counters ("C") of the micro-batches whose activations the rank holds and, where the caption
/// knows them, of its bytes.  Times are microseconds with three decimals, so whole nanoseconds.  Written event by
/// event, a line each: a step of millions of tasks needs no more memory than itself.  The same simulation gives the
/// same bytes.
/// @pre simulation.tasks were kept
void write_step_trace(std::ostream& out, const sim::StepSimulation& simulation, const StepCaption& caption);

}  // namespace fmplan::picture
