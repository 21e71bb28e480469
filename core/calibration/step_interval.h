#pragma once

/// @file
/// How far a predicted step time may be off, and why.
///
/// The spread of r = ln(measured/predicted) is put together from causes,
///
///   σ² = s_place² · Σ_c (u_c · x_c)²,
///
/// x_c being the share of the step that rests on cause c (or 1, or a number of doublings) and u_c how uncertain that
/// share is.  u is fitted to rows held out from the fit of the step times by maximum likelihood, r/σ being t with 4
/// degrees of freedom.  Intervals are split conformal: quantiles of r/σ over the rows held out, sources weighing the
/// same, at levels widened by (n + 1)/n for n sources [Lei et al. 2018; Angelopoulos & Bates 2021].

#include <array>
#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/names.h"
#include "core/base/quantity.h"
#include "core/base/statistics.h"
#include "core/calibration/step_anchor.h"
#include "core/calibration/step_difference.h"
#include "core/sim/step/step_time.h"

namespace fmplan::calibration {

/// What errors grow with.
enum class ErrorCause {
  kAny,                 ///< every step
  kProducts,            ///< share of matrix products, recomputed ones included
  kAttention,           ///< … of attention
  kElementWise,         ///< … of what memory bandwidth bounds: norms, loss, gradients, optimizer
  kHost,                ///< … of waiting for the host
  kTensorParallel,      ///< … of tensor-parallel traffic
  kPipeline,            ///< … of bubble and transfers
  kDataParallel,        ///< … of gradient traffic and stragglers
  kExchange,            ///< … of context- and expert-parallel traffic
  kMixture,             ///< a mixture of experts
  kScale,               ///< doublings of accelerators beyond those measured
  kUnknownFramework,    ///< no row is of the framework
  kUnknownAccelerator,  ///< no row is of the accelerator
};
inline constexpr auto kErrorCauseNames = names<ErrorCause>({{"any", ErrorCause::kAny},
                                                            {"products", ErrorCause::kProducts},
                                                            {"attention", ErrorCause::kAttention},
                                                            {"element_wise", ErrorCause::kElementWise},
                                                            {"host", ErrorCause::kHost},
                                                            {"tensor_parallel", ErrorCause::kTensorParallel},
                                                            {"pipeline", ErrorCause::kPipeline},
                                                            {"data_parallel", ErrorCause::kDataParallel},
                                                            {"exchange", ErrorCause::kExchange},
                                                            {"mixture", ErrorCause::kMixture},
                                                            {"scale", ErrorCause::kScale},
                                                            {"unknown_framework", ErrorCause::kUnknownFramework},
                                                            {"unknown_accelerator", ErrorCause::kUnknownAccelerator}});
inline constexpr std::size_t kNumErrorCauses = kErrorCauseNames.count;
inline std::string_view error_cause_name(ErrorCause cause) { return kErrorCauseNames.name(cause); }

using ErrorAmounts = std::array<double, kNumErrorCauses>;

/// Factors on a time, or multiples of σ, between which 80 % and 95 % of measurements lie.
struct ErrorQuantiles {
  double low_95 = -2.776;  ///< of t with 4 degrees of freedom, where nothing was measured
  double low_80 = -1.533;
  double high_80 = 1.533;
  double high_95 = 2.776;

  friend bool operator==(const ErrorQuantiles&, const ErrorQuantiles&) = default;
};

/// Errors of one kind of question: at places that rows were measured at, or at others.
struct StepErrorModel {
  ErrorAmounts uncertainty = default_uncertainty();  ///< u_c, indexed by ErrorCause
  ErrorQuantiles quantiles;                          ///< of r/σ
  ErrorQuantiles anchored;                           ///< of (r − posterior mean)/posterior deviation
  StepCorrelation correlation;

  static ErrorAmounts default_uncertainty();
  friend bool operator==(const StepErrorModel&, const StepErrorModel&) = default;
};

/// Where a step runs.
struct StepPlace {
  std::string framework;
  std::string accelerator;
  std::string interconnect;  ///< what joins all accelerators: the scale-up link's name, or the scale-out link's

  friend auto operator<=>(const StepPlace&, const StepPlace&) = default;
};
std::string interconnect_of(const hardware::Instance& instance, int num_accelerators);
StepPlace place_of(const sim::StepJob& job);

struct MeasuredPlace {
  StepPlace place;
  int num_rows = 0;
  int most_accelerators = 0;
  double spread = 1;  ///< s_place: the place's own spread over what the causes say, drawn to 1 where rows are few

  friend bool operator==(const MeasuredPlace&, const MeasuredPlace&) = default;
};

/// What is known of errors of one framework on one accelerator; step_profile.h makes it.
struct StepOutlook {
  bool framework_measured = false;
  bool accelerator_measured = false;
  int most_accelerators = 0;          ///< of any row of one of the two, or of any row at all
  std::vector<MeasuredPlace> places;  ///< of the two
  StepErrorModel known;
  StepErrorModel unseen;
  StepDifferenceModel difference;

  friend bool operator==(const StepOutlook&, const StepOutlook&) = default;
};

/// The entry of a place that rows were measured at; null if there are none.
const MeasuredPlace* measured_place(const StepOutlook& outlook, const std::string& interconnect);

/// x_c of a predicted step.
ErrorAmounts error_amounts(const sim::StepTime& step, bool mixture, int num_accelerators, const StepOutlook& outlook);

/// σ without s_place.
double spread(const StepErrorModel& model, const ErrorAmounts& amounts);

/// A prediction with how far it may be off.
struct StepInterval {
  bool known = false;  ///< rows were measured at the place
  double spread = 0;   ///< σ, before anchors
  double factor = 1;   ///< by which anchors correct the step time
  double low_95 = 1;   ///< factors on the corrected time
  double low_80 = 1;
  double high_80 = 1;
  double high_95 = 1;

  friend bool operator==(const StepInterval&, const StepInterval&) = default;
};

/// From σ: factor = exp(σ · posterior mean), bounds = exp(σ · narrowing · quantile).
StepInterval interval_of(const StepErrorModel& errors, double sigma, const StepPosition& position,
                         const std::vector<StepAnchor>& anchors);

/// The interval of a question.  Without anchors the factor is 1.
/// `step` is the time that step_time() gives with the profile's coefficients.
StepInterval step_interval(const StepOutlook& outlook, const sim::StepTime& step, const model::Transformer& model,
                           const sim::StepSettings& settings, const hardware::Instance& instance,
                           const std::string& framework, const std::vector<StepAnchor>& anchors = {});

/// One row held out from a fit of the step times.
struct HeldOutStep {
  double log_ratio = 0;  ///< ln(measured/predicted)
  ErrorAmounts amounts{};
  StepPosition position;
  std::array<double, kNumStepShares> shares{};
  StepPlace place;
  std::string source;
  std::string kind;       ///< as step_kind()
  std::string group;      ///< as StepObservation's
  int part = 0;           ///< rows of one number were held out together
  std::size_t index = 0;  ///< of the row among those that were fitted
};

/// Pairs of rows of one source, architecture, framework and accelerator: each with those 1, 2, 4 … places on in cycles,
/// so that large tables pair far rows as well as near ones.
std::vector<StepDifference> paired_differences(const std::vector<HeldOutStep>& rows);

/// How errors are spread, and where.
struct ErrorFit {
  StepErrorModel model;
  std::vector<MeasuredPlace> places;
};

/// From rows held out.  Each of `places` gets its own s_place = (median |r/σ| of its rows over the median of the
/// places' medians)^(n/(n + 10)), n being its groups; with no places, one σ serves all.  The correlation is fitted too
/// unless it is given.
/// @pre rows are not empty.
ErrorFit fit_error_model(const std::vector<HeldOutStep>& rows, std::vector<MeasuredPlace> places = {},
                         const StepCorrelation* correlation = nullptr);

/// s_place of a row's place; 1 where it is none of `places`.
double place_spread(const std::vector<MeasuredPlace>& places, const StepPlace& place);

/// The row that anchors each row when one measured row of its kind is known: the next, in cycles, of the same source,
/// model, accelerator, precision and framework; none where there is no other.
std::vector<std::optional<std::size_t>> next_alike(const std::vector<HeldOutStep>& rows);

}  // namespace fmplan::calibration
