#include "core/plan/difference_causes.h"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/plan/evaluate.h"
#include "tests/plan/small_scenario.h"

namespace fmplan::plan {
namespace difference_causes_test {

double share(const std::vector<CauseShare>& causes, const std::string& cause) {
  for (const CauseShare& found : causes)
    if (found.cause == cause) return found.share;
  ADD_FAILURE() << cause;
  return 0;
}

double sum(const std::vector<CauseShare>& causes) {
  double total = 0;
  for (const CauseShare& cause : causes) total += cause.share;
  return total;
}

Scenario priced(double dollars_an_hour) {
  Scenario scenario = small_scenario();
  hardware::PricePoint price;
  price.kind = "on_demand";
  price.price = dollars_an_hour * dollar / hour;
  scenario.price.chosen = price;
  return scenario;
}

TEST(StepCauses, AreThePartsOfTheStep) {
  Scenario other = small_scenario();
  other.parallel.tensor = 4;
  const Report from = evaluate(small_scenario()), to = evaluate(other);
  const std::vector<CauseShare> causes = step_causes(from, to);
  EXPECT_EQ(causes.size(), sim::kNumStepParts);
  EXPECT_NEAR(sum(causes), (to.phases[0].step.total() - from.phases[0].step.total()) / second, 1e-12);
  EXPECT_GT(share(causes, "tensor_parallel"), 0);
}

// Half the tokens are half the days, and nothing else: L · ln ½ of days that halve is all the difference.
TEST(DaysCauses, OfHalfTheTokensAreTheTokens) {
  Scenario half = small_scenario();
  half.failures.per_1000_node_days = 0;
  half.checkpoint.final_checkpoint = false;
  const Scenario whole = half;
  half.phases[0].tokens /= 2;
  const Report from = evaluate(whole), to = evaluate(half);
  const std::vector<CauseShare> causes = days_causes(from, to);
  const double difference = to.mean_days - from.mean_days;
  EXPECT_NEAR(sum(causes), difference, 1e-12);
  // But for whole steps, of which there are some thousands.
  EXPECT_NEAR(share(causes, "tokens"), difference, 1e-3 * std::abs(difference));
}

TEST(DaysCauses, LeaveNothingOver) {
  Scenario other = small_scenario();
  other.parallel.tensor = 4;
  other.phases[0].global_batch_size = 512;
  other.failures.per_1000_node_days = 400;
  other.campaign_overhead = CampaignOverhead{.share = 0.2, .log_sd = 0.1};
  const Report from = evaluate(small_scenario()), to = evaluate(other);
  const std::vector<CauseShare> causes = days_causes(from, to);
  EXPECT_NEAR(sum(causes), to.mean_days - from.mean_days, 1e-12 * to.mean_days);
  EXPECT_GT(share(causes, "goodput"), 0);
  EXPECT_GT(share(causes, "campaigns"), 0);
  EXPECT_LT(share(causes, "batch"), 0);
}

// Twice the price of the same hours is all price; a spare that was not there is all spares.
TEST(MoneyCauses, AreWhatIsPaidFor) {
  const Report from = evaluate(priced(10)), dear = evaluate(priced(20));
  const std::vector<CauseShare> price = money_causes(from, dear);
  const double cost = *from.cost.total / dollar;
  EXPECT_NEAR(share(price, "price"), cost, 1e-9 * cost);
  EXPECT_NEAR(share(price, "node_hours"), 0, 1e-9 * cost);

  Scenario spared = priced(10);
  spared.spare_nodes = 1;
  const Report to = evaluate(spared);
  const std::vector<CauseShare> causes = money_causes(from, to);
  EXPECT_NEAR(sum(causes), (*to.cost.total - *from.cost.total) / dollar, 1e-9 * cost);
  EXPECT_NEAR(share(causes, "spares"), 10 * to.mean_days * 24, 1e-9 * cost);
}

TEST(MoneyCauses, AreUnknownWithoutAPrice) {
  EXPECT_TRUE(money_causes(evaluate(small_scenario()), evaluate(priced(10))).empty());
}

}  // namespace difference_causes_test
}  // namespace fmplan::plan
