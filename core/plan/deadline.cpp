#include "core/plan/deadline.h"

#include <cmath>
#include <numbers>

#include "core/base/statistics.h"

namespace fmplan::plan {

std::optional<double> chance_by(const Report& report, Date day) {
  if (report.phases.empty() || report.run.end != sim::RunEnd::kReached) return std::nullopt;
  const double available = day.days_since_epoch - report.scenario.start.days_since_epoch + 1;
  const double median = report.median_days;
  if (available <= 0) return 0;
  const bool late = available > median;
  const Range& band = report.wall_clock_days_80;
  // Of runs whose spares run out some never end; the band is of all.  Where hardly any end, P10 is left as theirs
  // (with_runs_that_never_end() of closed_form.cpp), and a share of 0.4 keeps this side of their median.
  const double last = report.run.spares_last;
  const bool is_known = std::isfinite(band.high) || last == 1;
  const double spread = late && is_known ? std::log(band.high / median) / normal_quantile(0.9 / last)
                                         : std::log(median / band.low) / normal_quantile(1 - std::min(0.1 / last, 0.4));
  if (!(spread > 0)) return late ? last : 0;
  return last * std::erfc(-std::log(available / median) / spread / std::numbers::sqrt2) / 2;
}

bool keeps_deadline(const Report& report) {
  if (!report.scenario.deadline) return true;
  const std::optional<double> chance = chance_by(report, *report.scenario.deadline);
  return chance && *chance >= report.scenario.deadline_confidence;
}

}  // namespace fmplan::plan
