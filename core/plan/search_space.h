#pragma once

/// @file
/// Which plans a search looks at, and what keeps a plan from running.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/names.h"
#include "core/model/parallel_plan.h"
#include "core/plan/scenario.h"

namespace fmplan::plan {

/// The values that each choice may take.  Degrees are all that divide the machine: tensor × pipeline × context × data
/// accelerators, no more stages than layers, expert-parallel degrees that divide the experts, virtual stages that
/// divide a stage's layers and of which each has one.
struct SearchSpace {
  model::ParallelPlan fixed;  ///< what is not varied
  bool tensor_across_domains = false;
  // Degrees to look at, those alone; an empty list: all.
  std::vector<int> tensor;            ///< all: to 64
  std::vector<int> pipeline;          ///< all: to the number of layers
  std::vector<int> virtual_pipeline;  ///< of 1F1B and breadth-first pipelines; ZB-V has 2 chunks, the others 1
  std::vector<int> context;           ///< all: powers of two to 64
  std::vector<int> expert;            ///< all: to the number of experts
  int fewest_context_tokens = 256;    ///< of a sequence on one context-parallel rank
  int fewest_micro_batches = 1;       ///< of a pipeline in a step
  double most_batch_change = 0;       ///< by which a plan's batch may differ from the phase's, so that it divides
  bool whole_experts = false;         ///< also experts that tensor parallelism leaves whole
  bool shard_groups = false;          ///< also ZeRO within a scale-up domain, with copies between
  std::vector<int> micro_batch_sizes;
  std::vector<model::PipelineSchedule> schedules;
  std::vector<model::ZeroStage> zero_stages;
  std::vector<model::ZeroStage> zero_stages_in_pipeline;  ///< beside a pipeline; empty: as without
  std::vector<model::Recomputation> recompute;
  std::vector<bool> sequence_parallel;  ///< where there is tensor parallelism
  std::vector<model::Overlap> overlaps;
  sim::TwoBatches two_batches = sim::TwoBatches::kUnsaid;  ///< of overlaps that have it
  std::vector<model::Offload> offloads;
};

/// What "parallel": "auto" varies: degrees, micro-batches of 1 … 8 and recomputation, and of a mixture whether tensor
/// parallelism cuts its experts; context parallelism with at least 2,048 tokens a rank.  Of a mixture also two batches
/// that overlap, where the framework is said to have it. ZeRO stage, schedule, other switches and offload are those of
/// `fixed`, whose recomputation is among those tried; selective recomputation is the framework's.
SearchSpace framework_space(const model::ParallelPlan& fixed, const Scenario& scenario);

/// Overlaps that a framework may be told: where two batches are not for every plan, each without them too, and where
/// they are for none, without them alone.
std::vector<model::Overlap> offered_overlaps(const std::vector<model::Overlap>& overlaps, sim::TwoBatches offered);

/// What of a space a framework can be told to do: degrees that it lacks are 1, and where it has none of the schedules
/// or ZeRO stages of the space, all of its own are tried.
SearchSpace within(SearchSpace space, const sim::PlanOffers& offers);

/// Everything that a plan can say, on the scenario's machine: offload only where the host link is known.
SearchSpace whole_space(const Scenario& scenario);

/// The plans of a space that differ from one plan in a single field.
struct FieldSpace {
  std::string_view field;  ///< as scenarios name it
  SearchSpace space;       ///< holds `plan` itself too
};
/// One for every field that the space leaves open.  Data parallelism follows from the other degrees and is none.
std::vector<FieldSpace> field_spaces(const SearchSpace& space, const model::ParallelPlan& plan);

/// The first rule that a plan of the space breaks.
enum class PlanObstacle {
  kHeads,       ///< tensor does not divide the attention heads
  kSequence,    ///< 2 × context does not divide the sequence
  kBatch,       ///< data does not divide the batch
  kOneCopy,     ///< of the model, and the run is to go on with others after a failure
  kExperts,     ///< expert does not divide data × context
  kMicroBatch,  ///< the micro-batch does not divide a replica's share of the batch
  kFewBatches,  ///< a pipeline has fewer micro-batches than asked for
  kSchedule,    ///< the schedule does not take so many micro-batches, stages or chunks
  kTwoBatches,  ///< the framework does not let two overlap with this recomputation, or without model chunks
  kHostMemory,  ///< what is offloaded exceeds the host's memory
  kMemory,      ///< too small a chance of fitting in the accelerator
};
inline constexpr auto kPlanObstacleNames =
    names<PlanObstacle>({{"heads_not_divisible", PlanObstacle::kHeads},
                         {"sequence_not_divisible", PlanObstacle::kSequence},
                         {"batch_not_divisible", PlanObstacle::kBatch},
                         {"no_other_copy", PlanObstacle::kOneCopy},
                         {"experts_not_divisible", PlanObstacle::kExperts},
                         {"micro_batch_not_divisible", PlanObstacle::kMicroBatch},
                         {"too_few_micro_batches", PlanObstacle::kFewBatches},
                         {"schedule_not_met", PlanObstacle::kSchedule},
                         {"two_batches_not_offered", PlanObstacle::kTwoBatches},
                         {"out_of_host_memory", PlanObstacle::kHostMemory},
                         {"out_of_memory", PlanObstacle::kMemory}});
inline constexpr std::size_t kNumPlanObstacles = kPlanObstacleNames.count;

/// "heads_not_divisible", … as reports name them, and in words.
inline std::string_view plan_obstacle_name(PlanObstacle obstacle) { return kPlanObstacleNames.name(obstacle); }
std::string_view plan_obstacle_text(PlanObstacle obstacle);

/// Sequences that a batch under `plan` must be a multiple of: data × micro-batch × what the schedule takes at once.
std::int64_t batch_quantum(const model::ParallelPlan& plan);

/// The multiple of `quantum` nearest to `batch`, the lower of two; none where it differs by more than `most_change`.
std::optional<int> nearest_batch(int batch, std::int64_t quantum, double most_change);

/// Whether tensor-parallel ranks can share the heads: query heads in whole, key/value heads in whole or copied.
bool divides_heads(const model::Transformer& model, int tensor);

/// Whether a schedule takes m micro-batches on p stages of v chunks (core/sim/pipeline_schedule.h, check_shape), and as
/// many as the closed form's law of it needs: ZB-H1 p, ZB-V 2p − 1.
bool schedule_takes(model::PipelineSchedule schedule, int pipeline, int virtual_pipeline, int num_micro_batches);

}  // namespace fmplan::plan
