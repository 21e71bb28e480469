#include "core/sim/run/run_trial.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "core/base/random.h"
#include "core/base/statistics.h"
#include "core/sim/run/node_pool.h"
#include "core/sim/run/run.h"
#include "core/sim/run/run_progress.h"

namespace fmplan::sim {
namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();

/// Streams of random numbers: what each is drawn for.
enum Stream : std::uint32_t { kArrivals = 100, kKinds, kDurations, kPopulation, kStepTime, kFailureRate };

template <class Enum>
constexpr std::size_t index_of(Enum value) {
  return static_cast<std::size_t>(value);
}

/// Nodes or replicas that the job goes on without.
struct Absence {
  double until_s = 0;
  double nodes_s = 0;  ///< of a replica: when its nodes are there
  int number = 0;
};

class Trial {
 public:
  Trial(const RunSettings& settings, const RunTrials::Figures& figures, const TrialSettings& trials, std::int64_t trial,
        std::vector<RunEvent>* events)
      : s_(settings),
        f_(figures),
        levels_(settings.checkpoint.levels),
        out_{.step_time_factor = draw_step_time_factor(trials, trial)},
        progress_(settings.checkpoint, figures.interval < figures.work ? figures.interval : kForever,
                  figures.work * out_.step_time_factor),
        kinds_(key(trials, trial, kKinds)),
        durations_(key(trials, trial, kDurations)),
        clocks_(figures.rates, draw_rate_factor(settings, trials, trial), key(trials, trial, kArrivals)),
        pool_(settings, figures.rates.num_nodes, key(trials, trial, kPopulation)),
        events_(events) {
    next_maintenance_s_ = s_.hazards.maintenance ? s_.hazards.maintenance->every / second : kForever;
    next_block_end_s_ = s_.hazards.capacity_block
                            ? (s_.hazards.capacity_block->every - s_.hazards.capacity_block->takes) / second
                            : kForever;
    limit_s_ = 1000 * (progress_.work_s() + 86400);
  }

  RunTrial run() {
    book(RunTime::kColdStart, s_.cold_start / second);
    record(RunEventKind::kColdStart, RunCause::kNode, 0, clock_s_);
    update_quiet();
    begin_stretch();
    while (out_.finished && !is_done_) step();
    finish();
    return out_;
  }

 private:
  static RandomKey key(const TrialSettings& trials, std::int64_t trial, Stream stream) {
    const auto number = static_cast<std::uint64_t>(trial);
    return {.seed = trials.seed,
            .stream = stream,
            .substream = static_cast<std::uint32_t>(number),
            .index = (number >> 32) << 40};
  }

  // ---- what is drawn once ----

  static double draw_rate_factor(const RunSettings& settings, const TrialSettings& trials, std::int64_t trial) {
    const auto& num_events = settings.failures.num_events;
    if (!trials.rate_uncertainty || !num_events) return 1;
    return poisson_rate_quantile(*num_events, *num_events, uniform_draw(key(trials, trial, kFailureRate)));
  }

  /// The logarithm of the factor is linear in the normal quantile between the points known, and beyond.
  static double draw_step_time_factor(const TrialSettings& trials, std::int64_t trial) {
    if (!trials.step_time_error) return 1;
    const StepTimeError& e = *trials.step_time_error;
    constexpr double kZ80 = 1.2815515655446004, kZ95 = 1.959963984540054;
    const double z = normal_draw(key(trials, trial, kStepTime));
    const double inner = std::log(z < 0 ? e.low_80 : e.high_80), outer = std::log(z < 0 ? e.low_95 : e.high_95);
    const double distance = std::abs(z);
    return std::exp(distance < kZ80 ? inner * distance / kZ80
                                    : inner + (outer - inner) * (distance - kZ80) / (kZ95 - kZ80));
  }

  // ---- clocks ----

  /// Failure rate of the nodes in the job over that of a fleet with its share of lemons.
  double fleet_factor() const {
    const auto& lemons = s_.hazards.lemons;
    if (!lemons) return 1;
    const double nodes = f_.rates.num_nodes;
    return (nodes + pool_.lemons() * (lemons->factor - 1)) / (nodes * (1 + lemons->share * (lemons->factor - 1)));
  }

  void expose(double elapsed_s) {
    clocks_.expose(elapsed_s);
    if (corruption_) corruption_left_s_ -= elapsed_s;
  }

  // ---- booking ----

  void book(RunTime what, double elapsed_s) {
    out_.time_s[index_of(what)] += elapsed_s;
    clock_s_ += elapsed_s;
  }

  void book_down(RunTime what, RunCause cause, RunEventKind kind, double elapsed_s) {
    if (elapsed_s == 0) return;
    const double from_s = clock_s_;
    book(what, elapsed_s);
    out_.down_s[index_of(cause)] += elapsed_s;
    record(kind, cause, from_s, clock_s_);
  }

  void record(RunEventKind kind, RunCause cause, double start_s, double end_s) {
    if (!events_ || end_s <= start_s) return;
    events_->push_back(
        {.kind = kind,
         .cause = cause,
         .start_s = start_s,
         .end_s = end_s,
         .progress_s = progress_.here().work_s / out_.step_time_factor * s_.productive / second / f_.work,
         .free_spares = pool_.free_spares(),
         .nodes_in_repair = pool_.in_repair()});
  }

  /// Training at one pace up to `end_s`.
  void record_training(double end_s) {
    record(progress_.pace() > 1 ? RunEventKind::kReduced : RunEventKind::kTraining, RunCause::kNode, mark_s_, end_s);
    mark_s_ = end_s;
  }

  void count(RunCause cause) {
    if (out_.first_interruption_s == 0) out_.first_interruption_s = clock_s_;
    ++out_.interruptions[index_of(cause)];
    if (++num_interruptions_ > f_.most_interruptions || clock_s_ > limit_s_) out_.finished = false;
  }

  // ---- training ----

  /// From a position that is safe: the checkpoints are counted from here on.
  void begin_stretch() {
    mark_s_ = clock_s_;
    clocks_.set_fleet(fleet_factor(), present_share());
    clocks_.renew();
    progress_.begin_stretch(clock_s_, present_pace());
  }

  double present_share() const { return static_cast<double>(replicas_present()) / s_.continuation.replicas; }

  double present_pace() const { return (is_slow_ ? s_.hazards.slow_nodes->slowdown : 1.0) / present_share(); }

  void begin_piece() {
    record_training(clock_s_);
    clocks_.set_fleet(fleet_factor(), present_share());
    progress_.begin_piece(clock_s_, present_pace());
  }

  void change_pace() {
    if (present_pace() != progress_.pace()) return begin_piece();
    clocks_.set_fleet(fleet_factor(), present_share());
  }

  /// Passes `elapsed_s` of training without a break.
  void train(double elapsed_s) {
    clock_s_ += elapsed_s;
    expose(elapsed_s);
    if (is_slow_) slow_left_s_ -= elapsed_s;
  }

  void settle() { out_.time_s[index_of(RunTime::kReduced)] += progress_.settle(clock_s_); }

  /// The next thing that happens while training.
  void step() {
    const double to_end_s = progress_.until_end_s(clock_s_);
    const double to_failure_s = clocks_.until_next_s();
    if (is_quiet_) {
      if (to_end_s <= to_failure_s) return complete(to_end_s);
      train(to_failure_s);
      settle();
      return strike();
    }
    const double times_s[] = {to_end_s,
                              to_failure_s,
                              corruption_ ? corruption_left_s_ : kForever,
                              is_slow_ ? slow_left_s_ : kForever,
                              std::min(next_maintenance_s_, next_block_end_s_) - clock_s_,
                              next_return_s() - clock_s_};
    const auto next = std::ranges::min_element(times_s);
    const double elapsed_s = std::max(0.0, *next);
    if (next == times_s) return complete(elapsed_s);
    train(elapsed_s);
    settle();
    switch (next - times_s) {
      case 1: return strike();
      case 2: return interrupt(RunCause::kSilentCorruption);
      case 3: return end_of_slow_node();
      case 4: return pause();
      default: return come_back();
    }
  }

  void complete(double elapsed_s) {
    train(elapsed_s);
    out_.time_s[index_of(RunTime::kReduced)] += progress_.finish(clock_s_);
    checkpoint_s_ += progress_.worth_here_s() + progress_.final_stall_s() - progress_.work_s();
    record_training(clock_s_);
    is_done_ = true;
  }

  /// A clock of failures has run out while training.
  void strike() {
    if (++num_strikes_ > f_.most_interruptions) out_.finished = false;
    switch (clocks_.next(kinds_)) {
      case Hazard::kNode: return interrupt(draw_failure());
      case Hazard::kGroup: return interrupt(RunCause::kGroup);
      case Hazard::kCorruption:
        if (corruption_) return;  // found with the first one
        corruption_ = progress_.here().work_s;
        corruption_left_s_ = durations_.exponential() * (s_.hazards.silent_corruption->found_after / second);
        return update_quiet();
      case Hazard::kSlow:
        if (is_slow_) return;
        is_slow_ = true;
        slow_left_s_ = durations_.exponential() * (s_.hazards.slow_nodes->lasts / second);
        update_quiet();
        return change_pace();
      case Hazard::kPreemption: return preempt();
    }
  }

  /// Which of its forms a failure of a node takes.
  RunCause draw_failure() {
    const double process_share = s_.recovery.process_share;
    if (process_share > 0 && kinds_.uniform() < process_share) return RunCause::kProcess;
    if (pool_.lemons() == 0) return RunCause::kNode;
    const double weight = pool_.lemons() * s_.hazards.lemons->factor;
    const bool is_lemon = kinds_.uniform() * (weight + f_.rates.num_nodes - pool_.lemons()) < weight;
    return is_lemon ? RunCause::kLemon : RunCause::kNode;
  }

  // ---- interruptions ----

  /// Nodes that a failure of this cause takes.
  int nodes_lost(RunCause cause) const {
    switch (cause) {
      case RunCause::kProcess: return 0;
      case RunCause::kGroup: return std::min(s_.hazards.groups->nodes, f_.rates.num_nodes);
      default: return 1;
    }
  }

  /// @pre settle()
  void interrupt(RunCause cause) {
    count(cause);
    if (s_.continuation.kind == ContinuationKind::kReplica && cause != RunCause::kSilentCorruption &&
        go_on_without(cause))
      return;
    fall_back(cause);
    recover(cause, {.is_detected = false, .needs_nodes = true});
  }

  /// Gives up what is not safe, and finds what the run goes on from.
  void fall_back(RunCause cause) {
    const LossScope scope = scope_of(cause);
    const double worth_now_s = progress_.worth_here_s();
    progress_.keep_what_is_safe();
    if (cause == RunCause::kSilentCorruption) {
      copy_ = progress_.clean_copy(*corruption_);
    } else {
      progress_.forget(scope);
      copy_ = progress_.newest_copy(scope);
      if (s_.checkpoint.just_in_time && scope <= LossScope::kNode) {
        const RunCopy saved = progress_.survivors_copy(s_.step / second);
        if (saved.position.work_s > copy_.position.work_s) {
          copy_ = saved;
          extra_restart_s_ = *s_.checkpoint.just_in_time / second;
        }
      }
    }
    const double lost_s = worth_now_s - progress_.worth_s(copy_.position);
    lose(lost_s, cause);
    const double from_s = std::max(mark_s_, clock_s_ - lost_s);
    record_training(from_s);
    record(RunEventKind::kLostTraining, cause, from_s, clock_s_);
    go_to(copy_.position);
  }

  void go_to(const RunPosition& position) {
    if (corruption_ && position.work_s <= *corruption_) corruption_.reset();
    progress_.go_to(position);
  }

  /// What comes before the restart.
  struct Downtime {
    bool is_detected = true;   ///< already
    bool needs_nodes = false;  ///< in place of those lost
  };

  /// Detection, nodes, start and reload, again and again until one gets through.
  void recover(RunCause cause, Downtime downtime) {
    while (out_.finished) {
      if (!downtime.is_detected) book_down(RunTime::kDetection, cause, RunEventKind::kDetection, f_.detection);
      if (downtime.needs_nodes) get_nodes(cause);
      if (!out_.finished) return;
      std::erase_if(absences_, [this](const Absence& absence) { return absence.until_s <= clock_s_; });
      const std::optional<RunCause> failure = restart(cause, f_.start + extra_restart_s_ + copy_.reload_s);
      if (!failure) break;
      cause = *failure;
      const bool is_preempted = cause == RunCause::kPreemption;
      downtime = {.is_detected = is_preempted, .needs_nodes = !is_preempted};
      // What the restart was to read may be lost with the second failure.
      progress_.forget(scope_of(cause));
      if (levels_[copy_.level].survives < scope_of(cause)) go_back_to(progress_.newest_copy(scope_of(cause)), cause);
    }
    is_slow_ = false;  // who starts again looks at its nodes
    progress_.reloaded(copy_);
    extra_restart_s_ = 0;
    update_quiet();
    begin_stretch();
  }

  /// From a position that was safe to one further back.
  void go_back_to(const RunCopy& copy, RunCause cause) {
    lose(progress_.worth_s(copy_.position) - progress_.worth_s(copy.position), cause);
    extra_restart_s_ = 0;  // what survivors had saved is gone
    copy_ = copy;
    go_to(copy_.position);
  }

  void lose(double lost_s, RunCause cause) {
    out_.time_s[index_of(RunTime::kLost)] += lost_s;
    out_.lost_s[index_of(cause)] += lost_s;
  }

  static LossScope scope_of(RunCause cause) {
    switch (cause) {
      case RunCause::kProcess: return LossScope::kProcess;
      case RunCause::kGroup: return LossScope::kGroup;
      case RunCause::kPreemption:
      case RunCause::kMaintenance:
      case RunCause::kCapacityEnd: return LossScope::kJob;
      default: return LossScope::kNode;
    }
  }

  /// Start and reload; the cause of the failure that broke them off, if one did.
  std::optional<RunCause> restart(RunCause cause, double takes_s) {
    while (true) {
      const double until_s = s_.recovery_can_fail ? clocks_.until_next_s() : kForever;
      if (until_s >= takes_s) {
        if (s_.recovery_can_fail) expose(takes_s);
        book_down(RunTime::kRestart, cause, RunEventKind::kRestart, takes_s);
        return std::nullopt;
      }
      expose(until_s);
      book_down(RunTime::kRestart, cause, RunEventKind::kRestart, until_s);
      takes_s -= until_s;
      switch (clocks_.next(kinds_)) {
        case Hazard::kCorruption:  // nothing is computed yet
        case Hazard::kSlow: continue;
        case Hazard::kNode: {
          const RunCause failure = draw_failure();
          count(failure);
          return failure;
        }
        case Hazard::kGroup: count(RunCause::kGroup); return RunCause::kGroup;
        case Hazard::kPreemption:
          count(RunCause::kPreemption);
          wait_for_capacity();
          return RunCause::kPreemption;
      }
    }
  }

  // ---- nodes ----

  void get_nodes(RunCause cause) {
    const int number = nodes_lost(cause);
    const double others_s = std::exchange(all_back_s_, 0);
    if (number == 0 && others_s <= clock_s_) return;
    NodePool::Order order = pool_.replace(cause, number, clock_s_, kinds_, durations_);
    if (order.num_starved > 0 && s_.continuation.kind == ContinuationKind::kElastic) {
      absences_.push_back({.until_s = order.ready_s, .nodes_s = order.ready_s, .number = order.num_starved});
      if (replicas_present() >= 1) return;
      absences_.pop_back();
    }
    order.ready_s = std::max(order.ready_s, others_s);
    if (order.ready_s == kForever) {
      out_.finished = false;
      return;
    }
    if (order.num_starved > 0) out_.starved_s += order.ready_s - clock_s_;
    book_down(RunTime::kReplacement, cause, RunEventKind::kReplacement, order.ready_s - clock_s_);
  }

  // ---- fewer replicas ----

  int replicas_present() const {
    int missing = 0;
    for (const Absence& absence : absences_) missing += absence.number;
    if (s_.continuation.kind == ContinuationKind::kElastic) missing = replicas_of(missing);
    return s_.continuation.replicas - missing;
  }

  int replicas_of(int nodes) const {
    const Continuation& c = s_.continuation;
    return static_cast<int>(std::min(std::ceil(nodes / c.nodes_per_replica), 1.0 * c.replicas));
  }

  double next_return_s() const {
    double next_s = kForever;
    for (const Absence& absence : absences_) next_s = std::min(next_s, absence.until_s);
    return next_s;
  }

  void update_quiet() {
    is_quiet_ = !corruption_ && !is_slow_ && absences_.empty() && next_maintenance_s_ == kForever &&
                next_block_end_s_ == kForever;
  }

  /// Continuation of the other replicas; false if none is left.
  bool go_on_without(RunCause cause) {
    const Continuation& c = s_.continuation;
    const int nodes = nodes_lost(cause);
    const int hit = std::max(1, replicas_of(nodes));
    if (replicas_present() - hit < 1) {
      // The last one takes the state of all with it: everybody starts again, once all are back.
      for (const Absence& absence : absences_) all_back_s_ = std::max(all_back_s_, absence.nodes_s);
      absences_.clear();
      return false;
    }
    // One step is done again by all, if there is a whole one.
    lose(progress_.repeat(s_.step / second), cause);
    double back_s = clock_s_ + f_.detection;
    if (nodes > 0) back_s += pool_.replace(cause, nodes, clock_s_, kinds_, durations_).ready_s - clock_s_;
    absences_.push_back({.until_s = back_s + f_.start + levels_[0].reload / second, .nodes_s = back_s, .number = hit});
    record_training(clock_s_);
    book_down(RunTime::kRestart, cause, RunEventKind::kRestart, c.stall / second);
    mark_s_ = clock_s_;
    clocks_.renew();
    update_quiet();
    begin_piece();
    return true;
  }

  /// Nodes or replicas are back.
  void come_back() {
    std::erase_if(absences_, [this](const Absence& absence) { return absence.until_s <= clock_s_; });
    update_quiet();
    if (s_.continuation.kind == ContinuationKind::kReplica) return change_pace();
    save_all();
    restart_in_place(RunCause::kNode, false);
  }

  // ---- pauses ----

  /// Writes a checkpoint to all levels, here and now.
  void save_all() {
    record_training(clock_s_);
    book(RunTime::kCheckpoint, f_.save);
    checkpoint_s_ += progress_.save_to_all();
    copy_ = {.position = progress_.here(), .level = levels_.size() - 1, .reload_s = levels_.back().reload / second};
  }

  /// @pre save_all()
  void restart_in_place(RunCause cause, bool needs_nodes) {
    const LossScope scope = scope_of(cause);
    progress_.forget(scope);
    go_back_to(progress_.newest_copy(scope), cause);  // loses nothing where a copy of now survives
    recover(cause, {.is_detected = true, .needs_nodes = needs_nodes});
  }

  void pause() {
    const bool is_block = next_block_end_s_ <= next_maintenance_s_;
    const RunCause cause = is_block ? RunCause::kCapacityEnd : RunCause::kMaintenance;
    const PlannedPause& planned = is_block ? *s_.hazards.capacity_block : *s_.hazards.maintenance;
    save_all();
    count(cause);
    // A gap between blocks ends when the next one begins, however late the job came to it.
    const double late_s = is_block ? clock_s_ - next_block_end_s_ : 0;
    const double takes_s = std::max(0.0, planned.takes / second - late_s);
    book_down(RunTime::kPlanned, cause, RunEventKind::kPlanned, takes_s);
    if (is_block) out_.given_back_s += takes_s;
    double& next_s = is_block ? next_block_end_s_ : next_maintenance_s_;
    // Whatever came due meanwhile has been done with this one.
    const double every_s = planned.every / second;
    next_s += every_s * (std::floor((clock_s_ - next_s) / every_s) + 1);
    restart_in_place(cause, false);
  }

  void wait_for_capacity() {
    const double wait_s = durations_.exponential() * (s_.hazards.preemption->wait / second);
    book_down(RunTime::kReplacement, RunCause::kPreemption, RunEventKind::kReplacement, wait_s);
    out_.given_back_s += wait_s;
  }

  void preempt() {
    count(RunCause::kPreemption);
    if (f_.save_for_all <= s_.hazards.preemption->notice / second) {
      save_all();
      wait_for_capacity();
      return restart_in_place(RunCause::kPreemption, false);
    }
    fall_back(RunCause::kPreemption);
    wait_for_capacity();
    recover(RunCause::kPreemption, {});
  }

  void end_of_slow_node() {
    is_slow_ = false;
    update_quiet();
    if (!s_.hazards.slow_nodes->replaced) return change_pace();
    count(RunCause::kSlowNode);
    save_all();
    restart_in_place(RunCause::kSlowNode, true);
  }

  void finish() {
    out_.wall_clock_s = clock_s_;
    out_.ends_corrupted = corruption_.has_value();
    if (out_.first_interruption_s == 0) out_.first_interruption_s = clock_s_;
    const double work_s = out_.finished ? progress_.work_s() : progress_.here().work_s;
    out_.time_s[index_of(RunTime::kEvaluation)] = s_.evaluation_share * work_s;
    out_.time_s[index_of(RunTime::kDataStall)] = s_.data_stall_share * work_s;
    out_.time_s[index_of(RunTime::kProductive)] = (1 - s_.evaluation_share - s_.data_stall_share) * work_s;
    out_.time_s[index_of(RunTime::kCheckpoint)] += checkpoint_s_;
  }

  const RunSettings& s_;
  const RunTrials::Figures& f_;
  std::span<const CheckpointLevel> levels_;
  RunTrial out_;
  RunProgress progress_;
  RandomStream kinds_, durations_;
  HazardClocks clocks_;
  NodePool pool_;
  std::vector<RunEvent>* events_;
  double clock_s_ = 0;  ///< wall-clock
  double limit_s_ = 0;
  bool is_done_ = false;
  int num_interruptions_ = 0, num_strikes_ = 0;
  double checkpoint_s_ = 0;  ///< stalls that count

  // What is under way.
  std::optional<double> corruption_;  ///< work at which numbers went wrong
  double corruption_left_s_ = 0;
  bool is_slow_ = false;
  double slow_left_s_ = 0;
  double next_maintenance_s_ = kForever, next_block_end_s_ = kForever;  ///< wall-clock
  bool is_quiet_ = true;                                                ///< nothing but failures and the end can come

  double mark_s_ = 0;  ///< wall-clock; training since has not been recorded
  RunCopy copy_;       ///< that the run goes on from after the next restart
  double extra_restart_s_ = 0;

  std::vector<Absence> absences_;
  double all_back_s_ = 0;  ///< wall-clock: nodes of replicas that were away when the last one failed
};

}  // namespace

RunTrials::Figures::Figures(const RunSettings& s)
    : rates(s, static_cast<int>(std::max(1.0, std::round(s.mean_nodes)))),
      work(s.productive / second / (1 - s.evaluation_share - s.data_stall_share)),
      detection((s.recovery.detection + s.recovery.diagnosis) / second),
      start((s.recovery.initialisation + s.accelerators * s.recovery.initialisation_per_rank + s.recovery.warm_up) /
            second) {
  const RunOutcome mean = mean_run(s);
  interval = mean.checkpoint_interval / second;
  save_for_all = kForever;
  for (const CheckpointLevel& level : s.checkpoint.levels) {
    save += level.stall / second;
    if (level.survives == LossScope::kJob) save_for_all = std::min(save_for_all, save + level.persist_lag / second);
  }
  // Far beyond what luck brings: such a trial does not get anywhere.
  constexpr double kFarMore = 50, kAtLeast = 20'000, kMost = 1e6;
  const double expected = std::max(rates.sum() * work, std::isfinite(mean.interruptions) ? mean.interruptions : 0);
  most_interruptions = static_cast<int>(std::min(kAtLeast + kFarMore * expected, kMost));
}

RunTrials::RunTrials(const RunSettings& settings, const TrialSettings& trials)
    : settings_(settings), trials_(trials), figures_(settings) {}

RunTrial RunTrials::simulate(std::int64_t trial, std::vector<RunEvent>* events) const {
  return Trial(settings_, figures_, trials_, trial, events).run();
}

RunTrial simulate_trial(const RunSettings& settings, const TrialSettings& trials, std::int64_t trial,
                        std::vector<RunEvent>* events) {
  return RunTrials(settings, trials).simulate(trial, events);
}

}  // namespace fmplan::sim
