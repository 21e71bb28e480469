#include "core/answer/scale_chart.h"

#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/catalog/catalog.h"
#include "tests/model/shipped_laws.h"
#include "tests/source_dir.h"

namespace fmplan::answer {
namespace scale_chart_test {

using picture::LossCurve;
using picture::LossPoint;
using testing::Each;
using testing::HasSubstr;
using testing::StartsWith;

/// Of sums and roots in double precision, a few of them after each other.
constexpr double kRounding = 1e-9;

/// L = 1 + 100/√N + 100/√D, whose best division has N = D.
ScaleQuestion round_question() {
  model::ScalingLaw law;
  law.name = "round";
  law.form = model::ParametricLoss{.e = 1, .a = 100, .alpha = 0.5, .b = 100, .beta = 0.5};
  ScaleQuestion question;
  question.law = law.name;
  question.laws = {law};
  return question;
}

double round_loss(const LossPoint& p) { return 1 + 100 / std::sqrt(p.parameters) + 100 / std::sqrt(p.tokens); }
double round_flop(const LossPoint& p) { return 6 * p.parameters * p.tokens; }

ScaleQuestion question_to(const std::string& law) {
  static const catalog::Catalog catalog({source_dir() + "/catalogs"});
  ScaleQuestion question;
  question.law = law;
  question.laws = laws_named(law, catalog);
  return question;
}

ScaleChart chart_of(const ScaleQuestion& question, const std::vector<ScaleMark>& marks = {}) {
  auto chart = scale_chart(question, marks);
  const auto* none = std::get_if<model::NoAnswer>(&chart);
  EXPECT_EQ(none, nullptr) << none->reason;
  return none ? ScaleChart{} : std::get<ScaleChart>(std::move(chart));
}

/// 2·10⁶ parameters on 10⁴ tokens: 1.2e11 FLOP, loss 1 + 100/1414.2 + 1 = 2.0707.
ScaleQuestion asked_training() {
  ScaleQuestion question = round_question();
  question.parameters = 2e6;
  question.tokens = 1e4;
  return question;
}

TEST(ScaleChart, CurvesGiveTheirLossBack) {
  const ScaleChart chart = chart_of(asked_training());
  ASSERT_GE(chart.map.losses.size(), 4U);
  for (const LossCurve& curve : chart.map.losses) {
    ASSERT_GT(curve.points.size(), 50U);
    const double loss = round_loss(curve.points[40]);
    EXPECT_NEAR(std::stod(curve.text), loss, 5e-5);  // as many digits are told
    for (const LossPoint& p : curve.points) EXPECT_NEAR(round_loss(p), loss, kRounding) << curve.text;
  }
}

TEST(ScaleChart, BudgetsAreEqualComputeAndTheAnswersIsAmongThem) {
  const ScaleChart chart = chart_of(asked_training());
  ASSERT_GE(chart.map.budgets.size(), 4U);
  for (const LossCurve& curve : chart.map.budgets) {
    const double compute = std::stod(curve.text);
    EXPECT_NEAR(std::log10(compute), std::round(std::log10(compute)), kRounding) << curve.text;
    for (const LossPoint& p : curve.points) EXPECT_NEAR(round_flop(p) / compute, 1, kRounding) << curve.text;
  }
  EXPECT_EQ(chart.map.own_budget.text, "1.20e11 FLOP");
  for (const LossPoint& p : chart.map.own_budget.points) EXPECT_NEAR(round_flop(p) / 1.2e11, 1, kRounding);
}

TEST(ScaleChart, TheBestDivisionLiesOnTheLine) {
  const ScaleChart chart = chart_of(asked_training());
  ASSERT_GT(chart.map.optimum.size(), 50U);
  for (const LossPoint& p : chart.map.optimum) EXPECT_NEAR(p.parameters / p.tokens, 1, kRounding);
}

// Of all trainings with the loss that a budget reaches at best, none takes less than that budget.
TEST(ScaleChart, CurvesOfLossTouchTheirBudgets) {
  ScaleQuestion question = question_to("hoffmann-2022-3");
  question.compute = 1e24 * flop;
  const ScaleChart chart = chart_of(question);
  ASSERT_EQ(chart.map.losses.size(), chart.optima.rows.size());
  for (std::size_t i = 0; i < chart.map.losses.size(); ++i) {
    const double compute = std::stod(chart.optima.rows[i].front());
    EXPECT_EQ(chart.map.losses[i].text, chart.optima.rows[i].back());
    double least = INFINITY;
    for (const LossPoint& p : chart.map.losses[i].points) least = std::min(least, round_flop(p));
    EXPECT_GE(least / compute, 1 - kRounding);
    EXPECT_LT(least / compute, 1.01);  // between two points of the curve, which bends there
  }
}

// √(1.2e11 / 6) = 141,421: 1 + 200/376.06 = 1.5318.
TEST(ScaleChart, MarksWhatIsAskedAndTheBestOfItsCompute) {
  const ScaleChart chart = chart_of(asked_training());
  ASSERT_EQ(chart.map.marks.size(), 2U);
  EXPECT_EQ(chart.map.marks[0].text, "asked: 2.00M on 10,000, loss 2.0707");
  EXPECT_EQ(chart.map.marks[0].at, (LossPoint{2e6, 1e4}));
  EXPECT_EQ(chart.map.marks[1].text, "best with 1.20e11 FLOP: 141K on 141K, loss 1.5318");
  EXPECT_THAT(chart.optima.rows,
              testing::Contains(testing::ElementsAre("1.20e11 FLOP", "141K", "141K", "1.0", "1.5318")));
}

TEST(ScaleChart, AMarkBesideIsThere) {
  const ScaleChart chart = chart_of(asked_training(), {{"the plan", 1e5, 1e7}});
  ASSERT_EQ(chart.map.marks.size(), 3U);
  EXPECT_THAT(chart.map.marks[2].text, StartsWith("the plan: 100K on 10.0M, loss 1.34"));
  EXPECT_GE(chart.map.tokens.high, 1e7);
}

TEST(ScaleChart, AMarkThatIsAskedForIsOne) {
  const ScaleChart chart = chart_of(asked_training(), {{"the plan", 2.008e6, 1.004e4}});
  ASSERT_EQ(chart.map.marks.size(), 2U);
  EXPECT_THAT(chart.map.marks[0].text, StartsWith("the plan: 2.00M on 10,000"));
}

TEST(ScaleChart, NamesItsLawAndItsBudget) {
  ScaleQuestion question = question_to("all");
  question.compute = 1e24 * flop;
  EXPECT_THAT(chart_of(question).map.title, HasSubstr("besiroglu-2024"));
  ScaleQuestion served = question_to("sardana-2024");
  served.compute = 1e24 * flop;
  served.conditions.inference_tokens = 1e12;
  EXPECT_EQ(chart_of(served).map.compute_means, "6ND and serving");
}

// Kaplan's frontier is no minimum of its L(N, D); a law without a loss has no curves of it.
TEST(ScaleChart, SaysWhatALawDoesNotKeep) {
  ScaleQuestion kaplan = question_to("kaplan-2020");
  kaplan.compute = 1e24 * flop;
  EXPECT_THAT(chart_of(kaplan).optima.notes, testing::ElementsAre(HasSubstr("fitted apart from its L(N, D)")));
  ScaleQuestion llama = question_to("llama-3-2024");
  llama.compute = 1e24 * flop;
  const ScaleChart chart = chart_of(llama);
  EXPECT_TRUE(chart.map.losses.empty());
  EXPECT_FALSE(chart.map.budgets.empty());
  EXPECT_THAT(chart.optima.notes, testing::ElementsAre(HasSubstr("no curves of equal loss")));
}

TEST(ScaleChart, IsNoneWhereALawSaysNothingOfBoth) {
  ScaleQuestion question = question_to("clark-2022");
  question.parameters = 1e9;
  question.tokens = 1e11;
  const auto chart = scale_chart(question);
  ASSERT_TRUE(std::holds_alternative<model::NoAnswer>(chart));
  EXPECT_THAT(std::get<model::NoAnswer>(chart).reason, HasSubstr("clark-2022: gives the loss of a size at one fixed"));
}

// However far away the question is, axes are finite and what is drawn lies within them.
TEST(ScaleChart, DrawsEveryLawAtTheEdges) {
  for (const model::ScalingLaw& law : model::scaling_laws()) {
    for (const auto& [parameters, tokens] : {std::pair(1.0, 1.0), std::pair(1.0, 9e15), std::pair(9e15, 9e15)}) {
      ScaleQuestion question = question_to(law.name);
      question.parameters = parameters;
      question.tokens = tokens;
      question.conditions = {.inference_tokens = 1e12, .unique_tokens = 1e11};
      const auto chart = scale_chart(question);
      if (std::holds_alternative<model::NoAnswer>(chart)) continue;
      const picture::LossMap& map = std::get<ScaleChart>(chart).map;
      EXPECT_THAT((std::vector{map.parameters.high, map.tokens.high}), Each(testing::Lt(INFINITY))) << law.name;
      std::vector<LossCurve> curves = map.losses;
      curves.insert(curves.end(), map.budgets.begin(), map.budgets.end());
      for (const LossCurve& curve : curves)
        for (const LossPoint& p : curve.points) {
          ASSERT_TRUE(p.tokens >= map.tokens.low && p.tokens <= map.tokens.high) << law.name << " " << curve.text;
          ASSERT_TRUE(p.parameters >= map.parameters.low / (1 + kRounding) &&
                      p.parameters <= map.parameters.high * (1 + kRounding))
              << law.name << " " << curve.text;
        }
      EXPECT_THAT(loss_map_svg(map), testing::Not(testing::ContainsRegex("nan|inf[^e]"))) << law.name;
    }
  }
}

TEST(ScalePage, HasThePictureAndItsTable) {
  ScaleQuestion question = question_to("besiroglu-2024");
  question.compute = 1e24 * flop;
  const std::string page = scale_page(question);
  EXPECT_THAT(page, HasSubstr("<svg"));
  EXPECT_THAT(page, HasSubstr("The best division of compute: besiroglu-2024"));
}

}  // namespace scale_chart_test
}  // namespace fmplan::answer
