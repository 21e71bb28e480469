#include "core/base/issue.h"

#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

namespace fmplan {
namespace issue_test {

TEST(InputError, CarriesEveryIssueAndListsThemLineByLine) {
  const InputError error(Issues{{"/training/tokens", "is missing"}, {"/cluster/nodes", "0 is not positive"}});
  ASSERT_EQ(error.issues().size(), 2u);
  EXPECT_EQ(error.issues()[1], (Issue{"/cluster/nodes", "0 is not positive"}));
  EXPECT_STREQ(error.what(), "/training/tokens: is missing\n/cluster/nodes: 0 is not positive");
}

TEST(InputError, CallsTheWholeDocumentASlash) {
  const InputError error("", "is not an object");
  EXPECT_STREQ(error.what(), "/: is not an object");
  EXPECT_EQ(error.issues().front().where, "");  // the JSON Pointer itself stays as RFC 6901 has it
}

TEST(Collect, KeepsWhatWasFoundWrongAndGoesOn) {
  Issues issues = {{"/a", "first"}};
  int read = 0;
  collect(issues, [] { throw InputError(Issues{{"/b", "second"}, {"/c", "third"}}); });
  collect(issues, [&] { read = 7; });
  EXPECT_EQ(issues, (Issues{{"/a", "first"}, {"/b", "second"}, {"/c", "third"}}));
  EXPECT_EQ(read, 7);
  EXPECT_THROW(collect(issues, [] { throw std::runtime_error("no input"); }), std::runtime_error);
}

}  // namespace issue_test
}  // namespace fmplan
