#include "core/text/field_writer.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace fmplan::text {
namespace field_writer_test {

TEST(QuantityText, ReadsBackToTheSameValue) {
  std::mt19937_64 engine(7);
  for (int i = 0; i < 10000; ++i) {
    const double value =
        std::ldexp(1 + static_cast<double>(engine() >> 12) / 4503599627370496.0, static_cast<int>(engine() % 120) - 60);
    for (const Dimension dimension : {Dimension::kTime, Dimension::kData, Dimension::kBandwidth, Dimension::kPower})
      ASSERT_EQ(parse_quantity(quantity_text(value, dimension), units_of(dimension)), value) << value;
  }
}

TEST(QuantityText, IsTheShortest) {
  EXPECT_EQ(quantity_text(5400, Dimension::kTime), "1.5 h");
  EXPECT_EQ(quantity_text(1e14, Dimension::kData), "100 TB");
  EXPECT_EQ(quantity_text(1.2e9, Dimension::kBandwidth), "1.2 GB/s");
  EXPECT_EQ(quantity_text(40.0 / 3600, Dimension::kMoneyRate), "40 $/h");
}

constexpr Field kFields[] = {{.key = "b", .kind = FieldKind::kQuantity, .dimension = Dimension::kTime},
                             {.key = "a", .kind = FieldKind::kWhole, .maximum = 9}};
constexpr FieldTable kTable{.fields = kFields};

TEST(FieldWriter, WritesInTheOrderOfTheTable) {
  FieldWriter writer(kTable);
  writer.put("a", 1);
  writer.quantity("b", 90 * second);
  EXPECT_EQ(writer.object().dump(), R"({"b":"90 s","a":1})");
}

}  // namespace field_writer_test
}  // namespace fmplan::text
