#pragma once

/// @file
/// How far one trial has come, and what it could go back to.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/sim/run/checkpoint_grid.h"

namespace fmplan::sim {

/// A point of the run.
struct RunPosition {
  double work_s = 0;       ///< done
  std::int64_t count = 0;  ///< of checkpoints
};

/// What a run can be read back from.
struct RunCopy {
  RunPosition position;
  std::size_t level = 0;
  double reload_s = 0;
};

/// Work and checkpoints of a trial.  A stretch goes from one restart to the next interruption; within it a piece has
/// one pace.  All times are in seconds, clocks are wall-clock.
class RunProgress {
 public:
  /// @pre interval_s > 0, at most kMostCheckpointLevels levels; `rule` outlives it.
  RunProgress(const CheckpointRule& rule, double interval_s, double work_s);

  double work_s() const { return work_s_; }
  double pace() const { return pace_; }
  /// Where the run was when it was last settled.
  RunPosition here() const;
  /// Time it takes to get to a position and its checkpoints, undisturbed and at full pace.
  double worth_s(const RunPosition& position) const { return position.work_s + grid_.stalls_s(position.count); }
  /// The same for here, with what of a checkpoint is under way.
  double worth_here_s() const { return worth_s(base_) + nominal_s(); }
  double final_stall_s() const { return rule_.final_checkpoint ? stalls_s_ : 0; }
  /// Undisturbed, to the end of the final checkpoint.
  double until_end_s(double clock_s) const;

  /// Goes on from a position: the next checkpoint comes an interval later.
  void begin_stretch(double clock_s, double pace);
  /// Goes on at another pace: what is done of the present segment stays done.
  void begin_piece(double clock_s, double pace);
  /// Brings the position up to the clock, and what has become safe.  Returns what the pace has added to the time.
  double settle(double clock_s);
  /// The same at the run's end.
  double finish(double clock_s);
  /// Takes back up to `step_s` of the present segment's work; returns how much.
  double repeat(double step_s);
  void go_to(const RunPosition& position);

  /// What is safe now is what there is to go back to.  @pre settle()
  void keep_what_is_safe();
  /// Loses the copies that do not survive.
  void forget(LossScope scope);
  /// Of the copies that are left the one with most progress, of equal ones the fastest; the run's begin if none is
  /// left.
  RunCopy newest_copy(LossScope scope) const;
  /// The newest one on the last level from before `corrupted_s` of work, among those kept or archived.
  RunCopy clean_copy(double corrupted_s) const;
  /// What survivors of a lost node can save: all but one step, on the first level that outlives a node.
  RunCopy survivors_copy(double step_s) const;
  /// What was reloaded is in the nearer levels too.
  void reloaded(const RunCopy& copy);
  /// A checkpoint to all levels, here and now, in place of one that may be under way; returns the stall spent on that.
  double save_to_all();

 private:
  struct Pending {
    std::int64_t segment = 0;
    double until_s = 0;
  };

  double nominal_s() const { return grid_.time_s(base_.count, segment_, 1) + into_work_s_ + into_stall_s_; }
  double reached_s(double clock_s) const { return piece_start_s_ + (clock_s - piece_clock_s_); }
  double work_of(std::int64_t segment) const { return segment < whole_segments_ ? grid_.interval_s() : last_work_s_; }

  const CheckpointRule& rule_;
  std::span<const CheckpointLevel> levels_;
  CheckpointGrid grid_;
  double stalls_s_ = 0;  ///< of a checkpoint to all levels
  double work_s_;

  RunPosition base_;  ///< where the stretch began
  std::int64_t segment_ = 0;
  double into_work_s_ = 0, into_stall_s_ = 0;  ///< of the present segment
  std::int64_t whole_segments_ = 0;            ///< of the stretch, before its last one
  double last_work_s_ = 0;
  double pace_ = 1;
  double piece_start_s_ = 0;  ///< in the stretch's time at the present pace
  double piece_clock_s_ = 0;
  double piece_worth_s_ = 0;  ///< in the stretch's time at full pace
  std::int64_t piece_segment_ = 0;

  std::array<std::int64_t, kMostCheckpointLevels> saved_{};  ///< by level: segments of this stretch; 0: none
  std::array<Pending, kMostCheckpointLevels> pending_{};     ///< written, but not safe yet
  std::array<RunPosition, kMostCheckpointLevels> safe_{};    ///< from before this stretch; negative work: none
};

}  // namespace fmplan::sim
