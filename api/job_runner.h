#pragma once

/// @file
/// Threads that work off the jobs of a store.

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "api/job.h"
#include "api/job_progress.h"
#include "api/job_store.h"

namespace fmplan::api {

/// Answers a job: the same question gives the same bytes and the same rows, whenever and however often it is asked.
/// What it throws is why the job failed; @throws JobStopped where it was told to stop and a part is no answer.  Several
/// threads call it at once.
using JobWork = std::function<std::string(const Job&, JobProgress&)>;

struct JobRunnerOptions {
  int num_threads = 1;
  std::function<UtcSeconds()> clock;         ///< any thread asks it
  std::optional<std::string> fingerprint{};  ///< of the catalogue in force: jobs asked of another one fail and say so
  std::function<void(const std::string&)> log{};  ///< told, in a sentence, what went wrong beside the work of a job
};

/// Chosen: what service managers wait for at least between asking to end and ending.
inline constexpr std::chrono::milliseconds kStopLimit{5000};

/// One for each store.  One thread makes, stops and ends it; any may wait.
class JobRunner {
 public:
  /// Begins at once.  The store must outlive this.  @throws std::system_error where no thread can be had.
  JobRunner(JobStore& store, JobWork work, JobRunnerOptions options);
  /// As stop().
  ~JobRunner();
  JobRunner(const JobRunner&) = delete;
  JobRunner& operator=(const JobRunner&) = delete;

  /// Begins no job any more and tells those that run to stop; they are queued again with the rows they have, and no
  /// attempt is counted.  Ends every wait_for_change().  After `limit` what still runs is given up: its job is queued
  /// again and what it does later changes nothing.
  /// @returns whether all work has ended.  If not, its threads still run what they were given, so the process must end
  /// (std::quick_exit) without destroying what the work uses; the store may be closed.
  bool stop(std::chrono::milliseconds limit = kStopLimit);

  /// The job as soon as its revision is above `since`, which may be at once, or as it is after `timeout` or once the
  /// runner stops; at once, too, where it has ended and nothing more will change.  None if the owner has no such job.
  std::optional<JobStatus> wait_for_change(std::string_view owner, const std::string& id, std::int64_t since,
                                           std::chrono::milliseconds timeout);

 private:
  struct Shared;
  static void run_jobs(const std::shared_ptr<Shared>& shared);

  JobStore* store_;
  std::shared_ptr<Shared> shared_;  ///< with threads, which may outlive this
  std::vector<std::thread> threads_;
  std::optional<bool> stopped_;  ///< what stop() returned
};

}  // namespace fmplan::api
