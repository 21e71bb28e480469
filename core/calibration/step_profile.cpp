#include "core/calibration/step_profile.h"

namespace fmplan::calibration {

void apply(const StepProfile& profile, sim::FrameworkProfile& framework, hardware::Accelerator& accelerator) {
  const auto habits = profile.framework_habits.find(framework.name);
  framework.habits = habits == profile.framework_habits.end() ? profile.habits : habits->second;
  const auto paces = profile.accelerator_paces.find(accelerator.name);
  accelerator.pace = paces == profile.accelerator_paces.end() ? profile.paces : paces->second;
}

}  // namespace fmplan::calibration
