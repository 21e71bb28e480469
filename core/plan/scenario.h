#pragma once

/// @file
/// What is asked: one training run with every name resolved, so that evaluating it looks nothing up.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/date.h"
#include "core/base/issue.h"
#include "core/base/quantity.h"
#include "core/base/shared.h"
#include "core/base/shared_list.h"
#include "core/calibration/step_interval.h"
#include "core/hardware/cluster.h"
#include "core/hardware/price.h"
#include "core/model/flop_count.h"
#include "core/model/parallel_plan.h"
#include "core/model/transformer.h"
#include "core/network/collective_profile.h"
#include "core/plan/assumption.h"
#include "core/sim/run/failure_preset.h"
#include "core/sim/run/run.h"
#include "core/sim/step/plan_contention.h"
#include "core/sim/step/step_time.h"

namespace fmplan::plan {

/// A stretch of training with one sequence length, batch and size of machine.
struct Phase {
  std::string name;
  std::int64_t tokens = 0;
  int sequence_length = 0;
  int global_batch_size = 0;                    ///< sequences
  std::optional<int> num_nodes;                 ///< none: the cluster's
  std::optional<model::ParallelPlan> parallel;  ///< none: the training's
  std::optional<int> stated_data;  ///< data parallelism stated beside `parallel`: only checked against the machine

  friend bool operator==(const Phase&, const Phase&) = default;
};

/// A place that checkpoints go to.
struct CheckpointLevelSpec {
  enum class Kind : std::uint8_t {
    kPeerMemory,      ///< a copy in the host memory of another node, and the node's own
    kLocalDrives,     ///< each node's own drives; after kPeerMemory with the other node's copy beside
    kClusterStorage,  ///< the cluster's, or CheckpointSpec::node_bandwidth without one
    kStorage,         ///< another shared one
  };
  Kind kind = Kind::kClusterStorage;
  std::optional<hardware::Storage> storage{};  ///< of kLocalDrives and kStorage
  int every = 1;                               ///< each so-many-th checkpoint goes there
  int kept = 2;                                ///< newest ones there

  friend bool operator==(const CheckpointLevelSpec&, const CheckpointLevelSpec&) = default;
};

struct CheckpointSpec {
  std::optional<Seconds> interval;  ///< none: the optimum
  bool asynchronous = false;
  bool just_in_time = false;                                       ///< survivors of a failure save their state
  bool final_checkpoint = true;                                    ///< after the last step
  std::vector<CheckpointLevelSpec> levels{CheckpointLevelSpec{}};  ///< from the nearest to the safest; at least one
  std::optional<Seconds> archive_interval;  ///< training time between those kept for good; none: none are
  /// Rate of one node where the storage states none, or none is given.
  BytesPerSecond node_bandwidth;
  /// Rate at which an accelerator's share of a checkpoint leaves its memory, and comes back.
  BytesPerSecond accelerator_copy_bandwidth;
  Seconds asynchronous_overhead;  ///< of an asynchronous checkpoint's stall, beside that copy

  friend bool operator==(const CheckpointSpec&, const CheckpointSpec&) = default;
};

/// What the steps read.
struct DataSpec {
  double bytes_per_token = 0;                ///< 0: reading costs no time
  std::optional<hardware::Storage> storage;  ///< read from while training; none: unlimited
  bool on_cluster_storage = false;           ///< `storage` is the cluster's, and paid for there
  /// Before the first step the data is copied from the first to the next … and to `storage`; empty: it is there
  /// already.
  std::vector<hardware::Storage> staged_from;
  Bytes staged;

  friend bool operator==(const DataSpec&, const DataSpec&) = default;
};

/// A price of a machine, for whoever looks for another.
struct NearbyPrice {
  std::string instance;
  hardware::PricePoint point;
  int accelerators = 0;  ///< of that machine, where they are not as many as asked for; 0: as many

  friend bool operator==(const NearbyPrice&, const NearbyPrice&) = default;
};

struct PriceTerms {
  std::string region;
  bool region_is_known = true;  ///< stated, or of whoever rents the machine out; else where most prices are known
  std::string kind;             ///< "own" of a price of one's own, whose kind is none with rules of its own
  bool is_own = false;          ///< the scenario states the price
  std::optional<Date> on;
  std::optional<hardware::PricePoint> chosen;  ///< the price in force; none: none known
  std::vector<hardware::PricePoint>
      alternatives;                   ///< one per other kind known in the region on the day, price not empty; no spot
  std::vector<NearbyPrice> nearby{};  ///< where none is chosen: what is known of other days, regions, kinds, machines
  /// By kind, how prices that are paid as they come change after `on`; none where the scenario fixed the day.
  std::map<std::string, std::vector<hardware::PricePoint>> later{};
  hardware::BlockTerms blocks{};                              ///< by the rules of the day on which the run starts
  std::optional<DollarsPerByteSecond> storage;                ///< of the cluster's storage
  std::map<std::string, DollarsPerByteSecond> other_storage;  ///< by name; unknown ones are not there

  friend bool operator==(const PriceTerms&, const PriceTerms&) = default;
};

struct PowerTerms {
  double pue = 1;
  std::optional<Watts> node{};            ///< of a machine at work, all its parts; none: unknown
  double waiting_share = 1;               ///< of that, while it stands by or waits
  std::optional<double> grid_kg_per_kwh;  ///< none: unknown, and so is the carbon

  friend bool operator==(const PowerTerms&, const PowerTerms&) = default;
};

/// What measurements say of the errors of step times; the habits and paces fitted to them are already the framework's
/// and the accelerator's.
struct StepErrors {
  calibration::StepOutlook outlook;
  std::vector<calibration::StepAnchor> anchors;  ///< the user's own measured steps
  int num_refused_rows = 0;                      ///< of these
  std::string first_refusal{};                   ///< "line 3: …"; empty: none was refused

  friend bool operator==(const StepErrors&, const StepErrors&) = default;
};

/// What campaigns took over what the machine could do: restarts by hand, loss spikes, slow weeks, experiments on the
/// same hours.  The time is (1 + share) · e^(log_sd · z) times what it would be, z normal.
struct CampaignOverhead {
  double share = 0;       ///< at the median
  double log_sd = 0;      ///< 0: as stated
  double step_share = 1;  ///< of the step time's spread, as a logarithm, that is seen in the time of whole campaigns

  friend bool operator==(const CampaignOverhead&, const CampaignOverhead&) = default;
};

/// Chance of being ready by the deadline that keeps it, where none is stated (chosen: nine runs in ten).
inline constexpr double kDeadlineConfidence = 0.9;

struct Scenario {
  std::string name;
  model::Transformer model;
  std::vector<Phase> phases;  ///< in order; at least one

  model::ParallelPlan parallel;                   ///< `data` is computed from the cluster
  std::optional<int> stated_data;                 ///< and must be this, where it was stated
  bool search_parallel = false;                   ///< "auto"
  double fit_confidence = model::kFitConfidence;  ///< chance of fitting in memory that a plan found must have
  int adapter_rank = 0;  ///< of low-rank adapters, which alone are trained then; 0: all parameters are
  model::AdapterTargets adapter_targets = model::AdapterTargets::kQueryKeyValue;
  model::FrozenWeights frozen_weights = model::FrozenWeights::kAsComputed;  ///< beside adapters
  model::Precision precision = model::Precision::kBf16;
  model::ScalingRecipe recipe = model::ScalingRecipe::kDelayed;  ///< of fp8 and fp4
  model::Optimizer optimizer = model::Optimizer::kAdam;
  sim::AttentionKernel attention = sim::AttentionKernel::kFlash;
  bool cuda_graphs = false;      ///< the host launches a layer as one graph each way, routed experts left out
  int loss_chunks = 1;           ///< pieces that logits and loss of a micro-batch are made in
  std::optional<Date> software;  ///< release of the training stack; none: unknown
  sim::FrameworkProfile framework;
  std::optional<StepErrors> step_errors;  ///< none: nothing was measured, and step times have no interval
  model::FlopConvention flop_convention = model::FlopConvention::kMegatronCausal;

  hardware::Cluster cluster;
  Shared<network::CollectiveProfile> collectives;  ///< none: the machine's were not measured
  /// How the plan's own traffic meets on the network; none: each collective as if alone.  Searches do without.
  std::optional<sim::ContentionOptions> network_flows;
  bool search_nodes = false;  ///< "auto": the cheapest number that keeps the deadline
  bool strict = true;  ///< nodes and batches are as stated; false: the best of their neighbours, core/plan/rounding.h
  std::optional<Date> deadline;
  double deadline_confidence = kDeadlineConfidence;  ///< chance of being ready by then that keeps it

  Date start;
  sim::FailurePreset failures;
  Shared<std::vector<sim::FailurePreset>> other_failures;  ///< shown beside, for their spread; none: nothing is
  double failures_while_down = 1;                          ///< as sim::RunSettings has it
  sim::Recovery recovery;
  std::map<std::string, Seconds> other_replacements;  ///< by name: other times to replace a node, shown beside
  sim::Hazards hazards;
  sim::ContinuationKind continuation = sim::ContinuationKind::kRestart;
  Seconds replica_stall;  ///< of ContinuationKind::kReplica
  CheckpointSpec checkpoint;
  DataSpec data;
  int spare_nodes = 0;
  bool search_spares = false;                         ///< "auto": the number that makes the run cheapest
  double evaluation_share = 0;                        ///< of training time
  std::optional<CampaignOverhead> campaign_overhead;  ///< none: what the machine can do, and failures, alone

  PriceTerms price;
  PowerTerms power;
  SharedList<Assumption> assumptions;

  friend bool operator==(const Scenario&, const Scenario&) = default;
};

/// Bounds of fit_confidence: below, a coin says more; above, the intervals say nothing (chosen).
inline constexpr double kLeastFitConfidence = 0.5, kMostFitConfidence = 0.99;

/// Accelerators of one job, at most: beyond, counts of ranks and bytes would leave the range of the formulas.
inline constexpr std::int64_t kMostAccelerators = 10'000'000;

/// Bounds of deadline_confidence: beyond, the tails of the distribution are not known (chosen).
inline constexpr double kLeastDeadlineConfidence = 0.5, kMostDeadlineConfidence = 0.99;

/// Every rule a scenario breaks that reading its fields alone could not tell: what does not divide, what is larger than
/// what holds it.  Pointers refer to the scenario document.  Empty if it can be evaluated.
///
/// `unread` are the pointers of values that could not be read, so that the scenario holds placeholders for them; rules
/// that rest on one of them, on something in it or on what it stands in are left out.
Issues check_scenario(const Scenario& scenario, const std::vector<std::string>& unread = {});

/// The phase's parallel plan on its nodes, data_parallel filled in.  @pre check_scenario found nothing.
model::ParallelPlan phase_plan(const Scenario& scenario, const Phase& phase);
int phase_nodes(const Scenario& scenario, const Phase& phase);
/// phase_nodes() of the phase with the most.
int most_phase_nodes(const Scenario& scenario);
/// Whether every phase has a number of nodes of its own, so that none is on the cluster's.
bool phases_state_nodes(const Scenario& scenario);

/// Nodes for each spare, at the least, where numbers of spares are tried: 1, 2, 4 … up to an eighth of them (chosen).
inline constexpr int kNodesPerSpare = 8;
sim::StepSettings step_settings(const Scenario& scenario, const Phase& phase, const model::ParallelPlan& plan);
/// Memory settings of a phase under `plan`: the scenario's precision, optimizer and framework habits.
model::MemorySettings memory_settings(const Scenario& scenario, const Phase& phase, const model::ParallelPlan& plan);
/// What a checkpoint keeps, as the framework stores it, and its size.  Adapters have master weights of their own in any
/// framework, as memory_settings() has them.
model::CheckpointParts checkpoint_parts(const Scenario& scenario);
Bytes checkpoint_bytes(const Scenario& scenario);
/// Whether a library is known that keeps frozen weights in NF4 there; of a vendor that is not stated nothing is denied.
bool keeps_nf4(const hardware::Accelerator& accelerator);
/// One step of the phase, for sim::step_time() and sim::simulate_step().  @pre as phase_plan(); no search is asked for.
sim::StepJob step_job(const Scenario& scenario, const Phase& phase);

}  // namespace fmplan::plan
