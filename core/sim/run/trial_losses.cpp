#include "core/sim/run/trial_losses.h"

#include <algorithm>

#include "core/sim/run/trial_books.h"
#include "core/sim/run/trial_work.h"

namespace fmplan::sim {
namespace {

/// Wrong numbers of later than that are undone.
void go_to(TrialState& t, const RunPosition& position) {
  if (t.troubles.corruption && position.work_s <= *t.troubles.corruption) t.troubles.corruption.reset();
  t.progress.go_to(position);
}

/// From a position that was safe to one further back.
void go_back_to(TrialState& t, const RunCopy& copy, RunCause cause) {
  lose(t, t.progress.worth_s(t.copy.position) - t.progress.worth_s(copy.position), cause);
  t.extra_restart_s = 0;  // what survivors had saved is gone
  t.copy = copy;
  go_to(t, t.copy.position);
}

/// What survivors of a lost node save, where that is further than the newest checkpoint left.
void take_survivors_copy(TrialState& t, LossScope scope) {
  if (!t.run.checkpoint.just_in_time || scope > LossScope::kNode) return;
  const RunCopy saved = t.progress.survivors_copy(t.run.step / second);
  if (saved.position.work_s <= t.copy.position.work_s) return;
  t.copy = saved;
  t.extra_restart_s = *t.run.checkpoint.just_in_time / second;
}

}  // namespace

int nodes_lost(const TrialState& t, RunCause cause) {
  if (outage(t.run.hazards, cause)) return 0;
  switch (cause) {
    case RunCause::kProcess: return 0;
    case RunCause::kGroup: return std::min(t.run.hazards.groups->nodes, t.figures.rates.num_nodes);
    default: return 1;
  }
}

void fall_back(TrialState& t, RunCause cause) {
  const double worth_now_s = t.progress.worth_here_s();
  t.progress.keep_what_is_safe();
  if (cause == RunCause::kSilentCorruption) {
    t.copy = t.progress.clean_copy(*t.troubles.corruption);
  } else {
    const LossScope scope = traits(cause).takes;
    t.progress.forget(scope);
    t.copy = t.progress.newest_copy(scope);
    take_survivors_copy(t, scope);
  }
  const double lost_s = worth_now_s - t.progress.worth_s(t.copy.position);
  lose(t, lost_s, cause);
  const double from_s = std::max(t.mark_s, t.clock_s - lost_s);
  record_training(t, from_s);
  record(t, RunEventKind::kLostTraining, cause, from_s, t.clock_s);
  go_to(t, t.copy.position);
}

void take_newest_copy(TrialState& t, RunCause cause) {
  const LossScope scope = traits(cause).takes;
  t.progress.forget(scope);
  go_back_to(t, t.progress.newest_copy(scope), cause);
}

void keep_copy_if_safe(TrialState& t, RunCause cause) {
  const LossScope scope = traits(cause).takes;
  if (t.levels[t.copy.level].survives < scope) return take_newest_copy(t, cause);
  t.progress.forget(scope);
}

}  // namespace fmplan::sim
