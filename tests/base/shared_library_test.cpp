#include "core/base/shared_library.h"

#include <stdexcept>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fmplan {
namespace shared_library_test {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(SharedLibrary, FindsItsFunctions) {
  const SharedLibrary library("libm.so.6");
  double (*const cosine)(double) = library.find("cos");
  EXPECT_EQ(cosine(0), 1);
}

TEST(SharedLibrary, SaysWhatIsMissing) {
  EXPECT_THAT([] { SharedLibrary("libnobody-has.so.1"); },
              ThrowsMessage<std::runtime_error>(HasSubstr("libnobody-has.so.1 cannot be loaded")));
  EXPECT_THAT([] { SharedLibrary("libm.so.6").find("icalcomponent_new"); },
              ThrowsMessage<std::runtime_error>(HasSubstr("libm.so.6 has no icalcomponent_new")));
}

}  // namespace shared_library_test
}  // namespace fmplan
