#pragma once

/// @file
/// How far a predicted step time may be off, and why.
///
/// The spread of r = ln(measured/predicted) is put together from causes,
///
///   σ² = Σ_c (u_c · x_c)²,
///
/// x_c being the share of the step that rests on cause c, or how little evidence there is of something: 1/(1 + n) where
/// n sources measured it.  u is fitted by maximum likelihood, r/σ being t with 4 degrees of freedom, to rows held out
/// from the fit of the step times: with their source, their accelerator, their framework, …, so that every cause is
/// seen at work.  Intervals are split conformal: quantiles of r/σ over the rows held out, the rows of one source in one
/// fit weighing the same, at levels widened by (n + 1)/n for n sources [Lei et al. 2018; Angelopoulos & Bates 2021].

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/names.h"
#include "core/base/quantity.h"
#include "core/base/statistics.h"
#include "core/calibration/step_anchor.h"
#include "core/calibration/step_difference.h"
#include "core/calibration/step_evidence.h"
#include "core/sim/step/step_time.h"

namespace fmplan::calibration {

/// What errors grow with.
enum class ErrorCause {
  kAny,             ///< every step
  kSite,            ///< a site that the profile has no rows of
  kProducts,        ///< share of matrix products, recomputed ones included
  kAttention,       ///< … of attention
  kElementWise,     ///< … of what memory bandwidth bounds: norms, loss, gradients, optimizer
  kHost,            ///< … of waiting for the host
  kTensorParallel,  ///< … of tensor-parallel traffic
  kPipeline,        ///< … of bubble and transfers
  kDataParallel,    ///< … of gradient traffic and stragglers
  kExchange,        ///< … of context- and expert-parallel traffic
  kMixture,         ///< a mixture of experts
  kAdapters,        ///< adapters of a frozen model
  kScale,           ///< doublings of accelerators beyond those measured
  kFramework,       ///< few sources used the framework
  kRelease,         ///< none used this release of it
  kAccelerator,     ///< few measured the accelerator's chip
  kArchitecture,    ///< … accelerators of its architecture
  kPair,            ///< … the framework on the chip
  kPrecision,       ///< … the precision on the architecture
  kKind,            ///< … the kind of model with the framework
  kNetwork,         ///< … the kind of model over the interconnect
  kSiteExchange,    ///< … mixtures over the interconnect, at a site that the profile has no rows of
  kSoftware,        ///< years between the training stack's release and those that were measured
};
inline constexpr auto kErrorCauseNames = names<ErrorCause>({{"any", ErrorCause::kAny},
                                                            {"other_site", ErrorCause::kSite},
                                                            {"products", ErrorCause::kProducts},
                                                            {"attention", ErrorCause::kAttention},
                                                            {"element_wise", ErrorCause::kElementWise},
                                                            {"host", ErrorCause::kHost},
                                                            {"tensor_parallel", ErrorCause::kTensorParallel},
                                                            {"pipeline", ErrorCause::kPipeline},
                                                            {"data_parallel", ErrorCause::kDataParallel},
                                                            {"exchange", ErrorCause::kExchange},
                                                            {"mixture", ErrorCause::kMixture},
                                                            {"adapters", ErrorCause::kAdapters},
                                                            {"scale", ErrorCause::kScale},
                                                            {"framework", ErrorCause::kFramework},
                                                            {"release", ErrorCause::kRelease},
                                                            {"accelerator", ErrorCause::kAccelerator},
                                                            {"architecture", ErrorCause::kArchitecture},
                                                            {"framework_on_accelerator", ErrorCause::kPair},
                                                            {"precision", ErrorCause::kPrecision},
                                                            {"kind_with_framework", ErrorCause::kKind},
                                                            {"kind_over_network", ErrorCause::kNetwork},
                                                            {"exchange_of_other_site", ErrorCause::kSiteExchange},
                                                            {"other_software", ErrorCause::kSoftware}});
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

/// What mixtures over a network that no fitted source has take beside their prediction, as other sites show it.
struct SiteExchange {
  std::string network;     ///< first word of the interconnect's name: "EFA"
  double log_shift = 0;    ///< mean of r there
  double uncertainty = 0;  ///< u of kSiteExchange there
  int num_sources = 0;     ///< that show it

  friend bool operator==(const SiteExchange&, const SiteExchange&) = default;
};

/// How errors are spread.
struct StepErrorModel {
  ErrorAmounts uncertainty = default_uncertainty();  ///< u_c, indexed by ErrorCause
  std::vector<SiteExchange> exchanges{};             ///< sorted by network
  ErrorQuantiles quantiles;                          ///< of r/σ
  ErrorQuantiles anchored;                           ///< of (r − posterior mean)/posterior deviation
  StepCorrelation correlation;

  static ErrorAmounts default_uncertainty();
  friend bool operator==(const StepErrorModel&, const StepErrorModel&) = default;
};

/// What is known of errors of one framework on one accelerator; step_profile.h makes it.
struct StepOutlook {
  bool framework_of_catalog = true;                            ///< else the user's own, whose name says nothing
  bool accelerator_of_catalog = true;                          ///< …
  std::shared_ptr<const std::vector<MeasuredSteps>> measured;  ///< null: nothing was
  StepErrorModel errors;
  StepDifferenceModel difference;

  friend bool operator==(const StepOutlook& a, const StepOutlook& b);
};

/// The sources near a question, which is a row of `source` if that is not empty.
StepSources sources_near(const StepOutlook& outlook, StepPlace place, std::optional<Date> software,
                         std::string_view source = {});

/// x_c of a predicted step on a number of accelerators.
ErrorAmounts error_amounts(const sim::StepTime& step, std::string_view kind, int num_accelerators,
                           const StepSources& near);

/// Σ_c (u_c · x_c)².
double variance_of(const ErrorAmounts& uncertainty, const ErrorAmounts& amounts);

/// The first word of an interconnect's name: "EFA".
std::string_view network_name(std::string_view interconnect);

/// Whether no fitted source measured mixtures over the row's network, nor the row's site anything.
bool is_of_unknown_exchange(const ErrorAmounts& amounts);

/// What r is expected to be.
struct ExpectedError {
  double mean = 0;
  double spread = 0;  ///< σ
};
/// The mean is 0 but of mixtures over a network of `exchanges`, as far as no fitted source measured any there
/// (x of kSiteExchange 1).
ExpectedError expected_error(const StepErrorModel& model, std::string_view interconnect, const ErrorAmounts& amounts);

/// A prediction with how far it may be off.
struct StepInterval {
  double spread = 0;    ///< σ, before anchors
  double factor = 1;    ///< by which anchors correct the step time
  double exchange = 1;  ///< by which what other sites' mixtures show over the network does
  double low_95 = 1;    ///< factors on the corrected time
  double low_80 = 1;
  double high_80 = 1;
  double high_95 = 1;

  friend bool operator==(const StepInterval&, const StepInterval&) = default;
};

/// Half of the 80 % interval, over the prediction.
inline double half_width_80(const StepInterval& interval) { return (interval.high_80 - interval.low_80) / 2; }

/// From the expected error: exchange = exp(its mean), factor = exp(σ · posterior mean), bounds = exp(σ · narrowing ·
/// quantile).  What anchors are off counts from their own means.
StepInterval interval_of(const StepErrorModel& errors, const ExpectedError& expected, const StepPosition& position,
                         const std::vector<StepAnchor>& anchors);

/// The interval of a question, which is a row of `source` if that is not empty.  Without anchors the factor is 1.
/// `step` is the time that step_time() gives with the profile's coefficients.
StepInterval step_interval(const StepOutlook& outlook, const sim::StepTime& step, const sim::StepJob& job,
                           const std::vector<StepAnchor>& anchors = {}, std::string_view source = {});

/// One cause of an interval's width.
struct WidthCause {
  ErrorCause cause = ErrorCause::kAny;
  double share = 0;   ///< of σ²
  double amount = 0;  ///< x_c

  friend bool operator==(const WidthCause&, const WidthCause&) = default;
};

/// Why an interval is as wide as it is, and what would narrow it.
struct WidthReport {
  std::vector<WidthCause> causes;  ///< by share, the largest first; together 1
  StepSources near;
  bool anchored = false;  ///< by measured steps of one's own; causes are those without them
  double half_width = 0;  ///< of the 80 % interval over the prediction
  /// … if one step of the very plan, or of the same model and cut with fewer data-parallel ranks, were measured on the
  /// cluster; with the anchors that there are.
  double with_own_step = 0;
  double with_small_step = 0;
  int small_step_accelerators = 0;  ///< of the latter; 0: the plan has none

  friend bool operator==(const WidthReport&, const WidthReport&) = default;
};
WidthReport width_report(const StepOutlook& outlook, const sim::StepTime& step, const sim::StepJob& job,
                         const std::vector<StepAnchor>& anchors = {});

}  // namespace fmplan::calibration
