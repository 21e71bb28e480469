#pragma once

#include <optional>

#include "core/base/date.h"
#include "core/plan/report.h"

namespace fmplan::plan {

/// The chance that the run is ready on `day` or before:
///   Φ(ln(d / P50) / σ),  d the days from the start to the end of `day`,  σ = ln(P50 / P10) / 1.28 below the median and
///   ln(P90 / P50) / 1.28 above it,
/// a log-normal distribution with the spread of either side, through the three quantiles that the closed form has.
/// None where it sees no end.
std::optional<double> chance_by(const Report& report, Date day);

/// True without a deadline, or if the chance of being ready by it is the scenario's confidence.
bool keeps_deadline(const Report& report);

}  // namespace fmplan::plan
