#pragma once

/// @file
/// What runs beside compute inside a layer, task by task (core/sim/task_graph.h).

#include "core/base/quantity.h"
#include "core/sim/step/step_parts.h"

namespace fmplan::sim {

/// Attention over the keys and values of `context` ranks, block by block: while a block is attended to, the next is on
/// its way round the ring.  With a = attention/c and x = exchange/(c − 1) the whole takes a + (c − 1)·max(a, x).
/// @pre context ≥ 1
Seconds ring_attention_time(Seconds attention, Seconds exchange, int context);

/// Two micro-batches through `num_layers` layers of a mixture, one computing while the other's routed tokens travel:
/// the time of both.  Half of `compute` and half of `exchange` come before the experts, the other halves with and after
/// them.  Between the larger of 2·L·compute and 2·L·exchange and their sum, and no less than one micro-batch alone.
/// @pre num_layers ≥ 1
Seconds two_batch_time(Seconds compute, Seconds exchange, int num_layers);

/// The layers with the exchange that the simulations above leave exposed, in place of the closed form's: no less, since
/// that one lets all of a pass hide all of its exchange.
LayerSet with_simulated_exchange(LayerSet layers, const model::ParallelPlan& plan, int num_layers);

}  // namespace fmplan::sim
