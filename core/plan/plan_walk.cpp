#include "core/plan/plan_walk.h"

#include <numeric>

#include "core/model/schedule_laws.h"

namespace fmplan::plan {

using model::Overlap;
using model::PipelineSchedule;
using model::ZeroStage;

namespace {

/// Beyond, tensor parallelism leaves too little of a matrix to each rank, and context parallelism of a sequence, to be
/// of use on any machine known; whoever wants more lists it.
constexpr int kMostTensor = 64;
constexpr int kMostContext = 64;

/// Whether a list of degrees has `degree`; an empty one has all up to `most`.
bool looks_at(const std::vector<int>& degrees, int degree, int most) {
  return degrees.empty() ? degree <= most : std::find(degrees.begin(), degrees.end(), degree) != degrees.end();
}

}  // namespace

std::int64_t WalkCounts::total() const { return std::accumulate(infeasible.begin(), infeasible.end(), num_timed); }

WalkCounts& WalkCounts::operator+=(const WalkCounts& other) {
  num_timed += other.num_timed;
  for (std::size_t i = 0; i < kNumPlanObstacles; ++i) infeasible[i] += other.infeasible[i];
  return *this;
}

std::vector<int> divisors(int number) {
  std::vector<int> low, high;
  for (int i = 1; std::int64_t{i} * i <= number; ++i) {
    if (number % i != 0) continue;
    low.push_back(i);
    if (i != number / i) high.push_back(number / i);
  }
  low.insert(low.end(), high.rbegin(), high.rend());
  return low;
}

PlanWalk::PlanWalk(const Scenario& scenario, const Phase& phase, const SearchSpace& space, int num_nodes, Bytes usable)
    : scenario_(scenario),
      phase_(phase),
      space_(space),
      world_(num_nodes * scenario.cluster.instance.accelerators_per_node),
      usable_(usable) {
  const hardware::Instance& instance = scenario.cluster.instance;
  widest_tensor_ = space.tensor_across_domains ? world_ : instance.scale_up ? instance.scale_up_domain : 1;
  if (const auto memory = instance.host_memory) host_memory_ = *memory / instance.accelerators_per_node;
}

std::vector<int> PlanWalk::tensors() const {
  std::vector<int> tensors;
  for (const int tensor : divisors(world_))
    if (tensor <= widest_tensor_ && looks_at(space_.tensor, tensor, kMostTensor)) tensors.push_back(tensor);
  return tensors;
}

std::vector<int> PlanWalk::contexts(int tensor) const {
  std::vector<int> contexts;
  const int rest = world_ / tensor;
  for (int context = 1; rest % context == 0; context *= 2)
    if (looks_at(space_.context, context, kMostContext) &&
        (context == 1 || phase_.sequence_length / context >= space_.fewest_context_tokens))
      contexts.push_back(context);
  return contexts;
}

std::vector<int> PlanWalk::pipelines(int tensor, int context) const {
  std::vector<int> pipelines;
  for (const int pipeline : divisors(world_ / tensor / context))
    if (pipeline <= scenario_.model.num_layers && looks_at(space_.pipeline, pipeline, pipeline))
      pipelines.push_back(pipeline);
  return pipelines;
}

std::vector<PlanWalk::Experts> PlanWalk::expert_choices(int tensor) const {
  if (!scenario_.model.moe) return {{.expert = 1, .expert_tensor = space_.fixed.expert_tensor}};
  std::vector<Experts> choices;
  for (const int expert : divisors(scenario_.model.moe->num_experts)) {
    if (expert > world_) break;
    if (!looks_at(space_.expert, expert, expert)) continue;
    choices.push_back({.expert = expert, .expert_tensor = space_.fixed.expert_tensor});
    if (space_.whole_experts && tensor > 1 && space_.fixed.expert_tensor != 1)
      choices.push_back({.expert = expert, .expert_tensor = 1});
  }
  return choices;
}

std::vector<PlanWalk::Chunking> PlanWalk::chunkings(int pipeline) const {
  if (pipeline == 1) return {{.schedule = PipelineSchedule::kOneForwardOneBackward, .virtual_pipeline = 1}};
  std::vector<Chunking> choices;
  const int per_stage = model::layers_per_stage(scenario_.model.num_layers, pipeline);
  for (const PipelineSchedule schedule : space_.schedules) {
    const model::ScheduleLaw& law = schedule_law(schedule);
    if (law.fewest_chunks == law.most_chunks) {
      const int chunks = law.fewest_chunks;
      if (chunks == 1 || pipeline * chunks <= scenario_.model.num_layers) choices.push_back({schedule, chunks});
      continue;
    }
    const int fewest = law.is_gpipe_of_one_chunk ? 2 : law.fewest_chunks;
    for (const int virtual_pipeline : divisors(per_stage))
      if (virtual_pipeline >= fewest && virtual_pipeline <= law.most_chunks &&
          pipeline * virtual_pipeline <= scenario_.model.num_layers &&
          looks_at(space_.virtual_pipeline, virtual_pipeline, virtual_pipeline))
        choices.push_back({schedule, virtual_pipeline});
  }
  return choices;
}

std::vector<PlanWalk::Cut> PlanWalk::cuts(int pipeline) const {
  std::vector<Cut> cuts;
  for (const Chunking& chunking : chunkings(pipeline)) {
    model::ParallelPlan plan;
    plan.pipeline = pipeline;
    plan.virtual_pipeline = chunking.virtual_pipeline;
    plan.schedule = chunking.schedule;
    // A stated layout is of a number of stages; plans with another are dealt by rule.
    const std::vector<model::StageShare>& stated = space_.fixed.layout;
    if (static_cast<int>(stated.size()) == num_stages(plan)) plan.layout = stated;
    cuts.push_back({chunking, plan.layout, stage_layout(scenario_.model, plan, scenario_.framework.layer_deal)});
  }
  return cuts;
}

std::vector<PlanWalk::Sharding> PlanWalk::shardings(int tensor, int replicas, int pipeline) const {
  // A group that does not divide the replicas is none.
  const int fixed =
      space_.fixed.shard_group > 0 && replicas % space_.fixed.shard_group == 0 ? space_.fixed.shard_group : 0;
  const bool fewer = pipeline > 1 && !space_.zero_stages_in_pipeline.empty();
  const std::vector<ZeroStage>& zero_stages = fewer ? space_.zero_stages_in_pipeline : space_.zero_stages;
  if (replicas == 1) return {{.zero_stage = zero_stages.front(), .shard_group = fixed}};
  std::vector<Sharding> choices;
  const int within = scenario_.cluster.instance.scale_up_domain / tensor;
  for (const ZeroStage zero_stage : zero_stages) {
    choices.push_back({zero_stage, fixed});
    const bool groups = space_.shard_groups && zero_stage != ZeroStage::kNone && fixed == 0 && within > 1 &&
                        within < replicas && replicas % within == 0;
    if (groups) choices.push_back({zero_stage, within});
  }
  return choices;
}

std::vector<bool> PlanWalk::sequence_choices(int tensor) const {
  if (tensor == 1) return {false};
  return space_.sequence_parallel;
}

std::vector<Overlap> PlanWalk::overlap_choices(int tensor, int replicas) const {
  // Switches that nothing hangs on stay as the first choice has them.
  const Overlap first = space_.overlaps.front();
  std::vector<Overlap> choices;
  for (Overlap overlap : space_.overlaps) {
    if (tensor == 1) overlap.tensor = first.tensor;
    if (replicas == 1) {
      overlap.gradients = first.gradients;
      overlap.parameters = first.parameters;
    }
    if (std::find(choices.begin(), choices.end(), overlap) == choices.end()) choices.push_back(overlap);
  }
  return choices;
}

std::int64_t PlanWalk::num_variants(int tensor, int replicas) const {
  return static_cast<std::int64_t>(sequence_choices(tensor).size() * space_.offloads.size() *
                                   overlap_choices(tensor, replicas).size());
}

std::int64_t PlanWalk::num_plans_of(int tensor, int pipeline) const {
  const int replicas = world_ / tensor / pipeline;
  return num_variants(tensor, replicas) *
         static_cast<std::int64_t>(space_.micro_batch_sizes.size() * chunkings(pipeline).size() *
                                   shardings(tensor, replicas, pipeline).size() * space_.recompute.size());
}

std::int64_t PlanWalk::num_plans(int tensor, int context) const {
  std::int64_t num = 0;
  for (const int pipeline : pipelines(tensor, context)) num += num_plans_of(tensor, pipeline);
  return num;
}

std::int64_t PlanWalk::size() const {
  std::int64_t size = 0;
  for (const int tensor : tensors())
    for (const int context : contexts(tensor))
      size += static_cast<std::int64_t>(expert_choices(tensor).size()) * num_plans(tensor, context);
  return size;
}

}  // namespace fmplan::plan
