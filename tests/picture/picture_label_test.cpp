#include "core/picture/picture_label.h"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/text/terminal_text.h"

namespace fmplan::picture {
namespace picture_label_test {

TEST(OneLine, TakesOutWhatTerminalsAndXmlDoNotTake) {
  EXPECT_EQ(one_line("a\nb\tc\r\x1b[31m\x7f"), "a b c \uFFFD[31m\uFFFD");
  EXPECT_EQ(one_line("\xff\xc3"), "\uFFFD\uFFFD");
  EXPECT_EQ(one_line("\xEF\xBF\xBE-\xEF\xBF\xBF"), "\uFFFD-\uFFFD");
  EXPECT_EQ(one_line("日本 é"), "日本 é");
}

// Each of the four characters takes two columns, the ellipsis one.
TEST(FittedToColumns, CutsByColumnsAndNotByBytes) {
  EXPECT_EQ(fitted_to_columns("自動運転", 8), "自動運転");
  EXPECT_EQ(fitted_to_columns("自動運転", 7), "自動運…");
  EXPECT_EQ(fitted_to_columns("自動運転", 6), "自動…");
  EXPECT_EQ(fitted_to_columns("weather", 7), "weather");
  EXPECT_EQ(fitted_to_columns("weather", 6), "weath…");
  EXPECT_EQ(fitted_to_columns("weather", 6, "~"), "weath~");
  EXPECT_EQ(fitted_to_columns("weather", 1), "…");
}

TEST(FittedToColumns, CutsWhatTakesNoColumnToo) {
  std::string marks = "a";
  for (int i = 0; i < 100'000; ++i) marks += "\u0301";
  EXPECT_LT(fitted_to_columns(marks, 10).size(), 200U);
}

RC_GTEST_PROP(FittedToColumns, IsNeverWiderWhateverTheBytes, (const std::string& text)) {
  const int columns = *rc::gen::inRange(1, 60);
  const std::string fitted = fitted_to_columns(text, columns);
  RC_ASSERT(text::display_width(fitted) <= columns);
  RC_ASSERT(text::printable(fitted) == fitted);
}

// DejaVu Sans draws capital Ws at 0.99 of the size, and squares are as wide as high.
TEST(LabelWidth, KnowsWideLettersAndSquares) {
  EXPECT_GE(label_width("WWWW", 10), 39.5);
  EXPECT_DOUBLE_EQ(label_width("自動", 10), 20);
  EXPECT_LT(label_width("illi", 10), 20);
}

RC_GTEST_PROP(FittedToWidth, IsNeverWiderWhateverTheBytes, (const std::string& text)) {
  const double width = *rc::gen::inRange(10, 400);
  // Sums are rounded.
  RC_ASSERT(label_width(fitted_to_width(text, width, 10), 10) <= width * (1 + 1e-12));
}

TEST(FittedToWidth, TakesAHundredThousandLetters) {
  EXPECT_LT(fitted_to_width(std::string(100'000, 'x'), 200, 10).size(), 60U);
}

}  // namespace picture_label_test
}  // namespace fmplan::picture
