#include "core/model/memory_chance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "core/base/statistics.h"

namespace fmplan::model {
namespace {

struct Knot {
  double normal;      ///< standard normal quantile
  double log_factor;  ///< ln of the factor on the prediction
};
using Knots = std::array<Knot, 4>;

Knots knots_of(const MemoryInterval& interval) {
  return {{{-kNormal95, std::log(interval.low_95)},
           {-kNormal80, std::log(interval.low_80)},
           {kNormal80, std::log(interval.high_80)},
           {kNormal95, std::log(interval.high_95)}}};
}

/// Of two ends that coincide, nothing lies between: a step this small keeps the line defined.
constexpr double kLeastSlope = 1e-6;

/// Straight lines through the knots; the outer two go on.
double line(const Knots& knots, double x, double Knot::*from, double Knot::*to) {
  std::size_t i = 0;
  while (i + 2 < knots.size() && x > knots[i + 1].*from) ++i;
  const double run = std::max(knots[i + 1].*from - knots[i].*from, kLeastSlope);
  const double rise = std::max(knots[i + 1].*to - knots[i].*to, kLeastSlope);
  return knots[i].*to + rise / run * (x - knots[i].*from);
}

}  // namespace

double peak_quantile(const MemoryInterval& interval, double chance) {
  return std::exp(line(knots_of(interval), normal_quantile(chance), &Knot::normal, &Knot::log_factor));
}

double chance_of_fitting(Bytes predicted, const MemoryInterval& interval, Bytes capacity) {
  const double normal = line(knots_of(interval), std::log(capacity / predicted), &Knot::log_factor, &Knot::normal);
  return std::erfc(-normal / std::numbers::sqrt2) / 2;
}

MemoryVerdict memory_verdict(double chance_of_fitting) {
  if (chance_of_fitting >= kFitConfidence) return MemoryVerdict::kFits;
  return chance_of_fitting <= kMisfitConfidence ? MemoryVerdict::kDoesNotFit : MemoryVerdict::kTight;
}

}  // namespace fmplan::model
