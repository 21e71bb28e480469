#include "core/model/adapters.h"

namespace fmplan::model {

double adapted_width(const Transformer& model, int tensor) {
  const double out = (1.0 * model.num_heads + 2.0 * model.num_kv_heads) * model.head_dim;
  return model.hidden_size + out / tensor;
}

}  // namespace fmplan::model
