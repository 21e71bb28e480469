#include "core/sim/run/trial_pause.h"

#include <algorithm>

#include "core/sim/run/trial_books.h"
#include "core/sim/run/trial_losses.h"
#include "core/sim/run/trial_recovery.h"
#include "core/sim/run/trial_work.h"

namespace fmplan::sim {
namespace {

/// Down time after `at_s`, the last first, does not come to pass.
void take_back_after(TrialState& t, double at_s) {
  while (t.clock_s > at_s && t.num_booked > 0) {
    BookedDown& last = t.booked[t.num_booked - 1];
    const double back_s = std::min(last.elapsed_s, t.clock_s - at_s);
    t.clock_s -= back_s;
    t.out.time_s[index_of(last.what)] -= back_s;
    t.out.down_s[index_of(last.cause)] -= back_s;
    const bool waits = last.what == RunTime::kReplacement;
    if ((waits && last.cause == RunCause::kPreemption) || last.cause == RunCause::kCapacityEnd)
      t.out.given_back_s -= back_s;
    else if (waits && t.stage == TrialStage::kReady && t.recovering.order.num_starved > 0)
      t.out.starved_s -= std::min(back_s, t.out.starved_s);
    last.elapsed_s -= back_s;
    if (last.elapsed_s > 0) return;
    --t.num_booked;
  }
}

}  // namespace

double stop(TrialState& t, double at_s) {
  if (t.stage == TrialStage::kTraining) {
    train(t, std::max(0.0, at_s - t.clock_s));
    settle(t);
    count(t, RunCause::kPreemption);
    save_all(t);
  } else {
    take_back_after(t, at_s);
    // A wait is booked once it is over.
    if (t.clock_s < at_s)
      book_down(t, RunTime::kReplacement, t.recovering.cause, RunEventKind::kReplacement, at_s - t.clock_s);
    count(t, RunCause::kPreemption);
  }
  return t.clock_s;
}

void resume(TrialState& t, double at_s) {
  t.num_booked = 0;
  const double away_s = std::max(0.0, at_s - t.clock_s);
  book_down(t, RunTime::kReplacement, RunCause::kPreemption, RunEventKind::kReplacement, away_s);
  t.out.given_back_s += away_s;
  t.limit_s += away_s;
  t.absences.clear();
  t.all_back_s = 0;
  restart_in_place(t, RunCause::kPreemption, false);
}

double work_done_s(const TrialState& t, double clock_s) {
  if (t.stage == TrialStage::kEnded) return t.progress.work_s();
  RunProgress progress = t.progress;
  if (t.stage == TrialStage::kTraining && clock_s > t.clock_s) progress.settle(clock_s);
  return progress.here().work_s;
}

}  // namespace fmplan::sim
