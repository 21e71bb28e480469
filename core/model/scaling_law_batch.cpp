#include "core/model/scaling_law_batch.h"

#include <cmath>

namespace fmplan::model {

namespace {

constexpr double kOfAMillion = 512 * 22.91;  // tokens
constexpr double kExponent = 0.47;           // of tokens, by the same fit

}  // namespace

double data_critical_batch(double tokens) { return kOfAMillion * std::pow(tokens / 1e6, kExponent); }

double tokens_of_critical_batch(double batch) { return 1e6 * std::pow(batch / kOfAMillion, 1 / kExponent); }

HyperParameters deepseek_hyper_parameters(Flop compute) {
  const double c = compute / flop;
  return {.learning_rate = 0.3118 * std::pow(c, -0.1250), .batch_tokens = 0.2920 * std::pow(c, 0.3271)};
}

HyperParameters step_law_hyper_parameters(double parameters, double tokens) {
  return {.learning_rate = 1.79 * std::pow(parameters, -0.713) * std::pow(tokens, 0.307),
          .batch_tokens = 0.58 * std::pow(tokens, 0.571)};
}

}  // namespace fmplan::model
