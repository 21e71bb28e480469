#include "core/answer/condition.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"

namespace fmplan::answer {
namespace condition_test {

using testing::HasSubstr;

Condition read(const std::string& text) { return parse_condition(text, plan_figures(), "--fail-if"); }

std::string problem_of(const std::string& text) {
  try {
    read(text);
  } catch (const InputError& error) {
    EXPECT_EQ(error.issues().size(), 1U);
    EXPECT_EQ(error.issues().front().where, "--fail-if");
    return error.issues().front().message;
  }
  return "accepted";
}

/// The figures of the map are known, others are not.
FigureValues values(std::map<std::string, double> known) {
  return [known = std::move(known)](const Figure& figure) {
    const auto found = known.find(figure.name);
    return found == known.end() ? FigureValue{} : FigureValue{.value = found->second};
  };
}

TEST(ParseCondition, ReadsFigureOperatorAndBound) {
  struct Case {
    const char* text;
    const char* figure;
    CompareOp op;
    double bound;
  };
  const Case cases[] = {
      {"cost>2.5M", "cost", CompareOp::kMore, 2.5e6},
      {"cost > $2.5M", "cost", CompareOp::kMore, 2.5e6},
      {"cost>=2.5 M$", "cost", CompareOp::kAtLeast, 2.5e6},
      {"days>30", "days", CompareOp::kMore, 30},
      {"days<= 8 weeks", "days", CompareOp::kAtMost, 56},
      {"days_p90>30", "days.p90", CompareOp::kMore, 30},
      {"cost.p90<$40M", "cost.p90", CompareOp::kLess, 40e6},
      {"mfu<40%", "mfu", CompareOp::kLess, 0.4},
      {"mfu<0.4", "mfu", CompareOp::kLess, 0.4},
      {"goodput<90 %", "goodput", CompareOp::kLess, 0.9},
      {"step_time>2 min", "step_time", CompareOp::kMore, 120},
      {"memory>70 GB", "memory", CompareOp::kMore, 70e9},
      {"memory>90%", "memory.share", CompareOp::kMore, 0.9},
      {"headroom>=10%", "headroom.share", CompareOp::kAtLeast, 0.1},
      {"memory.headroom>=10%", "headroom.share", CompareOp::kAtLeast, 0.1},
      {"gpu_hours>1.5M", "gpu_hours", CompareOp::kMore, 1.5e6},
      {"nodes=128", "nodes", CompareOp::kEqual, 128},
      {"nodes!=128", "nodes", CompareOp::kNotEqual, 128},
      {"energy>3GWh", "energy", CompareOp::kMore, 3e6},
      {"co2>2000t", "co2", CompareOp::kMore, 2e6},
      {"finish<=1970-01-11", "finish", CompareOp::kAtMost, 10},
      {"finish.p90<=1970-01-11", "finish.p90", CompareOp::kAtMost, 10},
      {"step.mfu>0.4", "step.mfu", CompareOp::kMore, 0.4},
      {"totals.energy_kwh>5000", "totals.energy_kwh", CompareOp::kMore, 5000},
      {"step.breakdown_s.tensor_parallel<200 ms", "step.breakdown_s.tensor_parallel", CompareOp::kLess, 0.2}};
  for (const Case& c : cases) {
    const Condition condition = read(c.text);
    ASSERT_EQ(condition.kind, Condition::Kind::kBound) << c.text;
    EXPECT_EQ(condition.bound.figure.name, c.figure) << c.text;
    EXPECT_EQ(condition.bound.op, c.op) << c.text;
    EXPECT_DOUBLE_EQ(condition.bound.value, c.bound) << c.text;
  }
}

// What cannot be read is told with the character where it stands, what was expected, and the nearest name.
TEST(ParseCondition, PointsAtWhatItCannotRead) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "at character 1: is empty"},
      {"   ", "is empty"},
      {"cost", "at character 5: expected <, <=, >, >=, = or != after \"cost\""},
      {">1", "at character 1: expected a figure"},
      {"csot>1", "at character 1: \"csot\" is no figure of the answer; did you mean \"cost\"?"},
      {"days<=60 and csot<3M", "at character 14: \"csot\" is no figure"},
      {"step.mfx>1", "did you mean \"step.mfu\"?"},
      {"loudness>1", "use one of "},
      {"cost>", "at character 6: expected a bound here: an amount of money such as $2.5M"},
      {"cost>many", "at character 6: \"many\" is no bound of cost"},
      {"days>30 GB", "\"30 GB\" is no bound of days; write days such as 60, \"60 d\""},
      {"finish<=60", "write a day such as 2025-09-30"},
      {"energy>3000", "\"3000\" has no unit, as a bound of energy; write an energy such as 3 GWh"},
      {"co2>2000", "has no unit, as a bound of co2"},
      {"memory>70", "or a share of the card such as 90%"},
      {"step_time>2", "has no unit"},
      {"mfu>1 GB", "\"1 GB\" is no bound of mfu"},
      {"(days<60", "at character 1: this bracket is never closed"},
      {"days<60)", "at character 8: this bracket was never opened"},
      {"days<60 and", "at character 12: expected a figure"},
      {"not", "at character 4: expected a figure"},
      {"days<60 (cost<1M)", "expected \"and\" or \"or\" here"},
      {"days=>60", "at character 5: \"=>\" is no operator; did you mean \">=\"?"}};
  for (const auto& [text, message] : cases) EXPECT_THAT(problem_of(text), HasSubstr(message)) << text;
}

TEST(ParseCondition, EndsInHostileText) {
  EXPECT_THAT(problem_of(std::string(100'000, '(')), HasSubstr("in each other"));
  std::string nots;
  for (int i = 0; i < 10'000; ++i) nots += "not ";
  EXPECT_THAT(problem_of(nots + "days<1"), HasSubstr("in each other"));
}

TEST(ParseConditions, TellsAllProblemsAtOnce) {
  try {
    parse_conditions({"days>", "cost<1M", "csot<1"}, plan_figures(), "--until");
    FAIL() << "was accepted";
  } catch (const InputError& error) {
    EXPECT_EQ(error.issues().size(), 2U);
  }
}

// "and" binds closer than "or", "not" closest; brackets before all.
TEST(Holds, JoinsAsLogicDoes) {
  struct Case {
    const char* text;
    Truth truth;
  };
  const Case cases[] = {
      {"days<60 and cost<1M", Truth::kNo},
      {"days<60 or cost<1M", Truth::kYes},
      {"not days<60", Truth::kNo},
      {"not (days<60 and cost<1M)", Truth::kYes},
      {"not days<60 and cost<1M", Truth::kNo},
      {"cost<1M or days<60 and nodes=8", Truth::kYes},
      {"(cost<1M or days<60) and nodes=9", Truth::kNo},
      {"cost<1M or (days<60 and nodes=9)", Truth::kNo},
      {"days<60 AND nodes=8", Truth::kYes},
      {"days<50", Truth::kNo},
      {"days<=50", Truth::kYes},
      {"days>50", Truth::kNo},
      {"days>=50", Truth::kYes},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(holds(read(c.text), values({{"days", 50}, {"cost", 2e6}, {"nodes", 8}})), c.truth) << c.text;
  }
}

// Kleene's tables: unknown and false is false, unknown or true is true, all else with an unknown is unknown.
TEST(Holds, KnowsThreeValues) {
  const FigureValues half = values({{"days", 50}});
  EXPECT_EQ(holds(read("cost<1M"), half), Truth::kUnknown);
  EXPECT_EQ(holds(read("not cost<1M"), half), Truth::kUnknown);
  EXPECT_EQ(holds(read("cost<1M and days>60"), half), Truth::kNo);
  EXPECT_EQ(holds(read("cost<1M and days<60"), half), Truth::kUnknown);
  EXPECT_EQ(holds(read("cost<1M or days<60"), half), Truth::kYes);
  EXPECT_EQ(holds(read("cost<1M or days>60"), half), Truth::kUnknown);
}

// Of x >= 50: x < 40 cannot be, x > 40 must be, and on 60 nothing is known.
// $9,762,602.7256 is written 9762602.73, and a bound copied from there is met; other figures are not rounded.
TEST(Holds, ComparesMoneyToTheCent) {
  const FigureValues known = values({{"cost", 9762602.7256}, {"days", 30.001}});
  const std::pair<const char*, Truth> cases[] = {
      {"cost>=9762602.73", Truth::kYes}, {"cost=9762602.73", Truth::kYes}, {"cost<=9762602.73", Truth::kYes},
      {"cost<9762602.73", Truth::kNo},   {"cost!=9762602.73", Truth::kNo}, {"cost>9762602.72", Truth::kYes},
      {"cost<=9762602.72", Truth::kNo},  {"cost>=9762602.74", Truth::kNo}, {"days>30", Truth::kYes},
  };
  for (const auto& [text, truth] : cases) EXPECT_EQ(holds(read(text), known), truth) << text;
  const FigureValue least{.value = 9762602.7256, .is_least = true};
  EXPECT_EQ(holds(read("cost>=9762602.73").bound, least), Truth::kYes);
}

TEST(Holds, OfWhatIsKnownFromBelow) {
  const FigureValue least{.value = 50e6, .is_least = true};
  const auto of = [&least](const char* text) { return holds(read(text).bound, least); };
  EXPECT_EQ(of("cost<40M"), Truth::kNo);
  EXPECT_EQ(of("cost<=40M"), Truth::kNo);
  EXPECT_EQ(of("cost>40M"), Truth::kYes);
  EXPECT_EQ(of("cost>=50M"), Truth::kYes);
  EXPECT_EQ(of("cost<60M"), Truth::kUnknown);
  EXPECT_EQ(of("cost>60M"), Truth::kUnknown);
  EXPECT_EQ(of("cost=60M"), Truth::kUnknown);
  EXPECT_EQ(of("cost!=40M"), Truth::kYes);
}

TEST(BoundsOf, AreAllFromLeftToRight) {
  const std::vector<Bound> bounds = bounds_of(read("days<=60 and (cost.p90<$40M or not headroom>=10%)"));
  ASSERT_EQ(bounds.size(), 3U);
  EXPECT_EQ(bounds[0].text, "days<=60");
  EXPECT_EQ(bounds[1].text, "cost.p90<$40M");
  EXPECT_EQ(bounds[2].text, "headroom>=10%");
}

}  // namespace condition_test
}  // namespace fmplan::answer
