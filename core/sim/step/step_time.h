#pragma once

/// @file
/// Closed-form time of one optimizer step of a training job, split by cause.

#include <optional>

#include "core/sim/step/step_breakdown.h"
#include "core/sim/step/step_parts.h"
#include "core/sim/step/step_settings.h"

namespace fmplan::sim {

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

std::optional<StepTime> step_time(const StepJob& job);

/// The same from parts that were worked out before; `host` is of a rank.
StepTime step_time(const model::Transformer& model, const StepSettings& settings, const hardware::Instance& instance,
                   const FrameworkProfile& framework, const LayerSet& layers, const ParameterWork& parameters,
                   const StageSend& send, const model::HostMemoryUse& host);

}  // namespace fmplan::sim
