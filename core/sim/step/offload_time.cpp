#include "core/sim/step/offload_time.h"

#include <algorithm>

namespace fmplan::sim {

Seconds optimizer_offload_time(Bytes state, BytesPerSecond host) { return state / host; }

ExposedOffload activation_offload_time(Bytes per_micro_batch, BytesPerSecond host, Seconds forward, Seconds backward) {
  const Seconds copy = per_micro_batch / host;
  return {.forward = std::max(Seconds{}, copy - forward), .backward = std::max(Seconds{}, copy - backward)};
}

}  // namespace fmplan::sim
