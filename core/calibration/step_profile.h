#pragma once

/// @file
/// What fitting to measured training steps found, by framework and by accelerator.

#include <map>
#include <string>

#include "core/hardware/accelerator.h"
#include "core/sim/step_habits.h"
#include "core/sim/step_time.h"

namespace fmplan::calibration {

struct StepProfile {
  sim::StepHabits habits;                                    ///< of a framework no row is of
  std::map<std::string, sim::StepHabits> framework_habits;   ///< by the framework's name
  hardware::Paces paces;                                     ///< of an accelerator no row is of
  std::map<std::string, hardware::Paces> accelerator_paces;  ///< by the accelerator's name
};

/// Puts the profile's habits and paces where step_time() looks for them.
void apply(const StepProfile& profile, sim::FrameworkProfile& framework, hardware::Accelerator& accelerator);

}  // namespace fmplan::calibration
