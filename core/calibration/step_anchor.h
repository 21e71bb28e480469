#pragma once

/// @file
/// How alike the errors of two predictions for one cluster are, and what measured rows of the cluster thereby say of
/// another question.
///
/// Errors r = ln(measured/predicted) of one cluster, each divided by its spread σ, are taken as jointly normal with
/// correlation
///
///   ρ(a, b) = (1 − noise) · class · (floor + (1 − floor) · exp(−Σ_g rate_g Σ_{x in g} |log2 x_a − log2 x_b|))
///
/// where class is the product of other_machine, other_precision and other_model as far as the two differ in these.
/// Each factor is positive semi-definite, so that their product is.  Predictions corrected by rows are then the
/// posterior mean (kriging) and their spread the posterior deviation: one row far off corrects little, many near ones
/// determine the answer.  The coefficients are fitted to rows held out, and so is how far to trust a row [Efron &
/// Morris 1975 on shrinkage estimated from the data].

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/names.h"
#include "core/base/statistics.h"
#include "core/sim/step/step_time.h"

namespace fmplan::calibration {

/// Differences of configuration that make errors less alike.
enum class StepDistance {
  kMachineSize,  ///< accelerators
  kLayout,       ///< tensor, pipeline, virtual stages, context, expert
  kMicroBatch,   ///< sequences of a micro-batch, tokens of a sequence
  kBatch,        ///< sequences of the global batch
  kModelSize,    ///< hidden size, layers
  kMemory,       ///< recomputation and ZeRO stage; each step counts as one doubling
};
inline constexpr auto kStepDistanceNames = names<StepDistance>({{"machine_size", StepDistance::kMachineSize},
                                                                {"layout", StepDistance::kLayout},
                                                                {"micro_batch", StepDistance::kMicroBatch},
                                                                {"batch", StepDistance::kBatch},
                                                                {"model_size", StepDistance::kModelSize},
                                                                {"memory", StepDistance::kMemory}});
inline constexpr std::size_t kNumStepDistances = kStepDistanceNames.count;
inline std::string_view step_distance_name(StepDistance distance) { return kStepDistanceNames.name(distance); }

inline constexpr std::size_t kNumStepCoordinates = 13;

/// All that decides a step, where it is known.
struct ExactStep {
  model::Transformer model{};  ///< without its name
  sim::StepSettings settings{};
  std::string instance{};
  std::optional<Date> software{};

  friend bool operator==(const ExactStep&, const ExactStep&) = default;
};

/// What of a question decides how near another one is.
struct StepPosition {
  std::string framework;
  std::string accelerator;
  std::string precision;
  /// Layers, hidden size, heads, FFN size, experts, rank of adapters, and their targets counted from 1.
  std::array<int, 7> architecture{};
  std::array<double, kNumStepCoordinates> coordinates{};
  std::optional<ExactStep> exact{};  ///< none: of published rows, which leave settings out

  friend bool operator==(const StepPosition&, const StepPosition&) = default;
};
StepPosition position_of(const model::Transformer& model, const sim::StepSettings& settings,
                         const std::string& framework, const std::string& accelerator);
StepPosition position_of(const sim::StepJob& job);
/// The same with all its settings.
StepPosition exact_position_of(const sim::StepJob& job);
/// Whether both are known to be one step: of one model on one instance type, with one release, in every setting.
bool same_step(const StepPosition& a, const StepPosition& b);

/// How far two questions lie apart in each of the distances: Σ_x |log2 x_a − log2 x_b|.
std::array<double, kNumStepDistances> distances(const StepPosition& a, const StepPosition& b);

/// The defaults let nothing be learnt from another row.
struct StepCorrelation {
  double noise = 1;
  double floor = 0;
  double other_machine = 1;  ///< accelerator or framework
  double other_precision = 1;
  double other_model = 1;
  std::array<double, kNumStepDistances> rates{};  ///< per doubling, indexed by StepDistance

  friend bool operator==(const StepCorrelation&, const StepCorrelation&) = default;
};

/// Standard deviation of ln(time) of one step measured twice: the one layout of the measured rows that was, with
/// nothing said to differ, took 134.02 and 128.82 s (BLOOM's tune-up, validation/steps.csv): ln(134.02/128.82)/√2.
inline constexpr double kRepeatDeviation = 0.028;

/// What tells two steps apart.
struct StepContrast {
  std::array<double, kNumStepDistances> distances{};
  bool machine = false;
  bool precision = false;
  bool model = false;
};
StepContrast contrast(const StepPosition& a, const StepPosition& b);

/// The coefficients in one vector: noise, floor, the three classes, the rates.
inline constexpr int kNumCorrelationCoefficients = 5 + static_cast<int>(kNumStepDistances);

/// ρ of a vector of coefficients; T is double or what takes derivatives, for the fit (fit/fit_correlation.h).
template <class T>
T correlation_of(const T* c, const StepContrast& d) {
  using std::exp;
  T exponent(0.0);
  for (std::size_t g = 0; g < kNumStepDistances; ++g) exponent += c[5 + g] * d.distances[g];
  T rho = (1.0 - c[0]) * (c[1] + (1.0 - c[1]) * exp(-exponent));
  if (d.machine) rho *= c[2];
  if (d.precision) rho *= c[3];
  if (d.model) rho *= c[4];
  return rho;
}

std::array<double, kNumCorrelationCoefficients> vector_of(const StepCorrelation& coefficients);

/// ρ(a, b) for two different rows.
double correlation(const StepCorrelation& coefficients, const StepPosition& a, const StepPosition& b);

/// A measured row of the cluster that is asked about.
struct StepAnchor {
  StepPosition position;
  double log_ratio = 0;  ///< ln(measured/predicted)
  double spread = 1;     ///< σ of the prediction
  double mean = 0;       ///< that log_ratio is expected to be
  int count = 1;         ///< measurements of this very step, of which log_ratio is the mean …
  double scatter = 0;    ///< … and their standard deviation about it

  friend bool operator==(const StepAnchor&, const StepAnchor&) = default;
};

/// What anchors say of another question.
struct StepCorrection {
  double deviations = 0;  ///< posterior mean of ln(measured/predicted) in units of the question's own σ
  double narrowing = 1;   ///< posterior deviation over the prior's, in (0, 1]

  friend bool operator==(const StepCorrection&, const StepCorrection&) = default;
};

/// Measurements of one and the same step (same_step()) as one anchor each, the steps in an order of their own: in
/// whatever order rows come, what they say is the same.
std::vector<StepAnchor> merged(const std::vector<StepAnchor>& anchors);

/// Posterior mean and deviation given the anchors, of which the kMostAnchors nearest count:
///   mean = ρᵀ R⁻¹ z,   narrowing = √(1 − ρᵀ R⁻¹ ρ),   R the anchors' correlations, z their log ratios over spreads.
/// Of one and the same step (same_step()) ρ = 1 − (kRepeatDeviation / σ)², σ the smaller spread of the two anchors, or
/// the anchor's: it is believed to the scatter of a measurement, where that is less than the noise between rows.  With
/// itself an anchor of n measurements has ρ + (1 − ρ)/n + max(0, (scatter/σ)² − (1 − ρ)): what they scatter more than
/// repeats do has a cause that nobody told, and more of them do not average it out.
StepCorrection correction(const StepCorrelation& coefficients, const std::vector<StepAnchor>& anchors,
                          const StepPosition& question);
/// Chosen: keeps the matrix small; the nearest say most.
inline constexpr std::size_t kMostAnchors = 32;

}  // namespace fmplan::calibration
