#include "core/catalog/memo.h"

#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

namespace fmplan::catalog {
namespace memo_test {

TEST(Memo, MakesAValueOnceAndLeavesItWhereItIs) {
  const Memo<std::string> memo;
  int times = 0;
  const auto make = [&] { return std::to_string(++times); };
  const std::string& first = memo.get("a", make);
  for (int i = 0; i < 100; ++i) memo.get("other " + std::to_string(i), make);
  EXPECT_EQ(&memo.get("a", make), &first);
  EXPECT_EQ(first, "1");
  EXPECT_EQ(times, 101);
}

TEST(Memo, KeepsNothingOfAnException) {
  const Memo<int> memo;
  EXPECT_THROW(memo.get("a", []() -> int { throw std::runtime_error("unreadable"); }), std::runtime_error);
  EXPECT_EQ(memo.get("a", [] { return 7; }), 7);
}

TEST(Memo, MayBeAskedByWhatItMakes) {
  const Memo<int> memo;
  EXPECT_EQ(memo.get("sum", [&] { return memo.get("one", [] { return 1; }) + 1; }), 2);
}

}  // namespace memo_test
}  // namespace fmplan::catalog
