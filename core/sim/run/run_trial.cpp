#include "core/sim/run/run_trial.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "core/sim/run/run.h"
#include "core/sim/run/run_phases.h"
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

namespace {

/// Between the draws of one phase and the next: the first one draws what a run alone would.
constexpr std::uint32_t kStreamsOfPhase = 0x10000;

/// What the next phase takes over, beside its spares, which have the run's clock.
struct PhaseEnd {
  double clock_s = 0, age_s = 0;
  RunCalendar calendar;
  Troubles troubles;
};

PhaseEnd end_of(const TrialState& t) {
  return {.clock_s = t.clock_s, .age_s = t.clocks.age_s(), .calendar = t.calendar, .troubles = t.troubles};
}

/// @pre no step has been done
void take_over(TrialState& t, const PhaseEnd& last) {
  t.calendar = last.calendar;
  t.calendar.next_maintenance_s -= last.clock_s;
  t.calendar.next_block_end_s -= last.clock_s;
  t.troubles = last.troubles;
  if (t.troubles.corruption) t.troubles.corruption = 0;  // before the phase's first step
  t.clocks.set_age(last.age_s);
  begin_stretch(t);
}

/// Whom nobody else steps does without the other stages.
void run_through(TrialState& t) {
  while (is_under_way(t)) {
    train_on(t);
    while (t.stage == TrialStage::kDetected && t.out.finished) get_nodes_and_start(t);
  }
}

template <class Values>
void add_all(Values& sums, const Values& more) {
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += more[i];
}

/// @param whole of the phases before
void add_phase(RunTrial& whole, const RunTrial& phase, double nodes) {
  if (whole.num_interruptions() == 0) whole.first_interruption_s = whole.wall_clock_s + phase.first_interruption_s;
  add_all(whole.time_s, phase.time_s);
  add_all(whole.interruptions, phase.interruptions);
  add_all(whole.lost_s, phase.lost_s);
  add_all(whole.down_s, phase.down_s);
  for (std::size_t i = 0; i < kNumRunTimes; ++i) whole.node_time_s[i] += nodes * phase.time_s[i];
  whole.held_node_s += nodes * (phase.wall_clock_s - phase.given_back_s);
  whole.wall_clock_s += phase.wall_clock_s;
  whole.starved_s += phase.starved_s;
  whole.given_back_s += phase.given_back_s;
  whole.ends_corrupted = phase.ends_corrupted;
  whole.finished = phase.finished;
}

/// From a phase's clock and work to the run's.
void shift_events(std::span<RunEvent> events, double by_s, double progress_s) {
  for (RunEvent& event : events) {
    event.start_s += by_s;
    event.end_s += by_s;
    event.progress_s += progress_s;
  }
}

}  // namespace

RunTrials::RunTrials(const RunSettings& settings, const TrialSettings& trials)
    : settings_(settings),
      trials_(trials),
      figures_(run_figures(settings)),
      phases_(phase_runs(settings, figures_.interval * second)) {
  for (const RunSettings& phase : phases_) phase_figures_.push_back(run_figures(phase));
}

TrialState RunTrials::begin(std::int64_t trial, const TrialDraws& draws, SpareNodes& shared, SpareNodes own,
                            double offset_s, std::vector<RunEvent>* events) const {
  return begin({.settings = settings_, .figures = figures_}, trial, draws, shared, std::move(own), offset_s, events);
}

TrialState RunTrials::begin(const Part& part, std::int64_t trial, const TrialDraws& draws, SpareNodes& shared,
                            SpareNodes own, double offset_s, std::vector<RunEvent>* events) const {
  const RunSettings& settings = part.settings;
  const RunFigures& figures = part.figures;
  // The fleet has the same luck in all phases.
  const RandomKey population = trial_key(trials_.seed, trial, TrialStream::kPopulation);
  const auto key = [&](TrialStream stream) {
    RandomKey of_phase = trial_key(trials_.seed, trial, stream);
    of_phase.stream += kStreamsOfPhase * part.number;
    return of_phase;
  };
  const double work_s = figures.work * draws.step_time_factor;
  TrialState t{.run = settings,
               .figures = figures,
               .levels = settings.checkpoint.levels,
               .out = {.step_time_factor = draws.step_time_factor},
               .recovering = {},
               .limit_s = longest_run(work_s * second) / second,
               .kinds = RandomStream(key(TrialStream::kKinds)),
               .durations = RandomStream(key(TrialStream::kDurations)),
               .while_down = RandomStream(key(TrialStream::kWhileDown)),
               .clocks = HazardClocks(figures.rates, draws.rate_factor, key(TrialStream::kArrivals)),
               .pool = NodePool(settings, figures.rates.num_nodes, population, shared, std::move(own), offset_s),
               .progress = RunProgress(settings.checkpoint,
                                       figures.interval < figures.work ? figures.interval : kForever_s, work_s),
               .copy = {},
               .troubles = {},
               .calendar = first_dates(settings.hazards),
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
  const TrialDraws draws = draw_trial(settings_, trials_, trial);
  if (!phases_.empty()) return simulate_phases(trial, draws, spares, events);
  TrialState t = begin(trial, draws, spares, SpareNodes(0), 0, events);
  run_through(t);
  return outcome(t);
}

RunTrial RunTrials::simulate_phases(std::int64_t trial, const TrialDraws& draws, SpareNodes& spares,
                                    std::vector<RunEvent>* events) const {
  RunTrial whole{.step_time_factor = draws.step_time_factor};
  PhaseEnd last;
  double done_s = 0;
  for (std::size_t i = 0; i < phases_.size() && whole.finished; ++i) {
    const RunSettings& phase = phases_[i];
    const std::size_t first_event = events ? events->size() : 0;
    TrialState t = begin({.settings = phase, .figures = phase_figures_[i], .number = static_cast<std::uint32_t>(i)},
                         trial, draws, spares, SpareNodes(0), whole.wall_clock_s, events);
    if (i > 0) take_over(t, last);
    run_through(t);
    last = end_of(t);
    if (events) shift_events(std::span(*events).subspan(first_event), whole.wall_clock_s, done_s);
    add_phase(whole, outcome(t), phase.mean_nodes);
    done_s += phase.productive / second;
  }
  return whole;
}

}  // namespace fmplan::sim
