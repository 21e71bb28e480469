#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/command.h"

namespace fmplan::cli {

struct Command;

/// `--submit slurm` and what goes with it, as typed.
struct SubmitArguments {
  std::string scheduler;  ///< empty: the question is answered here
  std::string shards, partition, time;
  std::vector<std::string> sbatch;
  bool dry_run = false;

  bool is_asked() const { return !scheduler.empty(); }
};
void add_submit_options(Command& command, SubmitArguments& arguments);
/// @throws InputError for options that go with --submit alone, where that is not asked for.
void check_submit(const SubmitArguments& arguments);

/// A question for a cluster, read and found to be right.
struct Submission {
  std::string command;      ///< "sweep"
  std::string fingerprint;  ///< that its parts have
  std::int64_t num_items = 0;
  std::string items;                         ///< "points"
  std::int64_t most_shards = 0;              ///< more would have nothing to do
  bool can_resume = false;                   ///< parts that were stopped
  std::vector<std::string> files{};          ///< that are read, none of them stdin
  std::vector<std::string> merge_options{};  ///< of the command's that merge takes, not its parts
  std::vector<std::string> instead{};  ///< an option and its value, which parts are given whatever was typed of it
};

/// Submits the parts and a job that merges them into `options.output`, and watches until that is there; parts that
/// there are, and jobs that run, are taken up.  Interrupted, the jobs go on.  With --dry-run prints the scripts.
/// @throws InputError
int submit(const SubmitArguments& arguments, const Submission& submission, const Options& options);

}  // namespace fmplan::cli
