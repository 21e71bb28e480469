#pragma once

/// @file
/// Closed-form time of one optimizer step of a training job, split by cause.

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/quantity.h"
#include "core/hardware/cluster.h"
#include "core/hardware/kernel_time.h"
#include "core/model/memory_use.h"
#include "core/model/parallel_plan.h"
#include "core/model/transformer.h"
#include "core/network/collective_profile.h"
#include "core/sim/step/step_habits.h"

namespace fmplan::sim {

/// Habits of a training framework: what it fuses, overlaps and sends.  One profile per framework, none per run.
struct FrameworkProfile {
  std::string name;
  /// Reads and writes of a hidden-sized 16-bit tensor by the norms, residual additions and dropouts of one layer's
  /// forward pass; the backward pass moves twice as much.
  double hidden_passes = 10;
  double ffn_passes_gated = 3;             ///< of an FFN-sized tensor by the activation of a gated MLP
  double ffn_passes_plain = 2;             ///< and of a plain one
  Seconds host_time_per_layer;             ///< the host launches a layer's forward kernels no faster; backward twice
  double tensor_parallel_overlap = 0;      ///< share of tensor-parallel communication hidden behind compute
  bool overlaps_weight_gradients = false;  ///< gradients of inputs are reduced beside the weight-gradient products
  double data_parallel_overlap = 0;        ///< share of the last micro-batch's compute that can hide gradient traffic
  std::string attention_library;           ///< of fused attention: "fa2", "cudnn", …; the fastest where it is unknown
  double gradient_bytes = 4;               ///< per element when gradients are reduced
  StepHabits habits = {};                  ///< what fitting to measured steps found
  model::MemoryHabits memory{};            ///< what it stores, and what was fitted to measured peaks
  Bytes memory_overhead;                   ///< beside context and communicators

  friend bool operator==(const FrameworkProfile&, const FrameworkProfile&) = default;
};

enum class AttentionKernel { kFlash, kUnfused };

/// How routed tokens come to their experts: each to its own, or all to all ranks, which take what is theirs.
enum class ExpertDispatch { kAllToAll, kAllGather };

/// One step's worth of work and how it is done.
struct StepSettings {
  model::ParallelPlan plan;
  model::Precision precision = model::Precision::kBf16;
  model::Optimizer optimizer = model::Optimizer::kAdam;
  AttentionKernel attention = AttentionKernel::kFlash;
  ExpertDispatch dispatch = ExpertDispatch::kAllToAll;
  int adapter_rank = 0;  ///< of low-rank adapters, which alone are trained then; 0: all parameters are
  int sequence_length = 0;
  int global_batch_size = 0;  ///< sequences

  friend bool operator==(const StepSettings&, const StepSettings&) = default;
};

/// What the time of a step is spent on; each second is counted once.
enum class StepPart {
  kGemm,                  ///< matrix products of the layers, forward and backward
  kAttention,             ///< the s × s core
  kElementWise,           ///< norms, activation, residuals, rotary embedding, MoE permutation
  kRecompute,             ///< forward work done again in the backward pass, its communication included
  kGradientAccumulation,  ///< adding each micro-batch's weight gradients to the running sum
  kHead,                  ///< LM head and loss, as far as they lengthen the slowest stage
  kLaunch,                ///< waiting for the host to launch kernels
  kTensorParallel,        ///< exposed tensor- and sequence-parallel collectives
  kContextParallel,       ///< exposed key/value exchange
  kExpertParallel,        ///< dispatch and combine
  kPipelineBubble,
  kPipelineTransfer,  ///< exposed point-to-point sends between stages
  kDataParallel,      ///< exposed gradient reduction, parameter gathering
  kOptimizer,
  kOffload,    ///< exposed copies to and from the host
  kStraggler,  ///< waiting for the slowest of many nodes
};
inline constexpr std::size_t kNumStepParts = 16;

/// "gemm", "attention", … as reports name them.
std::string_view step_part_name(StepPart part);

struct StepTime {
  std::array<Seconds, kNumStepParts> parts{};  ///< indexed by StepPart
  Seconds hidden_data_parallel;                ///< gradient and parameter traffic hidden behind compute
  Seconds data_parallel_slowdown;              ///< of kernels that it runs beside; part of StepPart::kDataParallel
  int num_micro_batches = 0;
  double bubble_fraction = 0;  ///< bubble over the whole step

  Seconds operator[](StepPart part) const { return parts[static_cast<std::size_t>(part)]; }
  Seconds& operator[](StepPart part) { return parts[static_cast<std::size_t>(part)]; }
  Seconds total() const;
};

/// Micro-batches of one pipeline: global batch / (data · micro-batch).
/// @pre they divide.
int num_micro_batches(const StepSettings& settings);

/// Memory settings of the job.  A micro-batch more than the batch has counts as one.
model::MemorySettings memory_settings(const StepSettings& settings, const FrameworkProfile& framework);

/// "bf16", "fp8", … as accelerators key their peaks.
std::string_view precision_name(model::Precision precision);

/// The time of one step, from roofline kernels, collectives (`collectives`: what was measured of the machine's; null:
/// the textbook's forms) and the order in which pipeline stages take their micro-batches:
///
///   T = (m·t_slow + Σ bubble(other) + sends + exposed DP traffic + optimizer + h_s)·(1 + stragglers)
///
/// with m micro-batches, t_slow the forward-and-backward time of one of them on the slowest stage (host time and
/// running sum of gradients included; LM head and multi-token-prediction modules on the last), the sum over all other
/// stages, and h_s the host's time per step (step_habits.h).  With F and B = I + W the passes of another stage, W what
/// makes gradients of weights, and h = p/2 − 1, bubble(other) is
///
///   GPipe, 1F1B, breadth-first  (F + B)/v                                 [Narayanan et al. 2021, §2.2]
///   zero bubble H1              max(F, F + I − W), W the slowest stage's  [Qi et al. 2024, §2]
///   zero bubble V               max(F, I, 2(I − W))/2
///   DualPipe                    (h·(F + I − W + max(F, I)) − min(h·max(0, I − F), F))/(p − 1)
///
/// and of a last stage of u under 1F1B that is faster than inner ones of F and B: max(0, u − F) + max(0, u − B).  These
/// are laws of the simulated schedules (docs/models/step_simulation.md).  The first micro-batch's sends cross every
/// boundary both ways; each other one costs the slowest stage's own, whole or, interleaved, their latency; between
/// chunks the first rank waits for sends round the ring of stages.  Parts follow docs/models/step_time.md, which names
/// what each neglects.  Nothing if the accelerator has no peak at the precision.
/// @pre the plan divides the model and the batch; the host link is known where the plan offloads.
std::optional<StepTime> step_time(const model::Transformer& model, const StepSettings& settings,
                                  const hardware::Instance& instance, const FrameworkProfile& framework,
                                  const network::CollectiveProfile* collectives = nullptr);

/// Everything step_time() is asked, by value.
struct StepJob {
  model::Transformer model;
  StepSettings settings;
  hardware::Instance instance;
  FrameworkProfile framework;
  std::optional<network::CollectiveProfile> collectives;
};
std::optional<StepTime> step_time(const StepJob& job);

}  // namespace fmplan::sim
