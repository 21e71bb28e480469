#include "core/picture/gantt_svg.h"

#include <regex>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/picture/gantt_fixture.h"
#include "tests/picture/gantt_hostile.h"
#include "tests/picture/well_formed.h"

namespace fmplan::picture {
namespace gantt_svg_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// Left edge and width of the boxes of a colour.
std::vector<std::pair<double, double>> boxes(const std::string& svg, const std::string& fill) {
  std::vector<std::pair<double, double>> found;
  const std::regex box(
      "<rect x=\"([-0-9.]+)\" y=\"[-0-9.]+\" width=\"([-0-9.]+)\" height=\"[-0-9.]+\" rx=\"[0-9.]+\" "
      "fill=\"" +
      fill + "\"");
  for (std::sregex_iterator at(svg.begin(), svg.end(), box); at != std::sregex_iterator(); ++at)
    found.emplace_back(std::stod((*at)[1]), std::stod((*at)[2]));
  return found;
}

// A hundred days over 760 pixels from 216 on: 7.6 a day.  Training from day 10 to day 50 begins at 292 and is 304 wide,
// less the white edge of 0.8; pixels have one digit.
TEST(GanttSvg, PutsBarsOnTheirDays) {
  const auto training = boxes(gantt_svg(pictured_gantt()), "#1f6fb4");
  ASSERT_EQ(training.size(), 2U);  // the legend's first
  EXPECT_NEAR(training[1].first, 292, 0.051);
  EXPECT_NEAR(training[1].second, 303.2, 0.051);
}

// The deadlines lie on days 80 and 85: at 216 + 608 = 824 and at 862.
TEST(GanttSvg, DrawsDeadlinesAndFinishesWhereTheyAre) {
  const std::string svg = gantt_svg(pictured_gantt());
  EXPECT_THAT(svg, AllOf(HasSubstr("<line x1=\"824.0\""), HasSubstr("<line x1=\"862.0\"")));
  // P10 and P90 of the first project, days 55 and 75: 634 and 786.
  EXPECT_THAT(svg, HasSubstr("<line x1=\"634.0\""));
  EXPECT_TRUE(std::regex_search(svg, std::regex("x1=\"634.0\" y1=\"[0-9.]+\" x2=\"786.0\"")));
}

TEST(GanttSvg, SaysEverythingInWords) {
  EXPECT_THAT(
      gantt_svg(pictured_gantt()),
      AllOf(HasSubstr("2025-04-01"), HasSubstr("93 % on time"), HasSubstr("at risk: 41 % on time"),
            HasSubstr("P50 2025-05-19, due 2025-06-08"), HasSubstr("not placed"), HasSubstr("3 projects, 1 at risk"),
            HasSubstr("begin 12 days earlier"), HasSubstr("training · 16 nodes"), HasSubstr("20 × p5"),
            HasSubstr("50 % of node-days placed"), HasSubstr("deadline"), HasSubstr("maintenance")));
}

TEST(GanttSvg, LeavesOutOfItsLegendWhatIsNotThere) {
  Gantt gantt = pictured_gantt();
  gantt.marks.clear();
  gantt.pools.clear();
  for (GanttRow& row : gantt.rows) row.deadline_day.reset();
  EXPECT_THAT(gantt_svg(gantt), AllOf(Not(HasSubstr("deadline")), Not(HasSubstr("maintenance")),
                                      Not(HasSubstr("post-training")), Not(HasSubstr("capacity"))));
}

TEST(GanttSvg, EscapesNames) {
  EXPECT_THAT(gantt_svg(pictured_gantt()), AllOf(HasSubstr("A &lt;programme&gt; &amp; &quot;more&quot;"),
                                                 HasSubstr("team &lt;b&gt;"), Not(HasSubstr("<b>"))));
}

// 20 nodes are there, and 30 placed on each of two days.
TEST(GanttSvg, SaysWhereAPoolIsFullerThanItIs) {
  Gantt gantt = pictured_gantt();
  EXPECT_THAT(gantt_svg(gantt), Not(HasSubstr("over capacity")));
  gantt.pools[0].used[3] = gantt.pools[0].used[4] = 30;
  EXPECT_THAT(gantt_svg(gantt), HasSubstr("over capacity on 2 days"));
}

TEST(GanttSvg, DrawsTheFirstOfVeryManyProjects) {
  Gantt gantt = pictured_gantt();
  gantt.rows.assign(1000, gantt.rows[0]);
  const std::string svg = gantt_svg(gantt);
  EXPECT_THAT(svg, HasSubstr("… 750 more projects are not drawn"));
  EXPECT_EQ(count(svg, "training · 16 nodes"), 250);
  EXPECT_LT(svg.size(), 2'000'000U);
}

// Without a line inside they are still told apart: three marks on one day want three lanes, six have room for four.
TEST(GanttSvg, SaysHowManyMarksHaveNoRoomForALabel) {
  Gantt gantt = pictured_gantt();
  gantt.marks.assign(6, {.day = 20, .label = "a delivery", .kind = GanttMarkKind::kDelivery});
  EXPECT_THAT(gantt_svg(gantt), HasSubstr("2 marks without room for a label"));
  EXPECT_EQ(count(gantt_svg(gantt), "a delivery"), 4);
}

// Behind a mark on the last day there is no room for words: they end before it, 10 pixels from its middle at 976.
TEST(GanttSvg, PutsWordsBeforeAMarkAtTheEdge) {
  Gantt gantt = pictured_gantt();
  gantt.marks = {
      {.day = 100.479, .label = "shared: 2 blocks of 127 nodes end 11:30 UTC", .kind = GanttMarkKind::kBlockEnd}};
  const std::string svg = gantt_svg(gantt);
  EXPECT_TRUE(std::regex_search(svg, std::regex("<text x=\"966.0\"[^>]*text-anchor=\"end\"[^>]*>shared: 2 blocks of")));
}

TEST(GanttSvg, IsWellFormedAndInsideItsPageWhateverTheValues) {
  const std::regex box("<rect x=\"([^\"]+)\" y=\"([^\"]+)\" width=\"([^\"]+)\" height=\"([^\"]+)\" rx");
  for (unsigned number = 0; number < 150; ++number) {
    const Gantt gantt = HostileGantt(number).gantt();
    const std::string svg = gantt_svg(gantt);
    ASSERT_EQ(fault_of_xml(svg), "") << number;
    ASSERT_FALSE(std::regex_search(svg, std::regex("(=\"|[ ,])-?(nan|inf)[\" ,]"))) << number;
    std::smatch page;
    ASSERT_TRUE(std::regex_search(svg, page, std::regex("width=\"([0-9]+)\" height=\"([0-9]+)\"")));
    const double width = std::stod(page[1]), height = std::stod(page[2]);
    for (std::sregex_iterator it(svg.begin(), svg.end(), box); it != std::sregex_iterator(); ++it) {
      const double x = std::stod((*it)[1]), y = std::stod((*it)[2]), w = std::stod((*it)[3]), h = std::stod((*it)[4]);
      ASSERT_TRUE(x >= 0 && y >= 0 && w >= 0 && h >= 0 && x + w <= width && y + h <= height) << number << it->str();
    }
  }
}

TEST(GanttSvg, IsDrawnWithoutAnything) { EXPECT_EQ(fault_of_xml(gantt_svg({.title = ""})), ""); }

}  // namespace gantt_svg_test
}  // namespace fmplan::picture
