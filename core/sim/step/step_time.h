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
///   T = (m·t_slow + bubble + sends + exposed DP traffic + optimizer + h_s)·(1 + stragglers)
///
/// with m micro-batches, t_slow the forward-and-backward time of one of them on the slowest rank (host time and running
/// sum of gradients included; what lies on which rank says core/model/stage_layout.h), the bubble by the schedule's law
/// (core/model/schedule_laws.h), and h_s the host's time per step (step_habits.h).  These are laws of the simulated
/// schedules (docs/models/step_simulation.md).  The first micro-batch's sends cross every boundary both ways; each
/// other one costs the slowest stage's own, whole or, interleaved, their latency; between chunks the first rank waits
/// for sends round the ring of stages.  Parts follow docs/models/step_time.md, which names what each neglects.  Nothing
/// if the accelerator has no peak at the precision.
/// @pre the plan divides the model and the batch; the host link is known where the plan offloads.
std::optional<StepTime> step_time(const model::Transformer& model, const StepSettings& settings,
                                  const hardware::Instance& instance, const FrameworkProfile& framework,
                                  const network::CollectiveProfile* collectives = nullptr);

std::optional<StepTime> step_time(const StepJob& job);

/// The same from parts that were worked out before; `host` is of a rank.
/// @pre `layout` is the plan's, `parameters` of its fullest rank.
StepTime step_time(const StepSettings& settings, const hardware::Instance& instance, const FrameworkProfile& framework,
                   const model::StageLayout& layout, const LayerSet& layers, const ParameterWork& parameters,
                   const StageSend& send, const model::HostMemoryUse& host);

/// What waiting for the slowest host adds to all else, as a share of it: the habit per doubling of hosts.
double straggler_share(const StepHabits& habits, const model::ParallelPlan& plan, const hardware::Instance& instance);

}  // namespace fmplan::sim
