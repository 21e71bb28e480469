#include "core/base/shared_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fmplan {
namespace shared_list_test {

using testing::ElementsAre;

TEST(SharedList, CopiesShareUntilOneIsChanged) {
  SharedList<std::string> first = {"a", "b"};
  SharedList<std::string> copy = first;
  EXPECT_EQ(&copy[0], &first[0]);
  copy.push_back("c");
  EXPECT_THAT(first, ElementsAre("a", "b"));
  EXPECT_THAT(copy, ElementsAre("a", "b", "c"));
  first.edit()[0] = "z";
  EXPECT_EQ(copy.front(), "a");
  EXPECT_FALSE(first == copy);
}

TEST(SharedList, IsNotCopiedWhereNobodyElseHasIt) {
  SharedList<std::string> list = std::vector<std::string>{"a"};
  const std::string* before = &list[0];
  list.edit()[0] = "b";
  EXPECT_EQ(&list[0], before);
}

TEST(SharedList, OfNothingEqualsAnyOther) {
  SharedList<int> emptied = {1};
  emptied.edit().clear();
  EXPECT_EQ(emptied, SharedList<int>());
  EXPECT_EQ(SharedList<int>(std::vector<int>{}), SharedList<int>());
  EXPECT_TRUE(SharedList<int>().empty());
}

}  // namespace shared_list_test
}  // namespace fmplan
