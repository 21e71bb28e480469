#include "core/answer/assumption_text.h"

#include <cstdint>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fmplan::answer {
namespace assumption_text_test {

using plan::AssumptionKind;

std::string text_of(AssumptionKind kind, NoticeValues values = {}, std::string path = "/cluster/instance") {
  return assumption_text(
      {.path = std::move(path), .value = "a value", .why = {kind, std::move(values)}, .source = "rule"});
}

TEST(AssumptionText, HasWordsForEveryKind) {
  for (const AssumptionKind kind : plan::kAssumptionCodes.values)
    EXPECT_FALSE(text_of(kind).empty()) << plan::kAssumptionCodes.name(kind);
}

TEST(AssumptionText, TakesTheReasonOfADefaultFromItsField) {
  EXPECT_EQ(text_of(AssumptionKind::kDefault, {}, "/run/checkpoint/node_bandwidth"),
            "no storage given: what one node writes");
  EXPECT_EQ(text_of(AssumptionKind::kDefault, {}, "/training/attention"), "not given");
}

TEST(AssumptionText, SaysOnWhichNetworkContentionWasFound) {
  const auto on = [](std::string routing, std::string placement, NoticeValues more) {
    more.emplace_back("routing", std::move(routing));
    more.emplace_back("placement", std::move(placement));
    return text_of(AssumptionKind::kContention, std::move(more));
  };
  EXPECT_EQ(on("spray", "packed", {{"oversubscription", Ratio{2}}, {"fabric", std::string("two leaves")}}),
            "the plan's own traffic all at once; packets sprayed over all spines; machines leaf after leaf; leaves "
            "oversubscribed: 2:1 of two leaves");
  EXPECT_EQ(on("d-mod-k", "interleaved", {{"oversubscription", Ratio{4}}, {"phase", std::string("long")}}),
            "phase long: the plan's own traffic all at once; spine fixed by the destination; machines from the leaves "
            "in turn; leaves oversubscribed: 4:1, as the scenario has it");
  EXPECT_THAT(on("spray", "packed", {}), testing::HasSubstr("oversubscribed: not stated, 1:1 taken"));
}

TEST(AssumptionText, SaysWhoseHabitsAndPacesWereFittedAndWhatCorrectsThem) {
  NoticeValues values = {{"framework", std::string("own")},
                         {"accelerator", std::string("h100")},
                         {"framework_measured", std::int64_t{0}},
                         {"accelerator_measured", std::int64_t{1}}};
  EXPECT_EQ(text_of(AssumptionKind::kStepProfile, values),
            "habits of own common to all frameworks, paces of h100 as fitted; measured steps of your own would correct "
            "them");
  values.emplace_back("rows", std::int64_t{1});
  values.emplace_back("refused", std::int64_t{2});
  EXPECT_EQ(text_of(AssumptionKind::kStepProfile, values),
            "habits of own common to all frameworks, paces of h100 as fitted, corrected by 1 measured row of your own; "
            "2 refused");
}

TEST(AssumptionText, TellsWherePricesAreOf) {
  EXPECT_EQ(text_of(AssumptionKind::kStoragePrice), "price of the checkpoint storage");
  EXPECT_EQ(text_of(AssumptionKind::kStoragePrice, {{"storage", std::string("s3-standard")},
                                                    {"region", std::string("us-east-1")},
                                                    {"asked", std::string("us-west-2")}}),
            "price of s3-standard in us-east-1: none is known in us-west-2");
  NoticeValues values = {
      {"kind", std::string("spot")}, {"region", std::string("us-east-1")}, {"from", *parse_date("2025-02-01")}};
  EXPECT_EQ(text_of(AssumptionKind::kPriceInForce, values), "spot in us-east-1, seen from 2025-02-01");
  values.emplace_back("until", *parse_date("2025-03-01"));
  EXPECT_EQ(text_of(AssumptionKind::kPriceInForce, values), "spot in us-east-1, seen from 2025-02-01 to 2025-03-01");
}

}  // namespace assumption_text_test
}  // namespace fmplan::answer
