#include "core/sim/run/trial_work.h"

#include <algorithm>
#include <cmath>

#include "core/sim/run/trial_books.h"

namespace fmplan::sim {
namespace {

/// Failure rate of the nodes in the job over that of a fleet with its share of lemons.
double fleet_factor(const TrialState& t) {
  const auto& lemons = t.run.hazards.lemons;
  if (!lemons) return 1;
  const double nodes = t.figures.rates.num_nodes;
  return (nodes + t.pool.lemons() * (lemons->factor - 1)) / (nodes * (1 + lemons->share * (lemons->factor - 1)));
}

}  // namespace

int replicas_of(const Continuation& continuation, int nodes) {
  return static_cast<int>(std::min(std::ceil(nodes / continuation.nodes_per_replica), 1.0 * continuation.replicas));
}

int replicas_present(const TrialState& t) {
  const Continuation& continuation = t.run.continuation;
  int missing = 0;
  for (const Absence& absence : t.absences) missing += absence.number;
  if (continuation.kind == ContinuationKind::kElastic) missing = replicas_of(continuation, missing);
  return continuation.replicas - missing;
}

double present_share(const TrialState& t) {
  if (t.absences.empty()) return 1;
  return static_cast<double>(replicas_present(t)) / t.run.continuation.replicas;
}

double present_pace(const TrialState& t) {
  return (t.troubles.is_slow ? t.run.hazards.slow_nodes->slowdown : 1.0) / present_share(t);
}

double next_return_s(const TrialState& t) {
  double next_s = kForever_s;
  for (const Absence& absence : t.absences) next_s = std::min(next_s, absence.until_s);
  return next_s;
}

void end_absences(TrialState& t) {
  std::erase_if(t.absences, [&t](const Absence& absence) { return absence.until_s <= t.clock_s; });
}

void begin_stretch(TrialState& t) {
  t.mark_s = t.clock_s;
  t.clocks.set_fleet(fleet_factor(t), present_share(t));
  t.clocks.renew();
  t.progress.begin_stretch(t.clock_s, present_pace(t));
}

void begin_piece(TrialState& t) {
  record_training(t, t.clock_s);
  t.clocks.set_fleet(fleet_factor(t), present_share(t));
  t.progress.begin_piece(t.clock_s, present_pace(t));
}

void change_pace(TrialState& t) {
  if (present_pace(t) != t.progress.pace()) return begin_piece(t);
  t.clocks.set_fleet(fleet_factor(t), present_share(t));
}

void settle(TrialState& t) { t.out.time_s[index_of(RunTime::kReduced)] += t.progress.settle(t.clock_s); }

void complete(TrialState& t) {
  t.out.time_s[index_of(RunTime::kReduced)] += t.progress.finish(t.clock_s);
  t.checkpoint_s += t.progress.worth_here_s() + t.progress.final_stall_s() - t.progress.work_s();
  record_training(t, t.clock_s);
}

void save_all(TrialState& t) {
  record_training(t, t.clock_s);
  book(t, RunTime::kCheckpoint, t.figures.save);
  t.checkpoint_s += t.progress.save_to_all();
  t.copy = {.position = t.progress.here(), .level = t.levels.size() - 1, .reload_s = t.levels.back().reload / second};
}

}  // namespace fmplan::sim
