#include "core/calibration/memory_fit.h"

#include <utility>

namespace fmplan::calibration {

using model::MemoryHabits;

std::vector<MemoryNumber> numbers_of(const MemoryHabits& habits) {
  return {{"activation_factor", &MemoryHabits::activation_factor, habits.activation_factor, 0.25, 0.3, 4, true},
          {"gathered_copies", &MemoryHabits::gathered_copies, 0, 0.5, 0, 3, false},
          {"bytes_per_logit", &MemoryHabits::bytes_per_logit, 10, 0.4, 2, 24, true},
          {"retained_logit_bytes", &MemoryHabits::retained_logit_bytes, 0, 2, 0, 16, false},
          {"extra_bytes_per_parameter", &MemoryHabits::extra_bytes_per_parameter, 0.3, 0.5, 0, 4, false},
          {"reserved_share", &MemoryHabits::reserved_share, 0.055, 0.03, 0, 0.4, false}};
}

MemoryHabits prior_habits(const MemoryHabits& habits) {
  MemoryHabits prior = habits;
  for (const MemoryNumber& number : numbers_of(habits)) prior.*number.member = number.prior;
  return prior;
}

ErrorSummary summarise(const std::vector<MemoryRatio>& ratios) {
  std::vector<double> errors;
  errors.reserve(ratios.size());
  for (const MemoryRatio& ratio : ratios) errors.push_back(1 / ratio.ratio - 1);
  return summarise_errors(std::move(errors));
}

}  // namespace fmplan::calibration
