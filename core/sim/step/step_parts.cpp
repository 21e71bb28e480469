#include "core/sim/step/step_parts.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/model/adapters.h"
#include "core/model/recomputation.h"
#include "core/model/schedule_laws.h"
#include "core/network/rank_group.h"
#include "core/sim/step/expert_exchange.h"
#include "core/sim/step/muon_time.h"
#include "core/sim/step/offload_time.h"

namespace fmplan::sim {
namespace {

using model::ParallelPlan;
using model::Transformer;
using model::ZeroStage;
using network::Collective;
using network::RankGroup;

/// Parameters on one accelerator, by which group reduces them.
struct LocalParameters {
  double dense = 0;
  double expert = 0;
};

LocalParameters local_parameters(const FullestRank& rank, const ParallelPlan& plan) {
  return {.dense = rank.dense_parameters / plan.tensor,
          .expert = rank.expert_parameters / expert_tensor(plan) / plan.expert};
}

/// With adapters the rest of the model has neither gradients nor optimizer state.
LocalParameters trained_parameters(const Transformer& model, const StepSettings& settings, const FullestRank& rank,
                                   const LocalParameters& local) {
  if (settings.adapter_rank == 0) return local;
  const double width = model::mean_adapted_width(model, settings.plan.tensor, settings.adapter_targets);
  return {.dense = rank.layers * settings.adapter_rank * width, .expert = 0};
}

/// Bytes an optimizer step reads and writes per parameter: gradient, master weight and state in, master weight, state
/// and 16-bit weight out; without a master gradient, weight and state in, weight and state out, all of 16 bits.
double optimizer_bytes(model::Optimizer optimizer, model::WeightStorage weights) {
  if (weights == model::WeightStorage::kComputeCopyOnly) {
    const auto held = model::static_bytes_per_parameter(model::Precision::kBf16, optimizer,
                                                        model::GradientStorage::kByPrecision, weights);
    return held.gradients + 2 * (held.weights + held.optimizer);
  }
  switch (optimizer) {
    case model::Optimizer::kAdam: return (4 + 4 + 8) + (4 + 8 + 2);
    case model::Optimizer::kAdamBf16Moments: return (4 + 4 + 4) + (4 + 4 + 2);
    case model::Optimizer::kAdam8bit: return (4 + 4 + 2) + (4 + 2 + 2);
    case model::Optimizer::kMuon:
    case model::Optimizer::kSgd: return (4 + 4 + 4) + (4 + 4 + 2);
  }
  return 0;
}

/// Of one element, when gradients are added up and reduced: fp32 has no narrower ones.
double gradient_bytes(const StepSettings& settings, const FrameworkProfile& framework) {
  return settings.precision == model::Precision::kFp32 ? 4 : framework.gradient_bytes;
}

/// The weight-gradient products of each micro-batch read the running sum and write it back.  Gradients that are
/// scattered after each are reduced first, and what is left of them is small.
Seconds accumulation_time(const LocalParameters& local, const StepSettings& settings, const FrameworkProfile& framework,
                          const hardware::KernelRates& rates) {
  const ParallelPlan& plan = settings.plan;
  const bool scatters = scatters_each_micro_batch(plan);
  const double kept =
      scatters ? local.dense / shard_ranks(plan) + local.expert / expert_shard_ranks(plan) : local.dense + local.expert;
  const double bytes =
      framework.accumulation_bytes > 0 ? framework.accumulation_bytes : 2 * gradient_bytes(settings, framework);
  return framework.habits[StepHabit::kAccumulation] * stream_time(rates, bytes * kept * byte);
}

/// `again` of them are computed again.
void add_layers(StageWork& stage, const LayerTime& layer, double count, double again) {
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
  stage.time[StepPart::kRecompute] += again * layer.recompute;
  stage.forward += count * f.total();
  stage.backward += count * b.total() + again * layer.recompute;
  stage.weight_gradient += count * layer.weight_gradient;
}

/// Of the layers of a stage, those that are computed again; all where none is, for that takes no time.
double share_again(const StageLoad& load, const ParallelPlan& plan) {
  if (plan.recompute.method != model::RecomputeMethod::kBlock) return 1;
  const double chunks = load.of_rank * (plan.pipeline > 1 ? plan.virtual_pipeline : 1);
  return recomputed_share(plan.recompute, load.num_layers() + load.modules, chunks);
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

/// Muon's matrices are whole on the rank that orthogonalises them: tensor ranks and those among which state is sharded
/// share them out, and gather their momentum in 16 bits before [Liu et al. 2025, arXiv:2502.16982, §2.3].
struct MuonTime {
  Seconds products;
  Seconds gathering;
};
MuonTime muon_time(const Transformer& model, const ParallelPlan& plan, const hardware::Instance& instance,
                   const network::CollectiveProfile* profile, const StepRates& rates, const FullestRank& rank) {
  const MuonWork work = muon_work(model, rates.sixteen);
  const double shards = plan.zero_stage == ZeroStage::kNone ? 1 : shard_ranks(plan);
  const double expert_shards = plan.zero_stage == ZeroStage::kNone ? 1 : expert_shard_ranks(plan);
  const double dense = rank.layers * work.dense_parameters_per_layer / plan.tensor;
  const double expert = rank.expert_parameters / expert_tensor(plan) / plan.expert;
  MuonTime time;
  time.products =
      rank.layers / (plan.tensor * shards) * work.dense_layer + expert / expert_shards * work.expert_parameter;
  const auto gather = [&](double parameters, const StridedRanks& ranks) {
    return ranks.num_ranks > 1 && parameters > 0
               ? RankGroup(instance, ranks.num_ranks, ranks.stride, profile, world_size(plan))
                     .time(Collective::kAllGather, 2 * parameters * byte)
               : Seconds{};
  };
  const ParameterGroups groups = parameter_groups(plan);
  if (shards > 1) time.gathering += gather(dense, groups.dense);
  if (expert_shards > 1) time.gathering += gather(expert, groups.expert);
  // A rank's share of all matrices comes in from the tensor ranks that hold their parts.
  time.gathering += gather(dense / shards, {plan.tensor, 1});
  return time;
}

BytesPerSecond host_rate(const hardware::Instance& instance) {
  return instance.host_link->efficiency * instance.host_link->bandwidth;
}

/// Traffic of one group of ranks with `count` parameters.
struct GroupTraffic {
  Seconds gradients;
  Seconds parameters;
};

/// Whether weights are gathered as they were quantised: primary ones of 8 bits, but MXFP8's are gathered in 16 bits and
/// quantised where they arrive, row- and column-wise [Megatron Core, reuse_grad_buf_for_mxfp8_param_ag].
bool gathers_quantised(const StepSettings& settings, const FrameworkProfile& framework) {
  const bool has_scales_beside = settings.recipe != model::ScalingRecipe::kMxfp8;
  return settings.precision == model::Precision::kFp8 && has_scales_beside && settings.adapter_rank == 0 &&
         framework.memory.quantised_primary_weights;
}

/// Bytes of a weight of the layers that is gathered.
double gathered_bytes(const StepSettings& settings, const FrameworkProfile& framework) {
  const bool four_bits = settings.adapter_rank > 0 && settings.frozen_weights == model::FrozenWeights::kNf4;
  if (four_bits && settings.plan.zero_stage == ZeroStage::kParameters) return model::kNf4Bytes;
  return gathers_quantised(settings, framework) ? model::quantised_bytes(settings.recipe)
                                                : element_bytes(settings.precision);
}

/// ZeRO 0: all-reduce of the gradients.  ZeRO 1 to 3: reduce-scatter, and all-gather of parameters.
GroupTraffic group_traffic(const RankGroup& group, ZeroStage zero_stage, Bytes gathered, Bytes gradient) {
  if (zero_stage == ZeroStage::kNone)
    return {.gradients = group.time(Collective::kAllReduce, gradient), .parameters = {}};
  return {.gradients = group.time(Collective::kReduceScatter, gradient),
          .parameters = group.time(Collective::kAllGather, gathered)};
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
  LayerContext context{
      .linear = rates.linear,
      .sixteen = rates.sixteen,
      .tensor = RankGroup(instance, plan.tensor, 1, profile, world_size(plan)),
      .context = RankGroup(instance, plan.context, plan.tensor, profile, world_size(plan)),
      .expert = RankGroup(instance, plan.expert, expert_tensor(plan), profile, world_size(plan)),
      .expert_domains = std::max(1.0, 1.0 * plan.expert * expert_tensor(plan) / instance.scale_up_domain),
      .exchange_wait = exchange_wait(plan, instance),
      .host_slowness = instance.accelerator.host_slowness,
      .tokens = 1.0 * plan.micro_batch_size * settings.sequence_length / plan.context};
  add_expert_stages(context, plan, instance, profile);
  LayerSet set;
  set.tokens = context.tokens;
  const auto kinds = layers_by_kind(model);
  for (std::size_t kind = 0; kind < model::kNumLayerKinds; ++kind)
    if (kinds[kind] > 0)
      set.layers[kind] = layer_time(model, static_cast<model::LayerKind>(kind), settings, context, framework);
  if (model.num_mtp_layers > 0)
    set.module = prediction_module_time(model, set[layer_kind(model, model.num_layers - 1)], settings, context);
  set.head_products = head_products(settings);
  set.head =
      framework.habits[StepHabit::kHead] * (1 + model.num_mtp_layers) * head_time(model, settings, context, framework);
  return set;
}

ParameterGroups parameter_groups(const ParallelPlan& plan) {
  // DualPipe keeps two copies of the parameters in a pipeline: each rank has two stages' worth, in twice as many
  // replicas.
  const int copies = keeps_two_copies(plan) ? 2 : 1;
  const int all = plan.data * plan.context, expert_ranks = plan.expert * expert_tensor(plan);
  const bool whole = plan.zero_stage == ZeroStage::kNone;
  const int shards = whole ? all : shard_ranks(plan);
  const int expert_shards = whole ? expert_replicas(plan) : expert_shard_ranks(plan);
  return {.dense = {copies * shards, plan.tensor},
          .expert = {copies * expert_shards, expert_ranks},
          .between = {all / shards, plan.tensor * shards},
          .expert_between = {expert_replicas(plan) / expert_shards, expert_ranks * expert_shards}};
}

FullestRank fullest_rank(const model::StageLayout& layout, const ParallelPlan& plan) {
  const double copies = keeps_two_copies(plan) ? 2 : 1;
  FullestRank fullest;
  double most = -1;
  for (const model::RankContent& rank : layout.ranks) {
    const FullestRank held{.dense_parameters = static_cast<double>(rank.all.dense_parameters) / copies,
                           .expert_parameters = static_cast<double>(rank.all.expert_parameters) / copies,
                           .vocabulary_parameters = static_cast<double>(rank.all.vocabulary_parameters) / copies,
                           .layers = rank.all.num_layers() / copies};
    const LocalParameters local = local_parameters(held, plan);
    if (local.dense + local.expert <= most) continue;
    most = local.dense + local.expert;
    fullest = held;
  }
  return fullest;
}

ParameterWork parameter_work(const Transformer& model, const StepSettings& settings, const hardware::Instance& instance,
                             const FrameworkProfile& framework, const network::CollectiveProfile* profile,
                             const StepRates& rates, const FullestRank& fullest) {
  const ParallelPlan& plan = settings.plan;
  const bool sharded = plan.zero_stage == ZeroStage::kParameters;
  const LocalParameters local = local_parameters(fullest, plan);
  const LocalParameters trained = trained_parameters(model, settings, fullest, local);
  const int copies = keeps_two_copies(plan) ? 2 : 1;
  ParameterWork work;
  work.pieces = std::max(1.0, fullest.layers);
  work.accumulation = accumulation_time(trained, settings, framework, rates.sixteen);

  const double shard = plan.zero_stage == ZeroStage::kNone ? 1 : shard_ranks(plan);
  const double expert_shard = plan.zero_stage == ZeroStage::kNone ? 1 : expert_shard_ranks(plan);
  const double stepped = optimizer_bytes(settings.optimizer, framework.memory.weight_storage);
  work.optimizer = stream_time(rates.sixteen, stepped * (trained.dense / shard + trained.expert / expert_shard) * byte);

  if (settings.optimizer == model::Optimizer::kMuon && settings.adapter_rank == 0) {
    const MuonTime muon = muon_time(model, plan, instance, profile, rates, fullest);
    work.optimizer += muon.products + muon.gathering;
  }

  const ParameterGroups groups = parameter_groups(plan);
  // Fully sharded layers are gathered and scattered one by one.
  const double pieces = sharded ? work.pieces : 1;
  const auto group_of = [&](const StridedRanks& ranks) {
    return RankGroup(instance, ranks.num_ranks, ranks.stride, profile, world_size(plan));
  };
  const double gathered = gathered_bytes(settings, framework), gradient = gradient_bytes(settings, framework);
  const auto slower_over = [&](const RankGroup& group) {
    return framework.habits[group.is_inside() ? StepHabit::kDataParallelInside : StepHabit::kDataParallel];
  };
  // Embedding and head are never quantised.
  const double unquantised = gathers_quantised(settings, framework) ? fullest.vocabulary_parameters / plan.tensor : 0;
  const auto time_of = [&](double held, double learning, double whole, const StridedRanks& ranks) -> GroupTraffic {
    const double moved = sharded ? held : learning;
    if (moved <= 0) return {};
    const double bytes = gathered * (moved - whole) + element_bytes(settings.precision) * whole;
    const RankGroup group = group_of(ranks);
    const double slower = slower_over(group);
    const GroupTraffic one = group_traffic(group, plan.zero_stage, bytes * copies / pieces * byte,
                                           gradient * copies * learning / pieces * byte);
    return {.gradients = slower * pieces * one.gradients, .parameters = slower * pieces * one.parameters};
  };
  const GroupTraffic dense = time_of(local.dense, trained.dense, unquantised, groups.dense);
  const GroupTraffic expert = time_of(local.expert, trained.expert, 0, groups.expert);
  work.gradients = dense.gradients + expert.gradients;
  work.parameters = dense.parameters + expert.parameters;
  work.expert_gradients = expert.gradients;
  work.expert_parameters = expert.parameters;
  const auto time_between = [&](double learning, double shards, const StridedRanks& ranks) {
    if (ranks.num_ranks == 1 || learning <= 0) return Seconds{};
    const RankGroup group = group_of(ranks);
    return slower_over(group) * group.time(Collective::kAllReduce, gradient * learning / shards * byte);
  };
  work.expert_between = time_between(trained.expert, expert_shard, groups.expert_between);
  work.between = time_between(trained.dense, shard, groups.between) + work.expert_between;
  return work;
}

StageLink stage_link(const ParallelPlan& plan, const hardware::Instance& instance, const FrameworkProfile& framework,
                     const network::CollectiveProfile* profile) {
  const RankGroup stages(instance, plan.pipeline, plan.tensor * plan.context * plan.data, profile);
  const Seconds latency =
      framework.habits[StepHabit::kPipelineTransfer] * stages.time(Collective::kSendReceive, Bytes{});
  return {.stages = stages, .latency = latency};
}

StageSend stage_send(const Transformer& model, const StepSettings& settings, const FrameworkProfile& framework,
                     const StageLink& link) {
  const ParallelPlan& plan = settings.plan;
  const double tokens = 1.0 * plan.micro_batch_size * settings.sequence_length / plan.context;
  const double elements = tokens * model.hidden_size / plan.tensor;
  return {.whole = framework.habits[StepHabit::kPipelineTransfer] *
                   link.stages.time(Collective::kSendReceive, element_bytes(settings.precision) * elements * byte),
          .latency = link.latency};
}

StageSend stage_send(const Transformer& model, const StepSettings& settings, const hardware::Instance& instance,
                     const FrameworkProfile& framework, const network::CollectiveProfile* profile) {
  if (settings.plan.pipeline == 1) return {};
  return stage_send(model, settings, framework, stage_link(settings.plan, instance, framework, profile));
}

StageLoad load_of_rank(const model::RankContent& rank, const ParallelPlan& plan) {
  StageLoad load = load_of_stage(rank.all, plan);
  load.of_rank = 1;
  if (!keeps_two_copies(plan)) return load;
  for (double& layers : load.layers) layers /= 2;
  load.modules /= 2;
  load.heads /= 2;
  return load;
}

StageLoad load_of_stage(const model::StageContent& stage, const ParallelPlan& plan) {
  StageLoad load{.modules = 1.0 * stage.mtp_modules,
                 .heads = stage.head ? 1.0 : 0.0,
                 .of_rank = 1.0 / (plan.pipeline > 1 ? plan.virtual_pipeline : 1)};
  for (std::size_t kind = 0; kind < model::kNumLayerKinds; ++kind) load.layers[kind] = stage.layers[kind];
  return load;
}

StageWork stage_work(const LayerSet& set, const ParameterWork& parameters, const StageLoad& load,
                     const model::HostMemoryUse& host, const ParallelPlan& plan, const hardware::Instance& instance,
                     const StepHabits& habits) {
  StageWork stage;
  const double again = share_again(load, plan);
  for (std::size_t kind = 0; kind < model::kNumLayerKinds; ++kind)
    if (load.layers[kind] > 0) add_layers(stage, set.layers[kind], load.layers[kind], again * load.layers[kind]);
  if (load.modules > 0) add_layers(stage, set.module, load.modules, again * load.modules);
  keep_above(stage, load.num_layers() * layer_floor(plan, instance, habits));
  // Of the backward products, one in two makes the gradients of weights; of the head's, one goes forward, one makes the
  // gradient of its input, and one that of its weights where they are trained.
  const Seconds accumulation = load.of_rank * parameters.accumulation;
  const Seconds head_product = load.heads > 0 ? load.heads * set.head / set.head_products : Seconds{};
  stage.weight_gradient += accumulation + (set.head_products - 2) * head_product;
  stage.time[StepPart::kHead] = load.heads * set.head;
  stage.forward += head_product;
  stage.backward += (set.head_products - 1) * head_product;
  stage.time[StepPart::kGradientAccumulation] = accumulation;
  stage.backward += accumulation;
  const Seconds between =
      instance.accelerator.host_slowness * load.of_rank * habits[StepHabit::kHostPerMicroBatch] * second;
  stage.time[StepPart::kLaunch] += between;
  stage.forward += between;
  if (host.activations_per_micro_batch > Bytes{}) {
    const ExposedOffload copies = activation_offload_time(load.of_rank * host.activations_per_micro_batch,
                                                          host_rate(instance), stage.forward, stage.backward);
    stage.time[StepPart::kOffload] = copies.total();
    stage.forward += copies.forward;
    stage.backward += copies.backward;
  }
  return stage;
}

Seconds optimizer_copies(const model::HostMemoryUse& host, const hardware::Instance& instance) {
  return host.optimizer > Bytes{} ? optimizer_offload_time(host.optimizer, host_rate(instance)) : Seconds{};
}

bool sends_block(const ParallelPlan& plan) {
  return plan.virtual_pipeline == 1 && schedule_law(plan.schedule).waits_for_sends;
}

}  // namespace fmplan::sim
