#include "core/sim/run/trial.h"

#include <cmath>
#include <numbers>
#include <numeric>

#include "core/base/statistics.h"

namespace fmplan::sim {
namespace {

/// Mean of e^{slope·z + offset} over the standard normal z from `from` on, times the share of those:
/// e^{offset + slope²/2}·Φ(slope − from).
double tail_mean(double offset, double slope, double from) {
  return std::exp(offset + slope * slope / 2) * std::erfc((from - slope) / std::numbers::sqrt2) / 2;
}

/// Of one half of the law, as step_time_factor() has it.
double half_mean(double at_80, double at_95) {
  const double inner = std::log(at_80) / kNormal80,
               outer = (std::log(at_95) - std::log(at_80)) / (kNormal95 - kNormal80);
  return tail_mean(0, inner, 0) - tail_mean(0, inner, kNormal80) +
         tail_mean((inner - outer) * kNormal80, outer, kNormal80);
}

}  // namespace

int RunTrial::num_interruptions() const { return std::accumulate(interruptions.begin(), interruptions.end(), 0); }

double mean_factor(const StepTimeError& e) { return half_mean(e.low_80, e.low_95) + half_mean(e.high_80, e.high_95); }

}  // namespace fmplan::sim
