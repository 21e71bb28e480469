#include "core/sim/run/run_trial.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/sim/run/run.h"
#include "core/sim/run/trial_books.h"
#include "core/sim/run/trial_losses.h"
#include "core/sim/run/trial_recovery.h"
#include "core/sim/run/trial_strikes.h"
#include "core/sim/run/trial_work.h"

namespace fmplan::sim {
namespace {

RunCalendar first_dates(const Hazards& hazards) {
  RunCalendar calendar;
  if (hazards.maintenance) calendar.next_maintenance_s = hazards.maintenance->every / second;
  if (hazards.capacity_block)
    calendar.next_block_end_s = (hazards.capacity_block->every - hazards.capacity_block->takes) / second;
  return calendar;
}

/// Unforeseen.  @pre settle()
void interrupt(TrialState& t, RunCause cause) {
  count(t, cause);
  if (t.run.continuation.kind == ContinuationKind::kReplica && cause != RunCause::kSilentCorruption &&
      go_on_without(t, cause))
    return;
  fall_back(t, cause);
  recover(t, cause, {.is_detected = false, .needs_nodes = true});
}

void preempt(TrialState& t) {
  count(t, RunCause::kPreemption);
  if (t.figures.save_for_all <= t.run.hazards.preemption->notice / second) {
    save_all(t);
    wait_for_capacity(t);
    return restart_in_place(t, RunCause::kPreemption, false);
  }
  fall_back(t, RunCause::kPreemption);
  wait_for_capacity(t);
  recover(t, RunCause::kPreemption, {});
}

void begin_corruption(TrialState& t) {
  if (t.troubles.corruption) return;  // found with the first one
  t.troubles.corruption = t.progress.here().work_s;
  t.troubles.corruption_left_s = t.durations.exponential() * (t.run.hazards.silent_corruption->found_after / second);
}

void begin_slowness(TrialState& t) {
  if (t.troubles.is_slow) return;
  t.troubles.is_slow = true;
  t.troubles.slow_left_s = t.durations.exponential() * (t.run.hazards.slow_nodes->lasts / second);
  change_pace(t);
}

/// A clock of hazards has run out while training.
void strike(TrialState& t) {
  if (++t.num_strikes > t.figures.most_interruptions) t.out.finished = false;
  const RunCause cause = draw_strike(t);
  switch (cause) {
    case RunCause::kSilentCorruption: return begin_corruption(t);
    case RunCause::kSlowNode: return begin_slowness(t);
    case RunCause::kPreemption: return preempt(t);
    default: return interrupt(t, cause);
  }
}

void end_slowness(TrialState& t) {
  t.troubles.is_slow = false;
  if (!t.run.hazards.slow_nodes->replaced) return change_pace(t);
  count(t, RunCause::kSlowNode);
  save_all(t);
  restart_in_place(t, RunCause::kSlowNode, true);
}

/// Maintenance or the end of a capacity block, whichever is due.
void pause(TrialState& t) {
  RunCalendar& calendar = t.calendar;
  const bool is_block = calendar.next_block_end_s <= calendar.next_maintenance_s;
  const RunCause cause = is_block ? RunCause::kCapacityEnd : RunCause::kMaintenance;
  const PlannedPause& planned = is_block ? *t.run.hazards.capacity_block : *t.run.hazards.maintenance;
  save_all(t);
  count(t, cause);
  // A gap between blocks ends when the next one begins, however late the job came to it.
  const double late_s = is_block ? t.clock_s - calendar.next_block_end_s : 0;
  const double takes_s = std::max(0.0, planned.takes / second - late_s);
  book_down(t, RunTime::kPlanned, cause, RunEventKind::kPlanned, takes_s);
  if (is_block) t.out.given_back_s += takes_s;
  double& next_s = is_block ? calendar.next_block_end_s : calendar.next_maintenance_s;
  // Whatever came due meanwhile has been done with this one.
  const double every_s = planned.every / second;
  next_s += every_s * (std::floor((t.clock_s - next_s) / every_s) + 1);
  restart_in_place(t, cause, false);
}

/// Nodes or replicas are back.
void come_back(TrialState& t) {
  end_absences(t);
  if (t.run.continuation.kind == ContinuationKind::kReplica) return change_pace(t);
  save_all(t);
  restart_in_place(t, RunCause::kNode, false);
}

/// Training, up to the next happening and what comes of it.
void train_on(TrialState& t) {
  const NextHappening next = next_happening(t);
  train(t, next.after_s);
  if (next.what == Happening::kEnd) {
    complete(t);
    t.stage = TrialStage::kEnded;
    return;
  }
  settle(t);
  switch (next.what) {
    case Happening::kEnd: break;
    case Happening::kHazard: return strike(t);
    case Happening::kCorruptionFound: return interrupt(t, RunCause::kSilentCorruption);
    case Happening::kSlowNodeGone: return end_slowness(t);
    case Happening::kPause: return pause(t);
    case Happening::kReturn: return come_back(t);
  }
}

}  // namespace

double next_step_s(const TrialState& t) {
  switch (t.stage) {
    case TrialStage::kTraining: return t.clock_s + next_happening(t).after_s;
    case TrialStage::kShort: return std::max(t.down_since_s, t.clock_s);
    case TrialStage::kDetected:
    case TrialStage::kReady:
    case TrialStage::kEnded: break;
  }
  return t.clock_s;
}

void step(TrialState& t) {
  t.may_be_stopped = true;
  t.num_booked = 0;
  switch (t.stage) {
    case TrialStage::kTraining: return train_on(t);
    case TrialStage::kDetected: return get_nodes_and_start(t);
    case TrialStage::kShort: return replace_and_wait_on(t);
    case TrialStage::kReady: return start(t);
    case TrialStage::kEnded: return;
  }
}

RunTrial outcome(const TrialState& t) {
  RunTrial out = t.out;
  out.wall_clock_s = t.clock_s;
  out.ends_corrupted = t.troubles.corruption.has_value();
  if (out.first_interruption_s == 0) out.first_interruption_s = t.clock_s;
  const double work_s = out.finished ? t.progress.work_s() : t.progress.here().work_s;
  const double evaluation = t.run.evaluation_share, data_stall = t.run.data_stall_share;
  const double overhead = t.run.overhead_share;
  out.time_s[index_of(RunTime::kEvaluation)] = evaluation * work_s;
  out.time_s[index_of(RunTime::kDataStall)] = data_stall * work_s;
  out.time_s[index_of(RunTime::kOverhead)] = overhead * work_s;
  out.time_s[index_of(RunTime::kProductive)] = (1 - evaluation - data_stall - overhead) * work_s;
  out.time_s[index_of(RunTime::kCheckpoint)] += t.checkpoint_s;
  return out;
}

RunTrials::RunTrials(const RunSettings& settings, const TrialSettings& trials)
    : settings_(settings), trials_(trials), figures_(run_figures(settings)) {}

TrialState RunTrials::begin(std::int64_t trial, const TrialDraws& draws, SpareNodes& shared, SpareNodes own,
                            double offset_s, std::vector<RunEvent>* events) const {
  const auto key = [&](TrialStream stream) { return trial_key(trials_.seed, trial, stream); };
  const double work_s = figures_.work * draws.step_time_factor;
  TrialState t{.run = settings_,
               .figures = figures_,
               .levels = settings_.checkpoint.levels,
               .out = {.step_time_factor = draws.step_time_factor},
               .recovering = {},
               .limit_s = longest_run(work_s * second) / second,
               .kinds = RandomStream(key(TrialStream::kKinds)),
               .durations = RandomStream(key(TrialStream::kDurations)),
               .while_down = RandomStream(key(TrialStream::kWhileDown)),
               .clocks = HazardClocks(figures_.rates, draws.rate_factor, key(TrialStream::kArrivals)),
               .pool = NodePool(settings_, figures_.rates.num_nodes, key(TrialStream::kPopulation), shared,
                                std::move(own), offset_s),
               .progress = RunProgress(settings_.checkpoint,
                                       figures_.interval < figures_.work ? figures_.interval : kForever_s, work_s),
               .copy = {},
               .troubles = {},
               .calendar = first_dates(settings_.hazards),
               .absences = {},
               .events = events};
  book(t, RunTime::kColdStart, t.run.cold_start / second);
  record(t, RunEventKind::kColdStart, RunCause::kNode, 0, t.clock_s);
  begin_stretch(t);
  return t;
}

RunTrial RunTrials::simulate(std::int64_t trial, std::vector<RunEvent>* events) const {
  SpareNodes spares =
      fresh_spares(settings_, settings_.spare_nodes, trial_key(trials_.seed, trial, TrialStream::kPopulation));
  TrialState t = begin(trial, draw_trial(settings_, trials_, trial), spares, SpareNodes(0), 0, events);
  // Whom nobody else steps does without the other stages.
  while (is_under_way(t)) {
    train_on(t);
    while (t.stage == TrialStage::kDetected && t.out.finished) get_nodes_and_start(t);
  }
  return outcome(t);
}

}  // namespace fmplan::sim
