#pragma once

/// @file
/// What fitting to measured training steps found: habits by framework, paces by accelerator, where rows were measured,
/// and how far predictions were off rows held out.

#include <compare>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/calibration/step_anchor.h"
#include "core/calibration/step_interval.h"
#include "core/hardware/accelerator.h"
#include "core/sim/step/step_habits.h"
#include "core/sim/step/step_time.h"

namespace fmplan::calibration {

/// The catalogue's name for a framework nothing is known of.  Its rows inform what is common to all frameworks and
/// have no habits of their own, since the next unknown framework is another one.
inline constexpr std::string_view kUnknownFramework = "generic";

struct StepProfile {
  std::string name;
  std::string source;      ///< what it was fitted to, for people
  sim::StepHabits habits;  ///< of a framework no row is of; host times of 0: its item's
  std::map<std::string, sim::StepHabits> framework_habits;   ///< by the framework's name
  hardware::Paces paces;                                     ///< of an accelerator no row is of
  std::map<std::string, hardware::Paces> accelerator_paces;  ///< by the accelerator's name
  std::vector<MeasuredPlace> places;                         ///< sorted
  StepErrorModel known;                                      ///< of a place that rows were measured at
  StepErrorModel unseen;                                     ///< and of any other
  StepDifferenceModel difference;                            ///< of the ratio of two steps, sources held out

  friend bool operator==(const StepProfile&, const StepProfile&) = default;
};

/// The framework that an item named "nemo-26.06" or "megatron-2021" is a release of: what stands before the first dash.
std::string framework_of_release(const std::string& name);

/// Puts the profile's habits and paces where step_time() looks for them.  A framework that no row is of has the common
/// habits, one named as a release of another ("nemo-26.06") the other's; both keep the host times that their item
/// states.  An accelerator that no row is of has the paces of the one whose chip it has (H200: H100's), else the common
/// ones.
void apply(const StepProfile& profile, sim::FrameworkProfile& framework, hardware::Accelerator& accelerator);

/// What the profile knows of errors of one framework on one accelerator.
StepOutlook outlook(const StepProfile& profile, const std::string& framework, const std::string& accelerator);
/// The same of a list of places, as it is while a profile is being made.
StepOutlook outlook(const std::vector<MeasuredPlace>& places, const std::string& framework,
                    const std::string& accelerator);

}  // namespace fmplan::calibration
