#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/run_words.h"

namespace fmplan::cli {
namespace scale_command_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

TEST(ScaleCommand, DrawsAndAnswers) {
  const ScratchFolder folder;
  const Ran plain = run_words({"scale", "--params", "70B", "--tokens", "1.4T", "--law", "hoffmann-2022-3"});
  const Ran drawn = run_words(
      {"scale", "--params", "70B", "--tokens", "1.4T", "--law", "hoffmann-2022-3", "-o", folder.path("loss.svg")});
  EXPECT_EQ(drawn.code, kOk) << drawn.err;
  EXPECT_EQ(drawn.out, plain.out);
  EXPECT_THAT(ScratchFolder::read(folder.path("loss.svg")),
              AllOf(StartsWith("<svg"), HasSubstr("hoffmann-2022-3"), HasSubstr("asked: 70.0B on 1.40T, loss 1.9208"),
                    HasSubstr("5.88e23 FLOP")));
}

TEST(ScaleCommand, APageHasThePictureAndItsTable) {
  const ScratchFolder folder;
  const Ran to_file = run_words({"scale", "--compute", "1e24", "-o", folder.path("loss.html")});
  EXPECT_EQ(to_file.code, kOk) << to_file.err;
  EXPECT_THAT(to_file.out, IsEmpty());
  EXPECT_THAT(ScratchFolder::read(folder.path("loss.html")),
              AllOf(StartsWith("<!DOCTYPE html>"), HasSubstr("<svg"), HasSubstr("The best division of compute")));
}

// As plan does: Azure's usual region does not sell it.
TEST(ScaleCommand, BuysWhereTheMachineIsSold) {
  const Ran bought = run_words({"scale", "--budget", "$1M", "--on", "nd96isr-mi300x-v5", "--format", "json"});
  ASSERT_EQ(bought.code, kOk) << bought.err;
  const Ran elsewhere = run_words({"scale", "--budget", "$1M", "--on", "nd96isr-mi300x-v5", "--region", "us-east-1"});
  EXPECT_EQ(elsewhere.code, kInputError);
  EXPECT_THAT(elsewhere.err, HasSubstr("in us-east-1"));
}

TEST(ScaleCommand, SaysWhyThereIsNoPicture) {
  const ScratchFolder folder;
  const Ran one_size =
      run_words({"scale", "--params", "1B", "--tokens", "100B", "--law", "clark-2022", "-o", folder.path("loss.svg")});
  EXPECT_EQ(one_size.code, kInputError);
  EXPECT_THAT(one_size.err, AllOf(HasSubstr("nothing to draw"), HasSubstr("clark-2022")));
  const Ran planned =
      run_words({"scale", "--budget", "$20k", "--on", "p5.48xlarge", "--days", "30", "-o", folder.path("loss.svg")});
  EXPECT_EQ(planned.code, kInputError);
  EXPECT_THAT(planned.err, HasSubstr("leave --days out"));
  EXPECT_FALSE(std::filesystem::exists(folder.path("loss.svg")));
}

}  // namespace scale_command_test
}  // namespace fmplan::cli
