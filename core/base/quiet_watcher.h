#pragma once

#include <cstdint>

#include "core/base/job.h"

namespace fmplan {

/// For a part of a job whose progress is told as a whole: passes on that the job is to end, and tells nothing.
class QuietWatcher final : public JobWatcher {
 public:
  explicit QuietWatcher(const Watch& job) : job_(job) {}

  void report(std::int64_t, std::int64_t) override {}
  bool stopped() const override { return job_.stopped(); }

 private:
  Watch job_;
};

}  // namespace fmplan
