#pragma once

#include <cstdint>
#include <string>

#include "core/plan/run_study.h"

namespace fmplan::picture {

/// A simulated run as one picture for any browser: the histogram of its days with P10, P50 and P90, the bands of luck,
/// of the failure rate and of the step time below it; the way from wall-clock down to productive time; hours by cause;
/// what each change would save; and, where several were tried, the numbers of spares.  Without a single trial that
/// ended it holds the headline alone.  The same study gives the same bytes.
std::string run_svg(const plan::RunStudy& study, std::uint64_t seed);

}  // namespace fmplan::picture
