#include "core/programme/day_one.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/programme/programmes.h"

namespace fmplan::programme {
namespace day_one_test {

const Date kStart = *parse_date("2025-03-01");

scenario::Programme with(const scenario::Pool& pool) { return programme_of(kStart, 182, {pool}); }

// 10.36 % of 127 nodes defective at delivery [Xiong et al. 2024, SuperBench]: 13.2 are expected, and with 17 of them
// spare 110 good ones are enough: P(Binomial(127, 0.1036) ≤ 17) = 0.894.
TEST(DayOne, OfSuperBenchsDefectiveShare) {
  scenario::Pool pool = pool_of("p5", kStart, 127, 39.33);
  pool.spares = 17;
  pool.acceptance = {.defective_share = 0.1036, .check = 0.5 * day, .replaced_in = 3 * day};
  const DayOne answer = day_one(with(pool));
  ASSERT_EQ(answer.deliveries.size(), 1U);
  EXPECT_NEAR(answer.deliveries[0].expected_defective, 13.2, 0.05);
  EXPECT_NEAR(answer.deliveries[0].chances[0], 0.894, 0.0005);
  EXPECT_NEAR(answer.deliveries[0].chances[1], 0.894, 0.0005);
  EXPECT_DOUBLE_EQ(answer.deliveries[0].chances[2], 1);  // replaced by then
  pool.spares = 13;
  EXPECT_NEAR(day_one(with(pool)).chances[0], 0.555, 0.0005);
}

TEST(DayOne, NothingIsThereBeforeItIsChecked) {
  scenario::Pool pool = pool_of("p5", kStart, 4, 1.0);
  pool.acceptance.check = 1.5 * day;
  EXPECT_EQ(day_one(with(pool)).chances, (std::vector<double>{0, 1, 1}));
}

// One in five slips, by an exponential time of mean 7 days: 1 − 0.2 e^(−d/7).
TEST(DayOne, DeliveriesThatSlip) {
  scenario::Pool pool = pool_of("p5", kStart, 4, 1.0);
  pool.deliveries[0].late_chance = 0.2;
  pool.deliveries[0].late_mean = 7 * day;
  const DayOne answer = day_one(with(pool));
  for (std::size_t i = 0; i < std::size(kDeliveryDays); ++i)
    EXPECT_NEAR(answer.chances[i], 1 - 0.2 * std::exp(-kDeliveryDays[i] / 7.0), 1e-12);
}

TEST(DayOne, DeliveriesTogetherAreTheProduct) {
  scenario::Pool pool = pool_of("a", kStart, 4, 1.0);
  pool.deliveries[0].late_chance = 0.5;
  pool.deliveries[0].late_mean = 1000 * day;
  scenario::Pool other = pool;
  other.name = "b";
  const DayOne answer = day_one(programme_of(kStart, 182, {pool, other}));
  EXPECT_NEAR(answer.chances[0], answer.deliveries[0].chances[0] * answer.deliveries[1].chances[0], 1e-12);
  EXPECT_NEAR(answer.chances[0], 0.25, 0.001);
}

}  // namespace day_one_test
}  // namespace fmplan::programme
