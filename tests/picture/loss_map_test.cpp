#include "core/picture/loss_map.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/picture/well_formed.h"

namespace fmplan::picture {
namespace loss_map_test {

using testing::HasSubstr;
using testing::Not;

LossMap four_decades() {
  return {.title = "Loss over <both>",
          .subtitle = "a & b",
          .loss_means = "nats/token",
          .parameters_mean = "all",
          .compute_means = "6ND",
          .parameters = {1e6, 1e10},
          .tokens = {1e8, 1e12},
          .losses = {{"2.1000", {{1e7, 1e12}, {1e8, 1e10}, {1e10, 1e9}}}},
          .budgets = {{"6e18 FLOP", {{1e6, 1e12}, {1e10, 1e8}}}},
          .optimum = {{1e7, 1e9}, {1e9, 1e11}},
          .marks = {{LossMark::Kind::kAsked, {1e8, 1e10}, "asked: 100M on 10B, loss 2.1000"}}};
}

// The axes are logarithmic: 10⁸ of 10⁶ … 10¹⁰ and 10¹⁰ of 10⁸ … 10¹² are the middle of 74 … 876 and 104 … 542 pixels,
// and a sign of 12 pixels is drawn about it.
TEST(LossMapSvg, PutsAPointByItsLogarithms) {
  EXPECT_THAT(loss_map_svg(four_decades()), HasSubstr("<rect x=\"469.0\" y=\"317.0\" width=\"12.0\" height=\"12.0\""));
}

// A budget of 6ND falls by a decade of tokens for each decade of parameters: from corner to corner.
TEST(LossMapSvg, DrawsEqualComputeAsAStraightLine) {
  EXPECT_THAT(loss_map_svg(four_decades()), HasSubstr("<polyline points=\"74.0,104.0 876.0,542.0 \""));
}

TEST(LossMapSvg, SaysEveryTextAndTheAxes) {
  const std::string svg = loss_map_svg(four_decades());
  EXPECT_EQ(fault_of_xml(svg), "");
  for (const char* text :
       {"Loss over &lt;both&gt;", "a &amp; b", "loss in nats/token", "parameters (all)", ">tokens<",
        "equal compute, 6ND", "equal loss", "2.1000", "6e18 FLOP", "asked: 100M on 10B", ">1M<", ">10B<", ">1T<"})
    EXPECT_THAT(svg, HasSubstr(text));
  EXPECT_THAT(svg, Not(HasSubstr("fitted here")));
}

TEST(LossMapSvg, MarksWhereTheLawWasFitted) {
  LossMap map = four_decades();
  map.fitted_parameters = Range{1e5, 1e8};
  map.fitted_tokens = Range{1e10, 1e15};
  // The upper left quarter: from the corner to the middle.
  EXPECT_THAT(loss_map_svg(map), HasSubstr("<rect x=\"74.0\" y=\"104.0\" width=\"401.0\" height=\"219.0\""));
  EXPECT_THAT(loss_map_svg(map), HasSubstr("fitted here"));
  map.fitted_tokens = Range{1e3, 1e5};
  EXPECT_THAT(loss_map_svg(map), Not(HasSubstr("fitted here")));
}

}  // namespace loss_map_test
}  // namespace fmplan::picture
