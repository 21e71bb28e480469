#include "core/base/denial.h"

#include <string>

#include <gtest/gtest.h>

namespace fmplan {
namespace denial_test {

TEST(AffirmsWord, IsFalseWhereAClauseDeniesIt) {
  for (const char* text : {"no flash",
                           "use_flash false",
                           "flash=no fp8=yes",
                           "flash: no - v100",
                           "flash: no",
                           "flash: none, fp8",
                           "no flash attention",
                           "without any flash",
                           "bf16, not flash",
                           "no fused flash",
                           "w/o flash",
                           "xformers instead of flash",
                           "eager rather than flash",
                           "--no-flash",
                           "non-flash kernels",
                           "flash off",
                           "flash attention off",
                           "flash=0",
                           "flash: false",
                           "use flash=none",
                           "flash attention is disabled",
                           "flash not available",
                           "flash (disabled)",
                           "flash no",
                           "flash no, fp8",
                           "flash unavailable",
                           "flash ooms"})
    EXPECT_FALSE(affirms_word(text, "flash")) << text;
}

TEST(AffirmsWord, IsTrueWhereTheDenialIsOfSomethingElse) {
  for (const char* text : {"flash", "flash: no dropout", "no dropout, flash", "no dropout with flash", "not only flash",
                           "flash (not stated)", "flash not stated", "flash, not fp8", "flash=1", "flash: on",
                           "flash no dropout", "no flash in v1; flash in v2", "flash offload",
                           "no recomputation and flash", "bf16 (no fp8) flash", "flash attention 2"})
    EXPECT_TRUE(affirms_word(text, "flash")) << text;
  EXPECT_FALSE(affirms_word("flashes", "flash"));
}

}  // namespace denial_test
}  // namespace fmplan
