#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "core/network/topology_draw.h"
#include "tests/network/topology_machines.h"

namespace fmplan::network {
namespace topology_draw_test {

using testing::HasSubstr;
using testing::Not;

int count_of(std::string_view text, std::string_view part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

/// The first element that is not closed, an unescaped "&", or nothing: well-formed as far as a drawing goes.
std::string broken_markup(std::string_view svg) {
  std::vector<std::string> open;
  for (std::size_t at = svg.find('<'); at != std::string_view::npos; at = svg.find('<', at + 1)) {
    const std::size_t end = svg.find('>', at);
    if (end == std::string_view::npos) return "unfinished tag";
    const std::string_view tag = svg.substr(at + 1, end - at - 1);
    if (tag.find('<') != std::string_view::npos) return std::string(tag);
    if (tag.ends_with("/")) continue;
    if (tag.starts_with("/")) {
      if (open.empty() || open.back() != tag.substr(1)) return std::string(tag);
      open.pop_back();
    } else {
      open.emplace_back(tag.substr(0, tag.find(' ')));
    }
  }
  for (std::size_t at = svg.find('&'); at != std::string_view::npos; at = svg.find('&', at + 1))
    if (svg.substr(at, 5) != "&amp;" && svg.substr(at, 4) != "&lt;" && svg.substr(at, 4) != "&gt;" &&
        svg.substr(at, 6) != "&quot;")
      return "&";
  return open.empty() ? "" : open.back();
}

/// Values of an attribute of all rectangles and lines.
std::vector<double> values_of(std::string_view svg, std::string_view attribute) {
  std::vector<double> values;
  const std::string key = " " + std::string(attribute) + "=\"";
  for (std::size_t at = svg.find(key); at != std::string_view::npos; at = svg.find(key, at + 1)) {
    double value = 0;
    const char* begin = svg.data() + at + key.size();
    if (std::from_chars(begin, svg.data() + svg.size(), value).ec == std::errc{}) values.push_back(value);
  }
  return values;
}

TEST(TopologySvg, IsWellFormedAndWithinItsPage) {
  for (const auto& instance :
       {p5(), p4d(), p3dn(), trn2(false), trn2(true), gb200(), g6e(), dgx(), machine(1, 1, 0, 1, 100)})
    for (const int nodes : {1, 2, 5, 37, 600}) {
      const AssumedShape assumed = topology_shape(instance, nodes);
      const std::string svg = topology_svg(Topology(assumed.shape), assumed.assumptions);
      ASSERT_EQ(broken_markup(svg), "") << instance.accelerators_per_node << " × " << nodes;
      const double height = values_of(svg, "height").front();
      for (const char* attribute : {"x", "x1", "x2"})
        for (const double x : values_of(svg, attribute)) ASSERT_TRUE(x >= 0 && x <= 1240) << attribute << " = " << x;
      for (const char* attribute : {"y", "y1", "y2"})
        for (const double y : values_of(svg, attribute)) ASSERT_TRUE(y >= 0 && y <= height) << attribute << " = " << y;
    }
}

TEST(TopologySvg, SaysWhatItShows) {
  hardware::Instance instance = p5();
  instance.name = "p5 & <friends>";
  const AssumedShape assumed = topology_shape(instance, 16);
  const std::string svg = topology_svg(Topology(assumed.shape), assumed.assumptions);
  EXPECT_THAT(svg, HasSubstr("16 × p5 &amp; &lt;friends&gt;"));
  EXPECT_THAT(svg, HasSubstr("bisection bandwidth 3.2 TB/s"));
  EXPECT_THAT(svg, HasSubstr("NIC (512)"));
  EXPECT_THAT(svg, HasSubstr("machines under a leaf: 4"));
  // All of it is drawn.
  for (const char* part : {">spine 0<", ">spine 1<", ">leaf 0<", ">leaf 3<", ">15<"})
    EXPECT_EQ(count_of(svg, part), 1) << part;
  for (const char* part : {">spine 2<", ">leaf 4<", "⋯"}) EXPECT_EQ(count_of(svg, part), 0) << part;
}

TEST(TopologySvg, StaysSmallForLargeClusters) {
  const AssumedShape assumed = topology_shape(p5(), 8192);
  const std::string svg = topology_svg(Topology(assumed.shape), assumed.assumptions);
  EXPECT_LT(svg.size(), 100'000u);
  EXPECT_THAT(svg, HasSubstr("⋯"));
  EXPECT_THAT(svg, HasSubstr("65536 accelerators"));
}

// One p5 machine folded: 8 accelerators, 1 NVSwitch, 8 PCIe switches, 8 sets of NICs, leaf and spine; 4 · 8 + 1 cables.
TEST(TopologyDot, DrawsSymmetricPartsOnce) {
  const std::string folded = topology_dot(network_of(p5(), 16));
  EXPECT_EQ(count_of(folded, "fillcolor="), 27);
  EXPECT_EQ(count_of(folded, " -- "), 33);
  EXPECT_THAT(folded, HasSubstr("accelerator\\n× 16"));
  EXPECT_THAT(folded, HasSubstr("450 GB/s × 16"));
  const std::string whole = topology_dot(network_of(p5(), 16), Folding::kUnfolded);
  EXPECT_EQ(count_of(whole, "fillcolor="), 406);
  EXPECT_EQ(count_of(whole, " -- "), 520);
  EXPECT_THAT(whole, Not(HasSubstr("×")));
}

TEST(TopologyDot, EscapesNames) {
  hardware::Instance instance = p5();
  instance.name = "say \"p5\"";
  EXPECT_THAT(topology_dot(network_of(instance, 1)), HasSubstr("say \\\"p5\\\""));
}

TEST(ShownItems, KeepTheFirstOnesAndTheLast) {
  EXPECT_EQ(shown_items(3, 5), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(shown_items(5, 5), (std::vector<int>{0, 1, 2, 3, 4}));
  EXPECT_EQ(shown_items(100, 5), (std::vector<int>{0, 1, 2, -1, 99}));
}

}  // namespace topology_draw_test
}  // namespace fmplan::network
