#include "core/sim/step/layer_time.h"

#include <algorithm>
#include <cmath>

#include "core/model/adapters.h"
#include "core/model/recomputation.h"
#include "core/model/schedule_laws.h"
#include "core/sim/step/expert_exchange.h"

namespace fmplan::sim {
namespace {

using hardware::KernelRates;
using model::Recompute;
using model::Transformer;
using network::Collective;

/// Forward products read activations and weights once; the backward pass makes two products of the same size.
constexpr double kBackwardProducts = 2;

/// Mean width of the queries' and the values' heads, and of what keys and values carry per token.
struct AttentionShape {
  double query_width = 0;      ///< heads × mean head size
  double key_value_width = 0;  ///< elements of K and V together
};

AttentionShape attention_shape(const Transformer& model) {
  if (model.latent_attention) {
    const auto& mla = *model.latent_attention;
    const double qk = mla.qk_nope_head_dim + mla.qk_rope_head_dim;
    return {.query_width = model.num_heads * (qk + mla.v_head_dim) / 2.0,
            .key_value_width = model.num_heads * (qk + mla.v_head_dim)};
  }
  return {.query_width = 1.0 * model.num_heads * model.head_dim,
          .key_value_width = 2.0 * model.num_kv_heads * model.head_dim};
}

/// Queries, keys and values of latent attention, from the latents.
Seconds up_projection_time(const Transformer& model, const KernelRates& rates, double tokens, int tensor) {
  if (!model.latent_attention) return Seconds{};
  const auto& mla = *model.latent_attention;
  const double heads = 1.0 * model.num_heads / tensor;
  const Seconds keys_values =
      gemm_time(rates, tokens, heads * (mla.qk_nope_head_dim + mla.v_head_dim), mla.kv_lora_rank);
  if (mla.q_lora_rank == 0) return keys_values;
  return keys_values + gemm_time(rates, tokens, heads * (mla.qk_nope_head_dim + mla.qk_rope_head_dim), mla.q_lora_rank);
}

/// Queries, keys and values from the layer's input; of latent attention the latents, and queries without one.
Seconds qkv_projection_time(const Transformer& model, const KernelRates& rates, double tokens, int tensor) {
  const double h = model.hidden_size, t = tensor;
  if (model.latent_attention) {
    const auto& mla = *model.latent_attention;
    const double heads = model.num_heads / t;
    const double query = mla.q_lora_rank > 0 ? mla.q_lora_rank : heads * (mla.qk_nope_head_dim + mla.qk_rope_head_dim);
    return gemm_time(rates, tokens, mla.kv_lora_rank + mla.qk_rope_head_dim, h) + gemm_time(rates, tokens, query, h);
  }
  const double qkv_width = (model.num_heads + 2.0 * model.num_kv_heads) * model.head_dim;
  return gemm_time(rates, tokens, qkv_width / t, h);
}

Seconds output_projection_time(const Transformer& model, const KernelRates& rates, double tokens, int tensor) {
  const int width = model.latent_attention ? model.latent_attention->v_head_dim : model.head_dim;
  return gemm_time(rates, tokens, model.hidden_size, 1.0 * model.num_heads * width / tensor);
}

Seconds attention_projection_time(const Transformer& model, const KernelRates& rates, double tokens, int tensor) {
  return qkv_projection_time(model, rates, tokens, tensor) + up_projection_time(model, rates, tokens, tensor) +
         output_projection_time(model, rates, tokens, tensor);
}

/// The product that ends an MLP, or one each of `groups` experts.
Seconds down_projection_time(const Transformer& model, const KernelRates& rates, double rows, double ffn,
                             double groups = 1) {
  return gemm_time(rates, rows, model.hidden_size, ffn, groups);
}

/// Of `groups` experts in one launch each way, or of one MLP.
Seconds mlp_time(const Transformer& model, const KernelRates& rates, double rows, double ffn, double groups = 1) {
  const double up = (model.gated_mlp ? 2 : 1) * ffn;
  return gemm_time(rates, rows, up, model.hidden_size, groups) + down_projection_time(model, rates, rows, ffn, groups);
}

Seconds shared_experts_time(const Transformer& model, const KernelRates& rates, double tokens,
                            const model::ParallelPlan& plan) {
  const auto& moe = *model.moe;
  if (moe.num_shared_experts == 0) return Seconds{};
  return mlp_time(model, rates, tokens, 1.0 * moe.num_shared_experts * moe.shared_ffn_hidden_size / plan.tensor);
}

/// Grouped products of the routed experts, then the shared ones.  Everyone waits for the rank with most routed tokens,
/// on which they spread evenly over the experts.
Seconds mixture_time(const Transformer& model, const KernelRates& rates, double tokens, const model::ParallelPlan& plan,
                     const FrameworkProfile& framework) {
  const auto& moe = *model.moe;
  const StepHabits& habits = framework.habits;
  const double local_experts = 1.0 * moe.num_experts / plan.expert;
  const double ffn = 1.0 * moe.expert_ffn_hidden_size / expert_tensor(plan);
  // Experts that are not split like the rest work on their tensor rank's share of the sequence.
  const double split = 1.0 * expert_tensor(plan) / plan.tensor;
  // Every device of an accelerator has all experts that are not split, for its share of the tokens.
  const double groups = local_experts * (plan.expert > 1 ? 1 : rates.devices);
  const double routed = expert_imbalance(moe, plan, habits) * split * tokens * rows_per_token(moe);
  const double weights = (model.gated_mlp ? 3 : 2) * model.hidden_size * ffn;
  const Seconds weight_pass = rates.operand_bytes * weights * rates.gemm.s_per_byte * second;
  return local_experts * habits[StepHabit::kPerExpert] * second +
         groups * habits[StepHabit::kExpertWeightPasses] * weight_pass +
         habits[StepHabit::kExpertProducts] *
             mlp_time(model, rates, routed / groups + framework.expert_padding_rows, ffn, groups) +
         shared_experts_time(model, rates, tokens, plan) + gemm_time(rates, tokens, moe.num_experts, model.hidden_size);
}

double routed_ffn(const model::MixtureOfExperts& moe) { return rows_per_token(moe) * moe.expert_ffn_hidden_size; }
double shared_ffn(const model::MixtureOfExperts& moe) {
  return 1.0 * moe.num_shared_experts * moe.shared_ffn_hidden_size;
}

/// FFN width whose activations a token passes, per layer.
double active_ffn(const Transformer& model, bool mixture) {
  return mixture ? routed_ffn(*model.moe) + shared_ffn(*model.moe) : model.ffn_hidden_size;
}

/// Elements the activation function of an inner width `ffn` reads and writes per token.
double activation_elements(const Transformer& model, double ffn, const StepSettings& settings,
                           const FrameworkProfile& framework) {
  // A gated MLP with biases has no fused kernel: adding the bias, splitting, clamping both halves, sigmoid and the
  // products are kernels of their own, 17 reads and writes [gpt-oss reference implementation, counted].
  constexpr double kBiasedGatedPasses = 17;
  const bool unfused = model.gated_mlp && model.bias == model::BiasKind::kAll;
  const double passes = unfused           ? kBiasedGatedPasses
                        : model.gated_mlp ? framework.passes.ffn_gated
                                          : framework.passes.ffn_plain;
  return passes * ffn / settings.plan.tensor;
}

/// Quantising the inputs of a layer's four products, for the forward pass and transposed for the weight gradients.
Seconds cast_time(const Transformer& model, bool mixture, const StepSettings& settings, const LayerContext& c,
                  const StepHabits& habits) {
  if (settings.precision != model::Precision::kFp8 && settings.precision != model::Precision::kFp4) return Seconds{};
  const double t = settings.plan.tensor;
  const double inputs =
      2.0 * model.hidden_size + (1.0 * model.num_heads * model.head_dim + active_ffn(model, mixture)) / t;
  return habits[StepHabit::kCasts] *
         element_wise_time(c.sixteen, element_bytes(settings.precision) * inputs * c.tokens * byte);
}

/// Elements per token that norms and residual additions of a layer read and write: a framework's passes over the hidden
/// state are those of the norms (a read and a write each) and of the additions (two reads and a write).
double hidden_elements(const Transformer& model, const StepSettings& settings, const FrameworkProfile& framework) {
  const double t_sequence = settings.plan.sequence_parallel ? settings.plan.tensor : 1;
  const bool layer_norm = model.norm == model::NormKind::kLayerNorm && framework.passes.hidden_layer_norm > 0;
  const double passes = layer_norm ? framework.passes.hidden_layer_norm : framework.passes.hidden;
  return passes * model.norms_per_layer / 2.0 * model.hidden_size / t_sequence;
}
constexpr double kNormShare = 0.4;  // two norms of two passes, two additions of three

double rotary_elements(const Transformer& model, const StepSettings& settings, const FrameworkProfile& framework) {
  if (model.learned_positions) return 0;
  return framework.passes.rotary * (model.num_heads + model.num_kv_heads) * model.head_dim / settings.plan.tensor;
}

/// Permuting tokens into expert order and back: a read and a write each.
double permuted_elements(const Transformer& model, bool mixture, const StepSettings& settings) {
  return mixture ? 4.0 * rows_per_token(*model.moe) * model.hidden_size / settings.plan.tensor : 0;
}

/// A kernel of one layer by the elements per token that it moves.  Plain ones, an operation each, stream.
Seconds kernel_time(const StepSettings& settings, const LayerContext& c, const FrameworkProfile& framework,
                    hardware::MemoryKernel kernel, double elements) {
  const Bytes moved = element_bytes(settings.precision) * elements * c.tokens * byte;
  return framework.passes.plain_kernels ? stream_time(c.sixteen, moved) : memory_kernel_time(c.sixteen, kernel, moved);
}
Seconds permutation_time(const Transformer& model, bool mixture, const StepSettings& settings, const LayerContext& c,
                         const StepHabits& habits) {
  return habits[StepHabit::kPermutation] *
         element_wise_time(c.sixteen, element_bytes(settings.precision) * permuted_elements(model, mixture, settings) *
                                          c.tokens * byte);
}

/// Norms, residual additions, rotary embedding and the activation function of one layer, forward.
Seconds element_wise_kernels_time(const Transformer& model, bool mixture, const StepSettings& settings,
                                  const LayerContext& c, const FrameworkProfile& framework) {
  using hardware::MemoryKernel;
  const StepHabits& habits = framework.habits;
  const double hidden = hidden_elements(model, settings, framework);
  const double activation = activation_elements(model, active_ffn(model, mixture), settings, framework);
  const auto kernel = [&](MemoryKernel of, double elements) {
    return kernel_time(settings, c, framework, of, elements);
  };
  return habits[StepHabit::kElementWise] * (kernel(MemoryKernel::kNorm, kNormShare * hidden) +
                                            kernel(MemoryKernel::kResidual, (1 - kNormShare) * hidden) +
                                            kernel(MemoryKernel::kRotary, rotary_elements(model, settings, framework)) +
                                            kernel(MemoryKernel::kActivation, activation)) +
         permutation_time(model, mixture, settings, c, habits) + cast_time(model, mixture, settings, c, habits);
}

/// Twice the number of tokens a query sees on average: the "sequence length" of the attention formula, in which full
/// causal attention sees s/2 and a window of w sees w(1 − w/2s).
double attention_context(const Transformer& model, double sequence_length, bool windowed) {
  if (!windowed) return sequence_length;
  const double window = std::min<double>(model.sliding_window->window, sequence_length);
  return 2 * window - window * window / sequence_length;
}

struct AttentionTime {
  Seconds forward;
  Seconds backward;
};

AttentionTime attention_time(const Transformer& model, bool windowed, const StepSettings& settings,
                             const LayerContext& c, const StepHabits& habits) {
  const double width = attention_shape(model).query_width / settings.plan.tensor;
  if (settings.attention == AttentionKernel::kFlash) {
    const double heads = 1.0 * model.num_heads / settings.plan.tensor;
    const double kv_heads = model.latent_attention ? model.num_heads : model.num_kv_heads;
    const hardware::AttentionWork work{
        .heads = heads,
        .key_value_heads = kv_heads / settings.plan.tensor,
        .head_size = width / heads,
        .tokens = c.tokens,
        .context = attention_context(model, attended_length(model, settings.sequence_length), windowed)};
    const double slower = habits[StepHabit::kAttention];
    const hardware::AttentionLeast least = flash_attention_least_time(c.sixteen, work);
    return {std::max(slower * flash_attention_forward_time(c.sixteen, work), least.forward),
            std::max(slower * flash_attention_backward_time(c.sixteen, work), least.backward)};
  }
  // Unfused kernels compute the whole s × s square, masked or not, and carry it through memory: written by the scores,
  // read and written by the mask and by the softmax, read by the product with V.  Backward twice as much of
  // both.  Against PyTorch on A100 (2,048 to 8,192 tokens, causal, forward and backward) this is 0.96 to 1.14 of the
  // time. Batched products as narrow as one head reach about 0.6 of what the layers' products do.
  constexpr double kNarrowProducts = 0.6;
  const Flop square = 4 * width * settings.sequence_length * c.tokens / kNarrowProducts * flop;
  const double score_elements = 1.0 * model.num_heads / settings.plan.tensor * settings.sequence_length * c.tokens;
  constexpr double kPasses = 6;  // as counted above
  const Seconds forward = square / c.sixteen.gemm_rate +
                          stream_time(c.sixteen, kPasses * element_bytes(settings.precision) * score_elements * byte);
  return {habits[StepHabit::kAttention] * forward, 2 * habits[StepHabit::kAttention] * forward};
}

/// Products with adapters of rank r beside a layer's own: as thin as most are, they take the time to read the inputs
/// and to add to the outputs, in as many passes as the framework needs; from a rank of some hundreds on that of their
/// 2·r FLOP an element.
Seconds adapters_time(const Transformer& model, bool mixture, const StepSettings& settings, const LayerContext& c,
                      const FrameworkProfile& framework) {
  if (settings.adapter_rank == 0) return Seconds{};
  const double width = model::adapted_width(model, mixture, settings.plan.tensor, settings.adapter_targets);
  const Bytes moved = element_bytes(settings.precision) * framework.passes.adapter * c.tokens * width * byte;
  const Flop products = 2.0 * settings.adapter_rank * width * c.tokens * flop;
  return std::max(framework.passes.plain_kernels ? stream_time(c.sixteen, moved) : element_wise_time(c.sixteen, moved),
                  products / c.sixteen.gemm_rate);
}

/// Making 16-bit weights of a layer's 4-bit ones: every rank does it for all that it computes with.
Seconds dequantisation_time(const Transformer& model, bool mixture, const StepSettings& settings,
                            const LayerContext& c) {
  if (settings.adapter_rank == 0 || settings.frozen_weights != model::FrozenWeights::kNf4) return Seconds{};
  const model::ParameterCount count = count_parameters(model);
  double weights = static_cast<double>(count.attention_layer) / settings.plan.tensor;
  if (mixture) {
    weights += static_cast<double>(count.shared_experts_layer) / settings.plan.tensor +
               static_cast<double>(count.expert) * model.moe->num_experts /
                   (1.0 * settings.plan.expert * expert_tensor(settings.plan));
  } else {
    weights += static_cast<double>(count.dense_mlp_layer) / settings.plan.tensor;
  }
  return element_wise_time(c.sixteen, (model::kNf4Bytes + element_bytes(settings.precision)) * weights * byte);
}

/// What tensor parallelism exchanges around attention or MLP.
struct TensorExchange {
  Seconds forward;            ///< an all-reduce; with sequence parallelism an all-gather and a reduce-scatter
  Seconds backward_exposed;   ///< of the gradients, what nothing can run beside
  Seconds backward_hideable;  ///< … and what may run beside the products of the layer after which it is sent

  TensorExchange& operator+=(const TensorExchange& other) {
    forward += other.forward;
    backward_exposed += other.backward_exposed;
    backward_hideable += other.backward_hideable;
    return *this;
  }
};

/// The gradient of a column-parallel layer's input is reduced beside its weight-gradient product, and with sequence
/// parallelism its input is gathered again beside the other one; the gradient of a row-parallel layer's output must be
/// there first [Korthikanti et al. 2022, §4.2.2; Megatron-LM core/tensor_parallel/layers.py].
TensorExchange tensor_exchange(const StepSettings& settings, const LayerContext& c, const StepHabits& habits,
                               Bytes payload) {
  const auto time = [&](Collective collective) {
    return habits[StepHabit::kTensorParallel] * c.tensor.time(collective, payload) +
           habits[StepHabit::kTensorSkew] * std::log2(1.0 * settings.plan.tensor) * second;
  };
  if (!settings.plan.sequence_parallel) {
    const Seconds reduce = time(Collective::kAllReduce);
    return {.forward = reduce, .backward_exposed = {}, .backward_hideable = reduce};
  }
  const Seconds gather = time(Collective::kAllGather);
  const Seconds scatter = time(Collective::kReduceScatter);
  return {.forward = gather + scatter, .backward_exposed = gather, .backward_hideable = scatter};
}

struct PassCommunication {
  TensorExchange tensor;
  Seconds context;         ///< block by block round a ring
  Seconds context_gather;  ///< all keys and values at once
  Seconds expert;
};

/// Forward traffic of one layer.  A mixture gathers its routed tokens.
PassCommunication forward_communication(const Transformer& model, bool mixture, const StepSettings& settings,
                                        const LayerContext& c, const FrameworkProfile& framework) {
  const StepHabits& habits = framework.habits;
  const Bytes hidden = element_bytes(settings.precision) * c.tokens * model.hidden_size * byte;
  PassCommunication time;
  if (settings.plan.tensor > 1) {
    // Whole experts exchange nothing beside dispatch and combine.
    const bool whole = mixture && expert_tensor(settings.plan) == 1;
    const double mlp_share = mixture ? rows_per_token(*model.moe) : 1;
    if (!whole) time.tensor = tensor_exchange(settings, c, habits, mlp_share * hidden);
    // A parallel block adds attention and MLP before its one reduction.
    if (!model.parallel_block) time.tensor += tensor_exchange(settings, c, habits, hidden);
  }
  if (settings.plan.context > 1) {
    const double kv = attention_shape(model).key_value_width / settings.plan.tensor;
    const Bytes block = element_bytes(settings.precision) * kv * c.tokens * byte;
    time.context = habits[StepHabit::kContextParallel] * (settings.plan.context - 1) *
                   c.context.time(Collective::kSendReceive, block);
    time.context_gather =
        habits[StepHabit::kContextParallel] * c.context.time(Collective::kAllGather, settings.plan.context * block);
  }
  if (mixture && settings.plan.expert > 1) time.expert = expert_exchange_time(model, settings, c, framework);
  return time;
}

/// Of a layer that is done again, what nothing reads: the product that ends it, and the exchange behind that.
struct Unread {
  Seconds product;
  double exchanges = 0;  ///< share of the layer's tensor-parallel ones
};

/// A mixture's outputs are weighted by the router, whose gradient reads them, and a norm behind the MLP (the fourth of
/// a layer) reads those of the MLP.  Of tensor-parallel exchanges there are two, or where the sequence is split four.
Unread unread_of(const Transformer& model, bool mixture, const StepSettings& settings, const LayerContext& c,
                 const FrameworkProfile& framework) {
  const bool repeats = settings.plan.recompute.kind != Recompute::kNone;
  if (!framework.drops_unread_products || !repeats || mixture || model.norms_per_layer > 2) return {};
  return {down_projection_time(model, c.linear, c.tokens, 1.0 * model.ffn_hidden_size / settings.plan.tensor),
          settings.plan.sequence_parallel ? 0.25 : 0.5};
}

/// Forward work that selective recomputation does again for the modules it names.  Exchanges of tensor parallelism are
/// repeated with a whole MLP or mixture, which have about one in two of a layer's, and with attention's output.
Seconds modules_time(const Transformer& model, bool mixture, const StepSettings& settings, const LayerContext& c,
                     const FrameworkProfile& framework, Seconds attention, const PassCommunication& traffic,
                     const Unread& unread) {
  using enum model::RecomputeModule;
  using hardware::MemoryKernel;
  const model::ParallelPlan& plan = settings.plan;
  const StepHabits& habits = framework.habits;
  const auto kernel = [&](MemoryKernel of, double elements) {
    return habits[StepHabit::kElementWise] * kernel_time(settings, c, framework, of, elements);
  };
  const auto activation = [&](double ffn) {
    return kernel(MemoryKernel::kActivation, activation_elements(model, ffn, settings, framework));
  };
  Seconds time;
  if (plan.recompute.has(kCoreAttention)) time += attention;
  if (plan.recompute.has(kLayerNorm))
    time += kernel(MemoryKernel::kNorm, kNormShare * hidden_elements(model, settings, framework));
  const bool up_again = plan.recompute.has(kMlaUpProjection) && model.latent_attention;
  if (up_again) time += up_projection_time(model, c.linear, c.tokens, plan.tensor);
  if (plan.recompute.has(kQkvProjection)) time += qkv_projection_time(model, c.linear, c.tokens, plan.tensor);
  if (up_again || (plan.recompute.has(kQkvProjection) && !model.latent_attention))
    time += kernel(MemoryKernel::kRotary, rotary_elements(model, settings, framework));
  if (plan.recompute.has(kOutputProjection))
    time += output_projection_time(model, c.linear, c.tokens, plan.tensor) + traffic.tensor.forward / 2;
  if (!mixture) {
    if (plan.recompute.has(kMlp))
      time += mlp_time(model, c.linear, c.tokens, 1.0 * model.ffn_hidden_size / plan.tensor) - unread.product +
              activation(model.ffn_hidden_size) + (0.5 - unread.exchanges) * traffic.tensor.forward;
    return time;
  }
  if (plan.recompute.has(kMoe))
    return time + mixture_time(model, c.linear, c.tokens, plan, framework) + activation(active_ffn(model, true)) +
           permutation_time(model, true, settings, c, habits) + traffic.expert + c.exchange_wait +
           traffic.tensor.forward / 2;
  if (plan.recompute.has(kMoeActivation)) time += activation(routed_ffn(*model.moe));
  if (plan.recompute.has(kSharedExperts) && model.moe->num_shared_experts > 0)
    time += shared_experts_time(model, c.linear, c.tokens, plan) + activation(shared_ffn(*model.moe));
  return time;
}

/// A ring exchange hides behind the attention of the block at hand.
Seconds exposed_exchange(Seconds exchange, Seconds attention) { return std::max(Seconds{}, exchange - attention); }

/// What a pass waits for beside kernels and traffic.
struct PassWait {
  Seconds host;      ///< of launches, where it is the longer
  Seconds exchange;  ///< whatever runs beside
};

/// What hides traffic of a pass.
struct PassOverlap {
  double tensor = 0;  ///< share of the tensor-parallel traffic that the framework hides
  double paired = 0;  ///< of the passes through a layer, those that run beside another micro-batch's
  double slowdown = hardware::kCollectiveSlowdown;  ///< of kernels beside routed tokens
};

/// Routed tokens of a pass: those beside no other micro-batch are waited for, of the others what is longer than the
/// rest of the pass, and what they slow kernels by.
Seconds expert_wait(Seconds exchange, Seconds rest, const PassOverlap& overlap) {
  const Seconds hidden = overlap.paired * std::min(exchange, rest);
  return exchange - hidden + hardware::beside_collective_time(rest, hidden, overlap.slowdown) - rest;
}

PassTime pass_time(const PassTime& kernels, Seconds tensor, const PassCommunication& traffic, const PassWait& wait,
                   const PassOverlap& overlap) {
  PassTime pass = kernels;
  pass.tensor_parallel = (1 - overlap.tensor) * tensor;
  // Frameworks have both, and with few tokens a rank, where attention hides little of a ring, gather (Llama 3, §3.3.2).
  const Seconds ring = exposed_exchange(traffic.context, pass.attention);
  const bool gathers = traffic.context_gather < ring;
  pass.context_parallel = gathers ? traffic.context_gather : ring;
  pass.context_exchange = gathers ? traffic.context_gather : traffic.context;
  pass.expert_exchange = traffic.expert;
  pass.expert_parallel = overlap.paired > 0 ? expert_wait(traffic.expert, pass.total(), overlap) : traffic.expert;
  pass.launch = launch_wait(pass.total(), wait.host) + wait.exchange;
  return pass;
}

/// Tensor-parallel traffic of the backward pass that nothing hides.  Column-parallel layers make about half of a
/// layer's weight-gradient products.
Seconds backward_tensor_time(const TensorExchange& exchange, Seconds products, bool overlaps) {
  constexpr double kColumnParallel = 0.5;  // about: assumed
  const Seconds hiding = overlaps ? kColumnParallel * products : Seconds{};
  return exchange.backward_exposed + std::max(Seconds{}, exchange.backward_hideable - hiding);
}

/// A framework item counts what its kernels cost to launch; whole steps may have shown what they cost together.
Seconds host_time(bool mixture, const StepSettings& settings, const LayerContext& c,
                  const FrameworkProfile& framework) {
  // One graph for some 45 kernels: the host's part of a launch, and of what stands between graphs; from memory.
  constexpr Seconds kGraphLaunch = 20 * microsecond;
  const double fitted = framework.habits[StepHabit::kHostPerLayer];
  const Seconds kernels = fitted > 0 ? fitted * second : framework.host_time_per_layer;
  const Seconds graph = std::min(kernels, kGraphLaunch);
  const Seconds layer = mixture ? framework.habits[StepHabit::kHostPerMixtureLayer] * kernels : kernels;
  // Where routed tokens go is known to the host alone: of a mixture, attention and routing are the graph, and dispatch,
  // experts and combination stay launches.  These are taken to be as many as a dense layer's: assumed.
  const Seconds launched = !settings.cuda_graphs ? layer : mixture ? std::min(layer, kernels + graph) : graph;
  const int tensor = settings.plan.tensor;
  // Tensor-parallel collectives wait for the slowest host of the group.
  const double slowest = 1 + framework.habits[StepHabit::kHostPerTensorDoubling] * std::log2(1.0 * tensor);
  return c.host_slowness * slowest * launched;
}

}  // namespace

double paired_share(const StepSettings& settings) {
  const model::ParallelPlan& plan = settings.plan;
  const int m = num_micro_batches(settings);
  if (!plan.overlap.expert || m < 2) return 0;
  const model::ScheduleLaw& law = schedule_law(plan.schedule);
  const bool takes_turns = plan.pipeline > 1 && !law.all_forward_first;
  const double ahead = takes_turns ? law.in_flight(plan.pipeline, plan.virtual_pipeline, m, 0) : 1;
  return std::max(0.0, 1 - ahead / m);
}

Seconds launch_wait(Seconds kernels, Seconds host) {
  if (!(host > Seconds{})) return Seconds{};
  const double larger = std::max(kernels, host) / second;
  const double share = std::min(kernels, host) / second / larger;
  const double square = share * share;
  return larger * std::sqrt(std::sqrt(1 + square * square)) * second - kernels;
}

LayerTime layer_time(const Transformer& model, model::LayerKind kind, const StepSettings& settings,
                     const LayerContext& c, const FrameworkProfile& framework) {
  const StepHabits& habits = framework.habits;
  const bool mixture = has_experts(kind);
  const AttentionTime attention = attention_time(model, is_windowed(kind), settings, c, habits);
  const Seconds products =
      attention_projection_time(model, c.linear, c.tokens, settings.plan.tensor) +
      (mixture ? mixture_time(model, c.linear, c.tokens, settings.plan, framework)
               : mlp_time(model, c.linear, c.tokens, 1.0 * model.ffn_hidden_size / settings.plan.tensor));
  const Seconds element_wise = element_wise_kernels_time(model, mixture, settings, c, framework);
  const Seconds dequantisation = dequantisation_time(model, mixture, settings, c);
  const PassCommunication traffic = forward_communication(model, mixture, settings, c, framework);
  const PassWait wait{.host = host_time(mixture, settings, c, framework),
                      .exchange = mixture ? c.exchange_wait : Seconds{}};

  const PassOverlap overlap{.tensor = settings.plan.overlap.tensor ? framework.tensor_parallel_overlap : 0,
                            .paired = mixture ? paired_share(settings) : 0,
                            .slowdown = habits[StepHabit::kBesideCollective]};
  const bool beside_weights =
      settings.plan.overlap.tensor && framework.overlaps_weight_gradients && settings.adapter_rank == 0;

  const Seconds adapters = adapters_time(model, mixture, settings, c, framework);
  // Weights that are not trained need no gradients, which are half of the backward products.
  const Seconds back_products = (settings.adapter_rank > 0 ? 1 : kBackwardProducts) * products + 2 * adapters;
  LayerTime layer;
  layer.forward = pass_time({.gemm = products + adapters,
                             .attention = attention.forward,
                             .element_wise = element_wise + dequantisation,
                             .launch = {},
                             .tensor_parallel = {},
                             .context_parallel = {},
                             .expert_parallel = {},
                             .context_exchange = {},
                             .expert_exchange = {}},
                            traffic.tensor.forward, traffic, wait, overlap);
  // Keys and values travel again, and their gradients come back: twice the forward exchange.
  PassCommunication back = traffic;
  back.context = 2 * traffic.context;
  back.context_gather = 2 * traffic.context_gather;
  layer.backward = pass_time({.gemm = back_products,
                              .attention = attention.backward,
                              .element_wise = 2 * element_wise + dequantisation,
                              .launch = {},
                              .tensor_parallel = {},
                              .context_parallel = {},
                              .expert_parallel = {},
                              .context_exchange = {},
                              .expert_exchange = {}},
                             backward_tensor_time(traffic.tensor, products, beside_weights), back,
                             {.host = 2 * wait.host, .exchange = 2 * wait.exchange}, overlap);
  layer.weight_gradient = settings.adapter_rank > 0 ? adapters : products;
  const model::Recomputation& again = settings.plan.recompute;
  const Unread unread = unread_of(model, mixture, settings, c, framework);
  // A pass that is done again waits for its routed tokens: what runs beside it is the pass that asks for it.
  if (again.kind == Recompute::kFull)
    layer.recompute = layer.forward.total() - layer.forward.expert_parallel + traffic.expert - unread.product -
                      unread.exchanges * layer.forward.tensor_parallel;
  // What dispatch and combine bring is kept.
  if (again.kind == Recompute::kPerOperation)
    layer.recompute = repeated_product_share(model, kind, again) * products + element_wise;
  if (again.is_cheapest()) {
    // Fused attention keeps no scores: what is left to compute again cheaply is the activation function.
    const double activation = activation_elements(model, active_ffn(model, mixture), settings, framework);
    layer.recompute = settings.attention == AttentionKernel::kUnfused
                          ? attention.forward
                          : kernel_time(settings, c, framework, hardware::MemoryKernel::kActivation, activation);
  } else if (again.kind == Recompute::kSelective) {
    layer.recompute = modules_time(model, mixture, settings, c, framework, attention.forward, traffic, unread);
  }
  return layer;
}

LayerTime prediction_module_time(const Transformer& model, LayerTime block, const StepSettings& settings,
                                 const LayerContext& c) {
  const Seconds join =
      gemm_time(c.linear, c.tokens, 1.0 * model.hidden_size / settings.plan.tensor, 2.0 * model.hidden_size);
  block.forward.gemm += join;
  const bool frozen = settings.adapter_rank > 0;
  block.backward.gemm += (frozen ? 1 : kBackwardProducts) * join;
  if (!frozen) block.weight_gradient += join;
  if (settings.plan.recompute.kind == Recompute::kFull) block.recompute += join;
  return block;
}

double head_products(const StepSettings& settings) { return settings.adapter_rank > 0 ? 2 : 3; }

Seconds head_time(const Transformer& model, const StepSettings& settings, const LayerContext& c,
                  const FrameworkProfile& framework) {
  const double products = head_products(settings);
  const double columns = 1.0 * model.vocabulary_size / settings.plan.tensor;
  return products * gemm_time(c.sixteen, c.tokens, columns, model.hidden_size) +
         stream_time(c.sixteen, framework.passes.logit_bytes * columns * c.tokens * byte);
}

}  // namespace fmplan::sim
