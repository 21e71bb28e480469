#pragma once

/// @file
/// What it costs to keep state in the memory of the host (model::Offload).  How many bytes move is
/// model::HostMemoryUse's.

#include "core/base/quantity.h"

namespace fmplan::sim {

/// Time that the optimizer waits for its state, once a step:
///   t = state / B
/// The state streams to the accelerator, is updated there and streams back; the link is full duplex, so what comes
/// back goes beside what is still to come.  B is the rate one accelerator gets of the link per direction (line rate ×
/// efficiency).  Nothing is taken to hide it: in a step, the update waits for the last gradient and the next forward
/// pass for the update.
///
/// Neglected: filling and draining of the double buffer (a layer's share of t), the update's own time (counted where
/// the optimizer is), latency of the copies, and that all accelerators of a host share the bandwidth of its memory.
/// @pre host > 0.
Seconds optimizer_offload_time(Bytes state, BytesPerSecond host);

/// Copies of activations that last longer than the pass they run beside.
struct ExposedOffload {
  Seconds forward;
  Seconds backward;

  constexpr Seconds total() const { return forward + backward; }
  friend bool operator==(const ExposedOffload&, const ExposedOffload&) = default;
};

/// Per micro-batch and stage, with x = per_micro_batch / B:
///   exposed = max(0, x − forward) + max(0, x − backward)
/// Layers leave during the forward pass, each behind the next one's, and come back during the backward pass; only what
/// the passes are too short for shows.  Forward and backward copies go in opposite directions of a full-duplex link, so
/// a forward and a backward pass side by side do not slow each other.
///
/// Neglected: the first layer's wait for its predecessor's copy, latency of the copies, kernels slowed by the traffic,
/// and that all accelerators of a host share the bandwidth of its memory.
/// @pre host > 0.
ExposedOffload activation_offload_time(Bytes per_micro_batch, BytesPerSecond host, Seconds forward, Seconds backward);

}  // namespace fmplan::sim
