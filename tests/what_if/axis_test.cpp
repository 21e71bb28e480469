#include "core/what_if/axis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"

namespace fmplan::what_if {
namespace axis_test {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> values(const std::string& list) { return parse_axis("a.b=" + list).values; }

std::string problem_of(const std::string& text) {
  try {
    parse_axis(text);
  } catch (const InputError& error) {
    return error.issues().front().where + ": " + error.issues().front().message;
  }
  return "accepted";
}

TEST(ParseAxis, ReadsListsRangesAndArrays) {
  EXPECT_EQ(parse_axis("cluster.nodes=4").path, "cluster.nodes");
  EXPECT_THAT(values("4,8"), ElementsAre("4", "8"));
  EXPECT_THAT(values("on_demand, capacity_block"), ElementsAre("on_demand", "capacity_block"));
  EXPECT_THAT(values("auto,{\"tensor\":4,\"data\":2}"), ElementsAre("auto", "{\"tensor\":4,\"data\":2}"));
  EXPECT_THAT(values("[1, \"auto\", {\"x\": 2}]"), ElementsAre("1", "\"auto\"", "{\"x\":2}"));
  EXPECT_THAT(values("64..256:64"), ElementsAre("64", "128", "192", "256"));
  EXPECT_THAT(values("64..250:64"), ElementsAre("64", "128", "192"));
  EXPECT_THAT(values("3..5"), ElementsAre("3", "4", "5"));
  EXPECT_THAT(values("5..5"), ElementsAre("5"));
  EXPECT_THAT(values("64..1024:*2"), ElementsAre("64", "128", "256", "512", "1024"));
  EXPECT_THAT(values("0.1..0.5:#9"), ElementsAre("0.1", "0.15", "0.2", "0.25", "0.3", "0.35", "0.4", "0.45", "0.5"));
  EXPECT_THAT(values("0.1..0.5:0.1"), ElementsAre("0.1", "0.2", "0.3", "0.4", "0.5"));
  EXPECT_THAT(values("1T..15T:*2"), ElementsAre("1T", "2T", "4T", "8T"));
  EXPECT_THAT(values("2T..6T:2T"), ElementsAre("2T", "4T", "6T"));
  EXPECT_THAT(values("10..30 min:10"), ElementsAre("10 min", "20 min", "30 min"));
  EXPECT_THAT(values("10..30 $/h:10"), ElementsAre("10 $/h", "20 $/h", "30 $/h"));
  EXPECT_THAT(values("1 GB/s..4 GB/s:*2"), ElementsAre("1 GB/s", "2 GB/s", "4 GB/s"));
  EXPECT_THAT(values("500B..2T:*2"), ElementsAre("500B", "1000B", "2000B"));
  EXPECT_THAT(values("1T..2T:500B"), ElementsAre("1T", "1.5T", "2T"));
  EXPECT_THAT(values("1.5T..2500B:500B"), ElementsAre("1.5T", "2T", "2.5T"));
  EXPECT_THAT(values("8,16..64:*2,100"), ElementsAre("8", "16", "32", "64", "100"));
  EXPECT_THAT(values("2025-01-01,2025-06-01"), ElementsAre("2025-01-01", "2025-06-01"));
  EXPECT_THAT(values("../model.json"), ElementsAre("../model.json"));
  EXPECT_THAT(values("models/../model.json"), ElementsAre("models/../model.json"));
  EXPECT_THAT(values("models/v1..v2/x.json"), ElementsAre("models/v1..v2/x.json"));
}

TEST(ParseAxis, RefusesWhatStandsStillOrMakesNoSense) {
  const std::pair<const char*, const char*> cases[] = {
      {"cluster.nodes", "write PATH=LIST"},
      {"=4", "write PATH=LIST"},
      {"a=", "has an empty value"},
      {"a=4,,8", "has an empty value"},
      {"a=[]", "has no value"},
      {"a=128..32:8", "\"128..32:8\" runs backwards; write 32..128"},
      {"a=32..128:0", "never gets on by steps of 0"},
      {"a=32..128:-8", "never gets on"},
      {"a=32..128:*1", "never gets on by factors of 1; use one above 1"},
      {"a=32..128:*0.5", "above 1"},
      {"a=0..128:*2", "begin above 0"},
      {"a=0.1..0.5", "needs a step"},
      {"a=0.1..0.5:#1", "at least 2"},
      {"a=0.1..0.5:#2.5", "whole number of values"},
      {"a=1..2:many", "has no number for a step"},
      {"a=1 s..2 min:1", "ends in different units"},
      {"a=2025-01-01..2025-06-01", "is no range of numbers"},
      {"a=1..1e12", "more than 1000000; widen the step"},
      {"a=x..y", "is no range of numbers"}};
  for (const auto& [text, message] : cases) EXPECT_THAT(problem_of(text), HasSubstr(message)) << text;
  EXPECT_THAT(problem_of("a=4,,8"), HasSubstr("--set a: "));
}

// Two axes of 2 and 3 values cross to 6 points, the last axis fastest.
TEST(Grid, CrossesTheLastAxisFastest) {
  const Grid grid({{"a", {"1", "2"}}, {"b", {"x", "y", "z"}}}, false);
  ASSERT_EQ(grid.size(), 6);
  EXPECT_THAT(grid.values(0), ElementsAre("1", "x"));
  EXPECT_THAT(grid.values(2), ElementsAre("1", "z"));
  EXPECT_THAT(grid.values(3), ElementsAre("2", "x"));
  EXPECT_THAT(grid.values(5), ElementsAre("2", "z"));
}

TEST(Grid, ZipsSideBySide) {
  const Grid grid({{"a", {"1", "2"}}, {"b", {"x", "y"}}}, true);
  ASSERT_EQ(grid.size(), 2);
  EXPECT_THAT(grid.values(1), ElementsAre("2", "y"));
}

TEST(Grid, WithoutAxesIsTheScenarioItself) {
  EXPECT_EQ(Grid({}, false).size(), 1);
  EXPECT_TRUE(Grid({}, false).values(0).empty());
}

TEST(Grid, RefusesUnequalListsPathsTwiceAndTooManyPoints) {
  const auto problem = [](std::vector<Axis> axes, bool zipped) {
    try {
      const Grid grid(std::move(axes), zipped);
    } catch (const InputError& error) {
      return error.issues().front().message;
    }
    return std::string("accepted");
  };
  EXPECT_THAT(problem({{"a", {"1", "2"}}, {"b", {"x"}}}, true), HasSubstr("a has 2 values, b has 1"));
  EXPECT_THAT(problem({{"a", {"1"}}, {"a", {"2"}}}, false), HasSubstr("varied twice"));
  const std::vector<std::string> many(20'000, "1");
  EXPECT_THAT(problem({{"a", many}, {"b", many}}, false), HasSubstr("4e+08 points, more than 100000000"));
}

TEST(ReadPoints, TakesARowAPoint) {
  const std::vector<Axis> axes = read_points("cluster.nodes,training.tokens\n64,15T\n128,\"1,5T\"\n", "p.csv");
  ASSERT_EQ(axes.size(), 2U);
  EXPECT_EQ(axes[0], (Axis{"cluster.nodes", {"64", "128"}}));
  EXPECT_EQ(axes[1], (Axis{"training.tokens", {"15T", "1,5T"}}));
}

TEST(ReadPoints, TellsAllThatIsWrong) {
  try {
    read_points("a,\n1,2\n3\n,5\n", "p.csv");
    FAIL() << "was accepted";
  } catch (const InputError& error) {
    ASSERT_EQ(error.issues().size(), 3U);
    EXPECT_EQ(error.issues()[0].where, "p.csv:1");
    EXPECT_EQ(error.issues()[1].where, "p.csv:3");
    EXPECT_EQ(error.issues()[2].where, "p.csv:4");
  }
  EXPECT_THROW(read_points("", "p.csv"), InputError);
  EXPECT_THROW(read_points("a,b\n", "p.csv"), InputError);
}

}  // namespace axis_test
}  // namespace fmplan::what_if
