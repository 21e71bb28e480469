#pragma once

/// @file
/// How far the predicted ratio of two step times may be off where model, framework and accelerator are the same.
///
/// What a coefficient is off by, it is in both plans: to first order ln t is off by Σ_c y_c · e_c, with y_c = ∂ln t/∂ln
/// c the share of the step that rests on c and e_c the error of ln c.  Of the ratio of two plans only
///
///   d = ln(measured_b/measured_a) − ln(predicted_b/predicted_a) = Σ_c (y_c,b − y_c,a) · e_c + scatter
///
/// is left, with
///
///   σ² = Σ_c (w_c · (y_c,b − y_c,a))² + Σ_g (v_g · D_g)² + s²,
///
/// D_g being how many doublings the two lie apart (step_anchor.h), for what the model lacks, and s the scatter of
/// measurements that two runs do not share, larger for mixtures of experts.  w, v and s are fitted by maximum
/// likelihood to pairs of rows of sources that were held out of the fit of the step times, and so are the quantiles of
/// |d|/σ.

#include <array>
#include <string>
#include <vector>

#include "core/calibration/step_anchor.h"
#include "core/hardware/accelerator.h"
#include "core/sim/step/step_breakdown.h"

namespace fmplan::calibration {

/// Shares of a step by StepPart, matrix products apart by their precision: a pace of 8-bit products is another
/// coefficient than that of 16-bit ones.
inline constexpr std::size_t kNumStepShares = sim::kNumStepParts + 2;
/// The shares' differences, the distances, 1 for a mixture of experts, and 1.
inline constexpr std::size_t kNumDifferenceCauses = kNumStepShares + kNumStepDistances + 2;
using DifferenceAmounts = std::array<double, kNumDifferenceCauses>;

/// "gemm", …, "gemm_8_bit", "gemm_4_bit"; "machine_size", … as distances are named; "mixture"; "any".
std::string difference_cause_name(std::size_t cause);

/// What of one plan decides how its errors differ from another's.
struct StepSide {
  std::array<double, kNumStepShares> shares{};
  StepPosition position;

  friend bool operator==(const StepSide&, const StepSide&) = default;
};
StepSide step_side(const sim::StepTime& step, const StepPosition& position);

DifferenceAmounts difference_amounts(const StepSide& a, const StepSide& b);

struct StepDifferenceModel {
  DifferenceAmounts uncertainty = believed_uncertainty();  ///< w_c, v_g and s
  double within_80 = 1.533;  ///< of |d|/σ; of t with 4 degrees of freedom, until measured
  double within_95 = 2.776;

  /// What is believed before any pair is seen: a tenth of each part, 2 % a doubling, 3 % of scatter.
  static DifferenceAmounts believed_uncertainty();
  friend bool operator==(const StepDifferenceModel&, const StepDifferenceModel&) = default;
};

/// σ of ln(measured ratio/predicted ratio).
double difference_spread(const StepDifferenceModel& model, const DifferenceAmounts& amounts);

/// Factors on a predicted ratio, symmetric as logarithms: which of the two comes first does not matter.
struct DifferenceInterval {
  double low_95 = 1;
  double low_80 = 1;
  double high_80 = 1;
  double high_95 = 1;

  friend bool operator==(const DifferenceInterval&, const DifferenceInterval&) = default;
};
DifferenceInterval difference_interval(const StepDifferenceModel& model, const StepSide& a, const StepSide& b);

/// Whether the 80 % interval of a predicted ratio holds 1: the model cannot say which of the two is faster.
bool is_tie(double ratio, const DifferenceInterval& interval);

}  // namespace fmplan::calibration
