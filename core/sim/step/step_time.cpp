#include "core/sim/step/step_time.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/model/schedule_laws.h"
#include "core/sim/step/step_parts.h"

namespace fmplan::sim {
namespace {

using model::ParallelPlan;
using model::Transformer;
using model::ZeroStage;

model::RankPasses passes_of(const StageWork& stage, int num_ranks) {
  return {.num_ranks = num_ranks,
          .forward = stage.forward,
          .backward = stage.backward,
          .weight_gradient = stage.weight_gradient};
}

/// Where chunks of a stage run one after the other, the first rank waits between two chunks until the last one has sent
/// it the first micro-batch of the earlier: round the ring of p ranks in the time of `passes` of its own.  Of the wait
/// for passes it is bubble, for sends it is transfer.
struct RingWait {
  Seconds bubble;
  Seconds transfer;
};
RingWait ring_wait(const StageWork& stage, const ParallelPlan& plan, int num_batches, Seconds payload) {
  if (plan.virtual_pipeline == 1) return {};
  const double p = plan.pipeline, v = plan.virtual_pipeline;
  // Interleaved stages take p micro-batches of a chunk before the next, if there are so many; breadth-first ones all.
  const bool all = schedule_law(plan.schedule).chunk_by_chunk || num_batches < p;
  const double passes = all ? num_batches : p;
  RingWait wait;
  for (const Seconds pass : {stage.forward / v, stage.backward / v}) {
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

struct Traffic {
  Seconds total;
  Seconds exposed;
};

/// Of `traffic` in `pieces`, what `compute` does not hide: one piece at least.
Seconds exposed(Seconds traffic, double pieces, Seconds compute) {
  return std::max(traffic / pieces, traffic - compute);
}

/// Gradients hide behind the last micro-batch's backward pass, those that ZeRO 2 scatters after each micro-batch behind
/// that one's; parameters hide behind the first one's forward pass.  One layer's share of each stays exposed.
Traffic replicated_traffic(const ParameterWork& work, const StageWork& stage, const ParallelPlan& plan, double layers,
                           int num_batches, double overlap) {
  // A stage of several chunks has done with all but its last one while micro-batches still pass through that: p of them
  // if interleaved, all if breadth-first.
  const double v = plan.virtual_pipeline;
  const double passing =
      schedule_law(plan.schedule).chunk_by_chunk ? num_batches : std::min(num_batches, plan.pipeline);
  const double window = overlap * (v == 1 ? 1 : std::max(1.0, passing * (v - 1) / v));
  const bool each = plan.zero_stage == ZeroStage::kGradients;
  const double times = each ? num_batches : 1;
  const auto open = [layers](Seconds traffic, bool hides, Seconds compute) {
    return hides ? exposed(traffic, layers, compute) : traffic;
  };
  const bool hides_gradients = plan.overlap.gradients;
  return {.total = times * work.gradients + work.between + work.parameters,
          .exposed = times * open(work.gradients, hides_gradients, (each ? overlap : window) * stage.backward) +
                     open(work.between, hides_gradients, window * stage.backward) +
                     open(work.parameters, plan.overlap.parameters, window * stage.forward)};
}

/// ZeRO 3 / FSDP: parameters are gathered for each forward and each backward pass and gradients scattered after it,
/// layer by layer, for every micro-batch; breadth-first schedules pass all micro-batches through a layer at a time, and
/// so do it once.  Between groups of shards the sums of gradients are reduced once a step, beside the last backward
/// pass.
Traffic sharded_traffic(const ParameterWork& work, const StageWork& stage, const ParallelPlan& plan, double layers,
                        int num_batches, double overlap) {
  const bool once = schedule_law(plan.schedule).chunk_by_chunk;
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

StepTime step_time(const Transformer& model, const StepSettings& settings, const hardware::Instance& instance,
                   const FrameworkProfile& framework, const LayerSet& layers, const ParameterWork& parameters,
                   const StageSend& send, const model::HostMemoryUse& host) {
  const ParallelPlan& plan = settings.plan;
  const StepHabits& habits = framework.habits;
  const int m = num_micro_batches(settings), p = plan.pipeline;
  const StageLoads loads = stage_loads(model, plan);
  const StageWork inner = stage_work(layers, parameters, loads.inner, host, plan, instance, habits);
  const StageWork last = stage_work(layers, parameters, loads.last, host, plan, instance, habits);

  // Stages at the ends send one way only.
  const bool blocking = sends_block(plan);
  const Seconds one_way = blocking ? send.whole : plan.virtual_pipeline * send.latency;
  const Seconds inner_sends = (blocking && p == 2 ? 1 : 2) * one_way;
  const Seconds last_sends = (blocking ? 1 : 2) * one_way;
  const Seconds inner_time = inner.forward + inner.backward, last_time = last.forward + last.backward;
  const bool last_is_slowest = p == 1 || last_time + last_sends >= inner_time + inner_sends;
  const StageWork& slowest = last_is_slowest ? last : inner;

  StepTime step;
  step.num_micro_batches = m;
  for (std::size_t part = 0; part < kNumStepParts; ++part) step.parts[part] = m * slowest.time.parts[part];
  step[StepPart::kLaunch] += habits[StepHabit::kHostPerStep] * second;
  step[StepPart::kExpertParallel] -= hidden_expert_exchange(slowest, plan, m);
  if (p > 1) {
    const std::array<model::RankPasses, 2> runs = {passes_of(inner, p - loads.num_last),
                                                   passes_of(last, loads.num_last)};
    step[StepPart::kPipelineBubble] = schedule_law(plan.schedule)
                                          .bubble({.runs = runs,
                                                   .slowest = last_is_slowest ? std::size_t{1} : std::size_t{0},
                                                   .virtual_pipeline = plan.virtual_pipeline,
                                                   .num_micro_batches = m});
    // The first micro-batch crosses every boundary both ways; the first stage sends one way only.
    const double spared = blocking && !last_is_slowest && p > 2 && m > 1 ? 1 : 0;
    step[StepPart::kPipelineTransfer] =
        (2.0 * (p - 1) - spared) * send.whole + (m - 1.0) * (last_is_slowest ? last_sends : inner_sends);
    const RingWait ring = ring_wait(inner, plan, m, send.whole - send.latency);
    step[StepPart::kPipelineBubble] += ring.bubble;
    step[StepPart::kPipelineTransfer] += ring.transfer;
  }

  const Seconds compute = m * (slowest.forward + slowest.backward);
  const Traffic traffic =
      plan.zero_stage == ZeroStage::kParameters
          ? sharded_traffic(parameters, slowest, plan, loads.inner.layers, m, framework.data_parallel_overlap)
          : replicated_traffic(parameters, slowest, plan, loads.inner.layers, m, framework.data_parallel_overlap);
  step.hidden_data_parallel = traffic.total - traffic.exposed;
  // What is hidden still slows the kernels it runs beside.
  step.data_parallel_slowdown =
      hardware::beside_collective_time(compute, step.hidden_data_parallel, habits[StepHabit::kBesideCollective]) -
      compute;
  step[StepPart::kDataParallel] = traffic.exposed + step.data_parallel_slowdown;
  step[StepPart::kOptimizer] = parameters.optimizer;
  step[StepPart::kOffload] += optimizer_copies(host, instance);
  const double nodes = 1.0 * world_size(plan) / instance.accelerators_per_node;
  step[StepPart::kStraggler] = habits[StepHabit::kStraggler] * std::log2(std::max(1.0, nodes)) * step.total();
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
  return step_time(model, settings, instance, framework,
                   layer_set(model, settings, instance, framework, profile, *rates),
                   parameter_work(model, settings, instance, framework, profile, *rates),
                   stage_send(model, settings, instance, framework, profile), host);
}

std::optional<StepTime> step_time(const StepJob& job) {
  return step_time(job.model, job.settings, job.instance, job.framework, job.collectives ? &*job.collectives : nullptr);
}

}  // namespace fmplan::sim
