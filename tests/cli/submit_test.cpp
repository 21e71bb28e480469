#include "cli/submit.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command_line.h"
#include "tests/cli/run_words.h"

namespace fmplan::cli {
namespace submit_test {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string kScenario = shipped_scenario("llama3-70b-p5.json");

Ran swept(std::vector<std::string> more) {
  std::vector<std::string> words = {"sweep", kScenario, "--set", "cluster.nodes=64..512:64"};
  words.insert(words.end(), more.begin(), more.end());
  return run_words(words);
}

TEST(GroupedWords, HaveOptionsBesideTheirValues) {
  bool flag = false;
  std::string text;
  Command program{.name = "fmplan", .description = ""};
  program.add_option("--seed N", &text, "");
  Command& command = program.add_command("sweep", "");
  command.add_option("-o, --output FILE", &text, "");
  command.add_option("--zip", &flag, "");
  EXPECT_THAT(grouped_words({&program, &command}, {"--seed", "3", "sweep", "a", "--zip", "-o", "x", "--output=y", "-oz",
                                                   "b", "--", "-o", "c"}),
              ElementsAre(ElementsAre("--seed", "3"), ElementsAre("sweep"), ElementsAre("a"), ElementsAre("--zip"),
                          ElementsAre("-o", "x"), ElementsAre("--output=y"), ElementsAre("-oz"), ElementsAre("b"),
                          ElementsAre("-o"), ElementsAre("c")));
}

TEST(Submit, PrintsTheScriptsAndLeavesNothing) {
  const ScratchFolder folder;
  const Ran ran = swept({"--fail-if", "days>60", "--sort", "cost", "--format", "csv", "-o", folder.path("s.csv"),
                         "--submit", "slurm", "--shards=4", "--dry-run", "--jobs", "3", "--seed", "5"});
  EXPECT_EQ(ran.code, kOk) << ran.err;
  EXPECT_THAT(ran.out, AllOf(StartsWith("#!/bin/bash\n"), HasSubstr("--array=1-4\n"), HasSubstr("--fail-if 'days>60'"),
                             HasSubstr(" --seed 5 "), HasSubstr("merge -o " + folder.path("s.csv") + " --sort cost")));
  EXPECT_THAT(ran.out, AllOf(Not(HasSubstr("--jobs 3")), Not(HasSubstr("--submit")), Not(HasSubstr("--dry-run"))));
  EXPECT_FALSE(std::filesystem::exists(folder.path("s.csv.shards")));
}

TEST(Submit, GivesPartsTheColumnsThatTheMergeSortsBy) {
  const ScratchFolder folder;
  const Ran ran = swept(
      {"--columns", "days", "--pareto", "days,cost", "-o", folder.path("s.csv"), "--submit", "slurm", "--dry-run"});
  EXPECT_THAT(ran.out, AllOf(HasSubstr("--columns days,cost "), Not(HasSubstr("--columns days ")),
                             HasSubstr("--pareto days,cost")));
}

TEST(Submit, RefusesWhatJobsCannotDo) {
  const ScratchFolder folder;
  const std::string file = folder.path("s.csv");
  const auto problem = [](const std::vector<std::string>& more) {
    const Ran ran = swept(more);
    EXPECT_EQ(ran.code, kInputError) << ran.err;
    return ran.err;
  };
  EXPECT_THAT(problem({"--submit", "slurm"}), HasSubstr("add -o sweep.json"));
  EXPECT_THAT(problem({"--submit", "pbs", "-o", file}), HasSubstr("none of slurm"));
  for (const char* shards : {"0", "9", "four", "-1"})
    EXPECT_THAT(problem({"--submit", "slurm", "-o", file, std::string("--shards=") + shards}),
                HasSubstr("is not a whole number from 1 to 8"));
  EXPECT_THAT(problem({"--submit", "slurm", "-o", file, "--resume", file}), HasSubstr("--resume"));
  EXPECT_THAT(problem({"--shards", "4", "--dry-run", "--partition", "p", "--time", "1", "--sbatch=-A x"}),
              AllOf(HasSubstr("--shards"), HasSubstr("--dry-run"), HasSubstr("--partition"), HasSubstr("--time"),
                    HasSubstr("--sbatch"), HasSubstr("add --submit slurm")));
  EXPECT_THAT(run_words({"run", kScenario, "--submit", "slurm", "-o", file, "-o", folder.path("x.svg")}).err,
              HasSubstr("writes one file"));
}

TEST(Submit, RefusesAFolderOfAnotherQuestion) {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder.path("s.csv.shards"));
  folder.write("s.csv.shards/jobs.json",
               R"({"version": 1, "fingerprint": "00", "shards": 4, "array_job": "1", "merge_job": "2"})");
  EXPECT_THAT(swept({"--submit", "slurm", "-o", folder.path("s.csv")}).err,
              HasSubstr("holds shards of another question"));
  folder.write("s.csv.shards/jobs.json", "{}");
  EXPECT_THAT(swept({"--submit", "slurm", "-o", folder.path("s.csv")}).err, HasSubstr("is damaged"));
}

// A part is written or not; what it exceeds, and whether anything can run, tells the whole.
TEST(SweepShard, ExitsWithTheCodeOfItsFile) {
  const ScratchFolder folder;
  EXPECT_EQ(swept({"--fail-if", "days>1", "--shard", "1/1", "-o", folder.path("a.jsonl")}).code, kOk);
  EXPECT_EQ(run_words({"merge", folder.path("a.jsonl")}).code, kGateExceeded);
}

}  // namespace submit_test
}  // namespace fmplan::cli
