#pragma once

/// @file
/// Closed forms of scaling laws that the questions of core/model/scaling_law are held against, and what the papers give
/// beside them.  N parameters, D training tokens, C training FLOP, L loss.

#include <optional>

#include "core/base/quantity.h"
#include "core/model/scaling_law_forms.h"

namespace fmplan::reference {

using model::ParametricLoss;
using model::PowerLaw;
using model::RoutedLoss;

/// How a training budget is divided.
struct Allocation {
  double parameters = 0;
  double tokens = 0;

  friend bool operator==(const Allocation&, const Allocation&) = default;
};

/// The x at which `law` has the value y.
double inverse(const PowerLaw& law, double y);

/// The split that minimises L under 6ND = C:
///   N = G (C/6)^(β/(α+β)),  D = (C/6)^(α/(α+β)) / G,  G = (αA / βB)^(1/(α+β)).
Allocation compute_optimum(const ParametricLoss& law, Flop compute);
/// L at that split: E + (A G^−α + B G^β) (C/6)^(−αβ/(α+β)).
double optimal_loss(const ParametricLoss& law, Flop compute);
/// The D for which N is compute-optimal (αA N^−α = βB D^−β).
double optimal_tokens(const ParametricLoss& law, double parameters);
/// The D that brings a model of N parameters to `target`; none if no amount of data does.
std::optional<double> tokens_for_loss(const ParametricLoss& law, double parameters, double target);
/// The N that reaches `target` on D tokens; none if no size does.
std::optional<double> parameters_for_loss(const ParametricLoss& law, double tokens, double target);

// [Kaplan et al. 2020]; N without embeddings, loss in nats per token of WebText2.
/// (8.8e13 / N)^0.076: converged, on unlimited data.
double kaplan_loss_of_parameters(double parameters);
/// (5.4e13 / D)^0.095: a large model stopped early on D tokens.
double kaplan_loss_of_tokens(double tokens);

/// The split that reaches loss `target` with the fewest lifetime FLOP; none if the law never gets there.
std::optional<Allocation> inference_aware_optimum(const ParametricLoss& law, double target, double inference_tokens);

/// The N that reaches `target` with E experts.
double parameters_for_loss(const RoutedLoss& law, double target, int num_experts);
/// The dense model (E = 1) that is as good: the effective parameter count.
double dense_equivalent_parameters(const RoutedLoss& law, double parameters, int num_experts);

/// The split of C with a chosen M = D/N:  N = √(C / 6M).
Allocation over_trained(Flop compute, double tokens_per_parameter);

/// Average top-1 error of downstream tasks: ε − k e^(−γ L)  [Gadre et al. 2024].
struct DownstreamError {
  double k = 0, gamma = 0, epsilon = 0;

  friend bool operator==(const DownstreamError&, const DownstreamError&) = default;
};
double downstream_error(const DownstreamError& law, double loss);

/// What a batch B costs against the two extremes, for a critical (noise) batch Bc [McCandlish et al. 2018]:
///   steps = 1 + Bc/B times the fewest possible,  tokens = 1 + B/Bc times the fewest possible.
struct BatchPrice {
  double steps_factor = 1;
  double tokens_factor = 1;

  friend bool operator==(const BatchPrice&, const BatchPrice&) = default;
};
BatchPrice batch_price(double batch, double critical_batch);

}  // namespace fmplan::reference
