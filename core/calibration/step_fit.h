#pragma once

/// @file
/// What a fit to measured steps found (fit/fit_steps.h), and how it does on rows held out (fit/step_hold_out.h).

#include <array>
#include <cstddef>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/names.h"
#include "core/calibration/collective_observation.h"
#include "core/calibration/step_profile.h"

namespace fmplan::calibration {

/// One habit of one framework, or pace of one accelerator.
struct FittedStepCoefficient {
  bool is_habit = true;   ///< else a pace
  std::string of;         ///< the framework's or the accelerator's name; empty: common to all
  std::string_view name;  ///< of the habit or pace
  double value = 0;
  double prior = 0;  ///< what the fit starts from and is drawn to
  /// Standard error of its logarithm, from the covariance at the minimum where rows scatter by 8 % and are independent;
  /// NaN if it was not asked for.
  double relative_error = std::numeric_limits<double>::quiet_NaN();
  bool at_bound = false;
  bool from_rows = false;    ///< some row's time depends on it; else it is the prior's
  double of_one_source = 0;  ///< largest share of these rows that one source has
};

/// Habits that are the machine's as much as the framework's: its cables, switches and neighbours, its settings of NCCL.
inline constexpr std::array kSiteHabits = {sim::StepHabit::kExpertParallel, sim::StepHabit::kPipelineTransfer,
                                           sim::StepHabit::kDataParallel};
using SiteLogs = std::array<double, kSiteHabits.size()>;

/// g, d and s by coefficient.
struct StepLogs {
  std::array<double, sim::kNumStepHabits> habits{};
  std::array<double, hardware::kNumPaces> paces{};
  std::map<std::string, std::array<double, sim::kNumStepHabits>> framework_habits;
  std::map<std::string, std::array<double, hardware::kNumPaces>> accelerator_paces;
  std::map<std::string, SiteLogs> site_habits;  ///< of kSiteHabits

  friend bool operator==(const StepLogs&, const StepLogs&) = default;
};

struct StepFit {
  StepProfile profile;  ///< coefficients only: places and errors come from rows held out (step_hold_out.h)
  StepLogs logs;
  std::vector<FittedStepCoefficient> coefficients;
  bool converged = false;
  double cost = 0;
};

/// One row held out from a fit of the step times.
struct HeldOutStep {
  double log_ratio = 0;  ///< ln(measured/predicted)
  ErrorAmounts amounts{};
  StepPosition position;
  std::array<double, kNumStepShares> shares{};
  StepPlace place;
  std::string source;
  std::string kind;       ///< as step_kind()
  int part = 0;           ///< the fit that the row was held out of
  std::size_t index = 0;  ///< of the row among those that were fitted
};

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

struct StepCalibration {
  StepFit fit;  ///< its profile with what was measured, and errors
  std::vector<StepSourceErrors> sources;
  std::vector<StepKindErrors> kinds;
  std::vector<StepSplitErrors> splits;      ///< of every split but folds
  std::vector<HeldOutStep> without_source;  ///< each row by the fit that its source was held out of
};

}  // namespace fmplan::calibration
