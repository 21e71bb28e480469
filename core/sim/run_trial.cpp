#include "core/sim/run_trial.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "core/base/random.h"
#include "core/base/statistics.h"
#include "core/sim/node_pool.h"
#include "core/sim/run.h"

namespace fmplan::sim {
namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();
/// An interval that no work is longer than.
constexpr double kOneSegment = 1e300;

/// Streams of random numbers: what each is drawn for.
enum Stream : std::uint32_t { kArrivals = 100, kKinds, kDurations, kPopulation, kStepTime, kFailureRate };

template <class Enum>
constexpr std::size_t index_of(Enum value) {
  return static_cast<std::size_t>(value);
}

/// A point of the run that can be gone back to.
struct Position {
  double work_s = 0;
  std::int64_t count = 0;  ///< of checkpoints
};

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
        grid_(levels_, figures.interval < figures.work ? figures.interval : kOneSegment),
        kinds_(key(trials, trial, kKinds)),
        durations_(key(trials, trial, kDurations)),
        clocks_(figures.rates, draw_rate_factor(settings, trials, trial), key(trials, trial, kArrivals)),
        pool_(settings, figures.rates.num_nodes, key(trials, trial, kPopulation)),
        events_(events),
        work_s_(figures.work) {
    if (trials.step_time_error) draw_step_time_error(*trials.step_time_error, key(trials, trial, kStepTime));
    next_maintenance_s_ = s_.hazards.maintenance ? s_.hazards.maintenance->every / second : kForever;
    next_block_end_s_ = s_.hazards.capacity_block
                            ? (s_.hazards.capacity_block->every - s_.hazards.capacity_block->takes) / second
                            : kForever;
    limit_s_ = 1000 * (work_s_ + 86400);
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
  void draw_step_time_error(const StepTimeError& e, const RandomKey& draw) {
    constexpr double kZ80 = 1.2815515655446004, kZ95 = 1.959963984540054;
    const double z = normal_draw(draw);
    const double inner = std::log(z < 0 ? e.low_80 : e.high_80), outer = std::log(z < 0 ? e.low_95 : e.high_95);
    const double distance = std::abs(z);
    const double log_factor =
        distance < kZ80 ? inner * distance / kZ80 : inner + (outer - inner) * (distance - kZ80) / (kZ95 - kZ80);
    out_.step_time_factor = std::exp(log_factor);
    work_s_ *= out_.step_time_factor;
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
    events_->push_back({.kind = kind,
                        .cause = cause,
                        .start_s = start_s,
                        .end_s = end_s,
                        .progress_s = here().work_s / out_.step_time_factor * s_.productive / second / f_.work,
                        .free_spares = pool_.free_spares(),
                        .nodes_in_repair = pool_.in_repair()});
  }

  /// Training at one pace up to `end_s`.
  void record_training(double end_s) {
    record(pace_ > 1 ? RunEventKind::kReduced : RunEventKind::kTraining, RunCause::kNode, mark_s_, end_s);
    mark_s_ = end_s;
  }

  void count(RunCause cause) {
    if (out_.first_interruption_s == 0) out_.first_interruption_s = clock_s_;
    ++out_.interruptions[index_of(cause)];
    if (++num_interruptions_ > f_.most_interruptions || clock_s_ > limit_s_) out_.finished = false;
  }

  // ---- training ----

  double work_of(std::int64_t segment) const { return segment < whole_segments_ ? grid_.interval_s() : last_work_s_; }

  /// Where the run is.
  Position here() const {
    return {base_.work_s + static_cast<double>(segment_) * grid_.interval_s() + into_work_s_, base_.count + segment_};
  }

  /// Time it takes to get to a position and its checkpoints, undisturbed and at full pace.
  double worth_s(const Position& position) const { return position.work_s + grid_.stalls_s(position.count); }

  /// From a position that is safe: the checkpoints are counted from here on.
  void begin_stretch() {
    base_ = here();
    segment_ = 0;
    into_work_s_ = into_stall_s_ = 0;
    mark_s_ = clock_s_;
    saved_.fill(0);
    pending_.fill({});
    const double left_s = std::max(0.0, work_s_ - base_.work_s);
    // A rest that is nothing but rounding is no segment of its own.
    constexpr double kRounding = 1e-9;
    whole_segments_ =
        std::max<std::int64_t>(0, static_cast<std::int64_t>(std::ceil(left_s / grid_.interval_s() - kRounding)) - 1);
    last_work_s_ = left_s - static_cast<double>(whole_segments_) * grid_.interval_s();
    begin_piece();
    clocks_.renew();
  }

  double present_share() const { return static_cast<double>(replicas_present()) / s_.continuation.replicas; }

  double present_pace() const { return (is_slow_ ? s_.hazards.slow_nodes->slowdown : 1.0) / present_share(); }

  /// What is done of the present segment stays done.
  void begin_piece() {
    record_training(clock_s_);
    pace_ = present_pace();
    clocks_.set_fleet(fleet_factor(), present_share());
    piece_segment_ = segment_;
    piece_start_s_ = grid_.time_s(base_.count, segment_, pace_) + into_work_s_ * pace_ + into_stall_s_;
    piece_clock_s_ = clock_s_;
    piece_worth_s_ = nominal_s();
  }

  void change_pace() {
    if (present_pace() == pace_) return clocks_.set_fleet(fleet_factor(), present_share());
    begin_piece();
  }

  double nominal_s() const { return grid_.time_s(base_.count, segment_, 1) + into_work_s_ + into_stall_s_; }

  double final_stall_s() const { return s_.checkpoint.final_checkpoint ? f_.save : 0; }

  /// Passes `elapsed_s` of training without a break.
  void train(double elapsed_s) {
    clock_s_ += elapsed_s;
    expose(elapsed_s);
    if (is_slow_) slow_left_s_ -= elapsed_s;
  }

  /// Where in the stretch the piece has come to.
  double reached_s() const { return piece_start_s_ + (clock_s_ - piece_clock_s_); }

  /// Brings `segment_` and what is done of it up to the clock, and what has become safe.
  void settle() {
    const double reached = reached_s();
    segment_ = std::min(whole_segments_, grid_.segments(base_.count, reached, pace_));
    const double into_s = std::max(0.0, reached - grid_.time_s(base_.count, segment_, pace_));
    into_work_s_ = std::min(into_s / pace_, work_of(segment_));
    into_stall_s_ = std::max(0.0, into_s - into_work_s_ * pace_);
    if (pace_ > 1)
      out_.time_s[index_of(RunTime::kReduced)] += (clock_s_ - piece_clock_s_) - (nominal_s() - piece_worth_s_);
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      const std::int64_t every = levels_[i].every;
      const auto newest_of = [&](std::int64_t done) { return (base_.count + done) / every * every - base_.count; };
      const double lag_s = levels_[i].persist_lag / second;
      const std::int64_t safe = newest_of(
          lag_s == 0 ? segment_ : std::min(whole_segments_, grid_.segments(base_.count, reached - lag_s, pace_)));
      if (safe > std::max(saved_[i], piece_segment_)) saved_[i] = safe;
      if (pending_[i].segment > saved_[i] && clock_s_ >= pending_[i].until_s) saved_[i] = pending_[i].segment;
      if (lag_s == 0) continue;
      const std::int64_t written = newest_of(segment_);
      if (written > std::max(saved_[i], pending_[i].segment))
        pending_[i] = {written, clock_s_ + lag_s - (reached - grid_.time_s(base_.count, written, pace_))};
    }
    piece_clock_s_ = clock_s_;
    piece_worth_s_ = nominal_s();
    piece_start_s_ = reached;
  }

  /// The next thing that happens while training.
  void step() {
    const double to_end_s =
        grid_.time_s(base_.count, whole_segments_, pace_) + last_work_s_ * pace_ + final_stall_s() - reached_s();
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
    const double worth_of_stretch_s = grid_.time_s(base_.count, whole_segments_, 1) + last_work_s_ + final_stall_s();
    if (pace_ > 1)
      out_.time_s[index_of(RunTime::kReduced)] += (clock_s_ - piece_clock_s_) - (worth_of_stretch_s - piece_worth_s_);
    const Position end{work_s_, base_.count + whole_segments_};
    checkpoint_s_ += worth_s(end) + final_stall_s() - work_s_;
    go_to(end);
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
        corruption_ = here().work_s;
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

  /// The newest copy that survives, of the level that it is read from.
  struct Copy {
    Position position;
    std::size_t level = 0;
    double reload_s = 0;
  };

  Position saved_position(std::size_t level) const {
    if (saved_[level] > 0)
      return {base_.work_s + static_cast<double>(saved_[level]) * grid_.interval_s(), base_.count + saved_[level]};
    return safe_[level];
  }

  Copy newest_copy(LossScope scope) const {
    Copy best{.position = {}, .level = levels_.size()};
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      if (levels_[i].survives < scope || safe_[i].work_s < 0) continue;
      const bool is_better = best.level == levels_.size() || safe_[i].work_s > best.position.work_s ||
                             (safe_[i].work_s == best.position.work_s && levels_[i].reload / second < best.reload_s);
      if (is_better) best = {safe_[i], i, levels_[i].reload / second};
    }
    if (best.level == levels_.size()) best.level = 0;  // nothing is left: from the start, with nothing to read
    return best;
  }

  /// The newest copy on the last level from before the corruption.
  Copy clean_copy() const {
    const std::size_t last = levels_.size() - 1;
    Copy copy{.position = safe_[last], .level = last, .reload_s = levels_[last].reload / second};
    if (copy.position.work_s < 0) copy.position = {};  // nothing is left there: from the start
    if (copy.position.work_s <= *corruption_) return copy;
    const double apart_s = levels_[last].every * grid_.interval_s();
    const double back = std::ceil((copy.position.work_s - *corruption_) / apart_s);
    double work_s = copy.position.work_s - back * apart_s;
    if (back >= s_.checkpoint.kept) {
      const double archived_s =
          s_.checkpoint.archive_interval
              ? apart_s * std::max(1.0, std::ceil(*s_.checkpoint.archive_interval / second / apart_s))
              : kForever;
      work_s = archived_s < kForever ? std::floor(*corruption_ / archived_s) * archived_s : 0;
    }
    // As many of its checkpoints as of its work: pauses and saves have made some segments shorter.
    const double share = std::max(0.0, work_s) / copy.position.work_s;
    const auto count = static_cast<std::int64_t>(share * static_cast<double>(copy.position.count));
    copy.position = {std::max(0.0, work_s), count / levels_[last].every * levels_[last].every};
    return copy;
  }

  /// Gives up what is not safe, and finds what the run goes on from.
  void fall_back(RunCause cause) {
    const LossScope scope = scope_of(cause);
    const double worth_now_s = worth_s(base_) + nominal_s();
    const Position now = here();
    for (std::size_t i = 0; i < levels_.size(); ++i) safe_[i] = saved_position(i);
    if (cause == RunCause::kSilentCorruption) {
      copy_ = clean_copy();
    } else {
      forget_copies(scope);
      copy_ = newest_copy(scope);
      const double step_s = s_.step / second;
      if (s_.checkpoint.just_in_time && scope <= LossScope::kNode && now.work_s - step_s > copy_.position.work_s) {
        const auto level = std::ranges::find_if(levels_, [](const auto& l) { return l.survives >= LossScope::kNode; });
        copy_ = {.position = {now.work_s - step_s, now.count},
                 .level = std::min(static_cast<std::size_t>(level - levels_.begin()), levels_.size() - 1)};
        copy_.reload_s = levels_[copy_.level].reload / second;
        extra_restart_s_ = *s_.checkpoint.just_in_time / second;
      }
    }
    const double lost_s = worth_now_s - worth_s(copy_.position);
    lose(lost_s, cause);
    const double from_s = std::max(mark_s_, clock_s_ - lost_s);
    record_training(from_s);
    record(RunEventKind::kLostTraining, cause, from_s, clock_s_);
    go_to(copy_.position);
  }

  void go_to(const Position& position) {
    if (corruption_ && position.work_s <= *corruption_) corruption_.reset();
    base_ = position;
    segment_ = 0;
    into_work_s_ = into_stall_s_ = 0;
    saved_.fill(0);
    pending_.fill({});
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
      forget_copies(scope_of(cause));
      if (levels_[copy_.level].survives < scope_of(cause)) go_back_to(newest_copy(scope_of(cause)), cause);
    }
    is_slow_ = false;  // who starts again looks at its nodes
    // What was reloaded is in the nearer levels too.
    for (std::size_t i = 0; i <= copy_.level; ++i) safe_[i] = copy_.position;
    extra_restart_s_ = 0;
    update_quiet();
    begin_stretch();
  }

  void forget_copies(LossScope scope) {
    for (std::size_t i = 0; i < levels_.size(); ++i)
      if (levels_[i].survives < scope) safe_[i].work_s = -1;
  }

  /// From a position that was safe to one further back.
  void go_back_to(const Copy& copy, RunCause cause) {
    lose(worth_s(copy_.position) - worth_s(copy.position), cause);
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
    const double lost_s = std::min(s_.step / second, into_work_s_);
    into_work_s_ -= lost_s;
    lose(lost_s, cause);
    double back_s = clock_s_ + f_.detection;
    if (nodes > 0) back_s += pool_.replace(cause, nodes, clock_s_, kinds_, durations_).ready_s - clock_s_;
    absences_.push_back({.until_s = back_s + f_.start + levels_[0].reload / second, .nodes_s = back_s, .number = hit});
    record_training(clock_s_);
    book_down(RunTime::kRestart, cause, RunEventKind::kRestart, c.stall / second);
    mark_s_ = clock_s_;
    clocks_.renew();
    update_quiet();
    change_pace();
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
    // A stall that was under way is not needed any more, but was spent.
    const double started_s = into_stall_s_;
    record_training(clock_s_);
    book(RunTime::kCheckpoint, f_.save);
    checkpoint_s_ += started_s;
    Position now = here();
    go_to(now);
    copy_ = {.position = now, .level = levels_.size() - 1, .reload_s = levels_.back().reload / second};
    safe_.fill(now);
  }

  /// @pre save_all()
  void restart_in_place(RunCause cause, bool needs_nodes) {
    const LossScope scope = scope_of(cause);
    forget_copies(scope);
    go_back_to(newest_copy(scope), cause);  // loses nothing where a copy of now survives
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
    const double work_s = out_.finished ? work_s_ : here().work_s;
    out_.time_s[index_of(RunTime::kEvaluation)] = s_.evaluation_share * work_s;
    out_.time_s[index_of(RunTime::kDataStall)] = s_.data_stall_share * work_s;
    out_.time_s[index_of(RunTime::kProductive)] = (1 - s_.evaluation_share - s_.data_stall_share) * work_s;
    out_.time_s[index_of(RunTime::kCheckpoint)] += checkpoint_s_;
  }

  const RunSettings& s_;
  const RunTrials::Figures& f_;
  std::span<const CheckpointLevel> levels_;
  CheckpointGrid grid_;
  RandomStream kinds_, durations_;
  HazardClocks clocks_;
  NodePool pool_;
  std::vector<RunEvent>* events_;
  RunTrial out_;
  double work_s_;
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

  // The present stretch: from a restart on, undisturbed; and its piece, at one pace.
  Position base_;
  std::int64_t segment_ = 0;
  double into_work_s_ = 0, into_stall_s_ = 0;
  std::int64_t whole_segments_ = 0;
  double last_work_s_ = 0;
  double mark_s_ = 0;  ///< wall-clock; training since has not been recorded
  double pace_ = 1;
  double piece_start_s_ = 0;  ///< in the stretch's time at the present pace
  double piece_clock_s_ = 0;  ///< wall-clock
  double piece_worth_s_ = 0;  ///< in the stretch's time at full pace
  std::int64_t piece_segment_ = 0;

  // Safe copies, by level.
  struct Pending {
    std::int64_t segment = 0;
    double until_s = 0;
  };
  std::array<std::int64_t, kMostCheckpointLevels> saved_{};  ///< segments of this stretch; 0: none
  std::array<Pending, kMostCheckpointLevels> pending_{};
  std::array<Position, kMostCheckpointLevels> safe_{};  ///< from before this stretch; negative work: none
  Copy copy_;
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
  constexpr double kFarMore = 50, kAtLeast = 20'000, kMost = 1e7;
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
