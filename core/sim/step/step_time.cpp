#include "core/sim/step/step_time.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "core/model/schedule_laws.h"
#include "core/sim/step/step_parts.h"

namespace fmplan::sim {
namespace {

using model::ParallelPlan;
using model::RankPasses;
using model::Transformer;

/// A micro-batch's way through layers, modules and head, forward and backward, without what a rank does once.
Seconds micro_batch_time(const LayerSet& set, const model::StageContent& held) {
  const auto both = [](const LayerTime& layer) {
    return layer.forward.total() + layer.backward.total() + layer.recompute;
  };
  Seconds time = (held.head ? 1 : 0) * set.head;
  for (std::size_t kind = 0; kind < model::kNumLayerKinds; ++kind)
    if (held.layers[kind] > 0) time += held.layers[kind] * both(set.layers[kind]);
  if (held.mtp_modules > 0) time += held.mtp_modules * both(set.module);
  return time;
}

RankPasses passes_of(const StageWork& work, const model::RankRun& run, const model::StageLayout& layout,
                     const LayerSet& set, const ParallelPlan& plan) {
  RankPasses passes{.num_ranks = run.num_ranks,
                    .forward = work.forward,
                    .backward = work.backward,
                    .weight_gradient = work.weight_gradient};
  if (plan.pipeline == 1 || plan.virtual_pipeline == 1) return passes;
  const auto rank = static_cast<std::size_t>(run.first_rank);
  const Seconds whole = micro_batch_time(set, layout.ranks[rank].all);
  if (!(whole > Seconds{})) return passes;
  passes.first_share = micro_batch_time(set, layout.stages[rank]) / whole;
  passes.last_share =
      micro_batch_time(set, layout.stages[layout.stages.size() - static_cast<std::size_t>(plan.pipeline) + rank]) /
      whole;
  return passes;
}

/// The passes of each run of ranks.  A search asks for the time of millions of plans: few runs take no allocation.
class RunTimes {
 public:
  explicit RunTimes(std::size_t num_runs) : num_runs_(num_runs) {
    if (num_runs > few_.size()) many_.resize(num_runs);
  }
  RankPasses& operator[](std::size_t run) { return many_.empty() ? few_[run] : many_[run]; }
  std::span<const RankPasses> all() const {
    return many_.empty() ? std::span<const RankPasses>(few_).first(num_runs_) : many_;
  }

 private:
  std::size_t num_runs_;
  std::array<RankPasses, 4> few_;
  std::vector<RankPasses> many_;
};

/// What a rank of a run sends for each micro-batch.  Ranks at the ends send one way only.
struct RunSends {
  Seconds time;
  bool between = false;  ///< the slowest rank lies between two others
};
RunSends sends_of(const model::RankRun& run, const ParallelPlan& plan, const StageSend& send) {
  const int last_rank = run.first_rank + run.num_ranks - 1;
  const bool at_end = run.first_rank == plan.pipeline - 1 || last_rank == 0;
  if (!sends_block(plan)) return {.time = 2 * plan.virtual_pipeline * send.latency, .between = !at_end};
  return {.time = (at_end ? 1 : 2) * send.whole, .between = !at_end};
}

/// Where chunks of a stage run one after the other, the first rank waits between two chunks until the last one has sent
/// it the first micro-batch of the earlier: round the ring of p ranks in the time of `passes` of its own.  Of the wait
/// for passes it is bubble, for sends it is transfer.
struct RingWait {
  Seconds bubble;
  Seconds transfer;
};
RingWait ring_wait(const RankPasses& rank, const ParallelPlan& plan, int num_batches, Seconds payload) {
  if (plan.virtual_pipeline == 1) return {};
  const double p = plan.pipeline, v = plan.virtual_pipeline;
  // Interleaved stages take p micro-batches of a chunk before the next, if there are so many; breadth-first ones all.
  const bool all = schedule_law(plan.schedule).chunk_by_chunk || num_batches < p;
  const double passes = all ? num_batches : p;
  RingWait wait;
  for (const Seconds pass : {rank.forward / v, rank.backward / v}) {
    wait.bubble += (v - 1) * std::max(0.0, p - passes) * pass;
    wait.transfer += (v - 1) * std::max(Seconds{}, p * payload - std::max(0.0, passes - p) * pass);
  }
  return wait;
}

/// Forward and backward pass of one micro-batch that run beside each other hide each other's exchange of routed tokens.
Seconds hidden_expert_exchange(const StageWork& stage, const ParallelPlan& plan, int num_batches) {
  const double pairs = schedule_law(plan.schedule).paired_passes(plan.pipeline, num_batches);
  const Seconds exchange = stage.time[StepPart::kExpertParallel];
  return pairs * std::min(exchange, stage.forward + stage.backward - exchange);
}

/// Bubble and exposed sends.
void add_pipeline(StepTime& step, const model::PipelinePasses& passes, const ParallelPlan& plan, const StageSend& send,
                  const RunSends& sends_of_slowest) {
  const int p = plan.pipeline, m = passes.num_micro_batches;
  // The first micro-batch crosses every boundary both ways; the slowest stage sends one of these beside its own work if
  // it lies between others, and waits for its sends.
  const double spared = sends_block(plan) && sends_of_slowest.between && p > 2 && m > 1 ? 1 : 0;
  const auto most_ranks = std::ranges::max_element(passes.runs, {}, &RankPasses::num_ranks);
  const RingWait ring = ring_wait(*most_ranks, plan, m, send.whole - send.latency);
  step[StepPart::kPipelineBubble] = schedule_law(plan.schedule).bubble(passes) + ring.bubble;
  step[StepPart::kPipelineTransfer] =
      (2.0 * (p - 1) - spared) * send.whole + (m - 1.0) * sends_of_slowest.time + ring.transfer;
}

struct Traffic {
  Seconds total;
  Seconds exposed;
};

/// Of `traffic` in `pieces`, what `compute` does not hide: one piece at least.
Seconds exposed(Seconds traffic, double pieces, Seconds compute) {
  return std::max(traffic / pieces, traffic - compute);
}

/// Gradients hide behind the last micro-batch's backward pass, those that are scattered after each micro-batch behind
/// that one's; parameters hide behind the first one's forward pass.  One layer's share of each stays exposed.
Traffic replicated_traffic(const ParameterWork& work, const StageWork& stage, const ParallelPlan& plan, int num_batches,
                           double overlap) {
  // A stage of several chunks has done with all but its last one while micro-batches still pass through that: p of them
  // if interleaved, all if breadth-first.
  const double v = plan.virtual_pipeline;
  const double passing =
      schedule_law(plan.schedule).chunk_by_chunk ? num_batches : std::min(num_batches, plan.pipeline);
  const double window = overlap * (v == 1 ? 1 : std::max(1.0, passing * (v - 1) / v));
  const bool each = scatters_each_micro_batch(plan);
  const double times = each ? num_batches : 1;
  const auto open = [&work](Seconds traffic, bool hides, Seconds compute) {
    return hides ? exposed(traffic, work.pieces, compute) : traffic;
  };
  const bool hides_gradients = plan.overlap.gradients;
  return {.total = times * work.gradients + work.between + work.parameters,
          .exposed = times * open(work.gradients, hides_gradients, (each ? overlap : window) * stage.backward) +
                     open(work.between, hides_gradients, window * stage.backward) +
                     open(work.parameters, plan.overlap.parameters, window * stage.forward)};
}

/// ZeRO 3 / FSDP without a pipeline: parameters are gathered for each forward and each backward pass and gradients
/// scattered after it, layer by layer, for every micro-batch; breadth-first schedules pass all micro-batches through a
/// layer at a time, and so do it once.  Between groups of shards the sums of gradients are reduced once a step, beside
/// the last backward pass.
Traffic sharded_traffic(const ParameterWork& work, const StageWork& stage, const ParallelPlan& plan, int num_batches,
                        double overlap) {
  const double layers = work.pieces;
  const bool once = !scatters_each_micro_batch(plan);
  const double times = once ? 1 : num_batches;
  const double batches = once ? num_batches : 1;
  const Seconds forward = plan.overlap.parameters ? overlap * batches * stage.forward : Seconds{};
  const Seconds backward = overlap * batches * stage.backward;
  Seconds behind = Seconds{}, open = Seconds{};
  for (const auto& [traffic, hides] :
       {std::pair{work.parameters, plan.overlap.parameters}, std::pair{work.gradients, plan.overlap.gradients}})
    (hides ? behind : open) += traffic;
  const Seconds last_piece = plan.overlap.gradients ? work.gradients / layers : Seconds{};
  const Seconds a_pass = exposed(work.parameters, layers, forward) + open + std::max(last_piece, behind - backward);
  const Seconds between =
      plan.overlap.gradients ? exposed(work.between, layers, overlap * stage.backward) : work.between;
  return {.total = times * (2 * work.parameters + work.gradients) + work.between, .exposed = times * a_pass + between};
}

}  // namespace

StepTime step_time(const StepSettings& settings, const hardware::Instance& instance, const FrameworkProfile& framework,
                   const model::StageLayout& layout, const LayerSet& layers, const ParameterWork& parameters,
                   const StageSend& send, const model::HostMemoryUse& host) {
  const ParallelPlan& plan = settings.plan;
  const StepHabits& habits = framework.habits;
  const int m = num_micro_batches(settings);
  RunTimes runs(layout.runs.size());
  StageWork slowest;
  std::size_t slowest_run = 0;
  RunSends slowest_sends;
  for (std::size_t i = 0; i < layout.runs.size(); ++i) {
    const model::RankRun& run = layout.runs[i];
    const model::RankContent& rank = layout.ranks[static_cast<std::size_t>(run.first_rank)];
    const StageWork work = stage_work(layers, parameters, load_of_rank(rank, plan), host, plan, instance, habits);
    runs[i] = passes_of(work, run, layout, layers, plan);
    const RunSends sends = sends_of(run, plan, send);
    if (i > 0 && work.forward + work.backward + sends.time < slowest.forward + slowest.backward + slowest_sends.time)
      continue;
    slowest = work;
    slowest_run = i;
    slowest_sends = sends;
  }

  StepTime step;
  step.num_micro_batches = m;
  for (std::size_t part = 0; part < kNumStepParts; ++part) step.parts[part] = m * slowest.time.parts[part];
  step[StepPart::kLaunch] += habits[StepHabit::kHostPerStep] * second;
  step[StepPart::kExpertParallel] -= hidden_expert_exchange(slowest, plan, m);
  if (plan.pipeline > 1)
    add_pipeline(
        step,
        {.runs = runs.all(), .slowest = slowest_run, .virtual_pipeline = plan.virtual_pipeline, .num_micro_batches = m},
        plan, send, slowest_sends);

  const Seconds compute = m * (slowest.forward + slowest.backward);
  const Traffic traffic = gathers_each_pass(plan)
                              ? sharded_traffic(parameters, slowest, plan, m, framework.data_parallel_overlap)
                              : replicated_traffic(parameters, slowest, plan, m, framework.data_parallel_overlap);
  step.hidden_data_parallel = traffic.total - traffic.exposed;
  // What is hidden still slows the kernels it runs beside.
  step.data_parallel_slowdown =
      hardware::beside_collective_time(compute, step.hidden_data_parallel, habits[StepHabit::kBesideCollective]) -
      compute;
  step[StepPart::kDataParallel] = traffic.exposed + step.data_parallel_slowdown;
  step[StepPart::kOptimizer] = parameters.optimizer;
  step[StepPart::kOffload] += optimizer_copies(host, instance);
  step[StepPart::kStraggler] = straggler_share(habits, plan, instance) * step.total();
  step.bubble_fraction = step[StepPart::kPipelineBubble] / step.total();
  return step;
}

std::optional<StepTime> step_time(const Transformer& model, const StepSettings& settings,
                                  const hardware::Instance& instance, const FrameworkProfile& framework,
                                  const network::CollectiveProfile* profile) {
  const auto rates = step_rates(settings, instance, framework);
  if (!rates) return std::nullopt;
  const bool offloads = settings.plan.offload != model::Offload{};
  const model::HostMemoryUse host =
      offloads ? host_memory_use(model, memory_settings(settings, framework)) : model::HostMemoryUse{};
  const model::StageLayout layout = stage_layout(model, settings.plan, framework.layer_deal);
  return step_time(
      settings, instance, framework, layout, layer_set(model, settings, instance, framework, profile, *rates),
      parameter_work(model, settings, instance, framework, profile, *rates, fullest_rank(layout, settings.plan)),
      stage_send(model, settings, instance, framework, profile), host);
}

std::optional<StepTime> step_time(const StepJob& job) {
  return step_time(job.model, job.settings, job.instance, job.framework, job.collectives.get());
}

double straggler_share(const StepHabits& habits, const model::ParallelPlan& plan, const hardware::Instance& instance) {
  const double hosts = 1.0 * world_size(plan) * instance.hosts / instance.accelerators_per_node;
  return habits[StepHabit::kStraggler] * std::log2(std::max(1.0, hosts));
}

}  // namespace fmplan::sim
