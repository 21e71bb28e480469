#include "core/sim/run/reliability.h"

#include <cmath>

#include "core/base/statistics.h"
#include "core/sim/run/run_settings.h"

namespace fmplan::sim {

Seconds young_interval(Seconds mtbf, Seconds stall) {
  return std::sqrt(2 * (stall / second) * (mtbf / second)) * second;
}

Seconds daly_interval(Seconds mtbf, Seconds stall) {
  if (mtbf == kNever) return kNever;
  if (stall >= 2 * mtbf) return mtbf;
  const double ratio = stall / (2 * mtbf);
  return young_interval(mtbf, stall) * (1 + std::sqrt(ratio) / 3 + ratio / 9) - stall;
}

Seconds optimal_checkpoint_interval(Seconds mtbf, Seconds stall) {
  if (mtbf == kNever) return kNever;
  // Near the branch point 1 + W₀ loses its digits, and Young's interval is exact to √(C/M)/3.
  constexpr double kNearBranchPoint = 1e-10;
  if (stall / mtbf < kNearBranchPoint) return young_interval(mtbf, stall);
  return mtbf * (1 + lambert_w0(-std::exp(-1 - stall / mtbf)));
}

SegmentCost segment_cost(Seconds length, const Interruptions& interruptions, Seconds persist_lag) {
  const PerSecond rate = interruptions.rate;
  const Seconds downtime = interruptions.downtime, restart = interruptions.restart;
  if (rate == PerSecond{} || length == Seconds{}) return {};
  const double attempts = std::expm1(rate * length);  // failed attempts of the segment itself
  // Tries until a restart is not interrupted.
  const double recoveries = interruptions.recovery_can_fail ? std::exp(rate * restart) : 1;
  // Work not yet safe when a failure strikes is done again: every second costs e^{λP} times as much.
  const double repeated = std::exp(rate * persist_lag);
  SegmentCost cost;
  cost.failures = repeated * attempts * recoveries;
  if (std::isinf(cost.failures)) return {.lost = kNever, .waiting = kNever, .failures = cost.failures};
  const Seconds restarting = interruptions.recovery_can_fail ? std::expm1(rate * restart) / rate : restart;
  cost.lost = repeated * attempts * mean_lost_time(length, rate) + std::expm1(rate * persist_lag) * length;
  cost.waiting = repeated * attempts * (recoveries * downtime + restarting);
  return cost;
}

Seconds mean_lost_time(Seconds length, PerSecond rate) {
  const double x = rate * length;
  // 1/x − 1/(e^x − 1) = ½ − x/12 + x³/720 − …, whose terms would cancel in the first form.
  constexpr double kSeries = 0.02;
  if (x < kSeries) return length * (0.5 - x / 12 * (1 - x * x / 60 * (1 - x * x / 42)));
  return length * (1 / x - 1 / std::expm1(x));
}

}  // namespace fmplan::sim
