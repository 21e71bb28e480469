#pragma once

/// @file
/// What is answered: the plain values of a report.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/quantity.h"
#include "core/base/shared_list.h"
#include "core/base/statistics.h"
#include "core/calibration/step_interval.h"
#include "core/model/memory_use.h"
#include "core/plan/notice.h"
#include "core/plan/scenario.h"
#include "core/sim/run/run.h"
#include "core/sim/step/plan_contention.h"
#include "core/sim/step/step_time.h"

namespace fmplan::plan {

struct PhaseReport {
  std::string name;
  int num_nodes = 0;
  int num_accelerators = 0;
  model::ParallelPlan parallel;
  std::int64_t num_steps = 0;
  std::int64_t tokens = 0;  ///< num_steps whole batches, so never less than asked for
  sim::StepTime step;       ///< corrected, every part alike
  double correction = 1;    ///< of the step time, by the date of the training stack and the scenario's anchors
  std::optional<calibration::StepInterval> interval;  ///< of the step time, as factors on it; none: unknown
  std::optional<sim::PlanContention> contention;      ///< that is in it; none: not asked for
  double tokens_per_second = 0;
  Flop model_flop_per_token;           ///< by the scenario's convention
  Flop hardware_flop_per_token;        ///< with what is recomputed
  FlopPerSecond rate_per_accelerator;  ///< model FLOP
  FlopPerSecond peak;                  ///< dense peak of the precision: what MFU and HFU divide by
  double mfu = 0;
  double hfu = 0;
  Seconds productive;  ///< steps alone
};

/// A plan that fits where the one asked for does not: the fewest changes, then the fastest.
struct NearestPlan {
  model::ParallelPlan parallel;
  Seconds step_time;
  Bytes memory;
  int global_batch_size = 0;                                                ///< sequences of a step
  model::FrozenWeights frozen_weights = model::FrozenWeights::kAsComputed;  ///< of adapters, that it fits with
};

struct MemoryReport {
  model::MemoryUse use;                ///< of the phase and stage that need most
  std::string phase;                   ///< that phase, where it is not the one with most tokens; else empty
  Bytes capacity;                      ///< that programs are shown
  model::MemoryInterval interval;      ///< about the total
  double chance = 0;                   ///< that the peak stays within the capacity
  std::optional<NearestPlan> nearest;  ///< set if it does not fit and another plan does

  model::MemoryVerdict verdict() const { return model::memory_verdict(chance); }
};

/// One place that checkpoints go to.
struct CheckpointLevelReport {
  std::string name;
  int every = 1;
  Bytes bytes;  ///< of one checkpoint there, copies included
  Seconds write;
  BytesPerSecond write_rate;
  std::string write_held_by;  ///< what writing waits for
  Seconds read;
  std::string read_held_by;
  Seconds stall;        ///< training stands still, on top of the levels before
  Seconds persist_lag;  ///< until it can be read back
  sim::LossScope survives = sim::LossScope::kJob;
  int kept = 2;
  Bytes held;                 ///< by those kept
  std::optional<Bytes> room;  ///< there is for them; none: enough
};

/// One copy of the data before the first step.
struct StagingStep {
  std::string from, to;
  Seconds time;
  std::string held_by;
};

/// What reading and staging data does.
struct DataReport {
  BytesPerSecond needed;                ///< by the phase that reads fastest
  std::optional<BytesPerSecond> given;  ///< to it; none: unlimited
  std::string held_by;                  ///< what reading waits for; empty: unlimited
  double stall_share = 0;               ///< of training time
  std::vector<StagingStep> staging;
  Seconds cold_start;  ///< staging and the first initialisation
};

/// Rent of storage for as long as it is used, and requests.
struct StorageRent {
  std::string name;  ///< of the cost component
  std::string note;
  Bytes held;                                 ///< all the time
  Bytes archived;                             ///< by the end, from nothing at the start
  std::optional<DollarsPerByteSecond> price;  ///< none: unknown
  Dollars requests;                           ///< of the whole run
};

/// How a run uses storage.
struct StorageReport {
  std::vector<CheckpointLevelReport> levels;  ///< as the scenario has them
  Seconds shortest_interval;                  ///< between checkpoints that the levels can take
  std::optional<DataReport> data;             ///< none: nothing was said of data
  std::vector<StorageRent> rents;             ///< of all but the cluster's own storage
};

/// The same run under another failure rate.
struct FailureCase {
  std::string name;
  double per_1000_node_days = 0;  ///< of the run's nodes
  double wall_clock_days = 0;
  double interruptions = 0;
  double goodput = 0;
};

/// What is left of a longer run where more nodes stand by.
struct MoreSpares {
  int spare_nodes = 0;                 ///< more than the scenario has
  double more_days = 0;                ///< in the mean
  std::optional<Dollars> more_cost{};  ///< with the spares; none: the nodes' price is unknown

  friend bool operator==(const MoreSpares&, const MoreSpares&) = default;
};

/// The same run with another time until a node is replaced.
struct ReplacementCase {
  std::string name;
  Seconds replacement;
  double more_days = 0;              ///< in the mean; infinite: it does not end
  std::optional<Dollars> more_cost;  ///< none: it does not end, or the nodes' price is unknown
  /// As many more of 1, 2, 4 … up to an eighth of the nodes as take least node-days; none: they gain nothing, or it is
  /// less than a hundredth of the run.
  std::optional<MoreSpares> with_spares{};
};

/// The accelerators' time; all but the spares' add up to `job`, the spares come on top.
struct AcceleratorHours {
  double productive = 0, lost = 0, checkpoint = 0, waiting = 0, evaluation = 0, data_stall = 0, overhead = 0,
         spares = 0;
  double job = 0;
};

struct CostComponent {
  std::string name;
  std::optional<Dollars> amount;  ///< none: the price is unknown
  std::string note;
};

struct MoneyRange {
  Dollars low, high;
};

/// What the run draws, with the site's overhead (PUE).
struct EnergyReport {
  std::optional<Joules> machines;      ///< nodes and spares, at work and waiting; none: their power is not known
  std::optional<Joules> accelerators;  ///< of the job alone at their published power, as model cards count it
  std::optional<double> machines_co2_kg, accelerators_co2_kg;  ///< none: that, or the grid, is unknown
};

struct CostReport {
  std::optional<DollarsPerSecond> price_per_node;
  std::vector<CostComponent> components;
  std::optional<Dollars> total;             ///< none unless every component is known
  std::optional<Dollars> at_least;          ///< of the components known; none where that of the nodes is not
  std::optional<Dollars> low, high;         ///< over the ways of buying known for the region and day
  std::vector<CostComponent> alternatives;  ///< the total by each of those ways
  std::optional<MoneyRange> total_80;       ///< P10 and P90 of the total, as the wall-clock time has them
  std::optional<double> block_days;         ///< that capacity blocks are paid for; none: not bought so

  /// The total, or what is known of it.
  std::optional<Dollars> known() const { return total ? total : at_least; }
};

/// What the scenario states, where a neighbour of it is planned.
struct Rounding {
  int nodes_held = 0;              ///< of the largest phase, with those that are left over, which are among the spares
  std::vector<int> batches_asked;  ///< by phase, sequences
};

struct Report {
  Scenario scenario;                 ///< with what "auto" found, and with nodes and batches as they are planned
  std::optional<Rounding> rounding;  ///< none: as stated
  std::vector<PhaseReport> phases;
  std::size_t main_phase = 0;  ///< the one with most tokens
  MemoryReport memory;
  sim::RunOutcome run;
  std::optional<Range> step_time_days_80;  ///< mean days if every step took what its 80 % interval begins and ends with
  std::optional<Range> campaign_days_80;   ///< and if campaigns took what their 80 % interval does; none: no history
  double physics_days = 0;  ///< P50 of what the machine can do, failures included: no overhead of campaigns
  double median_days = 0;   ///< P50: the step time as predicted, the failure rate at its median
  double mean_days = 0;     ///< infinite where P90 is; with the means of the step time's error and the failure rate's
                            ///< effect, which are skewed
  std::optional<double> deadline_chance;  ///< of being ready by the deadline; none: there is none, or no end
  Range wall_clock_days_80;  ///< P10, P90 of failures and, where known, the step time's own error and campaigns' spread
  Bytes checkpoint_bytes;
  Seconds checkpoint_write;  ///< of one checkpoint to storage
  StorageReport storage;
  std::vector<FailureCase> failure_cases;          ///< the presets, for their spread
  std::optional<FailureCase> rate_low, rate_high;  ///< the chosen preset at the ends of its own 80 % interval
  std::vector<ReplacementCase> replacement_cases;  ///< what that assumption decides; shortest first
  AcceleratorHours accelerator_hours;
  double node_hours = 0;  ///< the job's, spares excluded
  Flop training_flop;
  EnergyReport energy;
  CostReport cost;
  SharedList<Assumption> assumptions;
  Notices warnings;
  Notices obstacles;  ///< why the plan cannot run; empty if it can
};

/// @pre there is a plan: it has phases
inline const PhaseReport& main_phase(const Report& report) { return report.phases[report.main_phase]; }

}  // namespace fmplan::plan
