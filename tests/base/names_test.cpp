#include "core/base/names.h"

#include <gtest/gtest.h>

namespace fmplan {
namespace names_test {

enum class Colour { kRed, kBlue, kGreen };
constexpr auto kNames = names<Colour>({{"red", Colour::kRed}, {"blue", Colour::kBlue}});

TEST(NameTable, ReadsWhatItWrites) {
  static_assert(kNames.count == 2);
  for (const Colour colour : kNames.values) EXPECT_EQ(kNames.parse(kNames.name(colour)), colour);
}

TEST(NameTable, HasNothingForWhatIsNotInIt) {
  EXPECT_EQ(kNames.name(Colour::kGreen), "");
  EXPECT_EQ(kNames.parse("Red"), std::nullopt);
  EXPECT_EQ(kNames.parse(""), std::nullopt);
}

}  // namespace names_test
}  // namespace fmplan
