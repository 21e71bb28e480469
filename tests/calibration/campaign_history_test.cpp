#include "core/calibration/campaign_history.h"

#include <cmath>

#include <gtest/gtest.h>

namespace fmplan::calibration {
namespace campaign_history_test {

CampaignRatio campaign(const char* source, double log_ratio, double log_sd = 0) {
  return {.residual = {.source = source, .log_ratio = log_ratio}, .log_sd = log_sd};
}

// Four teams of one campaign each, so that teams and campaigns cannot be told apart: the mean is that of the four, and
// the variance of another the sample variance 1/3 · Σ(r − r̄)² with a quarter of it on top for the mean.
TEST(CampaignHistory, OfTeamsWithOneCampaignEachIsTheSamplesMeanAndSpread) {
  const CampaignHistory history =
      fit_campaign_history({campaign("a", 0.1), campaign("b", 0.3), campaign("c", 0.5), campaign("d", -0.1)});
  EXPECT_NEAR(history.log_median, 0.2, 1e-9);
  const double sample = (0.01 + 0.01 + 0.09 + 0.09) / 3;
  EXPECT_NEAR(history.total_log_sd, std::sqrt(1.25 * sample), 0.006);  // of a grid of hundredths
  EXPECT_EQ(history.num_campaigns, 4);
  EXPECT_EQ(history.num_sources, 4);
}

// A team with a hundred campaigns that agree to 0.01 is one team, not a hundred: the mean lies between the teams.
TEST(CampaignHistory, CountsTeamsNotTheirCampaigns) {
  std::vector<CampaignRatio> campaigns = {campaign("b", 0.5), campaign("b", 0.52)};
  for (int i = 0; i < 100; ++i) campaigns.push_back(campaign("a", 0.1 + (i % 2 == 0 ? 0.01 : -0.01)));
  EXPECT_NEAR(fit_campaign_history(campaigns).log_median, (0.1 + 0.51) / 2, 0.01);
}

// The step times' own error is told with each plan: history is the rest, and never nothing.
TEST(CampaignHistory, LeavesTheStepTimesOwnErrorOut) {
  const auto spread_with = [](double log_sd) {
    return fit_campaign_history({campaign("a", 0, log_sd), campaign("b", 0.2, log_sd), campaign("c", 0.4, log_sd)});
  };
  const CampaignHistory exact = spread_with(0), rough = spread_with(0.1);
  EXPECT_EQ(exact.log_sd, exact.total_log_sd);
  EXPECT_NEAR(rough.log_sd, std::sqrt(exact.log_sd * exact.log_sd - 0.01), 1e-12);
  EXPECT_EQ(rough.step_share, 1);
  // Told wider than campaigns scatter: half of the variance is the teams', and half is seen of the steps' errors.
  const CampaignHistory wide = spread_with(1);
  EXPECT_NEAR(wide.log_sd, exact.total_log_sd / std::sqrt(2), 1e-12);
  EXPECT_NEAR(wide.step_share, exact.total_log_sd / std::sqrt(2), 1e-12);
}

// Nobody is faster than the machine.
TEST(CampaignHistory, NeverTakesLessThanTheMachine) {
  EXPECT_EQ(fit_campaign_history({campaign("a", -0.3), campaign("b", -0.2)}).log_median, 0);
}

}  // namespace campaign_history_test
}  // namespace fmplan::calibration
