#include "core/base/quantity.h"

#include <type_traits>

#include <gtest/gtest.h>

namespace fmplan {
namespace quantity_test {

template <class A, class B>
concept Addable = requires(A a, B b) {
  a + b;
};
template <class A, class B>
concept Comparable = requires(A a, B b) {
  a < b;
};

TEST(Quantity, DimensionsAreCheckedByTheCompiler) {
  EXPECT_TRUE((Addable<Seconds, Seconds>));
  EXPECT_FALSE((Addable<Seconds, Bytes>));
  EXPECT_FALSE((Addable<Seconds, double>));
  EXPECT_FALSE((Comparable<Joules, Watts>));
  EXPECT_FALSE((std::is_convertible_v<double, Seconds>));
  EXPECT_FALSE((std::is_convertible_v<Seconds, double>));
}

TEST(Quantity, ProductsAndQuotientsCarryTheirDimension) {
  EXPECT_TRUE((std::is_same_v<decltype(terabyte / gigabyte_per_second), Seconds>));
  EXPECT_TRUE((std::is_same_v<decltype(kilowatt * hour), Joules>));
  EXPECT_TRUE((std::is_same_v<decltype(dollar_per_hour * day), Dollars>));
  EXPECT_TRUE((std::is_same_v<decltype(1.0 / second), PerSecond>));
  EXPECT_TRUE((std::is_same_v<decltype(gigabyte / byte), double>));
}

// 5.3 TB at 48 GB/s: 5300/48 = 110.41666… s, 1.840277… min.  Exact but for rounding.
TEST(Quantity, HandArithmeticHolds) {
  EXPECT_DOUBLE_EQ((5.3 * terabyte / (48 * gigabyte_per_second)) / minute, 5300.0 / 48 / 60);
  EXPECT_DOUBLE_EQ((700 * watt * hour) / kilowatt_hour, 0.7);
  EXPECT_DOUBLE_EQ((98.32 * dollar_per_hour * day) / dollar, 2359.68);
  EXPECT_DOUBLE_EQ(30 * day / hour, 720);
}

TEST(Quantity, PrefixesAreDecimalAndBinaryOnesAreNamedSo) {
  EXPECT_EQ(gigabyte / byte, 1e9);
  EXPECT_EQ(gibibyte / byte, 1073741824.0);
  EXPECT_EQ(tebibyte / gibibyte, 1024);
  EXPECT_EQ((400 * gigabit_per_second) / gigabyte_per_second, 50);
  EXPECT_EQ(billing_month / hour, 730);
  EXPECT_DOUBLE_EQ(microsecond / nanosecond, 1000);
}

TEST(Quantity, AccumulatesAndCompares) {
  Seconds total;
  EXPECT_EQ(total, 0 * second);
  total += 2 * minute;
  total -= 30 * second;
  total *= 2;
  EXPECT_EQ(total, 180 * second);
  EXPECT_LT(-total, total);
}

}  // namespace quantity_test
}  // namespace fmplan
