#include "core/base/version.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fmplan {
namespace version_test {

TEST(Version, HasThreeNumbers) {
  EXPECT_THAT(std::string(version()), testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+"));
}

}  // namespace version_test
}  // namespace fmplan
