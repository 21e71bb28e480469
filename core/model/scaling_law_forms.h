#pragma once

/// @file
/// The formulas of published scaling laws: N parameters, D training tokens, C training FLOP, L loss.  The constants,
/// with their sources and ranges, are items of the catalogue.

#include <optional>

#include "core/base/quantity.h"

namespace fmplan::model {

/// One PF-day, the unit of compute of [Kaplan et al. 2020].
inline constexpr Flop kPetaflopDay = 8.64e19 * flop;

/// Training FLOP by the 6ND rule: 2 per parameter and token forward, 4 backward; attention scores are left out.
Flop flop_6nd(double parameters, double tokens);

/// y = coefficient · x^exponent.
struct PowerLaw {
  double coefficient = 1;
  double exponent = 1;

  friend bool operator==(const PowerLaw&, const PowerLaw&) = default;
};
double value(const PowerLaw& law, double x);

/// Compute-optimal N(C) and D(C) read off as power laws, C in FLOP.
struct ComputeFrontier {
  PowerLaw parameters;
  PowerLaw tokens;

  friend bool operator==(const ComputeFrontier&, const ComputeFrontier&) = default;
};

// Parametric loss -----------------------------------------------------------------------------------------------------

/// L(N, D) = E + A/N^α + B/D^β  [Hoffmann et al. 2022, approach 3].
struct ParametricLoss {
  double e = 0;
  double a = 0;
  double alpha = 1;
  double b = 0;
  double beta = 1;

  friend bool operator==(const ParametricLoss&, const ParametricLoss&) = default;
};
double loss(const ParametricLoss& law, double parameters, double tokens);
/// The N for which D tokens are compute-optimal: αA N^−α = βB D^−β.
double optimal_parameters(const ParametricLoss& law, double tokens);
/// The D on which N parameters reach a loss: D^β = B / (L − E − A/N^α).  None where no D does.
std::optional<double> tokens_to_reach(const ParametricLoss& law, double parameters, double loss);

// Kaplan --------------------------------------------------------------------------------------------------------------
// [Kaplan et al. 2020]; N without embeddings, loss in nats per token of WebText2.

struct KaplanLoss {
  double critical_parameters = 1;  ///< Nc
  double parameter_exponent = 1;   ///< αN
  double critical_tokens = 1;      ///< Dc
  double token_exponent = 1;       ///< αD
  Flop critical_compute = 1 * flop;
  double compute_exponent = 1;
  double critical_batch = 1;  ///< B*, in tokens
  double batch_exponent = 1;  ///< αB

  friend bool operator==(const KaplanLoss&, const KaplanLoss&) = default;
};
/// [(Nc/N)^(αN/αD) + Dc/D]^αD.
double loss(const KaplanLoss& law, double parameters, double tokens);
/// D = Dc / (L^(1/αD) − (Nc/N)^(αN/αD)).  None where no D reaches the loss.
std::optional<double> tokens_to_reach(const KaplanLoss& law, double parameters, double loss);
/// (Cc/C)^αC: the best use of a budget far below the critical batch, fitted apart from L(N, D).
double loss_of_compute(const KaplanLoss& law, Flop compute);
/// Critical batch size in tokens at loss L: B*/L^(1/αB).
double critical_batch(const KaplanLoss& law, double loss);

// Repeated data -------------------------------------------------------------------------------------------------------

/// Loss when U unique tokens are repeated [Muennighoff et al. 2023]:
///   L = E + A/N'^α + B/D'^β,  D' = U + U R*_D (1 − e^(−R_D/R*_D)),  R_D = D/U − 1 repetitions,
///   N' likewise with U_N = min(N, the N for which U tokens are compute-optimal).
/// For D ≤ U nothing is repeated: D' = D.
struct RepeatedDataLoss {
  ParametricLoss fresh;
  double token_decay = 1;      ///< R*_D
  double parameter_decay = 1;  ///< R*_N

  friend bool operator==(const RepeatedDataLoss&, const RepeatedDataLoss&) = default;
};
double effective_tokens(const RepeatedDataLoss& law, double tokens, double unique_tokens);
double effective_parameters(const RepeatedDataLoss& law, double parameters, double unique_tokens);
double loss(const RepeatedDataLoss& law, double parameters, double tokens, double unique_tokens);
/// The D whose D' reaches the loss beside N': beyond U it is D = U (1 − R*_D ln(1 − (D'/U − 1)/R*_D)).  None where no
/// repetition is worth as much.
std::optional<double> tokens_to_reach(const RepeatedDataLoss& law, double parameters, double loss,
                                      double unique_tokens);
/// The N that is compute-optimal (6ND) beside D tokens drawn from `unique_tokens`.
double optimal_parameters(const RepeatedDataLoss& law, double tokens, double unique_tokens);

// Inference-aware -----------------------------------------------------------------------------------------------------

/// Training and serving together: 6 N D + 2 N D_inf  [Sardana et al. 2024].
Flop lifetime_flop(double parameters, double tokens, double inference_tokens);
/// The N that, with D training tokens, makes the best use of lifetime_flop:  εN/εD = 1 + D_inf / (3 D), where
/// εN = αA N^−α and εD = βB D^−β.
double inference_aware_parameters(const ParametricLoss& law, double tokens, double inference_tokens);

// Mixtures of experts -------------------------------------------------------------------------------------------------

/// log10 L = a log10 N + b log10 Ê + c log10 N log10 Ê + d,  1/Ê = 1/(E − 1 + 1/(1/Es − 1/Em)) + 1/Em
/// [Clark et al. 2022]; N is the size of the dense model, E the experts that replace each of its routed MLPs.
struct RoutedLoss {
  double a = 0, b = 0, c = 0, d = 0;
  double experts_start = 1;  ///< Es
  double experts_max = 1;    ///< Em

  friend bool operator==(const RoutedLoss&, const RoutedLoss&) = default;
};
double loss(const RoutedLoss& law, double parameters, int num_experts);

/// L(N, D, G) = c + (g/G^γ + a)/N^α + b/D^β  [Krajewski et al. 2024]; N counts all experts and no embeddings;
/// granularity G is the number of fine experts one standard expert is cut into.
struct GranularLoss {
  double c = 0, g = 0, gamma = 1, a = 0, alpha = 1, b = 0, beta = 1;
  double expansion = 64;  ///< total over active MLP parameters

  friend bool operator==(const GranularLoss&, const GranularLoss&) = default;
};
ParametricLoss at_granularity(const GranularLoss& law, double granularity);
/// Active over total parameters of one layer with 4d² of attention and 8d² per standard expert: 12 / (8·expansion + 4).
/// The router is neglected.
double active_share(const GranularLoss& law);

// Over-training -------------------------------------------------------------------------------------------------------

/// L = p N^h + q 6^(h/2) (M N)^h + E with M = D/N [Gadre et al. 2024], the same as E + (a M^η + b M^−η) C^−η with h =
/// −2η: a parametric loss with α = β.
ParametricLoss over_training_loss(double p, double q, double h, double e);

}  // namespace fmplan::model
