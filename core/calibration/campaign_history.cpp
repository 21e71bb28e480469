#include "core/calibration/campaign_history.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>

namespace fmplan::calibration {
namespace {

/// What the likelihood needs of one source's campaigns.
struct Team {
  int count = 0;
  double mean = 0;
  double squares = 0;   ///< about the mean
  double variance = 0;  ///< of the step times' own errors, in the mean
};

std::vector<Team> teams_of(const std::vector<CampaignRatio>& campaigns) {
  std::map<std::string, std::vector<const CampaignRatio*>> by_source;
  for (const CampaignRatio& campaign : campaigns) by_source[campaign.residual.source].push_back(&campaign);
  std::vector<Team> teams;
  for (const auto& [source, rows] : by_source) {
    Team team{.count = static_cast<int>(rows.size())};
    for (const CampaignRatio* row : rows) {
      team.mean += row->residual.log_ratio / team.count;
      team.variance += row->log_sd * row->log_sd / team.count;
    }
    for (const CampaignRatio* row : rows) team.squares += std::pow(row->residual.log_ratio - team.mean, 2);
    teams.push_back(team);
  }
  return teams;
}

/// Under two deviations.
struct Mean {
  double log_likelihood = 0;  ///< restricted
  double value = 0;
  double variance = 0;
};

Mean mean_under(const std::vector<Team>& teams, double between, double within) {
  double weight = 0, sum = 0;
  const auto variance_of = [&](const Team& team) { return between * between + within * within / team.count; };
  for (const Team& team : teams) {
    weight += 1 / variance_of(team);
    sum += team.mean / variance_of(team);
  }
  Mean mean{.value = sum / weight, .variance = 1 / weight};
  mean.log_likelihood = -0.5 * std::log(weight);
  for (const Team& team : teams) {
    const double apart = team.mean - mean.value;
    mean.log_likelihood -= 0.5 * ((team.count - 1) * std::log(within * within) + team.squares / (within * within) +
                                  std::log(variance_of(team)) + apart * apart / variance_of(team));
  }
  return mean;
}

}  // namespace

CampaignHistory fit_campaign_history(const std::vector<CampaignRatio>& campaigns) {
  const std::vector<Team> teams = teams_of(campaigns);
  constexpr int kMost = 100;  // hundredths
  Mean best{.log_likelihood = -std::numeric_limits<double>::infinity()};
  double variance = 0;
  for (int between = 1; between <= kMost; ++between)
    for (int within = 1; within <= kMost; ++within) {
      const double tau = 0.01 * between, omega = 0.01 * within;
      const Mean mean = mean_under(teams, tau, omega);
      if (mean.log_likelihood <= best.log_likelihood) continue;
      best = mean;
      variance = tau * tau + omega * omega + mean.variance;
    }
  double of_steps = 0;
  for (const Team& team : teams) of_steps += team.variance / static_cast<double>(teams.size());
  // Chosen where the two cannot be told apart: half, so that a measured step does not make a campaign sure.
  const double of_teams = std::max(variance - of_steps, variance / 2);
  return {.log_median = std::max(0.0, best.value),
          .log_sd = std::sqrt(of_teams),
          .total_log_sd = std::sqrt(variance),
          .step_share = of_steps > variance / 2 ? std::sqrt((variance - of_teams) / of_steps) : 1,
          .num_campaigns = static_cast<int>(campaigns.size()),
          .num_sources = static_cast<int>(teams.size())};
}

}  // namespace fmplan::calibration
