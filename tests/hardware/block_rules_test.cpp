#include "core/hardware/block_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fmplan::hardware {
namespace block_rules_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Date on(const char* text) { return parse_date(text).value(); }

BlockRule short_blocks() {
  return {.name = "short",
          .provider = "AWS",
          .seen_on = on("2025-01-01"),
          .most_nodes = 64,
          .sizes = {1, 2, 4, 8, 16, 32, 64},
          .longest_by_day_days = 14,
          .longest_days = 28,
          .days_ahead = 56,
          .ends_at_minutes = 690,
          .terminates_from_minutes = 660};
}

BlockRule long_blocks() {
  return {.name = "long",
          .provider = "AWS",
          .seen_on = on("2026-02-01"),
          .most_nodes = 64,
          .most_nodes_a_date = 256,
          .longest_by_day_days = 14,
          .longest_days = 182,
          .days_ahead = 56,
          .ends_at_minutes = 690,
          .terminates_from_minutes = 660};
}

std::vector<std::string> names(const std::vector<BlockRule>& rules) {
  std::vector<std::string> found;
  for (const BlockRule& rule : rules) found.push_back(rule.name);
  return found;
}

// 127 = 64 + 63.
TEST(BlocksFor, TakesTheLargestFirst) {
  EXPECT_EQ(blocks_for(127, 182, long_blocks()), (BlockPurchase{.nodes = {64, 63}, .days = 182, .refusal = ""}));
  EXPECT_THAT(blocks_for(256, 1, long_blocks()).nodes, ElementsAre(64, 64, 64, 64));
  EXPECT_THAT(blocks_for(257, 1, long_blocks()).refusal, HasSubstr("more than all blocks of one date may have, 256"));
}

// Where blocks come in powers of two, 127 = 64 + 32 + 16 + 8 + 4 + 2 + 1.
TEST(BlocksFor, TakesOnlySizesThatAreSold) {
  EXPECT_THAT(blocks_for(127, 28, short_blocks()).nodes, ElementsAre(64, 32, 16, 8, 4, 2, 1));
}

// By days to 14, then by weeks: 15 days are sold as 21.
TEST(BlocksFor, RoundsUpToWhatIsSold) {
  EXPECT_EQ(blocks_for(1, 14, long_blocks()).days, 14);
  EXPECT_EQ(blocks_for(1, 15, long_blocks()).days, 21);
  EXPECT_EQ(blocks_for(1, 176, long_blocks()).days, 182);
  EXPECT_THAT(blocks_for(1, 183, long_blocks()).refusal, HasSubstr("182 days"));
  EXPECT_THAT(blocks_for(127, 182, short_blocks()).refusal,
              testing::StrEq("182 days are longer than a block may be, 28 days"));
}

TEST(EndOfBlock, IsTheRulesTimeOfItsLastDay) {
  EXPECT_EQ(utc_text(end_of_block(on("2025-03-01"), 14, short_blocks())), "2025-03-15 11:30 UTC");
  EXPECT_EQ(end_of_block(on("2024-02-28"), 2, short_blocks()).day, on("2024-03-01"));
}

// Eight weeks before 1 March.
TEST(EarliestPurchase, LiesSoManyDaysAhead) {
  EXPECT_EQ(earliest_purchase(on("2025-03-01"), short_blocks()), on("2025-01-04"));
}

TEST(RulesOn, AreTwoBetweenTheirDocuments) {
  const std::vector<BlockRule> rules = {long_blocks(), short_blocks()};
  EXPECT_THAT(names(rules_on(rules, "AWS", on("2024-10-01"))), ElementsAre("short"));
  EXPECT_THAT(names(rules_on(rules, "AWS", on("2025-01-01"))), ElementsAre("short"));
  EXPECT_THAT(names(rules_on(rules, "AWS", on("2025-06-01"))), ElementsAre("short", "long"));
  EXPECT_THAT(names(rules_on(rules, "AWS", on("2026-02-01"))), ElementsAre("long"));
  EXPECT_THAT(rules_on(rules, "GCP", on("2026-02-01")), IsEmpty());
}

TEST(RulesOn, AreOneWhereTheDayOfTheChangeIsKnown) {
  std::vector<BlockRule> rules = {short_blocks(), long_blocks()};
  rules.back().valid_from = on("2025-05-01");
  EXPECT_THAT(names(rules_on(rules, "AWS", on("2025-04-30"))), ElementsAre("short"));
  EXPECT_THAT(names(rules_on(rules, "AWS", on("2025-05-01"))), ElementsAre("long"));
}

TEST(CheckBlocks, IsCertainWhereEveryRuleOfTheDayIsBroken) {
  const std::vector<BlockRule> rules = {short_blocks(), long_blocks()};
  const auto breaches = [&](int nodes, const char* start, int days) {
    return check_blocks({{nodes, on(start), days}}, rules, "AWS");
  };
  const auto old = breaches(127, "2024-12-01", 182);
  ASSERT_THAT(old, SizeIs(1));
  EXPECT_TRUE(old.front().certain);
  EXPECT_THAT(old.front().message,
              HasSubstr("short (seen on 2025-01-01, from when is not known), 182 days are longer"));
  const auto between = breaches(127, "2025-06-01", 182);
  ASSERT_THAT(between, SizeIs(1));
  EXPECT_FALSE(between.front().certain);
  EXPECT_THAT(breaches(127, "2026-03-01", 182), IsEmpty());
  // Longer than either allows.
  EXPECT_THAT(breaches(1, "2025-06-01", 189), SizeIs(2));
  EXPECT_THAT(breaches(1, "2026-03-01", 20).front().message, HasSubstr("take 21 days"));
}

// 200 from the 1st to the 14th, 100 from the 10th: 300 on the 10th.  The same from the 15th on are 100.
TEST(CheckBlocks, AddsUpWhatOverlaps) {
  const auto start_on = [](const char* second) {
    return check_blocks({{200, on("2026-03-01"), 14}, {100, on(second), 7}}, {long_blocks()}, "AWS");
  };
  ASSERT_THAT(start_on("2026-03-10"), SizeIs(1));
  EXPECT_EQ(start_on("2026-03-10").front().need, 1u);
  EXPECT_THAT(start_on("2026-03-10").front().message, HasSubstr("overlap on 2026-03-10 have 300 instances together"));
  EXPECT_THAT(start_on("2026-03-15"), IsEmpty());
}

}  // namespace block_rules_test
}  // namespace fmplan::hardware
