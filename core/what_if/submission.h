#pragma once

/// @file
/// A question that is handed to Slurm: its jobs, the folder of its parts, and what becomes of both.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/what_if/slurm.h"

namespace fmplan::what_if {

/// How it is handed over, as typed.
struct SubmitOptions {
  std::string scheduler;  ///< empty: the question is answered here
  std::string shards, partition, time;
  std::vector<std::string> sbatch;
  bool dry_run = false;

  bool is_asked() const { return !scheduler.empty(); }
};
/// @throws InputError for options that go with --submit alone, where that is not asked for.
void check_submit(const SubmitOptions& options);

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
  std::vector<std::vector<std::string>> words{};  ///< as typed: the command, each option with its value, each argument
  std::string output{};                           ///< file of the merged answer
};
/// @throws InputError for what jobs without this terminal cannot do.
void check_submission(const Submission& submission);

/// The jobs of a question: parts are asked with the words that were typed, but for what is the merge's or the jobs'
/// own.
SlurmJobs slurm_jobs(const Submission& submission, const SubmitOptions& options, int num_shards);

/// What was submitted, as the folder of the parts remembers it.
struct Submitted {
  std::string fingerprint;
  int num_shards = 0;
  std::string array, merge;  ///< jobs; empty: none
};

/// None: nothing was.  @throws InputError where the folder is damaged.
std::optional<Submitted> read_submitted(const std::string& folder);

/// The jobs that there are.
std::vector<std::string> job_numbers(const Submitted& submitted);

/// "submitted 16 of 16 shards as job 7, and job 8 that merges them; parts and logs are in FOLDER"
std::string submitted_text(const SlurmJobs& jobs, const Submitted& submitted);

/// The parts in a folder, looked at again and again.
class SubmittedParts {
 public:
  SubmittedParts(std::string folder, std::string fingerprint, int num_shards);

  /// @throws InputError for a part of another question.
  void look();
  int num_done() const;
  std::int64_t items_done(std::int64_t num_items) const;
  std::vector<int> missing() const;

 private:
  struct Seen {
    std::filesystem::file_time_type written{};
    bool done = false;
  };

  void look(int number, Seen& seen) const;

  std::string folder_, fingerprint_;
  std::vector<Seen> shards_;
};

/// How many shards a question of so many items is cut into: as asked for, else as before, else kUsualShards.
/// @param asked  as typed; empty: not given
/// @throws InputError
int num_shards(const std::string& asked, std::int64_t num_items, const std::string& items, std::int64_t most_shards,
               const std::optional<Submitted>& before);
/// Chosen: each of them some minutes of a question that is worth a cluster.
inline constexpr std::int64_t kUsualShards = 16;

/// What the merge ended with, once it has.
std::optional<int> merge_code(const std::string& folder);

/// Submits what is missing and a job that merges all, and remembers both; fills in `jobs.shards`.
void submit_missing(SlurmJobs& jobs, const SubmittedParts& parts, Submitted& submitted);

/// Whether Slurm still has any of the jobs.
bool is_queued(const Submitted& submitted);

enum class SubmissionEnd { kMerged, kGone, kStopped };

/// Looks at the files, and seldom at the queue, until the merge has ended, nothing is left that could end it, or the
/// watch says stop.  `tell` is given the number of tasks that run, after each look.
SubmissionEnd watch_submission(const std::string& folder, const Submitted& submitted, SubmittedParts& parts,
                               const std::function<void(int running)>& tell, const Watch& watch);

}  // namespace fmplan::what_if
