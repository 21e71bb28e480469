#pragma once

/// @file
/// One run as the closed form (run.h) and the simulation (run_simulation.h) are asked about it: plain values, every
/// name and rate resolved.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/names.h"
#include "core/base/quantity.h"
#include "core/sim/run/failure_preset.h"
#include "core/sim/run/hazards.h"
#include "core/sim/run/run_cause.h"

namespace fmplan::sim {

enum class RepairLaw : std::uint8_t { kFixed, kExponential, kLognormal };
inline constexpr auto kRepairLawNames = names<RepairLaw>(
    {{"fixed", RepairLaw::kFixed}, {"exponential", RepairLaw::kExponential}, {"lognormal", RepairLaw::kLognormal}});

/// What happens after a failure, up to the reload of the checkpoint.
struct Recovery {
  std::string name;
  Seconds detection;
  Seconds diagnosis{};  ///< which node it was, and whether it is to be replaced
  Seconds swap{};       ///< until a spare that stands by has taken over
  Seconds replacement;  ///< until the platform gives another node where no spare is free; kNever: it does not
  std::optional<Seconds> repair{};  ///< mean, until a failed node is a spare again; none: as replacement, and fixed
  RepairLaw repair_law = RepairLaw::kExponential;  ///< of `repair`
  double repair_sigma = 1.94;         ///< of kLognormal: √(2 ln(mean / median)), of LANL's 355 and 54 min
  double process_share = 0;           ///< of node failures that need no other node: the same ones start again
  Seconds initialisation;             ///< start of processes and communicators …
  Seconds initialisation_per_rank{};  ///< … plus this for every accelerator
  Seconds warm_up{};                  ///< compilation, caches: after every start

  friend bool operator==(const Recovery&, const Recovery&) = default;
};

/// One place that checkpoints go to.
struct CheckpointLevel {
  std::string name;
  int every = 1;        ///< each so-many-th checkpoint goes there
  Seconds stall;        ///< training stands still, on top of the levels before
  Seconds persist_lag;  ///< it can be read back this long after the stall
  Seconds reload;
  LossScope survives = LossScope::kJob;

  friend bool operator==(const CheckpointLevel&, const CheckpointLevel&) = default;
};

/// Chosen: memory, disk, neighbours and file systems, with room to spare.
inline constexpr std::size_t kMostCheckpointLevels = 8;

struct CheckpointRule {
  /// From the nearest to the safest: the first takes every checkpoint, every next one's `every` is a multiple of the
  /// one before and survives no less.
  std::vector<CheckpointLevel> levels{CheckpointLevel{}};
  std::optional<Seconds> interval;  ///< τ: training time between checkpoints; none: the optimum …
  Seconds shortest_interval{};      ///< … but no shorter: the levels take no more checkpoints than that
  bool final_checkpoint = true;     ///< after the last step, to all levels
  /// After a failure that leaves a replica of every rank (scope kNode at most), the survivors save their state: one
  /// step is lost, and this long it takes.  none: not done.
  std::optional<Seconds> just_in_time;
  int kept = 2;                             ///< newest checkpoints of the last level
  std::optional<Seconds> archive_interval;  ///< training time between checkpoints kept for good; none: none are

  friend bool operator==(const CheckpointRule&, const CheckpointRule&) = default;
};

enum class ContinuationKind : std::uint8_t {
  kRestart,  ///< the whole job waits for its nodes, then starts again
  kElastic,  ///< without a spare it starts again on fewer replicas, and again when nodes are back
  kReplica,  ///< the other replicas go on; the one that failed comes back when it has nodes, with the others' state
};
inline constexpr auto kContinuationNames = names<ContinuationKind>({{"restart", ContinuationKind::kRestart},
                                                                    {"elastic", ContinuationKind::kElastic},
                                                                    {"replica", ContinuationKind::kReplica}});

struct Continuation {
  ContinuationKind kind = ContinuationKind::kRestart;
  int replicas = 1;  ///< data-parallel copies that can go on without each other
  double nodes_per_replica = 1;
  Seconds stall;  ///< of kReplica: all stand still until the communicators are made anew

  friend bool operator==(const Continuation&, const Continuation&) = default;
};

/// A stretch of a run on a number of nodes of its own.
struct RunPhase {
  double share = 1;  ///< of the productive time
  double nodes = 1;
  int accelerators = 1;
  int replicas = 1;  ///< as Continuation has them

  friend bool operator==(const RunPhase&, const RunPhase&) = default;
};

struct RunSettings {
  Seconds productive;     ///< training steps alone: the sum over phases of steps × step time
  Seconds step;           ///< mean; what a just-in-time checkpoint loses
  double mean_nodes = 1;  ///< nodes, averaged over the productive time
  int accelerators = 1;   ///< of the largest phase, for initialisation
  /// One after another, where they run on different numbers of nodes; empty: all on mean_nodes.
  std::vector<RunPhase> phases{};
  int accelerators_per_node = 8;
  FailurePreset failures;
  /// Failures that take a node, while the job is down or waits, over those while it runs: they take further nodes.
  /// 0: their clocks stand still.  What needs no other node (software) strikes running jobs alone.
  double failures_while_down = 0;
  Hazards hazards;
  Recovery recovery;
  bool recovery_can_fail = true;  ///< failures strike during initialisation and reload too
  CheckpointRule checkpoint;
  Continuation continuation;
  int spare_nodes = 0;
  Seconds cold_start;           ///< before the first step: staging of data, first initialisation
  double evaluation_share = 0;  ///< of training time: steps, evaluation and stalls of data together
  double data_stall_share = 0;  ///< likewise
  double overhead_share = 0;    ///< likewise: what campaigns take beside what the machine can do

  friend bool operator==(const RunSettings&, const RunSettings&) = default;
};

}  // namespace fmplan::sim
