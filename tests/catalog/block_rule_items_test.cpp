#include "core/catalog/block_rule_items.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/catalog/catalog.h"
#include "tests/source_dir.h"

namespace fmplan::catalog {
namespace block_rule_items_test {

using testing::HasSubstr;
using testing::SizeIs;

const Catalog& shipped() {
  static const Catalog kCatalog({source_dir() + "/catalogs"});
  return kCatalog;
}

TEST(ShippedBlockRules, AreThoseOfTwoCopiesOfTheGuide) {
  const std::vector<hardware::BlockRule>& rules = shipped().block_rules();
  ASSERT_THAT(rules, SizeIs(2));
  EXPECT_EQ(rules[0].longest_days, 28);
  EXPECT_EQ(rules[1].longest_days, 182);
  EXPECT_FALSE(rules[1].valid_from) << "the day of the change is not known";
  EXPECT_EQ(rules[1].ends_at_minutes, 11 * 60 + 30);
  EXPECT_EQ(rules[1].terminates_from_minutes, 11 * 60);
}

// Plans of one scenario have the newest rule as constants.
TEST(ShippedBlockRules, AgreeWithTheConstantsOfPrices) {
  const hardware::BlockRule& newest = shipped().block_rules().back();
  EXPECT_EQ(newest.most_nodes, hardware::kMostNodesOfBlock);
  EXPECT_EQ(newest.most_nodes_a_date, hardware::kMostNodesOfBlocks);
  EXPECT_EQ(newest.longest_days, hardware::kLongestBlock_days);
  for (int days = 1; days <= newest.longest_days; ++days)
    EXPECT_EQ(hardware::blocks_for(1, days, newest).days, hardware::days_of_blocks(days * day)) << days;
}

TEST(ReadBlockRule, RefusesWhatIsNone) {
  const nlohmann::json good = shipped().raw("block_rules", "ec2-capacity-blocks-2026-02");
  const auto complaint = [&good](const char* key, const nlohmann::json& value) {
    nlohmann::json item = good;
    item[key] = value;
    Issues issues;
    read_block_rule(item, "", issues);
    return issues.size() == 1 ? issues.front().message : "";
  };
  EXPECT_THAT(complaint("ends_at", "half past eleven"), HasSubstr("is no time of the day"));
  EXPECT_THAT(complaint("ends_at", "24:00"), HasSubstr("is no time of the day"));
  EXPECT_THAT(complaint("longest_days", 13), HasSubstr("from 14 to"));
  EXPECT_THAT(complaint("sizes", {1, 65}), HasSubstr("65 is no number of instances"));
  EXPECT_THAT(complaint("sizes", {4, 2}), HasSubstr("ascending"));
  EXPECT_THAT(complaint("valid_from", "2026-02-02"), HasSubstr("is after seen_on"));
  EXPECT_THAT(complaint("most_nods", 1), HasSubstr("did you mean \"most_nodes\"?"));
}

}  // namespace block_rule_items_test
}  // namespace fmplan::catalog
