#include "core/base/number_text.h"

#include <cstdint>

#include <gtest/gtest.h>

namespace fmplan {
namespace number_text_test {

TEST(ParseInteger, TakesAllOfTheTextOrNothing) {
  EXPECT_EQ(parse_integer<int>("16"), 16);
  EXPECT_EQ(parse_integer<int>("-1"), -1);
  EXPECT_EQ(parse_integer<int>("007"), 7);
  EXPECT_EQ(parse_integer<std::uint8_t>("255"), 255);
  for (const char* const text : {"", "-", "16x", " 16", "16 ", "1.5", "+3", "1e3", "99999999999"})
    EXPECT_EQ(parse_integer<int>(text), std::nullopt) << text;
  EXPECT_EQ(parse_integer<std::uint8_t>("256"), std::nullopt);
  EXPECT_EQ(parse_integer<unsigned>("-1"), std::nullopt);
}

}  // namespace number_text_test
}  // namespace fmplan
