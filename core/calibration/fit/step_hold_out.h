#pragma once

/// @file
/// A whole profile of step times: the fit, the fits that hold rows out of it, and what those say of its errors.
///
/// Rows are held out in many ways, each with fits of its own: in five folds of groups (all rows of one architecture on
/// one accelerator), source by source, and by what the next question may be new in: accelerator, its architecture,
/// framework, kind of model, precision, scale.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/job.h"
#include "core/calibration/step_fit.h"
#include "core/calibration/step_observation.h"

namespace fmplan::calibration {

struct StepCalibrationOptions {
  bool folds = true;
  bool sources = true;
  bool kinds = true;  ///< the other splits
  int threads = 1;    ///< the result does not depend on it

  friend bool operator==(const StepCalibrationOptions&, const StepCalibrationOptions&) = default;
};

/// "<framework>, dense", "…, mixture" or "…, adapters".
std::string step_kind(const sim::StepJob& job);

/// The number, 0 … 4, of the fold that a group is held out in: FNV-1a of its name, so that it is the same everywhere.
int fold_of(std::string_view group);
inline constexpr int kNumFolds = 5;

/// Fits all rows but judges, then without those of each split; judges are predicted by the first fit, as sources that
/// it does not know.  Intervals are made of all rows held out but the folds', whose own source the fit knows; of the
/// folds' where there are no others; and where nothing is held out they stay at what is believed.  Fits are reported.
/// @throws InputError as fit_steps(), JobStopped where the watch says so.
StepCalibration calibrate_steps(const std::vector<StepObservation>& rows, const StepCalibrationOptions& options = {},
                                const Watch& watch = {});

}  // namespace fmplan::calibration
