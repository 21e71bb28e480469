#include "core/calibration/step_difference.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace fmplan::calibration {
namespace {

constexpr std::size_t kEightBit = sim::kNumStepParts, kFourBit = sim::kNumStepParts + 1;
constexpr std::size_t kMixture = kNumDifferenceCauses - 2, kAny = kNumDifferenceCauses - 1;

std::size_t share_of_products(const std::string& precision) {
  if (precision == "fp8") return kEightBit;
  if (precision == "fp4") return kFourBit;
  return static_cast<std::size_t>(sim::StepPart::kGemm);
}

}  // namespace

std::string difference_cause_name(std::size_t cause) {
  if (cause < sim::kNumStepParts) return std::string(sim::kStepPartNames.texts[cause]);
  if (cause == kEightBit) return "gemm_8_bit";
  if (cause == kFourBit) return "gemm_4_bit";
  if (cause == kMixture) return "mixture";
  if (cause == kAny) return "any";
  return std::string(kStepDistanceNames.texts[cause - kNumStepShares]);
}

StepSide step_side(const sim::StepTime& step, const StepPosition& position) {
  StepSide side{.shares = {}, .position = position};
  for (std::size_t i = 0; i < sim::kNumStepParts; ++i) {
    const bool products = sim::kStepPartNames.values[i] == sim::StepPart::kGemm;
    side.shares[products ? share_of_products(position.precision) : i] += step.parts[i] / step.total();
  }
  return side;
}

DifferenceAmounts difference_amounts(const StepSide& a, const StepSide& b) {
  DifferenceAmounts amounts{};
  for (std::size_t i = 0; i < kNumStepShares; ++i) amounts[i] = b.shares[i] - a.shares[i];
  const auto apart = distances(a.position, b.position);
  std::copy(apart.begin(), apart.end(), amounts.begin() + kNumStepShares);
  constexpr std::size_t kExperts = 4;  // of StepPosition::architecture
  amounts[kMixture] = a.position.architecture[kExperts] > 0 || b.position.architecture[kExperts] > 0 ? 1 : 0;
  amounts[kAny] = 1;
  return amounts;
}

DifferenceAmounts StepDifferenceModel::believed_uncertainty() {
  DifferenceAmounts uncertainty;
  for (std::size_t c = 0; c < kNumDifferenceCauses; ++c) uncertainty[c] = c < kNumStepShares ? 0.1 : 0.02;
  uncertainty[kAny] = 0.03;
  return uncertainty;
}

double difference_spread(const StepDifferenceModel& model, const DifferenceAmounts& amounts) {
  double variance = 0;
  for (std::size_t c = 0; c < kNumDifferenceCauses; ++c) {
    const double part = model.uncertainty[c] * amounts[c];
    variance += part * part;
  }
  return std::sqrt(variance);
}

DifferenceInterval difference_interval(const StepDifferenceModel& model, const StepSide& a, const StepSide& b) {
  const double sigma = difference_spread(model, difference_amounts(a, b));
  const double half_80 = std::exp(model.within_80 * sigma), half_95 = std::exp(model.within_95 * sigma);
  return {.low_95 = 1 / half_95, .low_80 = 1 / half_80, .high_80 = half_80, .high_95 = half_95};
}

bool is_tie(double ratio, const DifferenceInterval& interval) {
  return ratio * interval.low_80 <= 1 && ratio * interval.high_80 >= 1;
}

}  // namespace fmplan::calibration
