#include "core/programme/pool_money.h"

#include <cmath>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/programme/programmes.h"

namespace fmplan::programme {
namespace pool_money_test {

const Date kMarch = *parse_date("2025-03-01");

double sum_of_dollars(const scenario::Programme& programme, const scenario::Pool& pool) {
  double sum = 0;
  for (const HeldMonth& month : held_months(programme, pool)) sum += month.dollars.value();
  return sum;
}

// By arithmetic: 127 · 182 · 24 h = 554,736 node-hours.
TEST(PoolMoney, OfHalfAYearOfP5AndTrn1) {
  for (const auto& [nodes, price, dollars] :
       {std::tuple(127, 39.33, 21'817'766.88), std::tuple(127, 98.32, 54'541'643.52),
        std::tuple(24, 21.50, 2'253'888.00)}) {
    const scenario::Programme programme = programme_of(kMarch, 182, {pool_of("p", kMarch, nodes, price)});
    EXPECT_NEAR(sum_of_dollars(programme, programme.pools[0]), dollars, 0.005) << nodes << " at " << price;
  }
}

TEST(PoolMoney, MonthsAreThoseOfTheCalendar) {
  const scenario::Programme programme = programme_of(*parse_date("2025-03-15"), 30, {});
  const std::vector<Month> months = months_of(programme);
  ASSERT_EQ(months.size(), 2U);
  EXPECT_EQ(months[0].name, "2025-03");
  EXPECT_EQ(date_text(months[0].until), "2025-04-01");
  EXPECT_EQ(months[1].name, "2025-04");
  EXPECT_EQ(date_text(months[1].until), "2025-04-14");
}

// 10 nodes for 31 days of March, 4 of them given back on the 11th: 10 · 10 + 6 · 21 node-days.
TEST(PoolMoney, NodesGivenBackCostNothing) {
  scenario::Pool pool = pool_of("p", kMarch, 10, 2.0);
  pool.returns = {{.on = *parse_date("2025-03-11"), .nodes = 4}};
  const scenario::Programme programme = programme_of(kMarch, 31, {pool});
  const std::vector<HeldMonth> months = held_months(programme, pool);
  ASSERT_EQ(months.size(), 1U);
  EXPECT_DOUBLE_EQ(months[0].node_hours, (10 * 10 + 6 * 21) * 24);
  EXPECT_DOUBLE_EQ(months[0].dollars.value(), (10 * 10 + 6 * 21) * 24 * 2.0);
}

// From the 21st of March on the price is 1 instead of 2: 20 days at 2 and 11 at 1.
TEST(PoolMoney, PricesHoldFromTheirDay) {
  scenario::Pool pool = pool_of("p", kMarch, 1, 2.0);
  pool.prices.points.push_back(price_from(*parse_date("2025-03-21"), 1.0));
  const scenario::Programme programme = programme_of(kMarch, 31, {pool});
  EXPECT_DOUBLE_EQ(sum_of_dollars(programme, pool), (20 * 2 + 11 * 1) * 24);
}

// Late with a chance of ½ by an exponential time of 5 days: of each node 5 · ½ · (1 − e^{−10/5}) of 10 days are
// missing.
TEST(PoolMoney, NodesThatMayComeLateCostWhatIsExpected) {
  scenario::Pool pool = pool_of("p", kMarch, 2, 10.0);
  pool.deliveries[0].late_chance = 0.5;
  pool.deliveries[0].late_mean = 5 * day;
  const scenario::Programme programme = programme_of(kMarch, 10, {pool});
  EXPECT_NEAR(sum_of_dollars(programme, pool), 2 * (10 - 2.5 * (1 - std::exp(-2.0))) * 24 * 10, 1e-9);
  pool.kind = "capacity_block";  // paid at once, whenever it comes
  for (hardware::PricePoint& point : pool.prices.points) point.kind = pool.kind;
  EXPECT_DOUBLE_EQ(sum_of_dollars(programme, pool), 2 * 10 * 24 * 10);
}

TEST(PoolMoney, AnUnknownPriceStaysUnknown) {
  scenario::Pool pool = pool_of("p", kMarch, 1, 2.0);
  pool.prices.points.push_back(price_from(*parse_date("2025-04-10"), std::nullopt));
  const scenario::Programme programme = programme_of(kMarch, 61, {pool});
  const std::vector<HeldMonth> months = held_months(programme, pool);
  ASSERT_EQ(months.size(), 2U);
  EXPECT_TRUE(months[0].dollars.has_value());
  EXPECT_FALSE(months[1].dollars.has_value());
  EXPECT_FALSE(node_hour_price(pool, *parse_date("2025-04-10")).has_value());
}

TEST(PoolMoney, RoundedPartsAddUpToTheRoundedWhole) {
  const std::vector<double> parts = {1.0 / 3, 1.0 / 3, 1.0 / 3, 2.0 / 3};
  const std::vector<double> rounded = rounded_to_cents(parts);
  EXPECT_THAT(rounded, testing::Pointwise(testing::DoubleNear(1e-9), {0.33, 0.34, 0.33, 0.67}));
  EXPECT_NEAR(std::accumulate(rounded.begin(), rounded.end(), 0.0), 1.67, 1e-9);
}

}  // namespace pool_money_test
}  // namespace fmplan::programme
