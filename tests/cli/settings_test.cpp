#include "cli/settings.h"

#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "tests/cli/run_words.h"

namespace fmplan::cli {
namespace settings_test {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Environment environment_of(const std::map<std::string, std::string>& values) {
  return [values](const std::string& name) {
    const auto found = values.find(name);
    return found == values.end() ? std::string() : found->second;
  };
}

Setting setting(const Environment& environment, const std::string& key) {
  for (const Setting& one : read_settings(environment))
    if (one.key == key) return one;
  return {};
}

std::string message_of(const std::string& text) {
  const ScratchFolder folder;
  const Environment environment = environment_of({{"FMPLAN_CONFIG", folder.write("fmplan.toml", text)}});
  try {
    Options options;
    apply_settings(read_settings(environment), options);
  } catch (const InputError& error) {
    return error.issues().front().where + ": " + error.issues().front().message;
  }
  return "";
}

TEST(Settings, ComeFromTheFileThenTheEnvironmentThenOptions) {
  const ScratchFolder folder;
  folder.write("fmplan.toml", "# mine\njobs = 3\ncolor = false\n");
  std::map<std::string, std::string> values = {{"XDG_CONFIG_HOME", folder.path("")}};
  EXPECT_EQ(setting(environment_of(values), "jobs").value, "3");
  EXPECT_THAT(setting(environment_of(values), "jobs").origin, HasSubstr("fmplan.toml"));
  EXPECT_EQ(setting(environment_of(values), "catalog").origin, "default");
  values["FMPLAN_JOBS"] = "5";
  EXPECT_EQ(setting(environment_of(values), "jobs").value, "5");
  EXPECT_EQ(setting(environment_of(values), "jobs").origin, "FMPLAN_JOBS");
  Options options;
  apply_settings(read_settings(environment_of(values)), options);
  EXPECT_EQ(options.jobs, 5);
  EXPECT_TRUE(options.no_color);
  EXPECT_TRUE(options.hints);
}

// Of what a question leaves open, and only where the machine is sold so: p5 in Ohio, but in no region of Azure.
TEST(Settings, SayWhereAndHowIsBought) {
  const ScratchFolder folder;
  folder.write("fmplan.toml", "region = \"us-east-2\"\nprice_kind = \"capacity_block\"\n");
  std::map<std::string, std::string> values = {{"XDG_CONFIG_HOME", folder.path("")}};
  Options options;
  apply_settings(read_settings(environment_of(values)), options);
  options.quiet = true;
  const catalog::Catalog catalog = catalog::Catalog::shipped("");
  EXPECT_THAT(buying_sets(options, "p5.48xlarge", {}, catalog),
              ElementsAre("price.region=us-east-2", "price.kind=capacity_block"));
  EXPECT_THAT(buying_sets(options, "p5.48xlarge", {"price.region=us-west-2"}, catalog),
              ElementsAre("price.kind=capacity_block"));
  EXPECT_THAT(buying_sets(options, "p5.48xlarge", {"price.per_node_hour=40 $/h"}, catalog), IsEmpty());
  EXPECT_THAT(buying_sets(options, "nd96isr-h100-v5", {}, catalog), IsEmpty());
  EXPECT_THAT(buying_sets(Options{}, "p5.48xlarge", {}, catalog), IsEmpty());
}

TEST(Settings, LieInTheHomeFolder) {
  EXPECT_EQ(settings_file(environment_of({{"HOME", "/home/me"}})), "/home/me/.config/fmplan.toml");
  EXPECT_EQ(settings_file(environment_of({{"HOME", "/home/me"}, {"XDG_CONFIG_HOME", "/x"}})), "/x/fmplan.toml");
  EXPECT_EQ(settings_file(environment_of({})), "");
}

TEST(Settings, RefuseWhatIsNone) {
  EXPECT_THAT(message_of("job = 3\n"), AllOf(HasSubstr("fmplan.toml"), HasSubstr("did you mean \"jobs\"")));
  EXPECT_THAT(message_of("[price]\nkind = \"spot\"\n"), HasSubstr("\"price"));
  EXPECT_THAT(message_of("jobs = many\n"), HasSubstr("jobs: \"many\" is not a whole number"));
  EXPECT_THAT(message_of("jobs = [1, 2]\n"), HasSubstr("takes one value"));
  EXPECT_THAT(message_of("hints = maybe\n"), HasSubstr("neither true nor false"));
  EXPECT_EQ(message_of("jobs = 2\nhints = false\n"), "");
}

TEST(ConfigCommand, ShowsWhatOptionsChange) {
  const Ran ran = run_words({"config", "--jobs", "7", "--format", "json"});
  EXPECT_EQ(ran.code, kOk) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("\"value\": \"7\""), HasSubstr("\"from\": \"--jobs\"")));
}

}  // namespace settings_test
}  // namespace fmplan::cli
