#include "core/calibration/step_profile.h"

#include <memory>

namespace fmplan::calibration {

void apply(const StepProfile& profile, sim::FrameworkProfile& framework, hardware::Accelerator& accelerator) {
  auto habits = profile.framework_habits.find(framework.name);
  bool other_release = false;
  if (habits == profile.framework_habits.end()) {
    habits = profile.framework_habits.find(std::string(framework_of_release(framework.name)));
    other_release = habits != profile.framework_habits.end();
  }
  if (habits != profile.framework_habits.end()) {
    framework.habits = habits->second;
    // How a release launches its kernels is what its item is about.
    if (other_release) framework.habits[sim::StepHabit::kHostPerLayer] = 0;
  } else {
    const double stated = framework.habits[sim::StepHabit::kStagePerTensorRank];
    const double factor = framework.habits[sim::StepHabit::kDataParallel];
    framework.habits = profile.habits;
    framework.habits[sim::StepHabit::kStagePerTensorRank] = stated;
    framework.habits[sim::StepHabit::kDataParallel] *= factor;
  }
  auto paces = profile.accelerator_paces.find(accelerator.name);
  if (paces == profile.accelerator_paces.end()) paces = profile.accelerator_paces.find(accelerator.chip);
  accelerator.pace = paces == profile.accelerator_paces.end() ? profile.paces : paces->second;
}

StepOutlook outlook(const StepProfile& profile) {
  return {.measured = std::make_shared<const std::vector<MeasuredSteps>>(profile.measured),
          .errors = profile.errors,
          .difference = profile.difference};
}

std::optional<sim::StepTime> predicted_step(const StepProfile& profile, const sim::StepJob& job) {
  sim::FrameworkProfile framework = job.framework;
  hardware::Instance instance = job.instance;
  apply(profile, framework, instance.accelerator);
  std::optional<sim::StepTime> step = step_time(job.model, job.settings, instance, framework, job.collectives.get());
  if (step) scale(*step, software_factor(framework, job));
  return step;
}

}  // namespace fmplan::calibration
