#include "core/text/utf8.h"

#include <string_view>

#include <gtest/gtest.h>

namespace fmplan::text {
namespace utf8_test {

struct Case {
  std::string_view text;
  std::size_t length;
  bool valid;
};

// The bounds of table 3-7 of the Unicode Standard, from both sides.
TEST(FirstCharacter, HoldsToTheTableOfWellFormedBytes) {
  const Case cases[] = {
      {"a", 1, true},
      {std::string_view("\0", 1), 1, true},
      {"\x7f", 1, true},
      {"\x80", 1, false},              // no first byte
      {"\xc1\xbf", 1, false},          // U+007F in two bytes
      {"\xc2\x80", 2, true},           // U+0080
      {"\xdf\xbf", 2, true},           // U+07FF
      {"\xe0\x9f\xbf", 1, false},      // U+07FF in three bytes
      {"\xe0\xa0\x80", 3, true},       // U+0800
      {"\xed\x9f\xbf", 3, true},       // U+D7FF
      {"\xed\xa0\x80", 1, false},      // a surrogate
      {"\xee\x80\x80", 3, true},       // U+E000
      {"\xef\xbf\xbf", 3, true},       // U+FFFF
      {"\xf0\x8f\xbf\xbf", 1, false},  // U+FFFF in four bytes
      {"\xf0\x90\x80\x80", 4, true},   // U+10000
      {"\xf4\x8f\xbf\xbf", 4, true},   // U+10FFFF
      {"\xf4\x90\x80\x80", 1, false},  // beyond it
      {"\xf5\x80\x80\x80", 1, false},
      {"\xff", 1, false},
  };
  for (const Case& each : cases) {
    const Utf8Character first = first_character(each.text);
    EXPECT_EQ(first.length, each.length) << testing::PrintToString(each.text);
    EXPECT_EQ(first.valid, each.valid) << testing::PrintToString(each.text);
  }
}

// "é" is C3 A9, "€" E2 82 AC, "😀" F0 9F 98 80.
TEST(FirstCharacter, OfACutOneIsWhatIsThere) {
  for (const std::string_view whole : {"é", "€", "😀"}) {
    for (std::size_t cut = 1; cut < whole.size(); ++cut) {
      EXPECT_EQ(first_character(whole.substr(0, cut)).length, cut);
      EXPECT_FALSE(first_character(whole.substr(0, cut)).valid);
    }
    EXPECT_EQ(first_character(whole).length, whole.size());
  }
}

TEST(FirstCharacter, EndsBeforeAByteThatCannotFollow) {
  EXPECT_EQ(first_character("\xe2\x82\x22").length, 2u);      // a quote where the third byte should be
  EXPECT_EQ(first_character("\xf0\x9f\x98\xc3").length, 3u);  // the first byte of another character
}

}  // namespace utf8_test
}  // namespace fmplan::text
