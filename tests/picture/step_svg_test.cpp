#include "core/picture/step_svg.h"

#include <regex>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/picture/pictured_step.h"

namespace fmplan::picture {
namespace step_svg_test {

using testing::HasSubstr;
using testing::Not;
using enum model::PipelineSchedule;

sim::StepSimulation step_of(const sim::PipelineShape& shape, std::int64_t send_ns = 500'000) {
  return pictured_step(shape, equal_stages(shape, {10'000'000, 10'000'000, 10'000'000, send_ns}));
}

const StepCaption kCaption{.scenario = "A <model>", .plan = "pipeline 4"};

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

constexpr const char* kForwardFill = "fill=\"#1f6fb4\"";
constexpr const char* kBackwardFill = "fill=\"#f2a42c\"";

// A bar for every pass and one in the legend.
TEST(StepSvg, DrawsEveryPassWithItsMicroBatch) {
  const std::string text = step_svg(step_of({kOneForwardOneBackward, 4, 1, 8}), kCaption);
  EXPECT_EQ(count(text, kForwardFill), 4 * 8 + 1);
  EXPECT_EQ(count(text, kBackwardFill), 4 * 8 + 1);
  EXPECT_EQ(count(text, ">7</text>"), 2 * 4);
  EXPECT_THAT(text, HasSubstr("A &lt;model&gt;"));
  EXPECT_THAT(text, HasSubstr("rank 3"));
  EXPECT_THAT(text, HasSubstr("stage 3"));
  EXPECT_THAT(text, HasSubstr("holds 4"));
  EXPECT_THAT(text, HasSubstr("time, ms"));
}

// The dot-plotted law of 1F1B without sends, 3/11 idle: 330 ms.
TEST(StepSvg, SaysHowLongTheStepIsAndHowIdle) {
  EXPECT_THAT(step_svg(step_of({kOneForwardOneBackward, 4, 1, 8}, 0), kCaption),
              HasSubstr("step 330 ms · idle 27.3 %"));
}

TEST(StepSvg, NamesInTheLegendWhatIsThere) {
  const std::string plain = step_svg(step_of({kGpipe, 4, 1, 8}), kCaption);
  EXPECT_THAT(plain, Not(HasSubstr("of weights")));
  EXPECT_THAT(plain, Not(HasSubstr("lighter")));
  const std::string split = step_svg(step_of({kZeroBubbleV, 4, 2, 8}), kCaption);
  EXPECT_THAT(split, HasSubstr("gradients of inputs"));
  EXPECT_THAT(split, HasSubstr("of weights"));
  EXPECT_THAT(split, HasSubstr("lighter: later stages"));
  const std::string both = step_svg(step_of({kDualPipe, 4, 1, 8}), kCaption);
  EXPECT_THAT(both, HasSubstr("side by side"));
  EXPECT_THAT(both, HasSubstr("lighter: micro-batches from the other end"));
}

// Between four ranks each of 8 micro-batches goes down three times and comes up three times; a line in the legend.
TEST(StepSvg, DrawsSendsWhereThereAreFew) {
  EXPECT_EQ(count(step_svg(step_of({kOneForwardOneBackward, 4, 1, 8}), kCaption), "stroke=\"#475569\""), 2 * 3 * 8 + 1);
  EXPECT_EQ(count(step_svg(step_of({kOneForwardOneBackward, 16, 1, 32}), kCaption), "stroke=\"#475569\""), 0);
  EXPECT_THAT(step_svg(step_of({kOneForwardOneBackward, 4, 1, 8}, 0), kCaption), Not(HasSubstr("sends")));
}

TEST(StepSvg, BreaksALongStep) {
  const std::string text = step_svg(step_of({kOneForwardOneBackward, 8, 1, 256}), kCaption);
  EXPECT_TRUE(std::regex_search(text, std::regex("… [0-9]+ micro-batches, [0-9.]+ s …")));
  EXPECT_THAT(text, HasSubstr(">0</text>"));
  EXPECT_THAT(text, HasSubstr(">255</text>"));
  EXPECT_THAT(step_svg(step_of({kOneForwardOneBackward, 4, 1, 8}), kCaption), Not(HasSubstr("micro-batches, ")));
}

TEST(StepSvg, ShowsTheFirstAndLastOfManyRanks) {
  const std::string text = step_svg(step_of({kOneForwardOneBackward, 48, 1, 48}), kCaption);
  EXPECT_THAT(text, HasSubstr("… 16 ranks …"));
  EXPECT_THAT(text, HasSubstr(">rank 15<"));
  EXPECT_THAT(text, Not(HasSubstr(">rank 16<")));
  EXPECT_THAT(text, HasSubstr(">rank 32<"));
  EXPECT_THAT(text, HasSubstr(">rank 47<"));
}

TEST(StepSvg, StaysInsideItsPage) {
  for (const sim::PipelineShape& shape : {sim::PipelineShape{kOneForwardOneBackward, 4, 2, 8},
                                          {kOneForwardOneBackward, 1, 1, 3},
                                          {kDualPipe, 4, 1, 8},
                                          {kZeroBubbleH1, 16, 1, 256},
                                          {kGpipe, 40, 1, 80}}) {
    const std::string text = step_svg(step_of(shape), kCaption);
    std::smatch page;
    ASSERT_TRUE(std::regex_search(text, page, std::regex("width=\"([0-9]+)\" height=\"([0-9]+)\"")));
    const double width = std::stod(page[1]), height = std::stod(page[2]);
    const std::regex box("<rect x=\"([-0-9.]+)\" y=\"([-0-9.]+)\" width=\"([-0-9.]+)\" height=\"([-0-9.]+)\"");
    for (std::sregex_iterator it(text.begin(), text.end(), box); it != std::sregex_iterator(); ++it) {
      const double x = std::stod((*it)[1]), y = std::stod((*it)[2]), w = std::stod((*it)[3]), h = std::stod((*it)[4]);
      ASSERT_TRUE(x >= 0 && y >= 0 && w >= 0 && h >= 0 && x + w <= width && y + h <= height) << it->str();
    }
    EXPECT_LT(text.size(), 2'000'000u);
  }
}

TEST(StepSvg, DrawsTrafficInALaneOfItsOwn) {
  sim::StepSimulation step = step_of({kOneForwardOneBackward, 2, 1, 4});
  EXPECT_THAT(step_svg(step, kCaption), Not(HasSubstr("gradients reduced")));
  step.tasks.push_back({.kind = sim::StepTaskKind::kReduce,
                        .stream = sim::StepStream::kDataParallel,
                        .rank = 1,
                        .start_ns = 0,
                        .end_ns = step.makespan_ns});
  const std::string text = step_svg(step, kCaption);
  EXPECT_THAT(text, HasSubstr("gradients reduced"));
  EXPECT_EQ(count(text, "fill=\"#8a2f72\""), 2);
}

TEST(StepSvg, DrawsAnEmptyStep) {
  EXPECT_THAT(step_svg({}, kCaption), HasSubstr("</svg>"));
  sim::StepSimulation idle;
  idle.ranks.resize(2);
  idle.makespan_ns = 10;
  EXPECT_THAT(step_svg(idle, kCaption), HasSubstr("</svg>"));
}

}  // namespace step_svg_test
}  // namespace fmplan::picture
