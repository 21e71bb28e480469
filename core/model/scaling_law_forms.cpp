#include "core/model/scaling_law_forms.h"

#include <cmath>

#include "core/model/scaling_law_root.h"

namespace fmplan::model {
namespace {

/// Training: 2 FLOP forward, 4 backward; inference: forward alone [Kaplan et al. 2020, §2.1].
constexpr double kFlopPerParameterToken = 6;
constexpr double kInferenceFlopPerParameterToken = 2;

// Natural logarithms between which every token and parameter count of interest lies (1e-26 … 1e65); wide, because laws
// with a floor of loss send N and D to infinity when the target nears it.
constexpr double kLogLow = -60;
constexpr double kLogHigh = 150;

/// Fresh units plus repeated ones at a worth that decays: U + U R* (1 − e^(−R/R*)), R = x/U − 1.
double with_decay(double x, double unique, double decay) {
  if (x <= unique) return x;
  return unique * (1 - decay * std::expm1(-(x / unique - 1) / decay));
}

/// ln of −∂L/∂ln x for one term k/x'^p of the loss, x' = with_decay(x): ln(p k) + ln x + ln dx'/dx − (p + 1) ln x'.
/// In logarithms, because far into repetition dx'/dx underflows.
double log_elasticity(double coefficient, double exponent, double x, double unique, double decay) {
  const double log_slope = x <= unique ? 0 : -(x / unique - 1) / decay;
  return std::log(exponent * coefficient) + std::log(x) + log_slope -
         (exponent + 1) * std::log(with_decay(x, unique, decay));
}

double log10_effective_experts(const RoutedLoss& law, int num_experts) {
  const double start = 1 / (1 / law.experts_start - 1 / law.experts_max);
  return -std::log10(1 / (num_experts - 1 + start) + 1 / law.experts_max);
}

}  // namespace

Flop flop_6nd(double parameters, double tokens) { return kFlopPerParameterToken * parameters * tokens * flop; }

double value(const PowerLaw& law, double x) { return law.coefficient * std::pow(x, law.exponent); }

double loss(const ParametricLoss& law, double parameters, double tokens) {
  return law.e + law.a * std::pow(parameters, -law.alpha) + law.b * std::pow(tokens, -law.beta);
}

double optimal_parameters(const ParametricLoss& law, double tokens) {
  return std::pow(law.alpha * law.a / (law.beta * law.b) * std::pow(tokens, law.beta), 1 / law.alpha);
}

std::optional<double> tokens_to_reach(const ParametricLoss& law, double parameters, double loss) {
  const double left = loss - law.e - law.a * std::pow(parameters, -law.alpha);
  if (!(left > 0)) return std::nullopt;
  return std::pow(law.b / left, 1 / law.beta);
}

double loss(const KaplanLoss& law, double parameters, double tokens) {
  return std::pow(std::pow(law.critical_parameters / parameters, law.parameter_exponent / law.token_exponent) +
                      law.critical_tokens / tokens,
                  law.token_exponent);
}

std::optional<double> tokens_to_reach(const KaplanLoss& law, double parameters, double loss) {
  const double left = std::pow(loss, 1 / law.token_exponent) -
                      std::pow(law.critical_parameters / parameters, law.parameter_exponent / law.token_exponent);
  if (!(left > 0)) return std::nullopt;
  return law.critical_tokens / left;
}

double loss_of_compute(const KaplanLoss& law, Flop compute) {
  return std::pow(law.critical_compute / compute, law.compute_exponent);
}

double critical_batch(const KaplanLoss& law, double loss) {
  return law.critical_batch * std::pow(loss, -1 / law.batch_exponent);
}

double effective_tokens(const RepeatedDataLoss& law, double tokens, double unique_tokens) {
  return with_decay(tokens, unique_tokens, law.token_decay);
}

double effective_parameters(const RepeatedDataLoss& law, double parameters, double unique_tokens) {
  return with_decay(parameters, optimal_parameters(law.fresh, unique_tokens), law.parameter_decay);
}

double loss(const RepeatedDataLoss& law, double parameters, double tokens, double unique_tokens) {
  return loss(law.fresh, effective_parameters(law, parameters, unique_tokens),
              effective_tokens(law, tokens, unique_tokens));
}

std::optional<double> tokens_to_reach(const RepeatedDataLoss& law, double parameters, double loss,
                                      double unique_tokens) {
  const std::optional<double> worth =
      tokens_to_reach(law.fresh, effective_parameters(law, parameters, unique_tokens), loss);
  if (!worth || *worth <= unique_tokens) return worth;
  const double share = (*worth / unique_tokens - 1) / law.token_decay;
  if (!(share < 1)) return std::nullopt;
  return unique_tokens * (1 - law.token_decay * std::log1p(-share));
}

double optimal_parameters(const RepeatedDataLoss& law, double tokens, double unique_tokens) {
  const ParametricLoss& fresh = law.fresh;
  const double unique_parameters = optimal_parameters(fresh, unique_tokens);
  const double target = log_elasticity(fresh.b, fresh.beta, tokens, unique_tokens, law.token_decay);
  // On an iso-FLOP curve a percent more parameters costs a percent of tokens: the best N is where both weigh alike.
  return std::exp(bisect(kLogLow, kLogHigh, [&](double log_n) {
    return log_elasticity(fresh.a, fresh.alpha, std::exp(log_n), unique_parameters, law.parameter_decay) > target;
  }));
}

Flop lifetime_flop(double parameters, double tokens, double inference_tokens) {
  return flop_6nd(parameters, tokens) + kInferenceFlopPerParameterToken * parameters * inference_tokens * flop;
}

double inference_aware_parameters(const ParametricLoss& law, double tokens, double inference_tokens) {
  const double wedge = 1 + inference_tokens / (3 * tokens);
  const double elasticity = law.beta * law.b * std::pow(tokens, -law.beta) * wedge;
  return std::pow(law.alpha * law.a / elasticity, 1 / law.alpha);
}

double loss(const RoutedLoss& law, double parameters, int num_experts) {
  const double log_n = std::log10(parameters);
  const double log_e = log10_effective_experts(law, num_experts);
  return std::pow(10.0, law.a * log_n + law.b * log_e + law.c * log_n * log_e + law.d);
}

ParametricLoss at_granularity(const GranularLoss& law, double granularity) {
  return {.e = law.c,
          .a = law.g * std::pow(granularity, -law.gamma) + law.a,
          .alpha = law.alpha,
          .b = law.b,
          .beta = law.beta};
}

double active_share(const GranularLoss& law) { return 12 / (8 * law.expansion + 4); }

ParametricLoss over_training_loss(double p, double q, double h, double e) {
  return {.e = e, .a = p, .alpha = -h, .b = q * std::pow(6.0, h / 2), .beta = -h};
}

}  // namespace fmplan::model
