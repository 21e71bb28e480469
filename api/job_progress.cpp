#include "api/job_progress.h"

#include <algorithm>
#include <utility>

namespace fmplan::api {
namespace {

/// Chosen: each writing waits for the disk, some milliseconds, and nobody reads faster.
constexpr std::chrono::milliseconds kBetweenWrites{500};
constexpr std::size_t kMostRowBytes = 64u << 10;  // chosen: held in memory for each thread

}  // namespace

std::optional<double> seconds_left(double elapsed_s, std::int64_t done_before, std::int64_t done, std::int64_t total) {
  if (done <= done_before || done > total || elapsed_s <= 0) return std::nullopt;
  return elapsed_s * static_cast<double>(total - done) / static_cast<double>(done - done_before);
}

JobProgress::JobProgress(std::shared_ptr<JobStoreAccess> store, const ClaimedJob& job)
    : store_(std::move(store)), claim_(job.claim), owner_(job.job.owner), start_(Clock::now()), written_(start_) {}

void JobProgress::report(std::int64_t done, std::int64_t total) {
  const std::scoped_lock lock(mutex_);
  const Clock::time_point now = Clock::now();
  // Another piece of the work begins.
  if (total != total_ || done < done_) {
    start_ = now;
    done_before_ = done;
  }
  done_ = done;
  total_ = total;
  if (now - written_ < kBetweenWrites) return;
  write_rows();
  const double share = total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 0;
  const std::chrono::duration<double> elapsed = now - start_;
  try {
    store_->with([&](JobStore& store) {
      return store.set_progress(claim_, share, seconds_left(elapsed.count(), done_before_, done, total));
    });
  } catch (const JobStoreError&) {
    // Only told, not kept: the next report says more, and hours of work do not end for it.
  }
}

bool JobProgress::stopped() const {
  const bool stop = stop_;
  if (stop) told_ = true;
  return stop;
}

void JobProgress::add_row(std::string row) {
  const std::scoped_lock lock(mutex_);
  row_bytes_ += row.size() + 1;
  rows_.push_back(std::move(row));
  if (row_bytes_ >= kMostRowBytes || Clock::now() - written_ >= kBetweenWrites) write_rows();
}

std::int64_t JobProgress::keep_rows() {
  const auto kept = store_->with([&](JobStore& store) { return store.keep_rows(claim_); });
  if (!kept) throw JobStopped();
  return *kept;
}

RowPage JobProgress::kept_rows(std::int64_t from, std::size_t max_bytes) {
  auto page = store_->with([&](JobStore& store) { return store.rows(owner_, claim_.id, from, max_bytes); });
  if (!page) throw JobStopped();
  return *std::move(page);
}

void JobProgress::flush() {
  const std::scoped_lock lock(mutex_);
  write_rows();
}

void JobProgress::write_rows() {
  written_ = Clock::now();
  if (rows_.empty()) return;
  const std::vector<std::string> rows = std::exchange(rows_, {});
  row_bytes_ = 0;
  if (!store_->with([&](JobStore& store) { return store.append_rows(claim_, rows); })) throw JobStopped();
}

}  // namespace fmplan::api
