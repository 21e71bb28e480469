#pragma once

/// @file
/// Whether a predicted peak of memory stays within the card: the one meaning of "fits".

#include <string_view>

#include "core/base/names.h"
#include "core/base/quantity.h"

namespace fmplan::model {

/// Factors on a predicted peak between which 80 % and 95 % of measured peaks lie.
struct MemoryInterval {
  double low_80 = 0.75;
  double high_80 = 1.35;
  double low_95 = 0.55;
  double high_95 = 1.8;

  friend bool operator==(const MemoryInterval&, const MemoryInterval&) = default;
};

/// The factor that a measured peak stays below with probability `chance`: linear, as a logarithm, in the standard
/// normal quantile between the four ends of the interval (chances of 2.5, 10, 90 and 97.5 %), and on from the outer
/// two.
/// @pre 0 < chance < 1; 0 < low_95 <= low_80 <= high_80 <= high_95.
double peak_quantile(const MemoryInterval& interval, double chance);

/// The chance that the peak of a prediction stays within `capacity`: the inverse of peak_quantile().
/// @pre predicted and capacity are positive.
double chance_of_fitting(Bytes predicted, const MemoryInterval& interval, Bytes capacity);

/// Chance from which on a plan is said to fit, and is taken by a search.
inline constexpr double kFitConfidence = 0.9;
/// Chance up to which it is said not to.
inline constexpr double kMisfitConfidence = 0.1;

/// What the chance is called.
enum class MemoryVerdict {
  kFits,       ///< 90 % and more
  kTight,      ///< between
  kDoesNotFit  ///< 10 % and less
};
inline constexpr auto kMemoryVerdictNames = names<MemoryVerdict>(
    {{"fits", MemoryVerdict::kFits}, {"tight", MemoryVerdict::kTight}, {"does_not_fit", MemoryVerdict::kDoesNotFit}});
inline std::string_view memory_verdict_name(MemoryVerdict verdict) { return kMemoryVerdictNames.name(verdict); }

MemoryVerdict memory_verdict(double chance_of_fitting);

}  // namespace fmplan::model
