#include "core/sim/run/run.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/statistics.h"
#include "core/sim/run/queueing.h"
#include "core/sim/run/run_phases.h"

namespace fmplan::sim {
namespace {

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

/// Steps, evaluation, stalls of data and what campaigns take beside.
Seconds work_of(const RunSettings& s) {
  const double training_share = 1 - s.evaluation_share - s.data_stall_share - s.overhead_share;
  return s.productive / training_share;
}

PerSecond failure_rate(const RunSettings& s) {
  return job_failure_rate(s.failures, s.mean_nodes, s.accelerators_per_node);
}

/// Nodes that are never repaired nor replaced: there is no steady state.
bool spares_run_out(const RunSettings& s) {
  const Recovery& r = s.recovery;
  return s.spare_nodes > 0 && r.process_share < 1 && r.replacement == kNever && r.repair.value_or(kNever) == kNever;
}

/// The rate at which the platform sends a node for one that is missing, such that in exponential terms the wait is what
/// it is: w·(1 − e^{−P/w}) for a mean w of exponential repairs, min(w, P) for other laws.
double platform_rate(const Recovery& r, double repaired_s) {
  if (!r.repair || r.replacement == kNever || repaired_s == 0) return 0;
  const double platform_s = r.replacement / second;
  if (std::isinf(repaired_s)) return 1 / platform_s;
  if (r.repair_law == RepairLaw::kExponential) return 1 / (repaired_s * std::expm1(platform_s / repaired_s));
  return std::max(0.0, 1 / platform_s - 1 / repaired_s);
}

/// What failures that need a node wait for one on average.
struct NodeWait {
  double starved = 0;
  Seconds time;
};
NodeWait node_wait(const RunSettings& s, PerSecond needing, PerSecond rate) {
  const Recovery& r = s.recovery;
  const Seconds repair = r.repair.value_or(r.replacement);
  // Who fails while a spare takes over is replaced in its turn: the busy time of any number of servers.
  const PerSecond meanwhile = s.failures_while_down * needing;
  const Seconds swap = meanwhile > PerSecond{} ? std::expm1(meanwhile * r.swap) / meanwhile : r.swap;
  // While the job is down for other reasons clocks stand still, or run slower.
  const double swapped = r.swap > Seconds{} ? 1 - erlang_b(s.spare_nodes, needing * repair) : 0;
  const Seconds known_down = r.detection + r.diagnosis + swapped * swap;
  // Further nodes that fail then take spares; without any they fail into a wait that has begun.
  const double taken = s.spare_nodes == 0 ? 1 : 1 + meanwhile * known_down;
  const double exposed = taken / (1 + rate * known_down);
  const double repaired_s = repair / second / (s.spare_nodes + 1);
  if (repaired_s == 0) return {.starved = s.spare_nodes == 0 ? 1.0 : 0.0, .time = swapped * swap};
  const Starving pool = starving({.spares = s.spare_nodes,
                                  .failures = exposed * (needing * second),
                                  .while_waiting = s.failures_while_down / exposed,
                                  .repair_time = repair / second,
                                  .platform_rate = platform_rate(r, repaired_s)});
  // Of a whole run, for each second of it with all nodes.
  const double saved = pool.head_start / (s.productive / second);
  return {.starved = pool.starved,
          .time = (1 - pool.starved) * swap + std::max(0.0, pool.ratio - saved) * (1 + rate * known_down) / needing};
}

/// All that can be said is that it does not end.
RunOutcome endless(RunOutcome run, RunEnd end) {
  run.end = end;
  run.time = {};
  run.node_time.reset();
  run.time.waiting = kNever;
  run.goodput = 0;
  run.interruptions = std::numeric_limits<double>::infinity();
  run.interruptions_80 = {.low = run.interruptions, .high = run.interruptions};
  run.wall_clock_days_80 = run.interruptions_80;
  return run;
}

}  // namespace

void TimeLedger::add(const TimeLedger& other, double factor) {
  for (const auto part : {&TimeLedger::productive, &TimeLedger::lost, &TimeLedger::checkpoint, &TimeLedger::waiting,
                          &TimeLedger::evaluation, &TimeLedger::data_stall, &TimeLedger::overhead})
    this->*part += factor * (other.*part);
}

Seconds save_for_all(const CheckpointRule& rule) {
  Seconds stalls, least = kNever;
  for (const CheckpointLevel& level : rule.levels) {
    stalls += level.stall;
    if (level.survives == LossScope::kJob) least = std::min(least, stalls + level.persist_lag);
  }
  return least;
}

Seconds time_between_losses(const RunSettings& s) {
  const PerSecond rate = failure_rate(s) + loss_rate(s.hazards, s.mean_nodes, work_of(s), save_for_all(s.checkpoint));
  return rate > PerSecond{} ? 1.0 / rate : kNever;
}

PerSecond job_failure_rate(const FailurePreset& preset, double num_nodes, int accelerators_per_node) {
  const double nodes = num_nodes * accelerators_per_node / preset.accelerators_per_node;
  return preset.per_1000_node_days / 1000 * nodes / day;
}

namespace {

/// Whether the job goes on without a failed node, and does not wait for it: where all have a part of one state, none
/// can.
bool goes_on(const Continuation& continuation) {
  return continuation.kind != ContinuationKind::kRestart && continuation.replicas > 1;
}

}  // namespace

FailureCost failure_cost(const RunSettings& s, PerSecond rate) {
  const Recovery& r = s.recovery;
  FailureCost cost;
  cost.restart =
      r.initialisation + s.accelerators * r.initialisation_per_rank + r.warm_up + safe_level(s.checkpoint).reload;
  cost.downtime = r.detection + r.diagnosis;
  const double needed = 1 - r.process_share;
  if (needed == 0) return cost;
  const PerSecond needing = needed * rate;
  Seconds wait = r.swap;
  if (rate == PerSecond{}) {
    if (s.spare_nodes == 0) wait = std::min(r.repair.value_or(r.replacement), r.replacement);
  } else if (!spares_run_out(s)) {
    const NodeWait found = node_wait(s, needing, rate);
    cost.starved = found.starved;
    wait = found.time;
  }
  if (goes_on(s.continuation)) wait = std::min(wait, r.swap);
  cost.downtime += needed * wait;
  return cost;
}

namespace {

/// Whether many failures wait for a node and the mean of their wait may be more than 2 % off: repairs of a heavy tail,
/// or cut short by the platform but for exponential ones where clocks stand still.
bool starves_roughly(const RunSettings& s) {
  if (!s.phases.empty()) return std::ranges::any_of(phase_runs(s, s.productive), starves_roughly);
  const Recovery& r = s.recovery;
  if (!r.repair) return false;
  const bool is_cut_short = r.replacement < *r.repair;
  const bool is_exact = r.repair_law == RepairLaw::kExponential && (s.failures_while_down == 0 || s.spare_nodes == 0);
  if (r.repair_law != RepairLaw::kLognormal && (!is_cut_short || is_exact)) return false;
  constexpr double kMany = 0.02;  // chosen: their wait is then seen in the days
  return failure_cost(s, failure_rate(s)).starved > kMany;
}

}  // namespace

std::vector<std::string> left_out(const RunSettings& s) {
  std::vector<std::string> names = hazard_names(s.hazards);
  const auto add = [&names](bool is_set, const char* name) {
    if (is_set) names.emplace_back(name);
  };
  add(starves_roughly(s),
      "how waits for spares are spread, whose repairs have a heavy tail or are cut short by the platform");
  add(s.checkpoint.just_in_time.has_value(), "just-in-time checkpoints");
  const bool on = goes_on(s.continuation);
  add(on && s.continuation.kind == ContinuationKind::kElastic, "elastic continuation");
  add(on && s.continuation.kind == ContinuationKind::kReplica, "recovery of single replicas");
  return names;
}

namespace {

/// What is known of a run before its failures: intervals between checkpoints.
RunOutcome with_intervals(const RunSettings& s) {
  RunOutcome run;
  const PerSecond rate = failure_rate(s);
  run.mtbf = rate > PerSecond{} ? 1.0 / rate : kNever;
  // A stall of nothing has no optimum: then a checkpoint a second is as good as any.
  const Seconds stall = std::max(mean_stall(s.checkpoint), 1 * millisecond);
  const Seconds between_losses = time_between_losses(s);
  run.young_interval = young_interval(between_losses, stall);
  run.daly_interval = daly_interval(between_losses, stall);
  run.optimal_interval = optimal_checkpoint_interval(between_losses, stall);
  const Seconds wanted = s.checkpoint.interval.value_or(std::max(run.optimal_interval, s.checkpoint.shortest_interval));
  run.checkpoint_interval = std::min(wanted, work_of(s));
  return run;
}

/// All on the same nodes.
RunOutcome on_the_same_nodes(const RunSettings& s, RunOutcome run) {
  const PerSecond rate = failure_rate(s);
  const FailureCost cost = failure_cost(s, rate);
  run.downtime = cost.downtime;
  run.restart = cost.restart;
  run.starved = cost.starved;
  const Seconds work = work_of(s);
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
  run.time.overhead = s.overhead_share * work;
  run.time.checkpoint = num_segments * stalls;
  run.time.lost = num_segments * segment.lost;
  run.time.waiting = num_segments * segment.waiting + s.cold_start;
  run.interruptions = num_segments * segment.failures;
  // Written so that it holds for NaN too, which an infinite number of no failures makes.
  const double meanwhile = s.failures_while_down * (run.interruptions * run.downtime * rate);
  if (!(run.time.total() < longest_run(work)) || run.interruptions > kMostInterruptions ||
      meanwhile > kMostFailuresWhileDown)
    return endless(run, run.downtime == kNever ? RunEnd::kNoNodes : RunEnd::kNoProgress);
  run.goodput = run.time.total() > Seconds{} ? (run.time.productive + run.time.overhead) / run.time.total() : 1;
  return run;
}

/// One phase after another.
RunOutcome on_nodes_of_their_own(const RunSettings& s, RunOutcome run) {
  run.node_time = TimeLedger{};
  RunSettings phase = s;
  for (std::size_t i = 0; i < s.phases.size(); ++i) {
    take_phase(phase, s, i, run.checkpoint_interval);
    const RunOutcome part = on_the_same_nodes(phase, with_intervals(phase));
    if (part.end != RunEnd::kReached) return part;
    run.time.add(part.time);
    run.node_time->add(part.time, phase.mean_nodes);
    run.interruptions += part.interruptions;
    const double of_failures = phase.productive / s.productive * phase.mean_nodes / s.mean_nodes;
    run.downtime += of_failures * part.downtime;
    run.restart += of_failures * part.restart;
    run.starved += of_failures * part.starved;
  }
  run.goodput = run.time.total() > Seconds{} ? (run.time.productive + run.time.overhead) / run.time.total() : 1;
  return run;
}

}  // namespace

RunOutcome mean_run(const RunSettings& s) {
  RunOutcome run =
      s.phases.empty() ? on_the_same_nodes(s, with_intervals(s)) : on_nodes_of_their_own(s, with_intervals(s));
  if (run.end == RunEnd::kReached && spares_run_out(s) && !goes_on(s.continuation)) {
    run.spares_last = spares_last(s, run, 1);
    constexpr double kMost = 0.5;  // of runs: fewer than half end
    if (run.spares_last < kMost) return endless(run, RunEnd::kSparesRunOut);
  }
  return run;
}

double rate_spread_factor(const RunSettings& s) {
  const RunOutcome stated = mean_run(s);
  if (stated.end != RunEnd::kReached || !rate_shape(s.failures)) return 1;
  RunSettings other = s;
  other.checkpoint.interval = stated.checkpoint_interval;
  Seconds sum;
  int ended = 0;
  constexpr int kParts = 8;  // chosen: of a law as wide as that between clusters the mean is then known to 0.2 %
  for (const double factor : rate_factors(s.failures, kParts)) {
    other.failures.per_1000_node_days = factor * s.failures.per_1000_node_days;
    const RunOutcome run = mean_run(other);
    if (run.end != RunEnd::kReached) continue;
    sum += run.time.total();
    ++ended;
  }
  return ended > 0 ? sum / stated.time.total() / ended : 1;
}

double spares_last(const RunSettings& s, const RunOutcome& run, double longer) {
  const double meanwhile = s.failures_while_down * run.downtime / run.mtbf;  // further nodes a failure
  const double taken = longer * (1 - s.recovery.process_share) * run.interruptions * (1 + meanwhile);
  const auto shape = rate_shape(s.failures);
  return count_probability(taken, shape ? *shape - 0.5 : 0, s.spare_nodes);
}

namespace {

/// Of the failures' cost, in s²: one costs the downtime, the restart and a share of a segment that is uniform between
/// nothing and all of it.
double luck_variance(const RunSettings& s, const RunOutcome& run) {
  const CheckpointLevel& level = safe_level(s.checkpoint);
  const Seconds at_risk = level.every * (run.checkpoint_interval + mean_stall(s.checkpoint));
  const double fixed_s = (run.downtime + run.restart + level.persist_lag + at_risk / 2) / second;
  const double spread_s = at_risk / second / std::sqrt(12.0);
  return run.interruptions * (fixed_s * fixed_s + spread_s * spread_s);
}

}  // namespace

RunOutcome expected_run(const RunSettings& s) {
  RunOutcome run = mean_run(s);
  const auto shape = rate_shape(s.failures);
  if (shape) run.rate_factor_80 = {.low = rate_factor(s.failures, 0.1), .high = rate_factor(s.failures, 0.9)};
  if (run.end != RunEnd::kReached) return run;
  const double evidence = shape ? *shape - 0.5 : 0;
  run.interruptions_80 = {.low = count_quantile(run.interruptions, evidence, 0.1),
                          .high = count_quantile(run.interruptions, evidence, 0.9)};
  double variance = s.phases.empty() ? luck_variance(s, run) : 0;
  for (const RunSettings& phase : phase_runs(s, run.checkpoint_interval))
    variance += luck_variance(phase, mean_run(phase));
  const double luck_s = kNormal80 * std::sqrt(variance);
  // What the rate's own P10 and P90 do to the mean.
  const Seconds mean = run.time.total();
  auto away_s = [&, other = s](double factor) mutable {
    other.checkpoint.interval = run.checkpoint_interval;
    other.failures.per_1000_node_days = factor * s.failures.per_1000_node_days;
    return (mean_run(other).time.total() - mean) / second;
  };
  const double less_s = shape ? away_s(run.rate_factor_80->low) : 0,
               more_s = shape ? away_s(run.rate_factor_80->high) : 0;
  const Seconds floor = mean - run.time.lost - run.time.waiting;
  run.wall_clock_days_80 = {.low = std::max(mean - std::hypot(luck_s, less_s) * second, floor) / day,
                            .high = (mean + std::hypot(luck_s, more_s) * second) / day};
  return run;
}

}  // namespace fmplan::sim
