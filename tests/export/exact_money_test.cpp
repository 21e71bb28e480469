#include "core/export/exact_money.h"

#include <string>

#include <gtest/gtest.h>

namespace fmplan::exports {
namespace exact_money_test {

TEST(ExactMoney, IsReadToTheLastDecimal) {
  const std::pair<const char*, const char*> cases[] = {{"0", "0.00"},
                                                       {"1", "1.00"},
                                                       {"-1.5", "-1.50"},
                                                       {"+2.25", "2.25"},
                                                       {"1234.5", "1234.50"},
                                                       {"1.5E3", "1500.00"},
                                                       {"1.5e-1", "0.15"},
                                                       {"000012.30", "12.30"},
                                                       {".5", "0.50"},
                                                       {"5.", "5.00"},
                                                       {"0.005", "0.01"},
                                                       {"-0.005", "-0.01"},
                                                       {"0.00499999", "0.00"},
                                                       {"1e-400", "0.00"},
                                                       {"1000000000000", "1000000000000.00"},
                                                       {"0.000000000000499", "0.00"}};
  for (const auto& [text, cents] : cases) {
    const auto money = parse_exact_money(text);
    ASSERT_TRUE(money.has_value()) << text;
    EXPECT_EQ(cents_text(rounded_cents(*money)), cents) << text;
  }
}

// Five hundred rows of a thousandth of a cent: in cents each they would be nothing.
TEST(ExactMoney, AddsUpExactly) {
  ExactMoney sum = 0;
  for (int i = 0; i < 500; ++i) sum += *parse_exact_money("0.00001");
  EXPECT_EQ(rounded_cents(sum), 1);  // half a cent, away from 0
  EXPECT_TRUE(sum == *parse_exact_money("0.005"));
  EXPECT_DOUBLE_EQ(plain(sum), 0.005);
}

TEST(ExactMoney, RoundsDecimalsBeyondItsOwn) {
  EXPECT_TRUE(*parse_exact_money("0.0000000000005") == 1);
  EXPECT_TRUE(*parse_exact_money("-0.0000000000005") == -1);
  EXPECT_TRUE(*parse_exact_money("0.00000000000049") == 0);
}

TEST(ExactMoney, RefusesWhatIsNoAmount) {
  for (const char* text : {"", "-", ".", "e5", "1e", "1e+", "1,000", "$5", " 1", "1 ", "nan", "inf", "0x10", "1.2.3",
                           "--1", "1e99999", "1000000000000.01", "1e13", "99999999999999999999999999999999999999"})
    EXPECT_FALSE(parse_exact_money(text).has_value()) << text;
  EXPECT_FALSE(parse_exact_money("0." + std::string(200, '1')).has_value());
}

}  // namespace exact_money_test
}  // namespace fmplan::exports
