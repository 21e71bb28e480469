#pragma once

/// @file
/// Why two planned runs differ, by cause: parts of the step, factors of the days, and what the money is paid for.

#include <string>
#include <vector>

#include "core/plan/report.h"

namespace fmplan::plan {

struct CauseShare {
  std::string cause;
  double share = 0;

  friend bool operator==(const CauseShare&, const CauseShare&) = default;
};

/// Seconds of the main phase's step, part by part (sim::StepPart); adds up to the difference of the two step times.
std::vector<CauseShare> step_causes(const Report& from, const Report& to);

/// Mean days by the factors they are the product of, in logarithmic means (factor_shares()):
///   days = tokens · steps/tokens · time of a step · 1/goodput · what campaigns take · the mean of the errors.
/// "tokens", "batch" (fewer tokens a step are more steps), "step_time", "goodput", "campaigns", "errors" (the mean is
/// above the median where they are skewed).  The time of a step is
/// the mean over all phases.  Empty where one of the two does not end.
std::vector<CauseShare> days_causes(const Report& from, const Report& to);

/// Dollars by what they are paid for: "price" and "node_hours" of the job and, where both have spares, of those too,
/// their hours being "spares"; "storage" is everything else.  Products in logarithmic means, the rest as it is.  Empty
/// where a total is unknown.
std::vector<CauseShare> money_causes(const Report& from, const Report& to);

}  // namespace fmplan::plan
