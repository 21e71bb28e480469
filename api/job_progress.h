#pragma once

/// @file
/// How the work of a job tells how far it is and is told to stop.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <vector>

#include "api/job_store.h"
#include "core/base/job.h"

namespace fmplan::api {

/// The store as long as it may be written to: work that does not stop in time loses it, so that the store can be closed
/// while that work still runs.
class JobStoreAccess {
 public:
  explicit JobStoreAccess(JobStore& store) : store_(&store) {}

  /// What `call` of the store gives.  @throws JobStopped once it was taken away.
  template <class Call>
  auto with(const Call& call) {
    const std::shared_lock lock(mutex_);
    if (!store_) throw JobStopped();
    return call(*store_);
  }
  /// Waits for calls that are under way.
  void take_away() {
    const std::unique_lock lock(mutex_);
    store_ = nullptr;
  }

 private:
  std::shared_mutex mutex_;
  JobStore* store_;
};

/// Of a rate that stays as it was since `done_before` were done, `elapsed_s` ago: how long the rest takes.  None where
/// nothing can be told yet.
std::optional<double> seconds_left(double elapsed_s, std::int64_t done_before, std::int64_t done, std::int64_t total);

/// One attempt at a job, as its work sees it: a watcher for `Watch`, which also takes finished rows.  Any thread may
/// call anything.
///
/// What is told is written at most twice a second, rows also when there are 64 KiB of them; so the last rows of work
/// that neither reports nor adds may wait for its end.
class JobProgress final : public JobWatcher {
 public:
  JobProgress(std::shared_ptr<JobStoreAccess> store, const ClaimedJob& job);

  /// @throws JobStoreError if rows cannot be kept (add_row()), JobStopped if the job is no longer this attempt's.
  void report(std::int64_t done, std::int64_t total) override;
  bool stopped() const override;

  /// One whole row more, in the order of the answer; without a line feed.  An attempt gives the rows that an attempt
  /// before it gave, or begins behind them (keep_rows()).  @throws as report().
  void add_row(std::string row);
  /// How many rows attempts before this one gave.  The work says by it that it goes on behind them.  @pre no row was
  /// added.
  std::int64_t keep_rows();
  /// The rows that are kept, as JobStore::rows() gives them.
  RowPage kept_rows(std::int64_t from, std::size_t max_bytes);

  /// @name For the runner
  /// @{
  void ask_to_stop() { stop_ = true; }
  /// Whether the work has seen that it is to stop: then what it returns may be a part.
  bool was_told() const { return told_; }
  /// Writes rows that wait.  @throws as report().
  void flush();
  /// @}

 private:
  using Clock = std::chrono::steady_clock;

  /// @pre mutex_ is held.
  void write_rows();

  std::shared_ptr<JobStoreAccess> store_;
  JobClaim claim_;
  std::string owner_;
  std::atomic<bool> stop_ = false;
  mutable std::atomic<bool> told_ = false;

  std::mutex mutex_;  ///< for all below
  std::vector<std::string> rows_;
  std::size_t row_bytes_ = 0;
  std::int64_t done_ = 0, total_ = 0;
  std::int64_t done_before_ = 0;  ///< when this piece of the work was first told of
  Clock::time_point start_, written_;
};

}  // namespace fmplan::api
