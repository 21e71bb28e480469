#include "core/scenario/programme_money.h"

#include <gtest/gtest.h>

namespace fmplan::scenario {
namespace programme_money_test {

TEST(ParseStatedMoney, TakesSignsCodesAndSuffixesAtEitherEnd) {
  for (const char* text : {"$2.5M", "2.5M $", "2.5 M$", "2500000 USD", "USD 2.5M", "2.5e6 USD"})
    EXPECT_EQ(parse_stated_money(text), (StatedMoney{2.5e6, "USD"})) << text;
  for (const char* text : {"500M JPY", "¥500M", "¥ 500 M", "JPY 500M", "0.5B JPY"})
    EXPECT_EQ(parse_stated_money(text), (StatedMoney{500e6, "JPY"})) << text;
}

TEST(ParseStatedMoney, RefusesWhatHasNoCurrencyOrNoNumber) {
  for (const char* text :
       {"", "$", "JPY", "2.5M", "2.5Mio USD", "nan USD", "inf USD", "1e400 USD", "$2.5M/h", "2,5M USD"})
    EXPECT_FALSE(parse_stated_money(text)) << text;
}

TEST(ParseStatedHourlyMoney, NeedsTheHour) {
  for (const char* text : {"39.33 $/h", "$39.33/h", "39.33 USD/hour"})
    EXPECT_EQ(parse_stated_hourly_money(text), (StatedMoney{39.33, "USD"})) << text;
  EXPECT_EQ(parse_stated_hourly_money("¥5900/h"), (StatedMoney{5900, "JPY"}));
  EXPECT_FALSE(parse_stated_hourly_money("$39.33"));
}

}  // namespace programme_money_test
}  // namespace fmplan::scenario
