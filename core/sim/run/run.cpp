#include "core/sim/run/run.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/sim/run/queueing.h"

namespace fmplan::sim {
namespace {

/// Ten-percent quantile of the standard normal distribution.
constexpr double kNormalDecile = 1.2815515655446004;
/// A run that takes longer is said never to end.
constexpr Seconds kLongestRun = 365.25e6 * day;

/// The first level that outlives a node: what failures fall back to.
const CheckpointLevel& safe_level(const CheckpointRule& rule) {
  for (const CheckpointLevel& level : rule.levels)
    if (level.survives >= LossScope::kNode) return level;
  return rule.levels.back();
}

/// Of one checkpoint, all levels together.
Seconds mean_stall(const CheckpointRule& rule) {
  Seconds stall;
  for (const CheckpointLevel& level : rule.levels) stall += level.stall / level.every;
  return stall;
}

/// Nodes that are never repaired nor replaced: there is no steady state.
bool spares_run_out(const RunSettings& s) {
  const Recovery& r = s.recovery;
  return s.spare_nodes > 0 && r.process_share < 1 && r.replacement == kNever && r.repair.value_or(kNever) == kNever;
}

/// Restarts that never get through, or steps that take ages: all that can be said is that it does not end.
RunOutcome endless(RunOutcome run) {
  run.time =
      TimeLedger{.productive = {}, .lost = {}, .checkpoint = {}, .waiting = kNever, .evaluation = {}, .data_stall = {}};
  run.goodput = 0;
  run.interruptions = std::numeric_limits<double>::infinity();
  run.interruptions_80 = {.low = run.interruptions, .high = run.interruptions};
  run.wall_clock_days_80 = run.interruptions_80;
  return run;
}

}  // namespace

PerSecond job_failure_rate(const FailurePreset& preset, double num_nodes, int accelerators_per_node) {
  constexpr double kReferenceNode = 8;  // accelerators of the node that published rates are of
  const double nodes = num_nodes * accelerators_per_node / kReferenceNode;
  return preset.per_1000_node_days / 1000 * nodes / day;
}

FailureCost failure_cost(const RunSettings& s, PerSecond rate) {
  const Recovery& r = s.recovery;
  FailureCost cost;
  cost.restart =
      r.initialisation + s.accelerators * r.initialisation_per_rank + r.warm_up + safe_level(s.checkpoint).reload;
  cost.downtime = r.detection + r.diagnosis;
  const double needed = 1 - r.process_share;
  if (needed == 0) return cost;
  const Seconds repair = r.repair.value_or(r.replacement);
  const double load = needed * rate * repair;
  // Of those that wait, by the mean of their wait for a repair; exact for exponential repairs.
  const auto with_platform = [&r](Seconds repaired) {
    if (!r.repair || r.repair_law != RepairLaw::kExponential || repaired == kNever || r.replacement == kNever)
      return std::min(repaired, r.replacement);
    return repaired == Seconds{} ? repaired : -std::expm1(-(r.replacement / repaired)) * repaired;
  };
  Seconds wait = s.spare_nodes > 0 ? r.swap : with_platform(repair);
  if (s.spare_nodes == 0) {
    cost.starved = 1;
  } else if (load > 0 && !spares_run_out(s)) {
    const double blocked = erlang_b(s.spare_nodes + 1, load);
    cost.starved = erlang_b(s.spare_nodes, load);                        // of those that strike while the job runs
    const Seconds repaired = blocked / (1 - blocked) / (needed * rate);  // mean wait of all failures
    wait = (1 - cost.starved) * r.swap;
    if (cost.starved > 0) wait += cost.starved * with_platform(repaired / cost.starved);
  }
  // Who goes on without the node does not wait for it.
  if (s.continuation.kind != ContinuationKind::kRestart) wait = std::min(wait, r.swap);
  cost.downtime += needed * wait;
  return cost;
}

std::vector<std::string> left_out(const RunSettings& s) {
  std::vector<std::string> names = hazard_names(s.hazards);
  const auto add = [&names](bool is_set, const char* name) {
    if (is_set) names.emplace_back(name);
  };
  add(spares_run_out(s), "that spare nodes run out");
  add(s.checkpoint.just_in_time.has_value(), "just-in-time checkpoints");
  add(s.continuation.kind == ContinuationKind::kElastic, "elastic continuation");
  add(s.continuation.kind == ContinuationKind::kReplica, "recovery of single replicas");
  return names;
}

RunOutcome mean_run(const RunSettings& s) {
  RunOutcome run;
  const PerSecond rate = job_failure_rate(s.failures, s.mean_nodes, s.accelerators_per_node);
  run.mtbf = rate > PerSecond{} ? 1.0 / rate : kNever;
  const FailureCost cost = failure_cost(s, rate);
  run.downtime = cost.downtime;
  run.restart = cost.restart;
  run.starved = cost.starved;
  const double training_share = 1 - s.evaluation_share - s.data_stall_share;
  const Seconds work = s.productive / training_share;
  // A stall of nothing has no optimum: then a checkpoint a second is as good as any.
  const Seconds stall = std::max(mean_stall(s.checkpoint), 1 * millisecond);
  run.young_interval = young_interval(run.mtbf, stall);
  run.daly_interval = daly_interval(run.mtbf, stall);
  run.optimal_interval = optimal_checkpoint_interval(run.mtbf, stall);
  const Seconds wanted = s.checkpoint.interval.value_or(std::max(run.optimal_interval, s.checkpoint.shortest_interval));
  run.checkpoint_interval = std::min(wanted, work);

  const CheckpointLevel& level = safe_level(s.checkpoint);
  const Seconds safe_work = std::min(level.every * run.checkpoint_interval, work);
  const double num_segments = safe_work > Seconds{} ? work / safe_work : 0;
  const Seconds stalls = safe_work / run.checkpoint_interval * mean_stall(s.checkpoint);
  const SegmentCost segment = segment_cost(
      safe_work + stalls,
      {.rate = rate, .downtime = run.downtime, .restart = run.restart, .recovery_can_fail = s.recovery_can_fail},
      level.persist_lag);
  run.time.productive = s.productive;
  run.time.evaluation = s.evaluation_share * work;
  run.time.data_stall = s.data_stall_share * work;
  run.time.checkpoint = num_segments * stalls;
  run.time.lost = num_segments * segment.lost;
  run.time.waiting = num_segments * segment.waiting + s.cold_start;
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
  const CheckpointLevel& level = safe_level(s.checkpoint);
  const Seconds at_risk = level.every * (run.checkpoint_interval + mean_stall(s.checkpoint));
  const double fixed_s = (run.downtime + run.restart + level.persist_lag + at_risk / 2) / second;
  const double spread_s = at_risk / second / std::sqrt(12.0);
  const double luck = run.interruptions * (fixed_s * fixed_s + spread_s * spread_s);
  const double overhead_s = (run.time.lost + run.time.waiting) / second;
  const double rate_spread = evidence > 0 ? overhead_s / std::sqrt(evidence + 0.5) : 0;
  const Seconds half = kNormalDecile * std::sqrt(luck + rate_spread * rate_spread) * second;
  const Seconds floor = run.time.total() - run.time.lost - run.time.waiting;
  run.wall_clock_days_80 = {.low = std::max(run.time.total() - half, floor) / day,
                            .high = (run.time.total() + half) / day};
  return run;
}

}  // namespace fmplan::sim
