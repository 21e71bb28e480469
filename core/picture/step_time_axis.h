#pragma once

/// @file
/// Where moments of a step lie on a picture of a given width.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/sim/step/step_simulation.h"

namespace fmplan::picture {

/// A stretch of the step that is drawn.
struct TimeWindow {
  std::int64_t from_ns = 0;
  std::int64_t to_ns = 0;
  double left = 0;  ///< of from_ns, in units of width

  friend bool operator==(const TimeWindow&, const TimeWindow&) = default;
};

/// The drawn stretches, at one scale: the whole step, or its beginning and its end where the whole would be too narrow
/// to be read.
struct TimeAxis {
  std::vector<TimeWindow> windows;
  double width_per_ns = 0;

  double at(const TimeWindow& window, std::int64_t time_ns) const {
    return window.left + width_per_ns * static_cast<double>(time_ns - window.from_ns);
  }
};

/// How wide the median forward pass is to be.
struct PassWidths {
  double unbroken = 0;  ///< at least, for the whole step to be drawn
  double broken = 0;    ///< wanted, where beginning and end are
  double least = 0;     ///< then at least
};

/// An axis of `width` with `gap` between beginning and end.  Both are long enough for the pipeline to fill and to drain
/// (until every rank has begun its first backward pass, from when the first rank has ended its last forward pass) where
/// the least width of a pass allows; what else there is goes to both in that proportion.
/// @pre width > gap
TimeAxis time_axis(const sim::StepSimulation& simulation, double width, double gap, const PassWidths& passes);

/// Micro-batches of which no pass is drawn.
int num_hidden_micro_batches(const sim::StepSimulation& simulation, const TimeAxis& axis);

struct TimeTick {
  double at = 0;
  std::string label;  ///< "0.4", in `unit`
};
struct TimeTicks {
  std::string unit;  ///< "s", "ms", "µs" or "ns"
  std::vector<TimeTick> ticks;
};

/// Ticks at 1, 2 or 5 times a power of ten, at least `spacing` apart.
TimeTicks time_ticks(const TimeAxis& axis, double spacing);

}  // namespace fmplan::picture
