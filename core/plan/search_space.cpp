#include "core/plan/search_space.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "core/model/schedule_laws.h"

namespace fmplan::plan {

using model::ParallelPlan;
using model::PipelineSchedule;

namespace {

/// What is tried between nothing and whole layers.  Where the framework's word is of attention's core, which fused
/// kernels do not keep anyway, its modules that hold most for what they take.
model::Recomputation partial_recomputation(const Scenario& scenario) {
  using enum model::RecomputeModule;
  if (scenario.framework.selective_by_operation) return model::Recompute::kPerOperation;
  model::Recomputation again = model::Recompute::kSelective;
  if (!scenario.framework.selective_is_core_attention) return again;
  const bool fused = scenario.attention == sim::AttentionKernel::kFlash;
  const unsigned largest = scenario.model.moe ? bit_of(kLayerNorm) | bit_of(kMoeActivation) : bit_of(kMlp);
  again.modules = fused ? largest : bit_of(kCoreAttention);
  return again;
}

}  // namespace

SearchSpace framework_space(const ParallelPlan& fixed, const Scenario& scenario) {
  const sim::FrameworkProfile& framework = scenario.framework;
  SearchSpace space;
  space.fixed = fixed;
  // Whole experts and split ones are both tried where the framework's habit has decided.
  if (fixed.expert_tensor == usual_expert_tensor(framework, fixed, scenario.software)) space.fixed.expert_tensor = 0;
  space.fewest_context_tokens = 2048;  // chosen: fewer gain nothing that other degrees do not
  space.whole_experts = true;
  space.micro_batch_sizes = {1, 2, 4, 8};
  space.schedules = {fixed.schedule};
  space.zero_stages = {fixed.zero_stage};
  space.recompute = {model::Recompute::kNone, partial_recomputation(scenario), model::Recompute::kFull};
  const bool known =
      std::find(space.recompute.begin(), space.recompute.end(), fixed.recompute) != space.recompute.end();
  if (!known) space.recompute.push_back(fixed.recompute);
  space.sequence_parallel = {true};
  space.overlaps = {fixed.overlap};
  const sim::TwoBatches offered = framework.offers.two_batches;
  if (scenario.model.moe && !fixed.overlap.expert &&
      (offered == sim::TwoBatches::kInterleaved || offered == sim::TwoBatches::kAlways)) {
    space.overlaps.push_back(fixed.overlap);
    space.overlaps.back().expert = true;
  }
  space.offloads = {fixed.offload};
  return space;
}

namespace {

/// Those of `choices` that are offered; all that are, where none of them is.
template <class T>
std::vector<T> offered_of(std::vector<T> choices, const std::vector<T>& offered) {
  if (offered.empty()) return choices;
  std::erase_if(choices, [&](const T& choice) { return std::ranges::find(offered, choice) == offered.end(); });
  return choices.empty() ? offered : choices;
}

}  // namespace

std::vector<model::Overlap> offered_overlaps(const std::vector<model::Overlap>& overlaps, sim::TwoBatches offered) {
  if (offered == sim::TwoBatches::kUnsaid || offered == sim::TwoBatches::kAlways) return overlaps;
  std::vector<model::Overlap> all;
  const auto add = [&](const model::Overlap& overlap) {
    if (std::ranges::find(all, overlap) == all.end()) all.push_back(overlap);
  };
  for (const model::Overlap& overlap : overlaps) {
    if (offered == sim::TwoBatches::kInterleaved) add(overlap);
    model::Overlap one_batch = overlap;
    one_batch.expert = false;
    add(one_batch);
  }
  return all;
}

SearchSpace within(SearchSpace space, const sim::PlanOffers& offers) {
  if (!offers.tensor) space.tensor = {1};
  if (!offers.pipeline) space.pipeline = {1};
  if (!offers.context) space.context = {1};
  if (!offers.expert) space.expert = {1};
  space.schedules = offered_of(std::move(space.schedules), offers.schedules);
  if (!offers.zero_stages_in_pipeline.empty())
    space.zero_stages_in_pipeline = offered_of(space.zero_stages, offers.zero_stages_in_pipeline);
  space.zero_stages = offered_of(std::move(space.zero_stages), offers.zero_stages);
  space.two_batches = offers.two_batches;
  space.overlaps = offered_overlaps(space.overlaps, offers.two_batches);
  return space;
}

SearchSpace whole_space(const Scenario& scenario) {
  SearchSpace space = framework_space(scenario.parallel, scenario);
  space.fixed.expert_tensor = 0;
  space.fixed.shard_group = 0;
  space.fewest_context_tokens = 256;
  space.shard_groups = true;
  space.micro_batch_sizes = {1, 2, 3, 4, 6, 8, 12, 16, 24};
  space.schedules.clear();
  for (const model::ScheduleLaw& law : model::schedule_laws()) space.schedules.push_back(law.schedule);
  space.zero_stages = {model::ZeroStage::kNone, model::ZeroStage::kOptimizer, model::ZeroStage::kGradients,
                       model::ZeroStage::kParameters};
  space.sequence_parallel = {true, false};
  space.overlaps.clear();
  for (const bool tensor : {true, false})
    for (const bool gradients : {true, false})
      for (const bool parameters : {true, false}) {
        space.overlaps.push_back({tensor, gradients, parameters, false});
        if (scenario.model.moe) space.overlaps.push_back({tensor, gradients, parameters, true});
      }
  space.offloads = {{}};
  if (scenario.cluster.instance.host_link)
    space.offloads = {{}, {.optimizer = true}, {.activations = true}, {.optimizer = true, .activations = true}};
  return space;
}

std::vector<FieldSpace> field_spaces(const SearchSpace& space, const ParallelPlan& plan) {
  SearchSpace pinned = space;
  pinned.fixed = plan;
  pinned.tensor = {plan.tensor};
  pinned.pipeline = {plan.pipeline};
  pinned.virtual_pipeline = {plan.virtual_pipeline};
  pinned.context = {plan.context};
  pinned.expert = {plan.expert};
  pinned.whole_experts = false;
  pinned.shard_groups = false;
  pinned.micro_batch_sizes = {plan.micro_batch_size};
  pinned.schedules = {plan.schedule};
  pinned.zero_stages = {plan.zero_stage};
  pinned.zero_stages_in_pipeline.clear();
  pinned.recompute = {plan.recompute};
  pinned.sequence_parallel = {plan.sequence_parallel};
  pinned.overlaps = {plan.overlap};
  pinned.offloads = {plan.offload};

  std::vector<FieldSpace> spaces;
  const auto open = [&](std::string_view field, auto member) {
    spaces.push_back({field, pinned});
    spaces.back().space.*member = space.*member;
  };
  open("tensor", &SearchSpace::tensor);
  open("pipeline", &SearchSpace::pipeline);
  open("virtual_pipeline", &SearchSpace::virtual_pipeline);
  open("context", &SearchSpace::context);
  open("expert", &SearchSpace::expert);
  open("micro_batch_size", &SearchSpace::micro_batch_sizes);
  open("schedule", &SearchSpace::schedules);
  open("zero_stage", &SearchSpace::zero_stages);
  open("recompute", &SearchSpace::recompute);
  open("sequence_parallel", &SearchSpace::sequence_parallel);
  open("overlap", &SearchSpace::overlaps);
  open("offload", &SearchSpace::offloads);
  open("expert_tensor", &SearchSpace::whole_experts);
  spaces.back().space.fixed.expert_tensor = space.fixed.expert_tensor;
  open("shard_group", &SearchSpace::shard_groups);
  spaces.back().space.fixed.shard_group = space.fixed.shard_group;
  return spaces;
}

std::string_view plan_obstacle_text(PlanObstacle obstacle) {
  static constexpr std::array<std::string_view, kNumPlanObstacles> kTexts = {
      "attention heads not divisible by tensor",
      "sequence not divisible by 2 × context",
      "batch not divisible by data",
      "no other copy of the model to go on with",
      "data × context not divisible by expert",
      "batch of a replica not divisible by the micro-batch",
      "fewer micro-batches in a pipeline than asked for",
      "micro-batches or stages that the schedule does not take",
      "two batches that overlap where the framework does not let them",
      "out of the host's memory",
      "out of memory"};
  return kTexts[static_cast<std::size_t>(obstacle)];
}

std::int64_t batch_quantum(const ParallelPlan& plan) {
  const model::ScheduleLaw& law = schedule_law(plan.schedule);
  return std::int64_t{plan.data} * plan.micro_batch_size *
         law.micro_batch_quantum(plan.pipeline, plan.virtual_pipeline);
}

std::optional<int> nearest_batch(int batch, std::int64_t quantum, double most_change) {
  const std::int64_t rest = batch % quantum;
  if (rest == 0) return batch;
  const std::int64_t below = batch - rest, above = below + quantum;
  const std::int64_t nearest = below > 0 && rest <= above - batch ? below : above;
  if (static_cast<double>(std::abs(nearest - batch)) > most_change * batch) return std::nullopt;
  return static_cast<int>(nearest);
}

bool divides_heads(const model::Transformer& model, int tensor) {
  if (model.num_heads % tensor != 0) return false;
  return model.latent_attention || model.num_kv_heads % tensor == 0 || tensor % model.num_kv_heads == 0;
}

bool schedule_takes(PipelineSchedule schedule, int pipeline, int virtual_pipeline, int num_micro_batches) {
  const model::ScheduleLaw& law = schedule_law(schedule);
  return virtual_pipeline >= law.fewest_chunks && virtual_pipeline <= law.most_chunks &&
         (!law.even_pipeline || pipeline % 2 == 0) &&
         num_micro_batches % law.micro_batch_quantum(pipeline, virtual_pipeline) == 0 &&
         num_micro_batches >= law.fewest_micro_batches(pipeline);
}

}  // namespace fmplan::plan
