#pragma once

/// @file
/// A training job as its step is asked about: the framework's habits, the plan, precision and batch.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/date.h"
#include "core/base/names.h"
#include "core/base/quantity.h"
#include "core/base/shared.h"
#include "core/hardware/cluster.h"
#include "core/model/memory_use.h"
#include "core/model/parallel_plan.h"
#include "core/model/transformer.h"
#include "core/network/collective_profile.h"
#include "core/sim/step/step_habits.h"

namespace fmplan::sim {

/// Whether two micro-batches can take turns at computing and exchanging routed tokens (model::Overlap::expert).
enum class TwoBatches {
  kUnsaid,  ///< searches look at it, "auto" does not
  kNo,
  kInterleaved,  ///< not where whole layers or experts are computed again, and beside a pipeline with model chunks
                 ///< alone
  kAlways
};
inline constexpr auto kTwoBatchesNames = names<TwoBatches>({{"never", TwoBatches::kNo},
                                                            {"interleaved", TwoBatches::kInterleaved},
                                                            {"always", TwoBatches::kAlways},
                                                            {"unsaid", TwoBatches::kUnsaid}});
/// Whether a framework that has it can be told so of this plan.
bool takes_two_batches(TwoBatches offered, const model::ParallelPlan& plan);

/// What a framework can be told to do; empty lists and true: anything.
struct PlanOffers {
  bool tensor = true, pipeline = true, context = true, expert = true;  ///< whether it has the degree
  std::vector<model::PipelineSchedule> schedules{};
  std::vector<model::ZeroStage> zero_stages{};
  std::vector<model::ZeroStage> zero_stages_in_pipeline{};  ///< beside a pipeline; empty: as without
  TwoBatches two_batches = TwoBatches::kUnsaid;

  friend bool operator==(const PlanOffers&, const PlanOffers&) = default;
};

/// Reads and writes of whole tensors by the kernels beside products and attention in a forward pass; the backward pass
/// moves twice as much.  The defaults are those of fused kernels.
struct KernelPasses {
  double hidden = 10;  ///< of a hidden-sized 16-bit tensor by a layer's norms, residual additions and dropouts
  double hidden_layer_norm = 0;  ///< … with LayerNorm, where that is one kernel and RMSNorm is not; 0: as many
  double ffn_gated = 3;          ///< of an FFN-sized tensor by the activation of a gated MLP
  double ffn_plain = 2;          ///< and of a plain one
  double rotary = 2;             ///< of queries and keys by the rotary embedding
  double adapter = 2;            ///< of inputs and outputs of products with adapters
  /// Bytes that turning a logit into its loss and gradient moves: it leaves the product in 16 bits, is read and turned
  /// to 32 bits, read for the maximum and the sum, and for the gradient, which is written in 32 and in 16 bits:
  /// 2 + 4 + 4 + 4 + 4 + 2.
  double logit_bytes = 20;
  bool plain_kernels = false;  ///< they are kernels of one operation each, which stream as copies do

  friend bool operator==(const KernelPasses&, const KernelPasses&) = default;
};

/// Habits of a training framework: what it fuses, overlaps and sends.  One profile per framework, none per run.
struct FrameworkProfile {
  std::string name;
  KernelPasses passes{};
  /// Bytes that a micro-batch moves per parameter beside the products, casts of weights and gradients included; 0: its
  /// sum of gradients is read and written.
  double accumulation_bytes = 0;
  Seconds host_time_per_layer;         ///< the host launches a layer's forward kernels no faster; backward twice
  double tensor_parallel_overlap = 0;  ///< share of tensor-parallel communication hidden behind compute
  bool drops_unread_products = false;  ///< of what is computed again, as XLA removes dead code
  /// Rows that grouped products compute in vain for each expert, in tiles that its share of the rows does not fill.
  double expert_padding_rows = 0;
  bool overlaps_weight_gradients = false;  ///< gradients of inputs are reduced beside the weight-gradient products
  double data_parallel_overlap = 0;        ///< share of the last micro-batch's compute that can hide gradient traffic
  std::string attention_library;           ///< of fused attention: "fa2", "cudnn", …; the fastest where it is unknown
  double gradient_bytes = 4;               ///< per element when gradients are reduced; with fp32 4
  StepHabits habits = {};                  ///< what fitting to measured steps found
  model::Dispatcher dispatcher = model::Dispatcher::kAllToAll;  ///< its usual one
  /// Its recipes split no expert over tensor ranks from this release on; none: as the rest of a layer.
  std::optional<Date> whole_experts_since{};
  bool quantised_dispatch = false;  ///< beside 8-bit products tokens are sent out in 8 bits; what comes back is in 16
  /// Its selective recomputation is by operation (model::Recompute::kPerOperation).
  bool selective_by_operation = false;
  /// Its selective recomputation is of attention's core, fused or not (model::RecomputeModule::kCoreAttention).
  bool selective_is_core_attention = false;
  model::LayerDeal layer_deal = model::LayerDeal::kEven;
  model::MemoryHabits memory{};        ///< what it stores, and what was fitted to measured peaks
  Bytes memory_overhead;               ///< beside context and communicators
  PlanOffers offers{};                 ///< what searches stay within
  std::vector<std::string> runs_on{};  ///< vendors of accelerators that it is known to run on; empty: not said

  friend bool operator==(const FrameworkProfile&, const FrameworkProfile&) = default;
};

enum class AttentionKernel { kFlash, kUnfused };
inline constexpr auto kAttentionKernelNames =
    names<AttentionKernel>({{"flash", AttentionKernel::kFlash}, {"unfused", AttentionKernel::kUnfused}});

/// One step's worth of work and how it is done.
struct StepSettings {
  model::ParallelPlan plan;
  model::Precision precision = model::Precision::kBf16;
  model::ScalingRecipe recipe = model::ScalingRecipe::kDelayed;  ///< of fp8 and fp4; products do not ask
  model::Optimizer optimizer = model::Optimizer::kAdam;
  AttentionKernel attention = AttentionKernel::kFlash;
  bool cuda_graphs = false;  ///< the host launches a layer as one graph each way, routed experts left out
  int loss_chunks = 1;       ///< pieces that logits and loss are made in; the same products, and less memory
  int adapter_rank = 0;      ///< of low-rank adapters, which alone are trained then; 0: all parameters are
  model::AdapterTargets adapter_targets = model::AdapterTargets::kQueryKeyValue;
  model::FrozenWeights frozen_weights = model::FrozenWeights::kAsComputed;  ///< beside adapters
  int sequence_length = 0;
  int global_batch_size = 0;  ///< sequences

  friend bool operator==(const StepSettings&, const StepSettings&) = default;
};

/// ParallelPlan::expert_tensor of a plan that states none: 1 where the framework's recipes of the release leave experts
/// whole and the plan splits layers over tensor ranks and experts over others, else 0.
/// @param software  release of the training stack; none: unknown, taken as recent
int usual_expert_tensor(const FrameworkProfile& framework, const model::ParallelPlan& plan,
                        std::optional<Date> software);

/// Everything step_time() and simulate_step() are asked, by value.
struct StepJob {
  model::Transformer model;
  StepSettings settings;
  hardware::Instance instance;
  FrameworkProfile framework;
  Shared<network::CollectiveProfile> collectives;
  std::optional<Date> software{};  ///< day of the training stack's release; none: unknown
};

/// What a step takes over what it would with the framework's release of kSoftwareReference: exp(−gain · years since),
/// the gain of the framework's mixtures or other models; 1 where the release is unknown.  step_time() leaves it out.
double software_factor(const FrameworkProfile& framework, const StepJob& job);
inline double software_factor(const StepJob& job) { return software_factor(job.framework, job); }
/// Chosen: in the middle of what was measured.
inline constexpr Date kSoftwareReference{20089};  // 2025-01-01

/// Micro-batches of one pipeline: global batch / (data · micro-batch).
/// @pre they divide.
int num_micro_batches(const StepSettings& settings);

/// Memory settings of the job.  A micro-batch more than the batch has counts as one.
model::MemorySettings memory_settings(const StepSettings& settings, const FrameworkProfile& framework);

/// "bf16", "fp8", … as accelerators key their peaks.
inline std::string_view precision_name(model::Precision precision) { return model::kPrecisionNames.name(precision); }

}  // namespace fmplan::sim
