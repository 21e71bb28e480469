#include "core/programme/cost.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/programme/question.h"
#include "core/programme/study_programme.h"
#include "tests/source_dir.h"

namespace fmplan::programme {
namespace cost_test {

const std::filesystem::path kRoot = source_dir();

Study studied(const std::string& name, const std::vector<std::string>& sets = {}) {
  static const catalog::Catalog kItems({kRoot / "catalogs"});
  return study_programme(
      programme_question({.file = (kRoot / "programmes" / name).string(), .sets = sets}, kItems).programme, kItems,
      {.trials = 40, .prove = false});
}

// 2,592 node-hours are worked and 2,688 held, at 40 $; two budgets of 60,000 $.
TEST(Cost, OfTwoTeamsByHand) {
  const Study study = studied("two-teams.json");
  const std::vector<CostUntil> until = cumulative_cost(study);
  ASSERT_EQ(until.size(), 1U);
  EXPECT_DOUBLE_EQ(until[0].given.value(), 2592 * 40.0);
  EXPECT_NEAR(until[0].given_range->low, 2592 * 40.0, 1);
  EXPECT_NEAR(until[0].given_range->high, 2592 * 40.0, 1);
  EXPECT_DOUBLE_EQ(until[0].held.value(), 2688 * 40.0);
  EXPECT_DOUBLE_EQ(budgets_of(study).sum.value(), 120'000);
  EXPECT_EQ(cumulative_table(study, {}).rows.front(),
            (std::vector<std::string>{"2026-03", "$103,680", "$103,680", "$103,680", "$107,520", "$120,000"}));
}

// Twelve organisations of which six are drawn: what the picture sums up is what they cost.
TEST(Cost, TheSmallestAreDrawnTogether) {
  const Study study = studied("geniac-cycle2.json");
  const CostPicture picture = cost_picture(study, {}, 7);
  ASSERT_EQ(picture.bars.size(), 7U);
  EXPECT_EQ(picture.bars.back().name, "6 others");
  for (std::size_t month = 0; month < picture.months.size(); ++month) {
    double drawn = 0, all = 0;
    for (const CostBars& bars : picture.bars) drawn += bars.months[month].value();
    for (const OrganisationAnswer& organisation : study.organisations) all += organisation.months[month]->mean;
    EXPECT_NEAR(drawn, all, 1e-6);
  }
  EXPECT_GT(picture.until.back().given_range->high, picture.until.back().given_range->low);
}

// What is unknown is never 0, and neither is what it is part of.
TEST(Cost, UnknownPricesStayUnknown) {
  const Study study = studied(
      "two-teams.json", {"pools.shared.price=null", "start=2020-03-01", "pools.shared.deliveries.0.on=2020-03-01"});
  EXPECT_FALSE(cumulative_cost(study).front().given);
  EXPECT_FALSE(cumulative_cost(study).front().given_range);
  EXPECT_FALSE(cost_picture(study, {}, 7).bars.front().months.front());
  EXPECT_EQ(cumulative_table(study, {}).rows.front()[1], "unknown");
}

TEST(Cost, InTheProgrammesCurrency) {
  Study study = studied("two-teams.json");
  scenario::Programme priced = *study.programme;
  priced.currency = {.code = "JPY", .per_dollar = 150, .on = {}, .source = "made up"};
  EXPECT_EQ(currencies_of(priced).size(), 2U);
  EXPECT_EQ(currencies_of(*study.programme).size(), 1U);
  const CostPicture picture = cost_picture(study, priced.currency, 7);
  EXPECT_DOUBLE_EQ(picture.budgets.sum.value(), 18e6);
  EXPECT_EQ(amount_text(priced.currency, 18e6), "18.0M JPY");
}

}  // namespace cost_test
}  // namespace fmplan::programme
