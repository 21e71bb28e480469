#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/answer/compare_document.h"
#include "core/answer/compare_figures.h"
#include "core/base/issue.h"

namespace fmplan::answer {
namespace difference_gate_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using text::Json;

Json line(const char* pointer, Json difference, Json ratio) {
  return {{"pointer", pointer}, {"difference", std::move(difference)}, {"ratio", std::move(ratio)}};
}

/// Two sides against the first: 10 % dearer and three days faster; the other's cost is unknown, and it takes 5 days
/// more.
Json comparison() {
  Json json = {
      {"reports", Json::array({"first", "dear", "slow"})},
      {"figures", Json::array({line("/cost/total", "1000000.00", 1.1), line("/run/wall_clock_days/p50", -3.0, 0.97)})},
      {"others", Json::array()}};
  json["others"].push_back(
      {{"report", "slow"},
       {"figures", Json::array({line("/cost/total", nullptr, nullptr), line("/run/wall_clock_days/p50", 5.0, 1.05)})}});
  return json;
}

std::vector<std::string> exceeded(const char* gate) {
  return exceeded_differences(parse_conditions({gate}, difference_figures(), "--fail-if"), comparison());
}

TEST(DifferenceGates, HoldOfAnySideAgainstTheFirst) {
  EXPECT_THAT(exceeded("days.difference>3"),
              ElementsAre("slow: gate exceeded: days.difference>3 (days.difference is 5.0 days)"));
  EXPECT_THAT(exceeded("days.difference>5"), IsEmpty());
  EXPECT_THAT(exceeded("days.ratio>1.04"), ElementsAre(HasSubstr("days.ratio is 1.05")));
}

// What is unknown has not been kept.
TEST(DifferenceGates, FailOnAnUnknownDifference) {
  EXPECT_THAT(exceeded("cost.ratio>120%"), ElementsAre("slow: gate exceeded: cost.ratio>120% (cost.ratio is unknown)"));
  EXPECT_THAT(exceeded("cost.difference>$999999"), testing::SizeIs(2));
}

TEST(DifferenceGates, TakeFactorsAndPercentages) {
  const auto bound = [](const char* text) {
    return parse_condition(text, difference_figures(), "--fail-if").bound.value;
  };
  EXPECT_DOUBLE_EQ(bound("cost.ratio>1.1"), 1.1);
  EXPECT_DOUBLE_EQ(bound("cost.ratio>110%"), 1.1);
  EXPECT_DOUBLE_EQ(bound("cost.difference>2.5M"), 2.5e6);
  EXPECT_THROW(bound("cost>2.5M"), InputError);
}

// Every figure that is compared may be asked about, by its difference and its ratio.
TEST(DifferenceFigures, AreThoseCompared) {
  EXPECT_EQ(difference_figures().named().size(), 2 * compared_figures().size());
}

}  // namespace difference_gate_test
}  // namespace fmplan::answer
