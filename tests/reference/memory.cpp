#include "tests/reference/memory.h"

namespace fmplan::reference {

Bytes korthikanti_activation_bytes_per_layer(int sequence_length, int micro_batch_size, int hidden_size, int num_heads,
                                             int tensor, bool sequence_parallel, model::Recompute recompute) {
  const double s = sequence_length, h = hidden_size, t = tensor;
  const double sbh = s * micro_batch_size * h;
  if (recompute == model::Recompute::kFull) return 2 * sbh * byte;
  const double scores = recompute == model::Recompute::kSelective ? 0 : 5.0 * num_heads * s / h / t;
  return sbh * (sequence_parallel ? 34 / t + scores : 10 + 24 / t + scores) * byte;
}

}  // namespace fmplan::reference
