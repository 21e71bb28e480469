#pragma once

/// @file
/// What whole campaigns took over what was predicted of their machines: the history that physics leaves out.

#include <vector>

#include "core/calibration/conformal.h"

namespace fmplan::calibration {

/// One campaign.
struct CampaignRatio {
  SourceResidual residual;  ///< ln(measured / predicted) of its time
  double log_sd = 0;        ///< of the predicted step time's own error

  friend bool operator==(const CampaignRatio&, const CampaignRatio&) = default;
};

/// The time of a campaign over its physics, lognormal.
struct CampaignHistory {
  double log_median = 0;
  double log_sd = 0;        ///< of another campaign of another team, the step time's own error aside
  double total_log_sd = 0;  ///< with it, as it was of the campaigns fitted to
  double step_share = 1;    ///< of the step times' own errors that is seen in these campaigns
  int num_campaigns = 0;
  int num_sources = 0;

  friend bool operator==(const CampaignHistory&, const CampaignHistory&) = default;
};

/// r_i = μ + u_s + e_i: a mean, a deviation of each source (a team: sd τ) and one of each of its campaigns (sd ω),
/// normal. τ and ω by restricted maximum likelihood on a grid of 0.01 to 1, so that the same rows give the same figures
/// everywhere; μ is the generalised least-squares mean.  Another team's campaign has variance τ² + ω² + Var(μ), of
/// which the mean variance σ̄² of the step times' own errors, sources weighing the same, is taken off.  Half is left to
/// the teams at least, chosen: errors that are told wider than campaigns scatter say nothing of whose it is.  The share
/// s of them that is seen is such that (s σ̄)² is the rest.  Never faster than the machine: a negative μ is 0.
/// @pre campaigns of at least two sources.
CampaignHistory fit_campaign_history(const std::vector<CampaignRatio>& campaigns);

}  // namespace fmplan::calibration
