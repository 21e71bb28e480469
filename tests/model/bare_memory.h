#pragma once

#include "core/model/memory_settings.h"

namespace fmplan::model {

/// Nothing but what the plan causes, so that sums can be checked by hand.
inline MemorySettings bare(const ParallelPlan& plan, int sequence_length, int num_micro_batches = 1) {
  return {.plan = plan,
          .sequence_length = sequence_length,
          .num_micro_batches = num_micro_batches,
          .framework_overhead = 0 * byte,
          .collective_overhead = 0 * byte};
}

}  // namespace fmplan::model
