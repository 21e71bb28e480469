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

/// Nodes that fail while the job is down, until now or until all of `order` are there, are added to it.
enum class Until { kNow, kReady };
void replace_meanwhile(TrialState& t, Until until, NodePool::Order& order) {
  const double rate = t.run.failures_while_down * (1 - t.run.recovery.process_share) * t.clocks.node_failures_per_s();
  if (rate == 0) return;
  const auto until_s = [&] { return std::min(until == Until::kNow ? t.clock_s : order.ready_s, t.limit_s); };
  while (t.down_since_s < until_s() && t.out.finished) {
    if (t.down_budget == 0) t.down_budget = t.while_down.exponential();
    const double left_s = until_s() - t.down_since_s;
    if (t.down_budget > left_s * rate) {
      t.down_budget -= left_s * rate;
      t.down_since_s += left_s;
      return;
    }
    t.down_since_s += t.down_budget / rate;
    t.down_budget = 0;
    if (++t.num_while_down > kMostFailuresWhileDown) t.out.finished = false;
    // What failed before now is found with the first.
    const double found_s = std::max(t.down_since_s, t.clock_s);
    const NodePool::Order more = t.pool.replace(draw_node(t, t.while_down), 1, found_s, t.while_down, t.while_down);
    order.num_starved += more.num_starved;
    order.ready_s = std::max(order.ready_s, more.ready_s);
  }
}

/// Waits for nodes in place of those lost, and for those of replicas that were away; the trial ends if none ever come.
void get_nodes(TrialState& t, RunCause cause) {
  if (const std::optional<Seconds> stands = outage(t.run.hazards, cause))
    book_down(t, RunTime::kReplacement, cause, RunEventKind::kReplacement, *stands / second);
  const int number = nodes_lost(t, cause);
  const double others_s = std::exchange(t.all_back_s, 0);
  NodePool::Order order{.ready_s = t.clock_s};
  if (number > 0) order = t.pool.replace(cause, number, t.clock_s, t.kinds, t.durations);
  replace_meanwhile(t, Until::kNow, order);
  if (order.num_starved > 0 && t.run.continuation.kind == ContinuationKind::kElastic) {
    t.absences.push_back({.until_s = order.ready_s, .nodes_s = order.ready_s, .number = order.num_starved});
    if (replicas_present(t) >= 1) return;
    t.absences.pop_back();
  }
  order.ready_s = std::max(order.ready_s, others_s);
  if (order.ready_s < kForever_s) replace_meanwhile(t, Until::kReady, order);
  if (order.ready_s == kForever_s) {
    t.out.finished = false;
    return;
  }
  if (order.num_starved > 0) t.out.starved_s += order.ready_s - t.clock_s;
  book_down(t, RunTime::kReplacement, cause, RunEventKind::kReplacement, order.ready_s - t.clock_s);
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

}  // namespace

void wait_for_capacity(TrialState& t) {
  const double wait_s = t.durations.exponential() * (t.run.hazards.preemption->wait / second);
  book_down(t, RunTime::kReplacement, RunCause::kPreemption, RunEventKind::kReplacement, wait_s);
  t.out.given_back_s += wait_s;
}

void recover(TrialState& t, RunCause cause, Downtime downtime) {
  while (t.out.finished) {
    t.down_since_s = t.clock_s;
    if (!downtime.is_detected) book_down(t, RunTime::kDetection, cause, RunEventKind::kDetection, t.figures.detection);
    if (downtime.needs_nodes) get_nodes(t, cause);
    if (!t.out.finished) return;
    end_absences(t);
    const std::optional<RunCause> failure = restart(t, cause, t.figures.start + t.extra_restart_s + t.copy.reload_s);
    if (!failure) break;
    cause = *failure;
    const bool is_preempted = cause == RunCause::kPreemption;
    if (is_preempted) wait_for_capacity(t);
    downtime = {.is_detected = is_preempted, .needs_nodes = !is_preempted};
    keep_copy_if_safe(t, cause);
  }
  t.troubles.is_slow = false;  // who starts again looks at its nodes
  t.progress.reloaded(t.copy);
  t.extra_restart_s = 0;
  begin_stretch(t);
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
