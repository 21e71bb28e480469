#include "core/sim/step_time.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/network/rank_group.h"
#include "core/sim/layer_time.h"

namespace fmplan::sim {
namespace {

using model::ParallelPlan;
using model::Transformer;
using model::ZeroStage;
using network::Collective;
using network::RankGroup;

/// True if the last layer is a mixture of experts, and with it the blocks of the multi-token-prediction modules.
bool ends_with_mixture(const Transformer& model) { return is_moe_layer(model, model.num_layers - 1); }

/// Parameters on one accelerator of the stage that holds most, by which group reduces them.
struct LocalParameters {
  double dense = 0;
  double expert = 0;
};

LocalParameters local_parameters(const Transformer& model, const ParallelPlan& plan) {
  const model::ParameterCount count = count_parameters(model);
  const double per_mixture = model.moe ? model.moe->num_experts * static_cast<double>(count.expert) : 0;
  const double mtp_experts = ends_with_mixture(model) ? model.num_mtp_layers * per_mixture : 0;
  const double trunk_experts = num_moe_layers(model) * per_mixture;
  const double experts = trunk_experts + mtp_experts;
  const double first = static_cast<double>(count.embedding);
  const double last = static_cast<double>(count.head + count.mtp) - mtp_experts;
  const double body = static_cast<double>(count.total - count.embedding - count.head) - trunk_experts;
  // The first stage carries the embedding, the last the head and the MTP modules.
  const double ends = plan.pipeline == 1 ? first + last : std::max(first, last);
  return {.dense = (body / plan.pipeline + ends) / plan.tensor,
          .expert = experts / plan.pipeline / expert_tensor(plan) / plan.expert};
}

/// With adapters the rest of the model has neither gradients nor optimizer state.
LocalParameters trained_parameters(const Transformer& model, const StepSettings& settings,
                                   const LocalParameters& local) {
  if (settings.adapter_rank == 0) return local;
  const double layers = 1.0 * model.num_layers / settings.plan.pipeline;
  return {.dense = layers * settings.adapter_rank * adapted_width(model, settings.plan.tensor), .expert = 0};
}

/// Bytes an optimizer step reads and writes per parameter: gradient, master weight and state in, master weight, state
/// and 16-bit weight out.
double optimizer_bytes(model::Optimizer optimizer) {
  switch (optimizer) {
    case model::Optimizer::kAdam: return (4 + 4 + 8) + (4 + 8 + 2);
    case model::Optimizer::kAdamBf16Moments: return (4 + 4 + 4) + (4 + 4 + 2);
    case model::Optimizer::kAdam8bit: return (4 + 4 + 2) + (4 + 2 + 2);
    case model::Optimizer::kMuon:
    case model::Optimizer::kSgd: return (4 + 4 + 4) + (4 + 4 + 2);
  }
  return 0;
}

/// The weight-gradient products of each micro-batch read the running sum and write it back.  Fully sharded gradients
/// are reduced first, and what is left of them is small.
Seconds accumulation_time(const LocalParameters& local, const ParallelPlan& plan, const FrameworkProfile& framework,
                          const hardware::KernelRates& rates) {
  const double shard = plan.zero_stage == ZeroStage::kParameters ? shard_ranks(plan) : 1;
  return framework.habits[StepHabit::kAccumulation] *
         stream_time(rates, 2 * framework.gradient_bytes * (local.dense + local.expert) / shard * byte);
}

/// Forward-and-backward time of one micro-batch on one stage, by part.
struct StageTime {
  StepTime time;
  Seconds forward;
  Seconds backward;
};

void add_layers(StageTime& stage, const LayerTime& layer, double count) {
  const auto add = [&](StepPart part, Seconds forward, Seconds backward) {
    stage.time[part] += count * (forward + backward);
  };
  const PassTime& f = layer.forward;
  const PassTime& b = layer.backward;
  add(StepPart::kGemm, f.gemm, b.gemm);
  add(StepPart::kAttention, f.attention, b.attention);
  add(StepPart::kElementWise, f.element_wise, b.element_wise);
  add(StepPart::kLaunch, f.launch, b.launch);
  add(StepPart::kTensorParallel, f.tensor_parallel, b.tensor_parallel);
  add(StepPart::kContextParallel, f.context_parallel, b.context_parallel);
  add(StepPart::kExpertParallel, f.expert_parallel, b.expert_parallel);
  add(StepPart::kRecompute, Seconds{}, layer.recompute);
  stage.forward += count * f.total();
  stage.backward += count * (b.total() + layer.recompute);
}

/// Waits until the stage takes `floor`, smoothly as launch_wait() does.
void keep_above(StageTime& stage, Seconds floor) {
  const Seconds wait = launch_wait(stage.time.total(), floor);
  stage.time[StepPart::kLaunch] += wait;
  stage.backward += wait;
}

/// What a layer and micro-batch take at least, forward and backward, by what the framework waits for at each.
Seconds layer_floor(const ParallelPlan& plan, const hardware::Instance& instance, const StepHabits& habits) {
  double per_rank = 0;
  if (plan.pipeline > 1 && plan.tensor > 1 && world_size(plan) > instance.scale_up_domain)
    per_rank = habits[StepHabit::kStagePerTensorRank];
  if (plan.tensor > instance.scale_up_domain) per_rank = std::max(per_rank, habits[StepHabit::kAcrossPerTensorRank]);
  return per_rank * plan.tensor * second;
}

/// Layers of the mean model dealt to a stage; a mixture's share is the model's.
StageTime stage_time(const LayerTime& dense, const LayerTime& mixture, double mixture_share, double num_layers) {
  StageTime stage;
  add_layers(stage, dense, num_layers * (1 - mixture_share));
  add_layers(stage, mixture, num_layers * mixture_share);
  return stage;
}

struct DataParallelTime {
  Seconds total;
  Seconds exposed;
};

/// ZeRO 0: all-reduce of the gradients.  ZeRO 1, 2: reduce-scatter, then all-gather of 16-bit parameters.  They hide
/// behind the last micro-batch's backward and the first one's forward, save for one layer's share.
DataParallelTime gradient_traffic(const LocalParameters& local, const StepSettings& settings, const StageTime& stage,
                                  double layers, const hardware::Instance& instance,
                                  const network::CollectiveProfile* profile, const FrameworkProfile& framework) {
  const ParallelPlan& plan = settings.plan;
  const RankGroup dense(instance, plan.data * plan.context, plan.tensor, profile);
  const RankGroup expert(instance, expert_replicas(plan), expert_tensor(plan) * plan.expert, profile);
  Seconds gradients;
  Seconds parameters;
  for (const auto& [count, group] : {std::pair{local.dense, dense}, std::pair{local.expert, expert}}) {
    if (count <= 0) continue;
    const Bytes gradient = framework.gradient_bytes * count * byte;
    if (plan.zero_stage == ZeroStage::kNone) {
      gradients += group.time(Collective::kAllReduce, gradient);
    } else {
      gradients += group.time(Collective::kReduceScatter, gradient);
      parameters += group.time(Collective::kAllGather, 2 * count * byte);
    }
  }
  gradients = framework.habits[StepHabit::kDataParallel] * gradients;
  parameters = framework.habits[StepHabit::kDataParallel] * parameters;
  // An interleaved stage has done with all but its last chunk while p micro-batches still pass through that one.
  const double v = plan.virtual_pipeline;
  const double window = v == 1 ? 1 : std::max(1.0, std::min(num_micro_batches(settings), plan.pipeline) * (v - 1) / v);
  const auto exposed = [&](Seconds traffic, Seconds compute) {
    return std::max(traffic / layers, traffic - framework.data_parallel_overlap * window * compute);
  };
  return {.total = gradients + parameters,
          .exposed = exposed(gradients, stage.backward) + exposed(parameters, stage.forward)};
}

/// ZeRO 3 / FSDP: parameters are gathered for each forward and each backward pass and gradients scattered after it,
/// layer by layer, for every micro-batch.
DataParallelTime sharded_traffic(const LocalParameters& local, const LocalParameters& trained,
                                 const StepSettings& settings, const StageTime& stage, double layers, int num_batches,
                                 const hardware::Instance& instance, const network::CollectiveProfile* profile,
                                 const FrameworkProfile& framework) {
  const ParallelPlan& plan = settings.plan;
  const int shards = shard_ranks(plan);
  const RankGroup dense(instance, shards, plan.tensor, profile);
  // Experts are sharded over the ranks that share them only.
  const RankGroup expert(instance, std::min(shards, expert_replicas(plan)), expert_tensor(plan) * plan.expert, profile);
  const auto traffic = [&](Collective collective, const LocalParameters& count, double bytes) {
    const double slower = framework.habits[StepHabit::kDataParallel] * layers;
    return slower * (dense.time(collective, bytes * count.dense / layers * byte) +
                     expert.time(collective, bytes * count.expert / layers * byte));
  };
  const Seconds gather = traffic(Collective::kAllGather, local, 2);
  const Seconds scatter = traffic(Collective::kReduceScatter, trained, framework.gradient_bytes);
  const double overlap = framework.data_parallel_overlap;
  const Seconds exposed = std::max(gather / layers, gather - overlap * stage.forward) +
                          std::max(scatter / layers, gather + scatter - overlap * stage.backward);
  // Between groups of shards the sums of gradients are reduced once a step, beside the last backward pass.
  const int copies = plan.data * plan.context / shards;
  Seconds between;
  if (copies > 1)
    between =
        RankGroup(instance, copies, plan.tensor * shards, profile)
            .time(Collective::kAllReduce, framework.gradient_bytes * (trained.dense + trained.expert) / shards * byte);
  return {.total = num_batches * (2 * gather + scatter) + between,
          .exposed = num_batches * exposed + std::max(between / layers, between - overlap * stage.backward)};
}

/// Activations cross p − 1 boundaries on the way in and gradients p − 1 on the way out.  Between micro-batches in
/// steady state, 1F1B waits for one send each way; interleaving hides the payload behind the other chunks, but pays the
/// latency of v times as many.
Seconds pipeline_transfer_time(const Transformer& model, const StepSettings& settings, double tokens, int num_batches,
                               const hardware::Instance& instance, const network::CollectiveProfile* profile) {
  const ParallelPlan& plan = settings.plan;
  if (plan.pipeline == 1) return Seconds{};
  const RankGroup stages(instance, plan.pipeline, plan.tensor * plan.context * plan.data, profile);
  const Bytes message = 2 * tokens * model.hidden_size / plan.tensor * byte;
  const Seconds one = stages.time(Collective::kSendReceive, message);
  const double fill_and_drain = 2.0 * (plan.pipeline - 1);
  const Seconds latency = stages.time(Collective::kSendReceive, Bytes{});
  const Seconds steady = plan.virtual_pipeline == 1 ? one : plan.virtual_pipeline * latency;
  return fill_and_drain * one + 2.0 * num_batches * steady;
}

}  // namespace

std::string_view step_part_name(StepPart part) {
  static constexpr std::string_view kNames[kNumStepParts] = {"gemm",
                                                             "attention",
                                                             "element_wise",
                                                             "recompute",
                                                             "gradient_accumulation",
                                                             "head_and_loss",
                                                             "launch",
                                                             "tensor_parallel",
                                                             "context_parallel",
                                                             "expert_parallel",
                                                             "pipeline_bubble",
                                                             "pipeline_transfer",
                                                             "data_parallel",
                                                             "optimizer",
                                                             "straggler"};
  return kNames[static_cast<std::size_t>(part)];
}

std::string_view precision_name(model::Precision precision) {
  switch (precision) {
    case model::Precision::kBf16: return "bf16";
    case model::Precision::kFp16: return "fp16";
    case model::Precision::kFp8: return "fp8";
    case model::Precision::kFp4: return "fp4";
    case model::Precision::kFp32: return "fp32";
  }
  return "";
}

Seconds StepTime::total() const {
  Seconds sum;
  for (const Seconds part : parts) sum += part;
  return sum;
}

int num_micro_batches(const StepSettings& settings) {
  return settings.global_batch_size / (settings.plan.data * settings.plan.micro_batch_size);
}

std::optional<StepTime> step_time(const Transformer& model, const StepSettings& settings,
                                  const hardware::Instance& instance, const FrameworkProfile& framework,
                                  const network::CollectiveProfile* profile) {
  const ParallelPlan& plan = settings.plan;
  const auto linear =
      kernel_rates(instance.accelerator, std::string(precision_name(settings.precision)), framework.attention_library);
  const auto sixteen = settings.precision == model::Precision::kFp8 || settings.precision == model::Precision::kFp4
                           ? kernel_rates(instance.accelerator, "bf16", framework.attention_library)
                           : linear;
  if (!linear || !sixteen) return std::nullopt;

  const LayerContext context{
      .linear = *linear,
      .sixteen = *sixteen,
      .tensor = RankGroup(instance, plan.tensor, 1, profile),
      .context = RankGroup(instance, plan.context, plan.tensor, profile),
      .expert = RankGroup(instance, plan.expert, expert_tensor(plan), profile),
      .expert_domains = std::max(1.0, 1.0 * plan.expert * expert_tensor(plan) / instance.scale_up_domain),
      .tokens = 1.0 * plan.micro_batch_size * settings.sequence_length / plan.context};
  const double mixture_share = 1.0 * num_moe_layers(model) / model.num_layers;
  const LayerTime dense = mixture_share < 1 ? layer_time(model, false, settings, context, framework) : LayerTime{};
  const LayerTime mixture = mixture_share > 0 ? layer_time(model, true, settings, context, framework) : LayerTime{};
  const LayerTime module = prediction_module_time(model, ends_with_mixture(model) ? mixture : dense, settings, context);
  const Seconds head =
      framework.habits[StepHabit::kHead] * (1 + model.num_mtp_layers) * head_time(model, settings, context);

  // Whole layers per stage; where they do not divide, the last stage has fewer and may so make room for the head.
  const int most = model::layers_per_stage(model.num_layers, plan.pipeline);
  const int fewest = plan.pipeline == 1 ? most : std::max(0, model.num_layers - (plan.pipeline - 1) * most);
  StageTime inner = stage_time(dense, mixture, mixture_share, most);
  StageTime last = stage_time(dense, mixture, mixture_share, fewest);
  add_layers(last, module, model.num_mtp_layers);
  const StepHabits& habits = framework.habits;
  const Seconds floor = layer_floor(plan, instance, habits);
  keep_above(inner, most * floor);
  keep_above(last, fewest * floor);
  const Seconds inner_total = inner.time.total();
  const Seconds last_total = last.time.total() + head;
  const bool head_binds = last_total >= inner_total;

  const int m = num_micro_batches(settings);
  StepTime step;
  step.num_micro_batches = m;
  const StageTime& slowest = head_binds ? last : inner;
  for (std::size_t part = 0; part < kNumStepParts; ++part) step.parts[part] = m * slowest.time.parts[part];
  if (head_binds) step[StepPart::kHead] = m * head;
  const Seconds between = habits[StepHabit::kHostPerMicroBatch] * second;
  step[StepPart::kLaunch] += m * between + habits[StepHabit::kHostPerStep] * second;

  const LocalParameters local = local_parameters(model, plan);
  const LocalParameters trained = trained_parameters(model, settings, local);
  const Seconds accumulation = accumulation_time(trained, plan, framework, *sixteen);
  step[StepPart::kGradientAccumulation] = m * accumulation;

  StageTime mean = stage_time(dense, mixture, mixture_share, 1.0 * model.num_layers / plan.pipeline);
  add_layers(mean, module, 1.0 * model.num_mtp_layers / plan.pipeline);
  keep_above(mean, 1.0 * model.num_layers / plan.pipeline * floor);
  const Seconds mean_total = mean.time.total() + accumulation + head / plan.pipeline + between;
  step[StepPart::kPipelineBubble] =
      habits[StepHabit::kBubble] * (plan.pipeline - 1.0) / plan.virtual_pipeline * mean_total;
  step[StepPart::kPipelineTransfer] = habits[StepHabit::kPipelineTransfer] *
                                      pipeline_transfer_time(model, settings, context.tokens, m, instance, profile);

  const Seconds compute = m * (slowest.forward + slowest.backward);
  const DataParallelTime traffic =
      plan.zero_stage == ZeroStage::kParameters
          ? sharded_traffic(local, trained, settings, slowest, most, m, instance, profile, framework)
          : gradient_traffic(trained, settings, slowest, most, instance, profile, framework);
  step[StepPart::kDataParallel] = traffic.exposed;
  step.hidden_data_parallel = traffic.total - traffic.exposed;
  // What is hidden still slows the kernels it runs beside.
  step.data_parallel_slowdown =
      hardware::beside_collective_time(compute, step.hidden_data_parallel, habits[StepHabit::kBesideCollective]) -
      compute;
  step[StepPart::kDataParallel] = traffic.exposed + step.data_parallel_slowdown;

  const double shard = plan.zero_stage == ZeroStage::kNone ? 1 : shard_ranks(plan);
  const double expert_shard = plan.zero_stage == ZeroStage::kNone ? 1 : std::min(shard, 1.0 * expert_replicas(plan));
  step[StepPart::kOptimizer] = stream_time(
      *sixteen, optimizer_bytes(settings.optimizer) * (trained.dense / shard + trained.expert / expert_shard) * byte);
  const double nodes = 1.0 * world_size(plan) / instance.accelerators_per_node;
  step[StepPart::kStraggler] = habits[StepHabit::kStraggler] * std::log2(std::max(1.0, nodes)) * step.total();
  step.bubble_fraction = step[StepPart::kPipelineBubble] / step.total();
  return step;
}

std::optional<StepTime> step_time(const StepJob& job) {
  return step_time(job.model, job.settings, job.instance, job.framework, job.collectives ? &*job.collectives : nullptr);
}

}  // namespace fmplan::sim
