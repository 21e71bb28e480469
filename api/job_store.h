#pragma once

/// @file
/// Jobs in a file: none is lost and none has two answers, whenever the process is killed
/// (docs/decisions/0024-jobs-in-one-file.md).

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "api/job.h"
#include "api/job_file.h"
#include "api/job_id.h"

namespace fmplan::api {

/// What is handed in.
struct JobRequest {
  std::string kind;
  std::string question;  ///< canonical: two that ask the same are the same text
  std::string fingerprint;
  std::string owner;
  std::optional<std::string> idempotency_key{};  ///< the owner's own name for this request
};

/// What became of a request.
struct Submitted {
  JobStatus job;
  bool is_new = true;  ///< false: the same was handed in with the same key before
};
struct IdempotencyConflict {
  std::string earlier;  ///< the job that the owner's key stands for, of another kind or question
};
struct QueueFull {
  std::int64_t num_queued = 0;
};
using Submission = std::variant<Submitted, IdempotencyConflict, QueueFull>;

/// The right to work on a running job.  It ends with the attempt, so that who was given up on cannot write any more.
struct JobClaim {
  std::string id;
  std::int64_t number = 0;
};
struct ClaimedJob {
  Job job;
  JobClaim claim;
};

struct JobPage {
  std::vector<JobStatus> jobs;        ///< the latest first
  std::optional<std::string> cursor;  ///< of the next page; none: this was the last
};
/// Chosen: a page of statuses is then some 50 kB, and 300 kB if all have failed at length.
inline constexpr int kMostJobsListed = 100;

/// What is told to who listens.
struct JobChange {
  std::string id;
  std::int64_t revision = 0;
  JobState state = JobState::kQueued;
  bool cancel_asked = false;
};

struct JobStoreOptions {
  std::int64_t most_queued = 1000;                  ///< chosen: a thousand owners, or one script that ran away
  std::int64_t most_attempts = 3;                   ///< chosen: what ends the process thrice is not tried again
  std::int64_t most_bytes_a_job = 256ll * 1 << 20;  ///< rows and answer; chosen: a million rows of a sweep
  JobIdSource id_source = random_job_id_bits;
};

/// What was found unfinished when the file was opened.
struct Recovery {
  std::int64_t num_queued_again = 0, num_failed = 0, num_cancelled = 0;

  friend bool operator==(const Recovery&, const Recovery&) = default;
};

/// Everything is one transaction each.  Any thread may call anything; writing waits for writing only.  Times come from
/// the caller.  @throws JobStoreError from everything, where the file cannot be read or written; then nothing changed.
///
/// Owners see their own jobs only: to others an id is as if it were nowhere.
class JobStore {
 public:
  /// Opens the file, or makes it.  Jobs that ran when the last process ended are queued again with the rows they have;
  /// the work must hand over the same rows again, which append_rows() checks, or begin behind them.  What was begun
  /// most_attempts times has failed.
  /// @throws InputError for a file that cannot be used (JobFile).
  JobStore(const std::filesystem::path& path, UtcSeconds now, JobStoreOptions options = {});

  const Recovery& recovery() const { return recovery_; }

  /// `listener` is told of every change after it is in the file, in no certain order between threads (revisions tell),
  /// by the thread that made it.  It must not call the store.  When this returns, the one before is told nothing any
  /// more.
  void on_change(std::function<void(const JobChange&)> listener);

  /// @name What owners ask for
  /// @{
  Submission submit(const JobRequest& request, UtcSeconds now);
  std::optional<Job> get(std::string_view owner, std::string_view id) const;
  std::optional<JobStatus> status(std::string_view owner, std::string_view id) const;
  /// The owner's jobs, latest first: `limit` of them, behind those that came with `cursor`.  Jobs that come or go
  /// meanwhile neither shift nor double others.  @throws InputError for a cursor that is none, and unless 1 <= limit <=
  /// kMostJobsListed.
  JobPage list(std::string_view owner, const std::optional<std::string>& cursor, int limit) const;
  /// A queued job is cancelled at once; one that runs is asked to stop; one that has ended stays as it is.
  std::optional<JobStatus> cancel(std::string_view owner, std::string_view id, UtcSeconds now);
  /// Whole rows from the `from`th on (counted from 0), in `max_bytes` together, yet one at least where there is one.
  std::optional<RowPage> rows(std::string_view owner, std::string_view id, std::int64_t from,
                              std::size_t max_bytes) const;
  /// The bytes of the answer from `offset` on, at most `max_bytes`; none at its end, or while it is not there.
  std::optional<std::string> result(std::string_view owner, std::string_view id, std::int64_t offset,
                                    std::size_t max_bytes) const;
  /// @}

  /// @name What the runner asks for.  Those with a claim return false where it holds no longer, and have changed
  /// nothing.
  /// @{
  /// The job that waits longest, now running.
  std::optional<ClaimedJob> claim_next(UtcSeconds now);
  bool set_progress(const JobClaim& claim, double progress, std::optional<double> seconds_left);
  /// Adds rows at the end, in order.  Those that an earlier attempt handed over already are compared and not added.
  /// @throws JobStoreError where they differ, where one has a line feed, and beyond most_bytes_a_job.
  bool append_rows(const JobClaim& claim, const std::vector<std::string>& rows);
  /// How many rows earlier attempts handed over; they now count as handed over by this one too.
  std::optional<std::int64_t> keep_rows(const JobClaim& claim);
  /// Done, with this answer; but cancelled, without it, if that was asked meanwhile, since work that was told to stop
  /// may return a part.  @throws JobStoreError where an earlier attempt handed over more rows, and beyond
  /// most_bytes_a_job.
  bool finish(const JobClaim& claim, std::string_view result, UtcSeconds now);
  /// Failed, for this reason; but cancelled if that was asked.
  bool fail(const JobClaim& claim, std::string_view problem, UtcSeconds now);
  /// The work stopped before its end because it was told to: cancelled if that was asked, else queued again where it
  /// was, and the attempt does not count.  Rows stay.
  bool release(const JobClaim& claim, UtcSeconds now);
  /// @}

  /// Forgets ended jobs with all they have: those that ended more than `max_age` seconds before `now`, and then those
  /// that ended first until the rest has `max_total_bytes` of questions, rows and answers at most.  @returns how many
  std::int64_t expire(UtcSeconds now, std::int64_t max_age, std::int64_t max_total_bytes);

  /// How many jobs are in each state, by JobState.
  std::array<std::int64_t, kJobStateNames.count> counts() const;

 private:
  Recovery recover(UtcSeconds now);
  void tell(const std::optional<JobChange>& change) const;
  bool end(const JobClaim& claim, JobState state, std::string_view text, UtcSeconds now);

  JobStoreOptions options_;
  mutable JobFile file_;
  std::mutex writing_;          ///< for file_.writer()
  mutable std::mutex reading_;  ///< for file_.reader()
  mutable std::mutex telling_;  ///< for listener_
  std::function<void(const JobChange&)> listener_;
  Recovery recovery_;
};

}  // namespace fmplan::api
