#pragma once

/// @file
/// What fitting to measured training steps found: habits by framework, paces by accelerator, where rows were measured,
/// and how far predictions were off rows held out.

#include <compare>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/calibration/step_interval.h"
#include "core/hardware/accelerator.h"
#include "core/sim/step/step_habits.h"
#include "core/sim/step/step_time.h"

namespace fmplan::calibration {

struct StepProfile {
  std::string name;
  std::string source;      ///< what it was fitted to, for people
  sim::StepHabits habits;  ///< of a framework no row is of; host times of 0: its item's
  std::map<std::string, sim::StepHabits> framework_habits;   ///< by the framework's name
  hardware::Paces paces;                                     ///< of an accelerator no row is of
  std::map<std::string, hardware::Paces> accelerator_paces;  ///< by the accelerator's name
  std::vector<MeasuredSteps> measured;                       ///< sorted
  StepErrorModel errors;
  StepDifferenceModel difference;  ///< of the ratio of two steps, sources held out

  friend bool operator==(const StepProfile&, const StepProfile&) = default;
};

/// Puts the profile's habits and paces where step_time() looks for them.  A framework that no row is of has the common
/// habits, one named as a release of another ("nemo-26.06") the other's; both keep the host times that their item
/// states.  An accelerator that no row is of has the paces of the one whose chip it has (H200: H100's), else the common
/// ones.
void apply(const StepProfile& profile, sim::FrameworkProfile& framework, hardware::Accelerator& accelerator);

/// What the profile knows of errors.
StepOutlook outlook(const StepProfile& profile);

/// The step with the profile's coefficients; nothing if step_time() says so.
std::optional<sim::StepTime> predicted_step(const StepProfile& profile, const sim::StepJob& job);

}  // namespace fmplan::calibration
