#include <cstdio>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/command_line.h"
#include "tests/cli/run_words.h"

namespace fmplan::cli {
namespace init_command_test {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> begun(std::vector<std::string> more) {
  std::vector<std::string> words = {"init", "--model", "llama-3-8b", "--tokens", "1T", "--on", "p5.48xlarge"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// What it writes is planned as it is, and its notes name every value that was left open, as the plan's report does.
TEST(InitCommand, WritesAScenarioThatPlans) {
  const ScratchFolder folder;
  const std::string file = folder.path("s.json");
  const Ran ran = run_words(begun({"--nodes", "16", "-o", file}));
  EXPECT_EQ(ran.code, kOk) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("fmplan plan " + file));
  const json scenario = json::parse(ScratchFolder::read(file));
  EXPECT_EQ(scenario.at("/cluster/nodes"_json_pointer), 16);
  EXPECT_EQ(scenario.at("/training/global_batch_size"_json_pointer), 512);
  const Ran planned = run_words({"plan", file, "--format", "json"});
  ASSERT_EQ(planned.code, kOk) << planned.err;
  EXPECT_THAT(scenario.at("notes").dump(), AllOf(HasSubstr("training.global_batch_size: 512"), HasSubstr("/price is"),
                                                 HasSubstr("/run/campaign_overhead is")));
}

TEST(InitCommand, FindsTheNodesOfADeadline) {
  const Ran ran = run_words(begun({"--deadline", "2028-09-30", "--set", "price.region=us-west-2"}));
  ASSERT_EQ(ran.code, kOk) << ran.err;
  const json scenario = json::parse(ran.out);
  EXPECT_EQ(scenario.at("/cluster/nodes"_json_pointer), "auto");
  EXPECT_EQ(scenario.at("/run/deadline"_json_pointer), "2028-09-30");
  EXPECT_EQ(scenario.at("/price/region"_json_pointer), "us-west-2");
}

TEST(InitCommand, OverwritesNothingUnasked) {
  const ScratchFolder folder;
  const std::string file = folder.write("s.json", "mine");
  const Ran refused = run_words(begun({"--nodes", "16", "-o", file}));
  EXPECT_EQ(refused.code, kInputError);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("is there already"), HasSubstr("--force")));
  EXPECT_EQ(ScratchFolder::read(file), "mine");
  EXPECT_EQ(run_words(begun({"--nodes", "16", "-o", file, "--force"})).code, kOk);
  EXPECT_EQ(json::parse(ScratchFolder::read(file)).at("version"), 1);
  EXPECT_THAT(run_words(begun({"--nodes", "16", "-o", folder.path("s.md")})).err, HasSubstr("does not end in .json"));
}

TEST(InitCommand, SaysAllThatIsMissingOrWrong) {
  ASSERT_NE(std::freopen("/dev/null", "r", stdin), nullptr);  // a terminal would be asked
  const Ran nothing = run_words({"init"});
  EXPECT_EQ(nothing.code, kInputError);
  EXPECT_THAT(nothing.err,
              AllOf(HasSubstr("--model"), HasSubstr("--tokens"), HasSubstr("--on"), HasSubstr("--deadline")));
  const Ran wrong =
      run_words({"init", "--model", "llama-3-7b", "--tokens", "some", "--on", "p5.48xlarg", "--nodes", "0"});
  EXPECT_EQ(wrong.code, kInputError);
  EXPECT_THAT(wrong.err, AllOf(HasSubstr("did you mean \"llama-2-7b\""), HasSubstr("/training/tokens"),
                               HasSubstr("p5.48xlarge"), HasSubstr("/cluster/nodes")));
  EXPECT_THAT(wrong.out, IsEmpty());
}

}  // namespace init_command_test
}  // namespace fmplan::cli
