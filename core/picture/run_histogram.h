#pragma once

/// @file
/// What pictures of a simulated run, on a terminal or drawn, have in common.

#include <cstdint>

#include "core/sim/run/run_simulation.h"

namespace fmplan::picture {

struct HistogramRange {
  double low = 0, high = 1;
  std::int64_t below = 0, above = 0;  ///< trials that are left out
};
/// Whole bins, as few as leave out no more than one trial in a hundred on either side; the whole histogram if it is
/// empty.
HistogramRange histogram_range(const sim::Histogram& histogram);

/// Hours between which the way from wall-clock down to productive time is drawn.
struct WaterfallAxis {
  double low_h = 0, high_h = 1;
};
/// From zero where at least a third of the time is lost.  Else what is lost takes two thirds of the width, and bars
/// that begin at zero are cut.
WaterfallAxis waterfall_axis(const sim::RunSimulation& run);

}  // namespace fmplan::picture
