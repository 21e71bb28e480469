#pragma once

/// @file
/// Fits what is known of errors of step times to rows that were held out: how their spread is put together
/// (step_interval.h), and that of the ratio of two steps (step_difference.h).

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/calibration/step_fit.h"

namespace fmplan::calibration {

/// One pair of rows that were held out.
struct StepDifference {
  double log_ratio = 0;  ///< d
  DifferenceAmounts amounts{};
  std::string source;
};

/// Pairs of rows of one source, architecture, framework and accelerator: each with those 1, 2, 4 … places on in cycles,
/// so that large tables pair far rows as well as near ones.
std::vector<StepDifference> paired_differences(const std::vector<HeldOutStep>& rows);

/// What judges show of mixtures over networks that no fitted source has (x of kSiteExchange 1, and so of all networks
/// of that name), by u of all causes. Those of one network count as one site's, with a normal prior: m being the mean
/// over sources of their mean r, and s² that of σ² without this cause, the mean of r is m · u²/(u² + s²) and u² becomes
/// u² · s²/(u² + s²).
std::vector<SiteExchange> site_exchanges(const ErrorAmounts& uncertainty, const std::vector<HeldOutStep>& rows);

/// u and quantiles from rows held out: sources weigh √rows in the fit of u and the same in the quantiles, each time
/// that they were held out.  Of two rows nothing is learnt about each other.  @pre rows are not empty.
StepErrorModel fit_error_model(const std::vector<HeldOutStep>& rows);

/// With the correlation that rows held out together with their whole source show, and the quantiles of rows that
/// another one anchors.  @pre rows are not empty.
StepErrorModel with_correlation(StepErrorModel model, const std::vector<HeldOutStep>& rows);

/// The row that anchors each row when one measured row of its kind is known: the next, in cycles, of the same source,
/// model, accelerator, precision and framework; none where there is no other.
std::vector<std::optional<std::size_t>> next_alike(const std::vector<HeldOutStep>& rows);

/// Sources weigh √pairs in the likelihood and the same in the quantiles, which are split conformal: at levels widened
/// by (n + 1)/n for n sources.  What is believed, if there are no pairs.
StepDifferenceModel fit_difference_model(const std::vector<StepDifference>& pairs);

}  // namespace fmplan::calibration
