#include "core/text/terminal_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fmplan::text {
namespace terminal_text_test {

using testing::ElementsAre;

TEST(DisplayWidth, CountsColumnsNotBytes) {
  struct Case {
    const char* text;
    int width;
  };
  // "µ" is two bytes and one column, a CJK character three bytes and two columns; U+0301 stands over the letter before
  // it.
  for (const Case& c : {Case{"", 0}, Case{"abc", 3}, Case{"12.4 µs", 7}, Case{"±", 1}, Case{"基盤", 4},
                        Case{"e\xCC\x81", 1}, Case{"한국", 4}, Case{"ﾊﾟ", 2}, Case{"🚀", 2}})
    EXPECT_EQ(display_width(c.text), c.width) << c.text;
}

TEST(DisplayWidth, CountsEachInvalidByteAsOneReplacement) {
  EXPECT_EQ(display_width("a\xFFz"), 3);
  EXPECT_EQ(display_width("\xE5\x9F"), 2);      // a character cut short
  EXPECT_EQ(display_width("\xC0\xAF"), 2);      // overlong "/"
  EXPECT_EQ(display_width("\xED\xA0\x80"), 3);  // a surrogate
}

TEST(Printable, DisarmsTerminalCodesAndInvalidBytes) {
  EXPECT_EQ(printable("a\x1b[31mb"), "a\uFFFD[31mb");
  EXPECT_EQ(printable("tab\tdel\x7f"), "tab\uFFFDdel\uFFFD");
  EXPECT_EQ(printable("\xC2\x9B"
                      "31m"),
            "\uFFFD31m");  // U+009B, the one-character form of ESC [
  EXPECT_EQ(printable("\xFF"), "\uFFFD");
  EXPECT_EQ(printable("two\nlines, µ"), "two\nlines, µ");
}

TEST(Wrapped, BreaksAtSpacesWithinTheWidth) {
  EXPECT_THAT(wrapped("one two three", 7, true), ElementsAre("one two", "three"));
  EXPECT_THAT(wrapped("", 7, true), ElementsAre(""));
  EXPECT_THAT(wrapped("a\nb", 7, true), ElementsAre("a", "b"));
  EXPECT_THAT(wrapped("基盤 基盤", 5, true), ElementsAre("基盤", "基盤"));  // 4 + 1 + 4 columns
}

TEST(Wrapped, CutsALongWordOnlyWhereAsked) {
  EXPECT_THAT(wrapped("abcdefgh", 3, true), ElementsAre("abc", "def", "gh"));
  EXPECT_THAT(wrapped("see abcdefgh", 3, false), ElementsAre("see", "abcdefgh"));
  EXPECT_THAT(wrapped("基盤", 1, true), ElementsAre("基", "盤"));  // wider than the line: one per line, never none
}

}  // namespace terminal_text_test
}  // namespace fmplan::text
