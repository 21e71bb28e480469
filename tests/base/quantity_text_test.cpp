#include "core/base/quantity_text.h"

#include <clocale>
#include <limits>
#include <locale>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fmplan {
namespace quantity_text_test {

TEST(ParseQuantity, ReadsANumberAndItsUnit) {
  EXPECT_EQ(parse_data("80 GB"), 80e9 * byte);
  EXPECT_EQ(parse_data("80GB"), 80e9 * byte);
  EXPECT_EQ(parse_data("1 GiB"), 1073741824.0 * byte);
  EXPECT_EQ(parse_bandwidth("400 Gbit/s"), 50e9 * byte_per_second);
  EXPECT_EQ(parse_bandwidth("3.35 TB/s"), 3.35e12 * byte_per_second);
  EXPECT_EQ(parse_time("30 min"), 1800 * second);
  EXPECT_EQ(parse_time("30 minutes"), parse_time("30 min"));
  EXPECT_EQ(parse_quantity("$50/h", money_rate_units()), parse_quantity("50 $/h", money_rate_units()));
  EXPECT_EQ(parse_quantity("$0.08/GB-month", storage_price_units()),
            parse_quantity("0.08 $/GB-month", storage_price_units()));
  EXPECT_FALSE(parse_quantity("$50 $/h", money_rate_units()));
  EXPECT_FALSE(parse_quantity("$50", money_rate_units()));
  EXPECT_FALSE(parse_time("$50 h"));
  EXPECT_EQ(parse_time("2.5e3 s"), 2500 * second);
  EXPECT_EQ(parse_time("12 µs"), 12e-6 * second);
  EXPECT_EQ(parse_time("12 us"), parse_time("12 µs"));
  EXPECT_EQ(parse_flop_rate("989.5 TFLOP/s"), 989.5e12 * (flop / second));
  EXPECT_EQ(parse_power("10.2 kW"), 10200 * watt);
}

TEST(ParseQuantity, RefusesEverythingElse) {
  for (const char* text : {"",        " ",         "80",      "GB",      "80 gb",   "80  GB",   " 80 GB", "80 GB ",
                           "80 Gb",   "eighty GB", "+80 GB",  "0x50 GB", "80,5 GB", "1e400 GB", "inf GB", "nan GB",
                           "- 80 GB", "--80 GB",   "80 GB/s", "80 s",    "8 0 GB",  "1e GB"})
    EXPECT_FALSE(parse_data(text)) << "\"" << text << "\"";
  EXPECT_FALSE(parse_bandwidth("400 Gbit"));
  EXPECT_FALSE(parse_time("30 minutes and a half"));
  EXPECT_FALSE(parse_power("10 kWh"));
}

// A quantity that overflows on its way to base units is refused rather than infinite.
TEST(ParseQuantity, RefusesOverflowInTheUnit) { EXPECT_FALSE(parse_data("1e308 TB")); }

TEST(ParseFlop, AcceptsABareNumberBecauseEveryoneWritesOne) {
  EXPECT_EQ(parse_flop("3.8e25"), 3.8e25 * flop);
  EXPECT_EQ(parse_flop("1e24 FLOP"), 1e24 * flop);
  EXPECT_EQ(parse_flop("5 EFLOP"), 5e18 * flop);
  EXPECT_EQ(parse_flop("100 PF-days"), 100 * 1e15 * 86400 * flop);
  EXPECT_FALSE(parse_flop("1e24 FLOP/s"));
}

TEST(ParseMoney, ReadsTheWaysPeopleWriteDollars) {
  for (const char* text : {"$2.5M", "2.5M$", "2.5 M$", "2500000 USD", "$2500000", "2500 K$", "2.5M USD", "$0.0025B"})
    EXPECT_EQ(parse_money(text), 2.5e6 * dollar) << text;
  EXPECT_EQ(parse_money("$98.32"), 98.32 * dollar);
  for (const char* text : {"", "$", "2.5M", "98.32", "€5", "$5 GB", "$$5", "$five"})
    EXPECT_FALSE(parse_money(text)) << text;
}

TEST(ParseMoneyRate, ReadsPricesPerHour) {
  EXPECT_EQ(parse_money_rate("98.32 $/h"), 98.32 * dollar_per_hour);
  EXPECT_EQ(parse_money_rate("$98.32/h"), 98.32 * dollar_per_hour);
  EXPECT_FALSE(parse_money_rate("98.32"));
  EXPECT_FALSE(parse_money_rate("$98.32"));
}

TEST(ParseCount, ReadsWholeNumbersWithSuffixes) {
  EXPECT_EQ(parse_count("70B"), 70'000'000'000);
  EXPECT_EQ(parse_count("70.6B"), 70'600'000'000);
  EXPECT_EQ(parse_count("15T"), 15'000'000'000'000);
  EXPECT_EQ(parse_count("1.4 T"), 1'400'000'000'000);
  EXPECT_EQ(parse_count("8192"), 8192);
  EXPECT_EQ(parse_count("1e12"), 1'000'000'000'000);
  EXPECT_EQ(parse_count("0"), 0);
  EXPECT_EQ(parse_count("9Q"), 9'000'000'000'000'000);
}

TEST(ParseCount, RefusesFractionsNegativesAndOverflow) {
  for (const char* text :
       {"0.5", "1.0000001", "-1", "10Q", "1e300", "1e400", "", "B", "70 billion", "70GB", "0x46", "7_0"})
    EXPECT_FALSE(parse_count(text)) << text;
}

TEST(ParseRatio, ReadsPercentAndPlain) {
  EXPECT_EQ(parse_ratio("12.5%"), 0.125);
  EXPECT_EQ(parse_ratio("12.5 %"), 0.125);
  EXPECT_EQ(parse_ratio("0.125"), 0.125);
  EXPECT_FALSE(parse_ratio("12.5 percent"));
  EXPECT_FALSE(parse_ratio("%"));
}

struct TextCase {
  std::string text;
  std::string expected;
};

TEST(QuantityText, ShowsThreeDigitsAndTheUnitThatKeepsThemShort) {
  const std::vector<TextCase> cases = {
      {time_text(1.842 * second), "1.84 s"},
      {time_text(12.44 * millisecond), "12.4 ms"},
      {time_text(2 * microsecond), "2.00 µs"},
      {time_text(90 * second), "90.0 s"},
      {time_text(192 * second), "3.20 min"},
      {time_text(19.3 * hour), "19.3 h"},
      {time_text(30 * hour), "30.0 h"},
      {time_text(54.2 * day), "54.2 d"},
      {time_text(0 * second), "0 s"},
      {time_text(-1.5 * hour), "-90.0 min"},
      {days_text(114.47), "114.5"},
      {days_text(1.234), "1.2"},
      {days_text(0.999), "1.0"},
      {days_text(0.1387), "0.14"},
      {days_text(0.0032), "0.0032"},
      {days_text(0), "0.0"},
      {days_text(-0.05), "-0.050"},
      {days_text(std::numeric_limits<double>::infinity()), "never"},
      {data_text(62.6e9 * byte), "62.6 GB"},
      {data_text(5.682 * terabyte), "5.68 TB"},
      {data_text(0 * byte), "0 B"},
      {data_text(1 * gibibyte), "1.07 GB"},
      {bandwidth_text(50 * gigabyte_per_second), "50.0 GB/s"},
      {flop_text(3.94e25 * flop), "3.94e25 FLOP"},
      {flop_rate_text(412 * teraflop_per_second), "412 TFLOP/s"},
      {power_text(10.2 * kilowatt), "10.2 kW"},
      {energy_text(21.6e6 * kilowatt_hour), "21.6 GWh"},
      {money_text(17343641.6 * dollar), "$17.3M"},
      {money_text(98.32 * dollar), "$98.32"},
      {money_text(-98.32 * dollar), "-$98.32"},
      {money_text(-0.004 * dollar), "$0.00"},
      {money_text(-0.006 * dollar), "-$0.01"},
      {money_text(12345.6 * dollar), "$12,346"},
      {money_text(1.2e9 * dollar), "$1.20B"},
      {money_rate_text(98.32 * dollar_per_hour), "98.32 $/h"},
      {count_text(70.6e9), "70.6B"},
      {count_text(15e12), "15.0T"},
      {count_text(512), "512"},
      {amount_text(1.3888), "1.39"},
      {amount_text(85.24), "85.2"},
      {amount_text(99.96), "100"},
      {amount_text(30901.4), "30,901"},
      {time_text(1e68 * day), "1.00e+68 d"},
      {ratio_text(0.4134), "41.3 %"},
  };
  for (const TextCase& c : cases) EXPECT_EQ(c.text, c.expected);
}

// What rounds up to the next unit, or to one digit more, is shown so and never as "1000" or "10.00e9".
TEST(QuantityText, RoundsUpIntoTheNextUnit) {
  const std::vector<TextCase> cases = {
      {data_text(999.4e9 * byte), "999 GB"},    {data_text(999.6e9 * byte), "1.00 TB"},
      {data_text(9.996e9 * byte), "10.0 GB"},   {data_text(99.96e9 * byte), "100 GB"},
      {time_text(0.9996 * second), "1.00 s"},   {money_text(999'700 * dollar), "$1.00M"},
      {count_text(999.7e9), "1.00T"},           {flop_text(9.999e25 * flop), "1.00e26 FLOP"},
      {flop_text(1e24 * flop), "1.00e24 FLOP"},
  };
  for (const TextCase& c : cases) EXPECT_EQ(c.text, c.expected);
}

TEST(MoneyDecimal, HasTwoDecimalsAndNoExponent) {
  EXPECT_EQ(money_decimal(17343641.6 * dollar), "17343641.60");
  EXPECT_EQ(money_decimal(0 * dollar), "0.00");
  EXPECT_EQ(money_decimal(-0.004 * dollar), "0.00") << "what subtraction leaves is no debt";
  EXPECT_EQ(money_decimal(-0.006 * dollar), "-0.01");
  EXPECT_EQ(money_decimal(1.5e12 * dollar), "1500000000000.00");
}

TEST(MoneyDifferenceText, HasASignUnlessItIsNothing) {
  EXPECT_EQ(money_difference_text(63431 * dollar), "+$63,431");
  EXPECT_EQ(money_difference_text(-98.32 * dollar), "-$98.32");
  EXPECT_EQ(money_difference_text(0.006 * dollar), "+$0.01");
  for (const double nothing : {0.0, -0.0, 0.004, -0.004, -1e-9})
    EXPECT_EQ(money_difference_text(nothing * dollar), "$0") << nothing;
}

TEST(ExactText, IsWhatWasWritten) {
  EXPECT_EQ(exact_text((400 * gigabit_per_second).in_base_units(), bandwidth_units()[1]), "400 Gbit/s");
  EXPECT_EQ(exact_text((3.35 * terabyte_per_second).in_base_units(), bandwidth_units()[4]), "3.35 TB/s");
}

// A value of n units is divided by the unit and multiplied by it again: two roundings, each within half a unit in the
// last place (2⁻⁵³ relative), so within 2⁻⁵² of the value.
RC_GTEST_PROP(ExactText, ReadsBackToTheSameValueForAnyUnit, ()) {
  for (const auto units : {time_units(), data_units(), bandwidth_units(), flop_rate_units(), power_units()}) {
    const UnitName unit = units[*rc::gen::inRange<std::size_t>(0, units.size())];
    const double number = *rc::gen::inRange(1, 2'000'000'000) * 1e-4;
    const double value = number * unit.in_base_units;
    const auto back = parse_quantity(exact_text(value, unit), units);
    RC_ASSERT(back.has_value());
    RC_ASSERT(std::abs(*back - value) <= value * 0x1p-52);
  }
}

// Three significant digits are within half of the third: 0.5 % of the value.
RC_GTEST_PROP(QuantityText, SaysWhatItShowsToThreeDigits, ()) {
  const double value = *rc::gen::inRange(1, 1'000'000'000) * 1e3;
  const auto back = parse_data(data_text(value * byte));
  RC_ASSERT(back.has_value());
  RC_ASSERT(std::abs(*back / byte - value) <= 0.005 * value);
}

RC_GTEST_PROP(ParseQuantity, NeverFailsOnAnyText, (const std::string& text)) {
  parse_data(text);
  parse_money(text);
  parse_money_rate(text);
  parse_count(text);
  parse_ratio(text);
  parse_flop(text);
}

class CommaPunctuation : public std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

// A program that calls setlocale (every Qt program does) must read and write the same numbers.
TEST(QuantityText, DoesNotDependOnTheLocale) {
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new CommaPunctuation));
  const std::string c_before = std::setlocale(LC_ALL, nullptr);
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8"})  // present on some machines only
    if (std::setlocale(LC_ALL, name) != nullptr) break;
  EXPECT_EQ(parse_data("1234.5 GB"), 1234.5e9 * byte);
  EXPECT_FALSE(parse_data("1234,5 GB"));
  EXPECT_EQ(data_text(1234.5e9 * byte), "1.23 TB");
  EXPECT_EQ(money_text(12345.6 * dollar), "$12,346");
  EXPECT_EQ(money_decimal(1234.5 * dollar), "1234.50");
  EXPECT_EQ(exact_text(1.5e9, data_units()[0]), "1.5 GB");
  std::setlocale(LC_ALL, c_before.c_str());
  std::locale::global(before);
}

}  // namespace quantity_text_test
}  // namespace fmplan
