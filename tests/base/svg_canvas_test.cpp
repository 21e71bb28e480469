#include "core/base/svg_canvas.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fmplan {
namespace svg_canvas_test {

using testing::HasSubstr;
using testing::Not;

TEST(SvgCanvas, WritesAnyTextAsXml) {
  SvgCanvas canvas;
  canvas.text({0, 0}, "a<b & \"c\" \x1b[1m\ttail", {});
  const std::string text = canvas.document(10, 10);
  EXPECT_THAT(text, HasSubstr("a&lt;b &amp; &quot;c&quot; \uFFFD[1m\uFFFDtail"));
}

TEST(SvgCanvas, DefinesAPatternForEachColorHatchedIn) {
  SvgCanvas canvas;
  const SvgBox box{0, 0, 5, 5};
  EXPECT_THAT(canvas.document(10, 10), Not(HasSubstr("<defs>")));
  canvas.hatch(box, "#112233");
  canvas.hatch(box, "#445566");
  canvas.hatch(box, "#112233");
  const std::string text = canvas.document(10, 10);
  EXPECT_THAT(text, HasSubstr("<pattern id=\"hatch0\""));
  EXPECT_THAT(text, HasSubstr("<pattern id=\"hatch1\""));
  EXPECT_THAT(text, Not(HasSubstr("<pattern id=\"hatch2\"")));
  EXPECT_LT(text.find("#112233"), text.find("#445566"));
  EXPECT_THAT(text, HasSubstr("url(#hatch1)"));
}

TEST(SvgTickStep, IsOneTwoOrFiveTimesAPowerOfTen) {
  EXPECT_DOUBLE_EQ(svg_tick_step(100, 6), 20);
  EXPECT_DOUBLE_EQ(svg_tick_step(6, 6), 1);
  EXPECT_DOUBLE_EQ(svg_tick_step(0.07, 4), 0.02);
  EXPECT_DOUBLE_EQ(svg_tick_step(31, 6), 10);
}

}  // namespace svg_canvas_test
}  // namespace fmplan
