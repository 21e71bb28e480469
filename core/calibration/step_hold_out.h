#pragma once

/// @file
/// A whole profile of step times: the fit, the fits that hold rows out of it, and what those say of its errors.
///
/// Rows are held out twice: in five folds of groups (all rows of one architecture on one accelerator), for questions at
/// places that rows were measured at; and source by source, for questions at others.

#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/calibration/collective_observation.h"
#include "core/calibration/step_fit.h"

namespace fmplan::calibration {

struct StepCalibrationOptions {
  bool folds = true;
  bool sources = true;
  int threads = 1;  ///< the result does not depend on it

  friend bool operator==(const StepCalibrationOptions&, const StepCalibrationOptions&) = default;
};

/// How well intervals hold on rows of one source that neither the fit nor the intervals knew.
struct StepCoverage {
  int num_rows = 0;
  double coverage_80 = 0;
  double coverage_95 = 0;
  double median_width_80 = 0;  ///< half of the interval over the prediction
};

/// Errors of one source, predicted over measured − 1.
struct StepSourceErrors {
  std::string source;
  ErrorSummary fitted;
  ErrorSummary folds;
  ErrorSummary held_out;
  StepCoverage known;   ///< of the folds; no rows if folds were not held out
  StepCoverage unseen;  ///< of the source held out
  /// The same rows when the next row of their model, accelerator, precision and framework in the source anchors them;
  /// of the rows that have one.
  ErrorSummary anchored;
  ErrorSummary before_anchoring;
  StepCoverage anchored_coverage;
};

/// The same by what is trained with what.
struct StepKindErrors {
  std::string kind;  ///< as step_kind()
  ErrorSummary fitted;
  ErrorSummary folds;
  ErrorSummary held_out;
};

/// "<framework>, dense", "…, mixture" or "…, adapters".
std::string step_kind(const sim::StepJob& job);

struct StepCalibration {
  StepFit fit;  ///< its profile with places and errors
  std::vector<StepSourceErrors> sources;
  std::vector<StepKindErrors> kinds;
  std::vector<HeldOutStep> without_source;  ///< each row by the fit that its source was held out of
};

/// The number, 0 … 4, of the fold that a group is held out in: FNV-1a of its name, so that it is the same everywhere.
int fold_of(std::string_view group);
inline constexpr int kNumFolds = 5;

/// Fits all rows, then without each fold and each source.  Without folds or sources held out, the errors stay at what
/// is believed of them.  Fits are reported.  @throws InputError as fit_steps(), JobStopped where the watch says so.
StepCalibration calibrate_steps(const std::vector<StepObservation>& rows, const StepCalibrationOptions& options = {},
                                const Watch& watch = {});

}  // namespace fmplan::calibration
