#pragma once

/// @file
/// One simulated trial of a run as a timeline for ui.perfetto.dev and chrome://tracing.

#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>

#include "core/sim/run/run_simulation.h"

namespace fmplan::picture {

struct TimelineCaption {
  std::string scenario;
  std::int64_t trial = 0;
  std::uint64_t seed = 1;
};

/// Writes the trial in the Trace Event Format of Chrome, which Perfetto reads [Chromium project, "Trace Event Format"]:
/// a process "job" with one thread for each kind of event that occurs (training, training that is lost, detection, …),
/// a complete event ("X") for each stretch, named by its cause; counters ("C") of the share of training done, of free
/// spares and of nodes in repair.  Times are whole microseconds of run time, exact to 285 years; later ones are cut
/// off there.  Written event by event, a line each.  The same events give the same bytes.
void write_run_timeline(std::ostream& out, const sim::RunTrial& trial, std::span<const sim::RunEvent> events,
                        const sim::RunSettings& settings, const TimelineCaption& caption);

}  // namespace fmplan::picture
