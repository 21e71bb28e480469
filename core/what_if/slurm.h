#pragma once

/// @file
/// A question answered by a cluster under Slurm: the scripts of an array of parts and of the job that merges them.

#include <string>
#include <string_view>
#include <vector>

namespace fmplan::what_if {

/// Parts that Slurm is given, at most: its MaxArraySize is 1,001 unless a cluster raises it [slurm.conf(5)].
inline constexpr int kMostSlurmShards = 1000;

/// What is submitted.  Folders are absolute, and seen by every node of the cluster.
struct SlurmJobs {
  std::string name;                      ///< of the command: "sweep"
  std::vector<std::string> shard_words;  ///< program and arguments, but for --shard, --jobs and -o
  std::vector<std::string> merge_words;  ///< program and arguments, but for the parts
  std::string folder;                    ///< of parts and logs
  std::string working_folder;
  int num_shards = 1;
  std::vector<int> shards;            ///< to be made; ascending
  bool can_resume = false;            ///< a part that was stopped goes on where it ends
  std::string partition{};            ///< empty: the cluster's own
  std::string time{};                 ///< limit of each job; empty: the partition's
  std::vector<std::string> sbatch{};  ///< further lines: "--account=physics"
};

/// A job array with one task for each part.  A task that is preempted, or whose node fails, is queued again.
std::string array_script(const SlurmJobs& jobs);

/// Merges what parts there are, whatever became of the tasks, and leaves its exit code in `merge.code`.
std::string merge_script(const SlurmJobs& jobs);

/// FOLDER/shard-7.jsonl
std::string shard_file(const std::string& folder, int number);

/// "1-3,7", as --array has it.
std::string array_text(const std::vector<int>& ascending);

}  // namespace fmplan::what_if
