#include "core/calibration/step_profile.h"

#include <algorithm>

namespace fmplan::calibration {

std::string framework_of_release(const std::string& name) { return name.substr(0, name.find('-')); }

void apply(const StepProfile& profile, sim::FrameworkProfile& framework, hardware::Accelerator& accelerator) {
  auto habits = profile.framework_habits.find(framework.name);
  bool other_release = false;
  if (habits == profile.framework_habits.end()) {
    habits = profile.framework_habits.find(framework_of_release(framework.name));
    other_release = habits != profile.framework_habits.end();
  }
  if (habits != profile.framework_habits.end()) {
    framework.habits = habits->second;
    // How a release launches its kernels is what its item is about.
    if (other_release) framework.habits[sim::StepHabit::kHostPerLayer] = 0;
  } else {
    const double stated = framework.habits[sim::StepHabit::kStagePerTensorRank];
    framework.habits = profile.habits;
    framework.habits[sim::StepHabit::kStagePerTensorRank] = stated;
  }
  auto paces = profile.accelerator_paces.find(accelerator.name);
  if (paces == profile.accelerator_paces.end()) paces = profile.accelerator_paces.find(accelerator.chip);
  accelerator.pace = paces == profile.accelerator_paces.end() ? profile.paces : paces->second;
}

StepOutlook outlook(const std::vector<MeasuredPlace>& places, const std::string& framework,
                    const std::string& accelerator) {
  StepOutlook result;
  int anywhere = 0;
  int of_either = 0;
  for (const MeasuredPlace& measured : places) {
    const bool framework_is = measured.place.framework == framework && framework != kUnknownFramework;
    const bool accelerator_is = measured.place.accelerator == accelerator;
    anywhere = std::max(anywhere, measured.most_accelerators);
    result.framework_measured = result.framework_measured || framework_is;
    result.accelerator_measured = result.accelerator_measured || accelerator_is;
    if (framework_is || accelerator_is) of_either = std::max(of_either, measured.most_accelerators);
    if (framework_is && accelerator_is) result.places.push_back(measured);
  }
  result.most_accelerators = of_either > 0 ? of_either : anywhere;
  return result;
}

StepOutlook outlook(const StepProfile& profile, const std::string& framework, const std::string& accelerator) {
  StepOutlook result = outlook(profile.places, framework, accelerator);
  result.known = profile.known;
  result.unseen = profile.unseen;
  result.difference = profile.difference;
  return result;
}

}  // namespace fmplan::calibration
