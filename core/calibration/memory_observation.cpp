#include "core/calibration/memory_observation.h"

#include <algorithm>
#include <cmath>

namespace fmplan::calibration {

using model::MemoryInterval;

Bytes predicted_peak(const MemoryObservation& observation, const model::MemoryHabits& habits) {
  model::MemorySettings settings = observation.settings;
  settings.habits = with_numbers(settings.habits, habits);
  settings = read_as(settings, observation.reading);
  const auto use = [&] {
    switch (observation.rank) {
      case MeasuredRank::kFirst: return stage_memory_use(observation.model, settings, 0);
      case MeasuredRank::kLast: return stage_memory_use(observation.model, settings, settings.plan.pipeline - 1);
      case MeasuredRank::kFullest: break;
    }
    return memory_use(observation.model, settings);
  };
  return use().total() * (gigabyte / observation.unit);
}

Bytes predicted_on_card(const MemoryObservation& observation, const model::MemoryHabits& habits) {
  model::MemorySettings settings = observation.settings;
  settings.habits = with_numbers(settings.habits, habits);
  return memory_use(observation.model, settings).total();
}

MemoryInterval conformal_interval(std::vector<double> ratios) {
  if (ratios.size() < kFewestIntervalRows) return {};
  std::sort(ratios.begin(), ratios.end());
  const auto n = static_cast<double>(ratios.size());
  const auto at = [&](double rank) { return ratios[static_cast<std::size_t>(std::clamp(rank, 1.0, n)) - 1]; };
  constexpr double kLeast = 0.01;  // chosen: no interval narrower than ±1 %
  const auto low = [&](double alpha) { return std::min(1 - kLeast, at(std::floor((n + 1) * alpha / 2))); };
  const auto high = [&](double alpha) { return std::max(1 + kLeast, at(std::ceil((n + 1) * (1 - alpha / 2)))); };
  return {.low_80 = low(0.2), .high_80 = high(0.2), .low_95 = low(0.05), .high_95 = high(0.05)};
}

MemoryInterval wider(const MemoryInterval& a, const MemoryInterval& b) {
  return {.low_80 = std::min(a.low_80, b.low_80),
          .high_80 = std::max(a.high_80, b.high_80),
          .low_95 = std::min(a.low_95, b.low_95),
          .high_95 = std::max(a.high_95, b.high_95)};
}

}  // namespace fmplan::calibration
