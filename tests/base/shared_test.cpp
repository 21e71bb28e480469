#include "core/base/shared.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <type_traits>

namespace fmplan {
namespace shared_test {

TEST(Shared, CopiesHoldTheSameValueAndEqualOnesAreEqual) {
  const Shared<std::string> first = std::string("a");
  const Shared<std::string> copy = first;
  EXPECT_EQ(copy.get(), first.get()) << "one value, not two";
  EXPECT_EQ(first, Shared<std::string>(std::string("a")));
  EXPECT_FALSE(first == Shared<std::string>(std::string("b")));
  static_assert(std::is_same_v<decltype(*first), const std::string&>, "what is shared must not change");
}

TEST(Shared, IsLikeAnOptionalWithoutAValue) {
  Shared<std::string> none = std::nullopt;
  EXPECT_FALSE(none);
  EXPECT_EQ(none.get(), nullptr);
  EXPECT_EQ(none, Shared<std::string>());
  Shared<std::string> some = std::string("a");
  EXPECT_FALSE(some == none);
  const Shared<std::string> kept = some;
  some.reset();
  EXPECT_EQ(some, none);
  EXPECT_EQ(*kept, "a") << "what others hold stays";
}

}  // namespace shared_test
}  // namespace fmplan
