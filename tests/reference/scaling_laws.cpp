#include "tests/reference/scaling_laws.h"

#include <cmath>

#include "core/model/scaling_law_root.h"

namespace fmplan::reference {
namespace {

/// Training: 2 FLOP forward, 4 backward [Kaplan et al. 2020, §2.1].
constexpr double kFlopPerParameterToken = 6;
// Natural logarithms between which every token count of interest lies.
constexpr double kLogLow = -60;
constexpr double kLogHigh = 150;

double log10_effective_experts(const RoutedLoss& law, int num_experts) {
  const double start = 1 / (1 / law.experts_start - 1 / law.experts_max);
  return -std::log10(1 / (num_experts - 1 + start) + 1 / law.experts_max);
}

}  // namespace

double inverse(const PowerLaw& law, double y) { return std::pow(y / law.coefficient, 1 / law.exponent); }

Allocation compute_optimum(const ParametricLoss& law, Flop compute) {
  const double g = std::pow(law.alpha * law.a / (law.beta * law.b), 1 / (law.alpha + law.beta));
  const double nd = compute / flop / kFlopPerParameterToken;
  return {.parameters = g * std::pow(nd, law.beta / (law.alpha + law.beta)),
          .tokens = std::pow(nd, law.alpha / (law.alpha + law.beta)) / g};
}

double optimal_loss(const ParametricLoss& law, Flop compute) {
  const double g = std::pow(law.alpha * law.a / (law.beta * law.b), 1 / (law.alpha + law.beta));
  const double nd = compute / flop / kFlopPerParameterToken;
  return law.e + (law.a * std::pow(g, -law.alpha) + law.b * std::pow(g, law.beta)) *
                     std::pow(nd, -law.alpha * law.beta / (law.alpha + law.beta));
}

double optimal_tokens(const ParametricLoss& law, double parameters) {
  return std::pow(law.beta * law.b / (law.alpha * law.a) * std::pow(parameters, law.alpha), 1 / law.beta);
}

std::optional<double> tokens_for_loss(const ParametricLoss& law, double parameters, double target) {
  const double left = target - law.e - law.a * std::pow(parameters, -law.alpha);
  if (!(left > 0)) return std::nullopt;
  return std::pow(law.b / left, 1 / law.beta);
}

std::optional<double> parameters_for_loss(const ParametricLoss& law, double tokens, double target) {
  const double left = target - law.e - law.b * std::pow(tokens, -law.beta);
  if (!(left > 0)) return std::nullopt;
  return std::pow(law.a / left, 1 / law.alpha);
}

double kaplan_loss_of_parameters(double parameters) { return std::pow(8.8e13 / parameters, 0.076); }

double kaplan_loss_of_tokens(double tokens) { return std::pow(5.4e13 / tokens, 0.095); }

std::optional<Allocation> inference_aware_optimum(const ParametricLoss& law, double target, double inference_tokens) {
  if (!(target > law.e)) return std::nullopt;
  const double tokens = std::exp(model::bisect(kLogLow, kLogHigh, [&](double log_d) {
    const double d = std::exp(log_d);
    return loss(law, model::inference_aware_parameters(law, d, inference_tokens), d) > target;
  }));
  return Allocation{.parameters = model::inference_aware_parameters(law, tokens, inference_tokens), .tokens = tokens};
}

double parameters_for_loss(const RoutedLoss& law, double target, int num_experts) {
  const double log_e = log10_effective_experts(law, num_experts);
  return std::pow(10.0, (std::log10(target) - law.b * log_e - law.d) / (law.a + law.c * log_e));
}

double dense_equivalent_parameters(const RoutedLoss& law, double parameters, int num_experts) {
  return parameters_for_loss(law, loss(law, parameters, num_experts), 1);
}

Allocation over_trained(Flop compute, double tokens_per_parameter) {
  const double parameters = std::sqrt(compute / flop / (kFlopPerParameterToken * tokens_per_parameter));
  return {.parameters = parameters, .tokens = tokens_per_parameter * parameters};
}

double downstream_error(const DownstreamError& law, double loss) {
  return law.epsilon - law.k * std::exp(-law.gamma * loss);
}

BatchPrice batch_price(double batch, double critical_batch) {
  return {.steps_factor = 1 + critical_batch / batch, .tokens_factor = 1 + batch / critical_batch};
}

}  // namespace fmplan::reference
