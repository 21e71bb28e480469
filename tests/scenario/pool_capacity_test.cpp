#include "core/scenario/pool_capacity.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/quantity_text.h"

namespace fmplan::scenario {
namespace pool_capacity_test {

using testing::ElementsAre;

Date on(const char* text) { return *parse_date(text); }

Pool pool_at(double dollars_per_hour, int nodes) {
  return {.name = "pool",
          .instance = "p5.48xlarge",
          .region = "ap-northeast-1",
          .kind = "on_demand",
          .deliveries = {{.on = on("2024-10-01"), .nodes = nodes}},
          .prices = {.instance = "p5.48xlarge",
                     .points = {{.region = "ap-northeast-1",
                                 .kind = "on_demand",
                                 .valid_from = {},
                                 .last_seen = {},
                                 .price = dollars_per_hour * dollar_per_hour,
                                 .source = "test"}}},
          .price_is_own = true};
}

// 2024-10-01 to 2025-04-01 are 182 days; × 24 h × 127 = 554,736 node-hours, × 24 = 104,832.
TEST(HeldMoney, IsNodeHoursTimesPrice) {
  const Date end = on("2025-04-01");
  EXPECT_EQ(held_node_hours(pool_at(39.33, 127), end), 554'736);
  EXPECT_EQ(money_decimal(*held_money(pool_at(39.33, 127), end)), "21817766.88");
  EXPECT_EQ(money_decimal(*held_money(pool_at(98.32, 127), end)), "54541643.52");
  EXPECT_EQ(money_decimal(*held_money(pool_at(21.50, 24), end)), "2253888.00");
}

// 8 nodes from the 1st, 4 more from the 15th, 10 back on the 21st: 8 of the first and 2 of the second delivery.
TEST(HeldNodes, GoInTheOrderInWhichTheyCame) {
  Pool pool = pool_at(1, 8);
  pool.deliveries.push_back({.on = on("2024-10-15"), .nodes = 4});
  pool.returns = {{.on = on("2024-10-21"), .nodes = 10}};
  const Date end = on("2024-11-01");
  EXPECT_THAT(held_nodes(pool, end),
              ElementsAre(HeldNodes{8, on("2024-10-01"), on("2024-10-21")},
                          HeldNodes{2, on("2024-10-15"), on("2024-10-21")}, HeldNodes{2, on("2024-10-15"), end}));
  // 8 × 20 + 2 × 6 + 2 × 17 = 206 node-days, which counting by the day gives, too.
  EXPECT_EQ(held_node_hours(pool, end), 206 * 24);
  int node_days = 0;
  for (Date day = on("2024-10-01"); day < end; ++day.days_since_epoch) node_days += nodes_held(pool, day, end);
  EXPECT_EQ(node_days, 206);
  EXPECT_EQ(nodes_held(pool, end, end), 0);
}

TEST(NodesToUse, AreWithoutSparesAndMaintenance) {
  Pool pool = pool_at(1, 8);
  pool.spares = 1;
  pool.maintenance = {{.from = on("2024-10-05"), .until = on("2024-10-07"), .nodes = 3},
                      {.from = on("2024-10-10"), .until = on("2024-10-11")}};
  const Date end = on("2024-11-01");
  EXPECT_EQ(nodes_to_use(pool, on("2024-10-04"), end), 7);
  EXPECT_EQ(nodes_to_use(pool, on("2024-10-06"), end), 4);
  EXPECT_EQ(nodes_to_use(pool, on("2024-10-07"), end), 7);
  EXPECT_EQ(nodes_to_use(pool, on("2024-10-10"), end), 0);
  EXPECT_EQ(most_nodes_to_use(pool, end), 7);
}

// $2 until the 10th, $1 after: on demand is paid by the day, a block at once.
TEST(HeldMoney, FollowsThePriceOfTheDay) {
  Pool pool = pool_at(2, 1);
  pool.price_is_own = false;
  pool.prices.points.push_back(pool.prices.points.front());
  pool.prices.points.back().valid_from = on("2024-10-11");
  pool.prices.points.back().price = 1 * dollar_per_hour;
  const Date end = on("2024-10-21");
  EXPECT_DOUBLE_EQ(*held_money(pool, end) / dollar, 24 * (10 * 2 + 10 * 1));
  pool.kind = "capacity_block";
  for (hardware::PricePoint& point : pool.prices.points) point.kind = pool.kind;
  EXPECT_DOUBLE_EQ(*held_money(pool, end) / dollar, 24 * 20 * 2);
}

TEST(HeldMoney, IsUnknownWhereAPriceIs) {
  Pool pool = pool_at(2, 1);
  pool.price_is_own = false;
  pool.prices.points.front().valid_from = on("2024-10-02");
  EXPECT_FALSE(held_money(pool, on("2024-10-21")));
  pool.prices.points.clear();
  EXPECT_FALSE(held_money(pool, on("2024-10-21")));
}

}  // namespace pool_capacity_test
}  // namespace fmplan::scenario
