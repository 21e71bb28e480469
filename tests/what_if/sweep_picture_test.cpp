#include "core/what_if/sweep_picture.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fmplan::what_if {
namespace sweep_picture_test {

using testing::HasSubstr;
using testing::Not;

SweepHead head_with(std::vector<std::string> paths, std::int64_t num_points) {
  return {.scenarios = {"s.json"},
          .paths = std::move(paths),
          .columns = {*answer::plan_figures().find("days"), *answer::plan_figures().find("cost")},
          .num_points = num_points};
}

SweepRow row_with(std::int64_t index, std::vector<std::string> inputs, double days, double cost) {
  return {.index = index,
          .inputs = std::move(inputs),
          .status = plan::Verdict::kOk,
          .figures = {{.value = {.value = days}, .interval_80 = Range{0.9 * days, 1.2 * days}},
                      {.value = {.value = cost}}}};
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

// Two figures over one path, and money against days; the point that cannot run is a cross of two lines in each of the
// two, and no mark in the third.
TEST(SweepSvg, DrawsACurveOverOnePathWithWhatCannotRun) {
  const SweepHead head = head_with({"cluster.nodes"}, 4);
  std::vector<SweepRow> rows = {row_with(0, {"64"}, 40, 1e6), row_with(1, {"128"}, 20, 2e6),
                                row_with(2, {"192"}, 15, 3e6), row_with(3, {"256"}, 10, 4e6)};
  const std::string all = sweep_svg(head, rows, {0, 1});
  EXPECT_EQ(count(all, "#c2571a"), 0U);
  EXPECT_THAT(all, HasSubstr("money against days"));
  EXPECT_THAT(all, HasSubstr("4 points: 4 ok"));
  rows[2].status = plan::Verdict::kRefused;
  const std::string refused = sweep_svg(head, rows, {0, 1});
  EXPECT_EQ(count(refused, "#c2571a"), 4U);
  EXPECT_THAT(refused, HasSubstr("3 ok, 1 refused"));
}

// Of two points one has no known price, so that money against days would be one point.
TEST(SweepSvg, DrawsNoMoneyThatIsNotKnown) {
  const SweepHead head = head_with({"cluster.nodes"}, 2);
  std::vector<SweepRow> rows = {row_with(0, {"64"}, 40, 1e6), row_with(1, {"128"}, 20, 2e6)};
  EXPECT_THAT(sweep_svg(head, rows, {0}), HasSubstr("money against days"));
  rows[1].figures[1].value.value.reset();
  EXPECT_THAT(sweep_svg(head, rows, {0}), Not(HasSubstr("money against days")));
}

// 2 × 2 places: four cells with their numbers, the cell that cannot run grey.
TEST(SweepSvg, DrawsAMapOverTwoPaths) {
  const SweepHead head = head_with({"a", "b"}, 4);
  std::vector<SweepRow> rows = {row_with(0, {"1", "1"}, 40, 1e6), row_with(1, {"1", "2"}, 20, 2e6),
                                row_with(2, {"2", "1"}, 30, 3e6), row_with(3, {"2", "2"}, 10, 4e6)};
  rows[3].status = plan::Verdict::kDoesNotFit;
  const std::string svg = sweep_svg(head, rows, {0});
  for (const char* const number : {">40<", ">20<", ">30<"}) EXPECT_THAT(svg, HasSubstr(number));
  EXPECT_EQ(count(svg, "#d1d5db"), 1U);
}

TEST(SweepSvg, EscapesWhatAScenarioIsCalled) {
  SweepHead head = head_with({"name"}, 2);
  head.scenarios = {"<script>&.json"};
  const std::vector<SweepRow> rows = {row_with(0, {"<b>"}, 40, 1e6), row_with(1, {"x"}, 20, 2e6)};
  const std::string svg = sweep_svg(head, rows, {0});
  EXPECT_THAT(svg, Not(HasSubstr("<script>")));
  EXPECT_THAT(svg, Not(HasSubstr("<b>")));
}

TEST(DrawnFigures, AreDaysAndMoneyUnlessColumnsWereNamed) {
  SweepHead head = head_with({}, 1);
  head.columns.insert(head.columns.begin(), *answer::plan_figures().find("mfu"));
  EXPECT_EQ(drawn_figures(head, false), (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(drawn_figures(head, true), (std::vector<std::size_t>{0, 1, 2}));
}

}  // namespace sweep_picture_test
}  // namespace fmplan::what_if
