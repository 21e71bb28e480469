#include "core/model/scaling_law_batch.h"

#include <cmath>

namespace fmplan::model {

double data_critical_batch(double tokens) { return 512 * 22.91 * std::pow(tokens / 1e6, 0.47); }

HyperParameters deepseek_hyper_parameters(Flop compute) {
  const double c = compute / flop;
  return {.learning_rate = 0.3118 * std::pow(c, -0.1250), .batch_tokens = 0.2920 * std::pow(c, 0.3271)};
}

HyperParameters step_law_hyper_parameters(double parameters, double tokens) {
  return {.learning_rate = 1.79 * std::pow(parameters, -0.713) * std::pow(tokens, 0.307),
          .batch_tokens = 0.58 * std::pow(tokens, 0.571)};
}

}  // namespace fmplan::model
