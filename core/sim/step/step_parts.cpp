#include "core/sim/step/step_parts.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/model/schedule_laws.h"
#include "core/network/rank_group.h"
#include "core/sim/step/offload_time.h"

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

void add_layers(StageWork& stage, const LayerTime& layer, double count) {
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
  stage.weight_gradient += count * layer.weight_gradient;
}

/// Waits until the stage takes `floor`, smoothly as launch_wait() does.
void keep_above(StageWork& stage, Seconds floor) {
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

BytesPerSecond host_rate(const hardware::Instance& instance) {
  return instance.host_link->efficiency * instance.host_link->bandwidth;
}

/// Traffic of one group of ranks with `count` parameters.
struct GroupTraffic {
  Seconds gradients;
  Seconds parameters;
};

/// ZeRO 0: all-reduce of the gradients.  ZeRO 1 to 3: reduce-scatter, and all-gather of 16-bit parameters.
GroupTraffic group_traffic(const RankGroup& group, ZeroStage zero_stage, double gathered, Bytes gradient) {
  if (zero_stage == ZeroStage::kNone)
    return {.gradients = group.time(Collective::kAllReduce, gradient), .parameters = {}};
  return {.gradients = group.time(Collective::kReduceScatter, gradient),
          .parameters = group.time(Collective::kAllGather, 2 * gathered * byte)};
}

}  // namespace

std::optional<StepRates> step_rates(const StepSettings& settings, const hardware::Instance& instance,
                                    const FrameworkProfile& framework) {
  const auto linear =
      kernel_rates(instance.accelerator, std::string(precision_name(settings.precision)), framework.attention_library);
  const bool narrow = settings.precision == model::Precision::kFp8 || settings.precision == model::Precision::kFp4;
  const auto sixteen = narrow ? kernel_rates(instance.accelerator, "bf16", framework.attention_library) : linear;
  if (!linear || !sixteen) return std::nullopt;
  return StepRates{*linear, *sixteen};
}

LayerSet layer_set(const Transformer& model, const StepSettings& settings, const hardware::Instance& instance,
                   const FrameworkProfile& framework, const network::CollectiveProfile* profile,
                   const StepRates& rates) {
  const ParallelPlan& plan = settings.plan;
  const LayerContext context{
      .linear = rates.linear,
      .sixteen = rates.sixteen,
      .tensor = RankGroup(instance, plan.tensor, 1, profile),
      .context = RankGroup(instance, plan.context, plan.tensor, profile),
      .expert = RankGroup(instance, plan.expert, expert_tensor(plan), profile),
      .expert_domains = std::max(1.0, 1.0 * plan.expert * expert_tensor(plan) / instance.scale_up_domain),
      .tokens = 1.0 * plan.micro_batch_size * settings.sequence_length / plan.context};
  LayerSet set;
  set.tokens = context.tokens;
  set.mixture_share = 1.0 * num_moe_layers(model) / model.num_layers;
  if (set.mixture_share < 1) set.dense = layer_time(model, false, settings, context, framework);
  if (set.mixture_share > 0) set.mixture = layer_time(model, true, settings, context, framework);
  if (model.num_mtp_layers > 0)
    set.module = prediction_module_time(model, ends_with_mixture(model) ? set.mixture : set.dense, settings, context);
  set.head = framework.habits[StepHabit::kHead] * (1 + model.num_mtp_layers) * head_time(model, settings, context);
  return set;
}

ParameterGroups parameter_groups(const ParallelPlan& plan) {
  // DualPipe keeps two copies of the parameters in a pipeline: each rank has two stages' worth, in twice as many
  // replicas.
  const int copies = keeps_two_copies(plan) ? 2 : 1;
  const int all = plan.data * plan.context;
  const int replicas = plan.zero_stage == ZeroStage::kNone ? all : shard_ranks(plan);
  // Experts are sharded, and their gradients reduced, over the ranks that share them only.
  const bool among_shards = plan.zero_stage == ZeroStage::kParameters || replicas < all;
  const int sharing = among_shards ? std::min(replicas, expert_replicas(plan)) : expert_replicas(plan);
  return {.dense = {copies * replicas, plan.tensor},
          .expert = {copies * sharing, expert_tensor(plan) * plan.expert},
          .between = {all / replicas, plan.tensor * replicas}};
}

ParameterWork parameter_work(const Transformer& model, const StepSettings& settings, const hardware::Instance& instance,
                             const FrameworkProfile& framework, const network::CollectiveProfile* profile,
                             const StepRates& rates) {
  const ParallelPlan& plan = settings.plan;
  const bool sharded = plan.zero_stage == ZeroStage::kParameters;
  const LocalParameters local = local_parameters(model, plan);
  const LocalParameters trained = trained_parameters(model, settings, local);
  const int copies = keeps_two_copies(plan) ? 2 : 1;
  ParameterWork work;
  work.accumulation = accumulation_time(trained, plan, framework, rates.sixteen);

  const double shard = plan.zero_stage == ZeroStage::kNone ? 1 : shard_ranks(plan);
  const double expert_shard = plan.zero_stage == ZeroStage::kNone ? 1 : std::min(shard, 1.0 * expert_replicas(plan));
  work.optimizer = stream_time(rates.sixteen, optimizer_bytes(settings.optimizer) *
                                                  (trained.dense / shard + trained.expert / expert_shard) * byte);

  const ParameterGroups groups = parameter_groups(plan);
  // Fully sharded layers are gathered and scattered one by one.
  const double pieces = sharded ? model::layers_per_stage(model.num_layers, plan.pipeline) : 1;
  const double slower = framework.habits[StepHabit::kDataParallel];
  const auto time_of = [&](double held, double learning, const StridedRanks& ranks) -> GroupTraffic {
    if ((sharded ? held : learning) <= 0) return {};
    const GroupTraffic one = group_traffic(RankGroup(instance, ranks.num_ranks, ranks.stride, profile), plan.zero_stage,
                                           copies * (sharded ? held : learning) / pieces,
                                           framework.gradient_bytes * copies * learning / pieces * byte);
    return {.gradients = slower * pieces * one.gradients, .parameters = slower * pieces * one.parameters};
  };
  const GroupTraffic dense = time_of(local.dense, trained.dense, groups.dense);
  const GroupTraffic expert = time_of(local.expert, trained.expert, groups.expert);
  work.gradients = dense.gradients + expert.gradients;
  work.parameters = dense.parameters + expert.parameters;
  work.expert_gradients = expert.gradients;
  work.expert_parameters = expert.parameters;
  const StridedRanks& between = groups.between;
  if (between.num_ranks > 1)
    work.between = RankGroup(instance, between.num_ranks, between.stride, profile)
                       .time(Collective::kAllReduce,
                             framework.gradient_bytes * (trained.dense + trained.expert) / shard_ranks(plan) * byte);
  return work;
}

StageSend stage_send(const Transformer& model, const StepSettings& settings, const hardware::Instance& instance,
                     const FrameworkProfile& framework, const network::CollectiveProfile* profile) {
  const ParallelPlan& plan = settings.plan;
  if (plan.pipeline == 1) return {};
  const double slower = framework.habits[StepHabit::kPipelineTransfer];
  const double tokens = 1.0 * plan.micro_batch_size * settings.sequence_length / plan.context;
  const RankGroup stages(instance, plan.pipeline, plan.tensor * plan.context * plan.data, profile);
  return {.whole = slower * stages.time(Collective::kSendReceive, 2 * tokens * model.hidden_size / plan.tensor * byte),
          .latency = slower * stages.time(Collective::kSendReceive, Bytes{})};
}

StageWork stage_work(const LayerSet& set, const ParameterWork& parameters, const StageLoad& load,
                     const model::HostMemoryUse& host, const ParallelPlan& plan, const hardware::Instance& instance,
                     const StepHabits& habits) {
  StageWork stage;
  add_layers(stage, set.dense, load.layers * (1 - set.mixture_share));
  add_layers(stage, set.mixture, load.layers * set.mixture_share);
  if (load.modules > 0) add_layers(stage, set.module, load.modules);
  keep_above(stage, load.layers * layer_floor(plan, instance, habits));
  // Of the backward products, one in two makes the gradients of weights; of the head's three, one goes forward.
  stage.weight_gradient += parameters.accumulation + load.heads * set.head / 3;
  stage.time[StepPart::kHead] = load.heads * set.head;
  stage.forward += load.heads * set.head / 3;
  stage.backward += load.heads * 2 * set.head / 3;
  stage.time[StepPart::kGradientAccumulation] = parameters.accumulation;
  stage.backward += parameters.accumulation;
  const Seconds between = habits[StepHabit::kHostPerMicroBatch] * second;
  stage.time[StepPart::kLaunch] += between;
  stage.forward += between;
  if (host.activations_per_micro_batch > Bytes{}) {
    const ExposedOffload copies =
        activation_offload_time(host.activations_per_micro_batch, host_rate(instance), stage.forward, stage.backward);
    stage.time[StepPart::kOffload] = copies.total();
    stage.forward += copies.forward;
    stage.backward += copies.backward;
  }
  return stage;
}

StageLoads stage_loads(const Transformer& model, const ParallelPlan& plan) {
  const int most = model::layers_per_stage(model.num_layers, plan.pipeline);
  const int fewest = plan.pipeline == 1 ? most : std::max(0, model.num_layers - (plan.pipeline - 1) * most);
  const double modules = model.num_mtp_layers;
  if (keeps_two_copies(plan))
    return {.inner = {.layers = 1.0 * most},
            .last = {.layers = (most + fewest) / 2.0, .modules = modules / 2, .heads = 0.5},
            .num_last = 2};
  return {.inner = {.layers = 1.0 * most}, .last = {.layers = 1.0 * fewest, .modules = modules, .heads = 1}};
}

Seconds optimizer_copies(const model::HostMemoryUse& host, const hardware::Instance& instance) {
  return host.optimizer > Bytes{} ? optimizer_offload_time(host.optimizer, host_rate(instance)) : Seconds{};
}

bool sends_block(const ParallelPlan& plan) {
  return plan.virtual_pipeline == 1 && schedule_law(plan.schedule).waits_for_sends;
}

}  // namespace fmplan::sim
