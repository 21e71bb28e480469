#include "core/hardware/price.h"

#include <gtest/gtest.h>

namespace fmplan::hardware {
namespace price_test {

Date on(const char* text) { return parse_date(text).value(); }

PricePoint point(const char* region, const char* kind, const char* from, std::optional<double> dollars_per_hour) {
  PricePoint result{
      .region = region, .kind = kind, .valid_from = on(from), .last_seen = {}, .price = {}, .source = "test"};
  if (dollars_per_hour) result.price = *dollars_per_hour * dollar_per_hour;
  return result;
}

/// A price that fell in June, one that is not sold, and one that holds everywhere.
PriceList example() {
  return {"p5.48xlarge",
          {point("us-east-1", "on_demand", "2025-06-23", 55.04), point("us-east-1", "on_demand", "2023-08-08", 98.32),
           point("us-east-1", "reserved_1y", "2024-01-01", std::nullopt),
           point("*", "capacity_block", "2025-01-01", 31.0), point("us-east-1", "capacity_block", "2024-10-01", 39.33),
           point("us-east-2", "capacity_block", "2025-01-01", 32.0)}};
}

std::optional<double> dollars(const std::optional<PricePoint>& found) {
  return found && found->price ? std::optional(*found->price / dollar_per_hour) : std::nullopt;
}

TEST(PriceOn, IsTheLatestPointInForceWhateverTheOrderOfTheList) {
  EXPECT_DOUBLE_EQ(*dollars(price_on(example(), "us-east-1", "on_demand", on("2025-02-25"))), 98.32);
  EXPECT_DOUBLE_EQ(*dollars(price_on(example(), "us-east-1", "on_demand", on("2025-07-01"))), 55.04);
}

TEST(PriceOn, ChangesOnTheDayThePointBegins) {
  EXPECT_DOUBLE_EQ(*dollars(price_on(example(), "us-east-1", "on_demand", on("2025-06-22"))), 98.32);
  EXPECT_DOUBLE_EQ(*dollars(price_on(example(), "us-east-1", "on_demand", on("2025-06-23"))), 55.04);
}

TEST(PriceOn, IsUnknownBeforeTheFirstPointAndElsewhere) {
  EXPECT_EQ(price_on(example(), "us-east-1", "on_demand", on("2023-08-07")), std::nullopt);
  EXPECT_EQ(price_on(example(), "ap-northeast-1", "on_demand", on("2025-07-01")), std::nullopt);
  EXPECT_EQ(price_on(example(), "us-east-1", "spot", on("2025-07-01")), std::nullopt);
}

TEST(PriceOn, TellsSeenWithoutAPriceFromNeverSeen) {
  const auto found = price_on(example(), "us-east-1", "reserved_1y", on("2025-07-01"));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->price, std::nullopt);
}

TEST(PriceOn, TakesThePointOfEveryRegionWhereItIsTheLatest) {
  EXPECT_DOUBLE_EQ(*dollars(price_on(example(), "sa-east-1", "capacity_block", on("2025-07-01"))), 31.0);
  EXPECT_DOUBLE_EQ(*dollars(price_on(example(), "us-east-1", "capacity_block", on("2025-07-01"))), 31.0);
  EXPECT_DOUBLE_EQ(*dollars(price_on(example(), "us-east-1", "capacity_block", on("2024-12-31"))), 39.33);
}

TEST(PriceOn, PrefersTheRegionsOwnPointOnTheSameDay) {
  EXPECT_DOUBLE_EQ(*dollars(price_on(example(), "us-east-2", "capacity_block", on("2025-01-01"))), 32.0);
}

TEST(PricesOn, HasOnePointPerKindAndLeavesOutTheUnknown) {
  const std::vector<PricePoint> points = prices_on(example(), "us-east-1", on("2025-02-25"));
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[0].kind, "capacity_block");
  EXPECT_EQ(points[1].kind, "on_demand");
}

// What stands nearest in each of three directions: the day, the region, the way of buying.
TEST(NearbyPrices, AreOfOtherDaysRegionsAndKinds) {
  const std::vector<PricePoint> before_any = nearby_prices(example(), "us-east-1", "on_demand", on("2023-01-01"));
  ASSERT_EQ(before_any.size(), 1u);  // nothing else was known then: the first day after
  EXPECT_EQ(before_any[0], *price_on(example(), "us-east-1", "on_demand", before_any[0].valid_from));
  EXPECT_EQ(price_on(example(), "us-east-1", "on_demand", Date{before_any[0].valid_from.days_since_epoch - 1}),
            std::nullopt);
  const std::vector<PricePoint> spot = nearby_prices(example(), "us-east-1", "spot", on("2025-07-01"));
  ASSERT_EQ(spot.size(), 1u);  // the lowest of the other ways that are sold there then
  for (const PricePoint& other : prices_on(example(), "us-east-1", on("2025-07-01")))
    EXPECT_LE(*spot[0].price, *other.price);
  for (const PricePoint& elsewhere : nearby_prices(example(), "ap-northeast-1", "on_demand", on("2025-07-01")))
    EXPECT_TRUE(elsewhere.region != "ap-northeast-1" || elsewhere.kind != "on_demand");
}

TEST(PriceKinds, AreThoseOfTheRegionSorted) {
  EXPECT_EQ(price_kinds(example(), "us-east-1"),
            (std::vector<std::string>{"capacity_block", "on_demand", "reserved_1y"}));
  EXPECT_EQ(price_kinds(example(), "eu-west-1"), std::vector<std::string>{"capacity_block"});
  EXPECT_EQ(price_regions(example()), (std::vector<std::string>{"*", "us-east-1", "us-east-2"}));
}

TEST(ChangesAfter, AreThoseThatComeIntoForceLater) {
  const auto changes = changes_after(example(), "us-east-1", "on_demand", on("2025-02-25"));
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].valid_from, on("2025-06-23"));
  EXPECT_TRUE(changes_after(example(), "us-east-1", "on_demand", on("2025-06-23")).empty());
  // Of a day with two, the region's own.
  const auto blocks = changes_after(example(), "us-east-2", "capacity_block", on("2024-12-31"));
  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_EQ(blocks[0].region, "us-east-2");
}

// 92 days from 2025-06-01: 22 of them at 98.32, 70 at 55.04 $/h.
TEST(MeanPrice, IsThatOfTheDays) {
  const auto changes = changes_after(example(), "us-east-1", "on_demand", on("2025-06-01"));
  const auto mean_of = [&](const std::vector<PaidStretch>& stretches) {
    return *mean_price(98.32 * dollar_per_hour, changes, on("2025-06-01"), stretches) / dollar_per_hour;
  };
  EXPECT_NEAR(mean_of({{92 * day}}), (22 * 98.32 + 70 * 55.04) / 92, 1e-9);
  EXPECT_DOUBLE_EQ(mean_of({{20 * day}}), 98.32);
  EXPECT_DOUBLE_EQ(mean_of({{22 * day}}), 98.32);
  EXPECT_DOUBLE_EQ(mean_of({{Seconds{}}}), 98.32);
  EXPECT_FALSE(mean_price(std::nullopt, changes, on("2025-06-01"), {{92 * day}}));
}

// 100 nodes for 30 days, then 10 for 20: 100 × 22 node-days at 98.32, and 100 × 8 + 10 × 20 at 55.04.
TEST(MeanPrice, WeighsStretchesByTheirNodes) {
  const auto changes = changes_after(example(), "us-east-1", "on_demand", on("2025-06-01"));
  const auto mean_of = [&](const std::vector<PaidStretch>& stretches) {
    return *mean_price(98.32 * dollar_per_hour, changes, on("2025-06-01"), stretches) / dollar_per_hour;
  };
  EXPECT_NEAR(mean_of({{30 * day, 100}, {20 * day, 10}}), (2200 * 98.32 + 1000 * 55.04) / 3200, 1e-9);
  // The other way round, and with days in which none is held.
  EXPECT_NEAR(mean_of({{20 * day, 10}, {30 * day, 100}}), (400 * 98.32 + 2800 * 55.04) / 3200, 1e-9);
  EXPECT_NEAR(mean_of({{21 * day, 1}, {9 * day, 0}, {2 * day, 1}}), (21 * 98.32 + 2 * 55.04) / 23, 1e-9);
}

TEST(HoldingIn, DropsWhatHoldsEverywhereAtOtherProvidersAndForGovernments) {
  PriceList list = example();
  list.provider = "AWS";
  EXPECT_EQ(holding_in(list, "us-east-1", "AWS"), list);
  EXPECT_EQ(holding_in(list, "nowhere", std::nullopt), list);
  EXPECT_EQ(holding_in(list, "us-gov-west-1", "AWS").points.size(), list.points.size() - 1);
  EXPECT_EQ(holding_in(list, "eastus", "Azure").points.size(), list.points.size() - 1);
}

}  // namespace price_test
}  // namespace fmplan::hardware
