#pragma once

/// @file
/// A whole profile of step times: the fit, the fits that hold rows out of it, and what those say of its errors.
///
/// Rows are held out in many ways, each with fits of its own: in five folds of groups (all rows of one architecture on
/// one accelerator), source by source, and by what the next question may be new in: accelerator, its architecture,
/// framework, kind of model, precision, scale.

#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/base/names.h"
#include "core/calibration/collective_observation.h"
#include "core/calibration/step_fit.h"

namespace fmplan::calibration {

/// What is held out together.
enum class StepSplit {
  kFold,          ///< a fifth of the groups
  kSource,        ///< a source
  kJudge,         ///< a source that no fit sees: what is held out is held out of all
  kAccelerator,   ///< an accelerator
  kArchitecture,  ///< all accelerators of one architecture
  kFramework,     ///< a framework, or a release that is an item of its own
  kKind,          ///< mixtures, or adapters, of one framework; all mixtures
  kPrecision,     ///< 8- or 4-bit products on one architecture
  kSoftware,      ///< of each framework the releases of its last months
  kScale,         ///< of each framework on each chip what ran on more than a quarter, or a sixteenth, of its most
};
inline constexpr auto kStepSplitNames = names<StepSplit>({{"fold", StepSplit::kFold},
                                                          {"source", StepSplit::kSource},
                                                          {"judge", StepSplit::kJudge},
                                                          {"accelerator", StepSplit::kAccelerator},
                                                          {"architecture", StepSplit::kArchitecture},
                                                          {"framework", StepSplit::kFramework},
                                                          {"kind", StepSplit::kKind},
                                                          {"precision", StepSplit::kPrecision},
                                                          {"software", StepSplit::kSoftware},
                                                          {"scale", StepSplit::kScale}});

struct StepCalibrationOptions {
  bool folds = true;
  bool sources = true;
  bool kinds = true;  ///< the other splits
  int threads = 1;    ///< the result does not depend on it

  friend bool operator==(const StepCalibrationOptions&, const StepCalibrationOptions&) = default;
};

/// How well intervals hold on rows that neither the fit nor the intervals knew.
struct StepCoverage {
  int num_rows = 0;
  double coverage_80 = 0;
  double coverage_95 = 0;
  double median_width_80 = 0;  ///< half of the interval over the prediction
};

/// Errors of one source that is fitted to, predicted over measured − 1.
struct StepSourceErrors {
  std::string source;
  ErrorSummary fitted;
  ErrorSummary folds;
  ErrorSummary held_out;
  StepCoverage coverage;  ///< of the source held out
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

/// Errors and coverage of rows that were held out together.
struct StepSplitErrors {
  StepSplit split = StepSplit::kSource;
  std::string left_out;  ///< "gb200", "nemo, mixture", …
  ErrorSummary errors;
  StepCoverage coverage;
};

/// "<framework>, dense", "…, mixture" or "…, adapters".
std::string step_kind(const sim::StepJob& job);

struct StepCalibration {
  StepFit fit;  ///< its profile with what was measured, and errors
  std::vector<StepSourceErrors> sources;
  std::vector<StepKindErrors> kinds;
  std::vector<StepSplitErrors> splits;      ///< of every split but folds
  std::vector<HeldOutStep> without_source;  ///< each row by the fit that its source was held out of
};

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
