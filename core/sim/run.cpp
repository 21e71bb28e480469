#include "core/sim/run.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fmplan::sim {
namespace {

constexpr Seconds kNever{std::numeric_limits<double>::infinity()};
/// Ten-percent quantile of the standard normal distribution.
constexpr double kNormalDecile = 1.2815515655446004;
/// A run that takes longer is said never to end.
constexpr Seconds kLongestRun = 365.25e6 * day;

/// Per segment of τ work: what is spent, on average.
struct Segment {
  Seconds lost;
  Seconds waiting;
  double failures = 0;
};

Segment segment_cost(PerSecond rate, Seconds work, const RunSettings& s, const RunOutcome& run) {
  Segment segment;
  if (rate == PerSecond{}) return segment;
  const Seconds length = work + s.checkpoint_stall;
  const double attempts = std::expm1(rate * length);       // failed attempts of the segment itself
  const double recoveries = std::exp(rate * run.restart);  // tries until a restart is not interrupted
  segment.failures = attempts * recoveries;
  segment.lost = attempts / rate - length;
  segment.waiting = segment.failures * run.downtime + attempts * (std::expm1(rate * run.restart) / rate);
  // Work not yet safe when a failure strikes is done again: every second costs e^{λP} times as much.
  if (s.persist_lag == Seconds{}) return segment;
  const double repeated = std::expm1(rate * s.persist_lag);
  segment.lost += repeated * (length + segment.lost + segment.waiting);
  segment.failures *= 1 + repeated;
  return segment;
}

/// Restarts that never get through, or steps that take ages: all that can be said is that it does not end.
RunOutcome endless(RunOutcome run) {
  run.time = TimeLedger{.productive = {}, .lost = {}, .checkpoint = {}, .waiting = kNever, .evaluation = {}};
  run.goodput = 0;
  run.interruptions = std::numeric_limits<double>::infinity();
  run.interruptions_80 = {.low = run.interruptions, .high = run.interruptions};
  run.wall_clock_days_80 = run.interruptions_80;
  return run;
}

}  // namespace

Seconds optimal_checkpoint_interval(Seconds mtbf, Seconds stall) {
  if (mtbf == kNever) return kNever;
  // Near the branch point 1 + W₀ loses its digits, and Young's interval is exact to √(C/M)/3.
  constexpr double kNearBranchPoint = 1e-10;
  if (stall / mtbf < kNearBranchPoint) return young_interval(mtbf, stall);
  return mtbf * (1 + lambert_w0(-std::exp(-1 - stall / mtbf)));
}

Seconds young_interval(Seconds mtbf, Seconds stall) {
  return std::sqrt(2 * (stall / second) * (mtbf / second)) * second;
}

Seconds daly_interval(Seconds mtbf, Seconds stall) {
  if (mtbf == kNever) return kNever;
  if (stall >= 2 * mtbf) return mtbf;
  const double ratio = stall / (2 * mtbf);
  return young_interval(mtbf, stall) * (1 + std::sqrt(ratio) / 3 + ratio / 9) - stall;
}

PerSecond job_failure_rate(const FailurePreset& preset, double num_nodes, int accelerators_per_node) {
  constexpr double kReferenceNode = 8;
  const double nodes = num_nodes * accelerators_per_node / kReferenceNode;
  return preset.per_1000_node_days / 1000 * nodes / day;
}

RunOutcome mean_run(const RunSettings& s) {
  RunOutcome run;
  const PerSecond rate = job_failure_rate(s.failures, s.mean_nodes, s.accelerators_per_node);
  run.mtbf = rate > PerSecond{} ? 1.0 / rate : kNever;
  run.downtime = s.recovery.detection + s.recovery.replacement;
  run.restart = s.recovery.initialisation + s.accelerators * s.recovery.initialisation_per_rank + s.reload;
  // A stall of nothing has no optimum: then a checkpoint a second is as good as any.
  const Seconds stall = std::max(s.checkpoint_stall, 1 * millisecond);
  run.young_interval = young_interval(run.mtbf, stall);
  run.daly_interval = daly_interval(run.mtbf, stall);
  const Seconds wanted = s.interval.value_or(optimal_checkpoint_interval(run.mtbf, stall));
  run.checkpoint_interval = std::min(wanted, s.productive);

  const Segment segment = segment_cost(rate, run.checkpoint_interval, s, run);
  const double num_segments = run.checkpoint_interval > Seconds{} ? s.productive / run.checkpoint_interval : 0;
  run.time.productive = s.productive;
  run.time.checkpoint = num_segments * s.checkpoint_stall;
  run.time.lost = num_segments * segment.lost;
  run.time.waiting = num_segments * segment.waiting;
  run.time.evaluation = s.evaluation_share / (1 - s.evaluation_share) * run.time.total();
  // Written so that it holds for NaN too, which an infinite number of no failures makes.
  if (!(run.time.total() < kLongestRun)) return endless(run);
  run.goodput = run.time.total() > Seconds{} ? run.time.productive / run.time.total() : 1;
  run.interruptions = num_segments * segment.failures;
  return run;
}

RunOutcome expected_run(const RunSettings& s) {
  RunOutcome run = mean_run(s);
  if (run.time.total() == kNever) return run;
  const double evidence = s.failures.num_events.value_or(0);
  run.interruptions_80 = {.low = count_quantile(run.interruptions, evidence, 0.1),
                          .high = count_quantile(run.interruptions, evidence, 0.9)};
  // One failure costs the downtime, the restart and a share of a segment that is uniform between nothing and all of it.
  const Seconds at_risk = run.checkpoint_interval + s.checkpoint_stall;
  const double fixed_s = (run.downtime + run.restart + s.persist_lag + at_risk / 2) / second;
  const double spread_s = at_risk / second / std::sqrt(12.0);
  const double luck = run.interruptions * (fixed_s * fixed_s + spread_s * spread_s);
  const double overhead_s = (run.time.lost + run.time.waiting) / second;
  const double rate_spread = evidence > 0 ? overhead_s / std::sqrt(evidence + 0.5) : 0;
  const Seconds half = kNormalDecile * std::sqrt(luck + rate_spread * rate_spread) * second;
  const Seconds floor = run.time.productive + run.time.checkpoint + run.time.evaluation;
  run.wall_clock_days_80 = {.low = std::max(run.time.total() - half, floor) / day,
                            .high = (run.time.total() + half) / day};
  return run;
}

}  // namespace fmplan::sim
