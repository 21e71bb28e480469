#include "core/sim/run/trial_recovery.h"

#include <algorithm>
#include <utility>

#include "core/sim/run/run.h"
#include "core/sim/run/trial_books.h"
#include "core/sim/run/trial_losses.h"
#include "core/sim/run/trial_strikes.h"
#include "core/sim/run/trial_work.h"

namespace fmplan::sim {
namespace {

/// Whether a node fails while the job is down, up to `until_s`.  Passes the time to its failure, or all of it.
bool node_fails_meanwhile(TrialState& t, double until_s) {
  const double rate = t.run.failures_while_down * (1 - t.run.recovery.process_share) * t.clocks.node_failures_per_s();
  if (rate == 0) return false;
  until_s = std::min(until_s, t.limit_s);
  if (t.down_since_s >= until_s || !t.out.finished) return false;
  if (t.down_budget == 0) t.down_budget = t.while_down.exponential();
  const double left_s = until_s - t.down_since_s;
  if (t.down_budget > left_s * rate) {
    t.down_budget -= left_s * rate;
    t.down_since_s += left_s;
    return false;
  }
  t.down_since_s += t.down_budget / rate;
  t.down_budget = 0;
  if (++t.num_while_down > kMostFailuresWhileDown) t.out.finished = false;
  return true;
}

/// So many nodes are lost: the slow one among them by its share of all.
void lose_slow_node(TrialState& t, int number, RandomStream& kinds) {
  Troubles& troubles = t.troubles;
  if (troubles.is_slow && number > 0) troubles.is_slow = kinds.uniform() * t.figures.rates.num_nodes >= number;
}

/// Adds it to those waited for.
void replace_meanwhile(TrialState& t) {
  // What failed before now is found with the first.
  const double found_s = std::max(t.down_since_s, t.clock_s);
  const NodePool::Order more = t.pool.replace(draw_node(t, t.while_down), 1, found_s, t.while_down, t.while_down);
  NodePool::Order& order = t.recovering.order;
  order.num_starved += more.num_starved;
  order.ready_s = std::max(order.ready_s, more.ready_s);
  lose_slow_node(t, 1, t.while_down);
}

/// Asks for nodes in place of those lost, and for those of replicas that were away; whether it waits for them.
bool ask_for_nodes(TrialState& t) {
  const RunCause cause = t.recovering.cause;
  if (const std::optional<Seconds> stands = outage(t.run.hazards, cause))
    book_down(t, RunTime::kReplacement, cause, RunEventKind::kReplacement, *stands / second);
  const int number = nodes_lost(t, cause);
  const double others_s = std::exchange(t.all_back_s, 0);
  NodePool::Order& order = t.recovering.order;
  order = {.ready_s = t.clock_s};
  if (number > 0) order = t.pool.replace(cause, number, t.clock_s, t.kinds, t.durations);
  lose_slow_node(t, number, t.kinds);
  while (node_fails_meanwhile(t, t.clock_s)) replace_meanwhile(t);
  if (order.num_starved > 0 && t.run.continuation.kind == ContinuationKind::kElastic) {
    t.absences.push_back({.until_s = order.ready_s, .nodes_s = order.ready_s, .number = order.num_starved});
    if (replicas_present(t) >= 1) return false;
    t.absences.pop_back();
  }
  order.ready_s = std::max(order.ready_s, others_s);
  return true;
}

/// Start and reload; what interrupted them, if something did.
std::optional<RunCause> restart(TrialState& t, RunCause cause, double takes_s) {
  while (true) {
    const double until_s = t.run.recovery_can_fail ? t.clocks.until_next_s() : kForever_s;
    const bool gets_through = until_s >= takes_s;
    const double elapsed_s = gets_through ? takes_s : until_s;
    if (t.run.recovery_can_fail) expose(t, elapsed_s);
    book_down(t, RunTime::kRestart, cause, RunEventKind::kRestart, elapsed_s);
    if (gets_through) return std::nullopt;
    takes_s -= elapsed_s;
    const RunCause strike = draw_strike(t);
    if (strike == RunCause::kSilentCorruption || strike == RunCause::kSlowNode) continue;  // nothing is computed yet
    count(t, strike);
    return strike;
  }
}

/// Training begins anew.
void go_on(TrialState& t) {
  t.stage = TrialStage::kTraining;
  t.progress.reloaded(t.copy);
  t.extra_restart_s = 0;
  begin_stretch(t);
}

/// Waits until all nodes are there, or one more fails; the trial ends if none ever come.
void wait_for_nodes(TrialState& t) {
  const NodePool::Order& order = t.recovering.order;
  while (order.ready_s < kForever_s && node_fails_meanwhile(t, order.ready_s)) {
    if (t.may_be_stopped) {
      t.stage = TrialStage::kShort;
      return;
    }
    replace_meanwhile(t);
  }
  if (order.ready_s == kForever_s) {
    t.out.finished = false;
    return;
  }
  if (order.num_starved > 0) t.out.starved_s += order.ready_s - t.clock_s;
  book_down(t, RunTime::kReplacement, t.recovering.cause, RunEventKind::kReplacement, order.ready_s - t.clock_s);
  if (t.may_be_stopped) {
    t.stage = TrialStage::kReady;
    return;
  }
  if (t.out.finished) start(t);
}

}  // namespace

void wait_for_capacity(TrialState& t) {
  const double wait_s = t.durations.exponential() * (t.run.hazards.preemption->wait / second);
  book_down(t, RunTime::kReplacement, RunCause::kPreemption, RunEventKind::kReplacement, wait_s);
  t.out.given_back_s += wait_s;
}

void recover(TrialState& t, RunCause cause, Downtime downtime) {
  if (!t.out.finished) return go_on(t);
  t.down_since_s = t.clock_s;
  if (!downtime.is_detected) book_down(t, RunTime::kDetection, cause, RunEventKind::kDetection, t.figures.detection);
  t.stage = TrialStage::kDetected;
  t.recovering.cause = cause;
  t.recovering.needs_nodes = downtime.needs_nodes;
}

void get_nodes_and_start(TrialState& t) {
  if (!t.recovering.needs_nodes || !ask_for_nodes(t)) {
    if (t.out.finished) start(t);
    return;
  }
  wait_for_nodes(t);
}

void start(TrialState& t) {
  end_absences(t);
  const RunCause cause = t.recovering.cause;
  const std::optional<RunCause> failure = restart(t, cause, t.figures.start + t.extra_restart_s + t.copy.reload_s);
  if (!failure) return go_on(t);
  const bool is_preempted = *failure == RunCause::kPreemption;
  if (is_preempted) wait_for_capacity(t);
  keep_copy_if_safe(t, *failure);
  recover(t, *failure, {.is_detected = is_preempted, .needs_nodes = !is_preempted});
}

void replace_and_wait_on(TrialState& t) {
  replace_meanwhile(t);
  wait_for_nodes(t);
}

void restart_in_place(TrialState& t, RunCause cause, bool needs_nodes) {
  take_newest_copy(t, cause);  // loses nothing where a copy of now survives
  recover(t, cause, {.is_detected = true, .needs_nodes = needs_nodes});
}

bool go_on_without(TrialState& t, RunCause cause) {
  const Continuation& continuation = t.run.continuation;
  const int nodes = nodes_lost(t, cause);
  const int hit = outage(t.run.hazards, cause) ? replicas_present(t) : std::max(1, replicas_of(continuation, nodes));
  if (replicas_present(t) - hit < 1) {
    // The last one takes the state of all with it: everybody starts again, once all are back.
    for (const Absence& absence : t.absences) t.all_back_s = std::max(t.all_back_s, absence.nodes_s);
    t.absences.clear();
    return false;
  }
  // One step is done again by all, if there is a whole one.
  lose(t, t.progress.repeat(t.run.step / second), cause);
  double back_s = t.clock_s + t.figures.detection;
  if (nodes > 0) back_s += t.pool.replace(cause, nodes, t.clock_s, t.kinds, t.durations).ready_s - t.clock_s;
  lose_slow_node(t, nodes, t.kinds);
  t.absences.push_back(
      {.until_s = back_s + t.figures.start + t.levels[0].reload / second, .nodes_s = back_s, .number = hit});
  record_training(t, t.clock_s);
  book_down(t, RunTime::kRestart, cause, RunEventKind::kRestart, continuation.stall / second);
  t.mark_s = t.clock_s;
  t.clocks.renew();
  begin_piece(t);
  return true;
}

}  // namespace fmplan::sim
