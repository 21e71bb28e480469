#include "core/picture/bar_chart.h"

#include <limits>
#include <regex>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fmplan::picture {
namespace bar_chart_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// Widths of the bars, without the paper behind them.
std::vector<double> bar_widths(const std::string& svg) {
  std::vector<double> widths;
  const std::regex bar("<rect x=\"[0-9.]+\" y=\"[0-9.]+\" width=\"([0-9.]+)\"");
  for (std::sregex_iterator at(svg.begin(), svg.end(), bar); at != std::sregex_iterator(); ++at)
    widths.push_back(std::stod((*at)[1]));
  return widths;
}

// Bars of 1, 2 and −2: the second is twice as long as the first, and as long as the third.  0.1 is the last digit of
// pixels.
TEST(BarChartSvg, DrawsLengthsInProportion) {
  const BarChart chart{.title = "t",
                       .bars = {{.label = "a", .value = 1}, {.label = "b", .value = 2}, {.label = "c", .value = -2}}};
  const std::vector<double> widths = bar_widths(bar_chart_svg(chart));
  ASSERT_EQ(widths.size(), 3U);
  EXPECT_NEAR(widths[1], 2 * widths[0], 0.2);
  EXPECT_NEAR(widths[1], widths[2], 0.1);
}

TEST(BarChartSvg, SaysEveryTextAndEscapesIt) {
  const BarChart chart{.title = "<t>",
                       .bars = {{.label = "a&b", .value = 1, .text = "$1", .interval = Range{0.5, 2}}},
                       .limit = 3,
                       .limit_text = "there are 3",
                       .note = "a note"};
  const std::string svg = bar_chart_svg(chart);
  for (const char* const text : {"&lt;t&gt;", "a&amp;b", "$1", "there are 3", "a note"})
    EXPECT_THAT(svg, HasSubstr(text));
}

TEST(BarChartSvg, DrawsNoBarOfWhatNeverEnds) {
  const BarChart chart{.title = "t",
                       .bars = {{.label = "a", .value = std::numeric_limits<double>::infinity(), .text = "no end"}}};
  const std::string svg = bar_chart_svg(chart);
  EXPECT_THAT(bar_widths(svg), ElementsAre(0.0));
  EXPECT_THAT(svg, Not(HasSubstr("inf")));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

}  // namespace bar_chart_test
}  // namespace fmplan::picture
