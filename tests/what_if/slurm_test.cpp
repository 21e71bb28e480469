#include "core/what_if/slurm.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fmplan::what_if {
namespace slurm_test {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

SlurmJobs eight() {
  return {.name = "sweep",
          .shard_words = {"/opt/fmplan", "sweep", "a b.json", "--where", "days<=60 and not cost>3M"},
          .merge_words = {"/opt/fmplan", "merge", "-o", "/home/x/s.csv"},
          .folder = "/home/x/s.csv.shards",
          .working_folder = "/home/x",
          .num_shards = 8,
          .shards = {1, 2, 3, 4, 5, 6, 7, 8}};
}

TEST(ArrayText, IsWrittenAsSbatchHasIt) {
  EXPECT_EQ(array_text({1, 2, 3, 7, 9, 10}), "1-3,7,9-10");
  EXPECT_EQ(array_text({4}), "4");
}

TEST(ArrayScript, DoesOnePartATask) {
  const std::string script = array_script(eight());
  EXPECT_THAT(script, testing::StartsWith("#!/bin/bash\n#SBATCH --job-name=fmplan-sweep\n"));
  for (const char* line : {"#SBATCH --array=1-8\n", "#SBATCH --requeue\n", "#SBATCH --open-mode=append\n",
                           "#SBATCH --chdir=\"/home/x\"\n", "#SBATCH --output=\"/home/x/s.csv.shards/shard-%a.log\"\n"})
    EXPECT_THAT(script, HasSubstr(line));
  EXPECT_THAT(script, EndsWith("exec /opt/fmplan sweep 'a b.json' --where 'days<=60 and not cost>3M' --quiet --jobs "
                               "\"${SLURM_CPUS_PER_TASK:-1}\" \\\n  --shard \"$SLURM_ARRAY_TASK_ID\"/8 -o "
                               "/home/x/s.csv.shards/shard-\"$SLURM_ARRAY_TASK_ID\".jsonl\n"));
  EXPECT_THAT(script, Not(HasSubstr("--partition")));
}

TEST(ArrayScript, GoesOnWithAPartThatWasStopped) {
  SlurmJobs jobs = eight();
  jobs.can_resume = true;
  jobs.shards = {3};
  EXPECT_THAT(array_script(jobs), HasSubstr("[ -e \"$part\" ] && output=--resume\n"));
  EXPECT_THAT(array_script(jobs), HasSubstr("--array=3\n"));
}

// Lines of one's own stand before those that the parts depend on: of two the last holds.
TEST(Scripts, CarryWhatTheClusterAsksFor) {
  SlurmJobs jobs = eight();
  jobs.partition = "cpu";
  jobs.time = "1:00:00";
  jobs.sbatch = {"--account=physics", "--open-mode=truncate"};
  jobs.folder = "/home/50%/s.shards";
  for (const std::string& script : {array_script(jobs), merge_script(jobs)}) {
    for (const char* line : {"--partition=cpu\n", "--time=1:00:00\n", "--account=physics\n", "/home/50%%/s.shards/"})
      EXPECT_THAT(script, HasSubstr(line));
    EXPECT_LT(script.find("--open-mode=truncate"), script.find("--open-mode=append"));
  }
}

TEST(MergeScript, MergesWhatThereIsAndLeavesItsExitCode) {
  const std::string script = merge_script(eight());
  EXPECT_THAT(script, HasSubstr("/opt/fmplan merge -o /home/x/s.csv --jobs \"${SLURM_CPUS_PER_TASK:-1}\" "
                                "/home/x/s.csv.shards/shard-*.jsonl\n"));
  EXPECT_THAT(script, HasSubstr("mv /home/x/s.csv.shards/merge.code.new /home/x/s.csv.shards/merge.code\n"));
}

}  // namespace slurm_test
}  // namespace fmplan::what_if
