#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/job.h"

namespace fmplan {

/// Keeps what is reported, and says stop once `stop_at` is done.
class RecordingWatcher final : public JobWatcher {
 public:
  explicit RecordingWatcher(std::int64_t stop_at = INT64_MAX) : stop_at_(stop_at) {}

  void report(std::int64_t done, std::int64_t total) override {
    reports.emplace_back(done, total);
    if (done >= stop_at_) stopped_ = true;
  }
  bool stopped() const override { return stopped_; }

  bool never_fell() const { return std::ranges::is_sorted(reports, {}, &std::pair<std::int64_t, std::int64_t>::first); }

  std::vector<std::pair<std::int64_t, std::int64_t>> reports;  ///< done and total

 private:
  std::int64_t stop_at_;
  std::atomic<bool> stopped_ = false;
};

}  // namespace fmplan
