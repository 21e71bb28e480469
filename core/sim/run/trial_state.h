#pragma once

/// @file
/// Where one trial of a run stands, as plain values; the files beside this one are functions over them:
///   trial_books    what is counted and drawn,
///   trial_work     what progress is made, and by how many,
///   trial_strikes  what strikes next,
///   trial_losses   what is lost by it,
///   trial_recovery what it costs to go on,
///   trial_pause    stopping for others, and going on,
///   run_trial      the flow from one to the next.

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/base/random.h"
#include "core/sim/run/hazard_clocks.h"
#include "core/sim/run/node_pool.h"
#include "core/sim/run/run_progress.h"
#include "core/sim/run/trial.h"

namespace fmplan::sim {

inline constexpr double kForever_s = std::numeric_limits<double>::infinity();

/// What all trials of a run share, in seconds.
struct RunFigures {
  HazardRates rates;
  double work = 0;             ///< steps, evaluation and stalls of data, before the step time's error
  double detection = 0;        ///< and diagnosis
  double start = 0;            ///< initialisation and warm-up
  double interval = 0;         ///< τ
  double save_for_all = 0;     ///< until a checkpoint outlives the loss of all nodes
  double save = 0;             ///< stalls of a checkpoint to all levels
  int most_interruptions = 0;  ///< a trial of more is given up
};

RunFigures run_figures(const RunSettings& settings);

/// Nodes or replicas that the job goes on without.
struct Absence {
  double until_s = 0;
  double nodes_s = 0;  ///< of a replica: when its nodes are there
  int number = 0;
};

/// What is wrong with a job that goes on all the same.
struct Troubles {
  std::optional<double> corruption;  ///< work at which numbers went wrong
  double corruption_left_s = 0;      ///< of training, until it is found
  bool is_slow = false;
  double slow_left_s = 0;  ///< of training
};

/// Wall-clock times that are known ahead.
struct RunCalendar {
  double next_maintenance_s = kForever_s, next_block_end_s = kForever_s;

  double next_pause_s() const { return next_maintenance_s < next_block_end_s ? next_maintenance_s : next_block_end_s; }
};

/// What a trial does next.
enum class TrialStage : std::uint8_t {
  kTraining,  ///< goes on to the next happening
  kDetected,  ///< knows what has struck: gets nodes and starts again
  kShort,     ///< waits for nodes, and one more has failed
  kReady,     ///< has them: starts again
  kEnded,     ///< the last step is done
};

/// An interruption that is being recovered from.
struct Recovering {
  RunCause cause = RunCause::kNode;
  bool needs_nodes = false;
  NodePool::Order order{.ready_s = 0};  ///< of those that it waits for
};

/// Down time that has been booked.
struct BookedDown {
  RunTime what = RunTime::kDetection;
  RunCause cause = RunCause::kNode;
  double elapsed_s = 0;
};
/// Of one step: an outage, a wait for nodes, a restart that fails and what detects that.
inline constexpr std::size_t kMostBookedDown = 4;

struct TrialState {
  const RunSettings& run;
  const RunFigures& figures;
  std::span<const CheckpointLevel> levels;

  RunTrial out;        ///< finished: false as soon as the trial is given up
  double clock_s = 0;  ///< wall-clock; ahead of what others do where the run is down
  TrialStage stage = TrialStage::kTraining;
  bool may_be_stopped = false;                       ///< by others, between steps; then there are …
  std::array<BookedDown, kMostBookedDown> booked{};  ///< down time of the last step, the oldest first …
  std::size_t num_booked = 0;                        ///< … of which so many
  Recovering recovering;
  int num_interruptions = 0, num_strikes = 0, num_while_down = 0;
  double limit_s = 0;       ///< wall-clock, after which it is given up
  double checkpoint_s = 0;  ///< stalls that count

  RandomStream kinds, durations;
  RandomStream while_down;  ///< what fails while the job is down
  double down_budget = 0;   ///< of unit exponential hazard that is left until the next does
  double down_since_s = 0;  ///< wall-clock: what has failed since is not known yet
  HazardClocks clocks;
  NodePool pool;

  RunProgress progress;
  RunCopy copy;                ///< that the run goes on from after the next restart
  double extra_restart_s = 0;  ///< for what survivors have saved

  Troubles troubles;
  RunCalendar calendar;
  std::vector<Absence> absences;
  double all_back_s = 0;  ///< wall-clock: nodes of replicas that were away when the last one failed

  std::vector<RunEvent>* events = nullptr;  ///< a timeline; null: none is wanted
  double mark_s = 0;                        ///< wall-clock; training since has not been recorded
};

}  // namespace fmplan::sim
