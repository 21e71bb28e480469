#pragma once

/// @file
/// How far a long piece of work is, and whether it is still wanted.

#include <cstdint>
#include <exception>
#include <mutex>

namespace fmplan {

/// Who watches: a line on a terminal, a server's job, a window.
class JobWatcher {
 public:
  virtual ~JobWatcher() = default;

  /// `done` of `total`; one call at a time, but from any thread.
  virtual void report(std::int64_t done, std::int64_t total) = 0;
  /// Whether to end early and keep what is there.  Asked often, from any thread.
  virtual bool stopped() const = 0;
};

/// The last argument of whatever takes long: whom to tell how far it is, and whom to ask whether to go on.  By default
/// nobody.
class Watch {
 public:
  Watch() = default;
  Watch(JobWatcher& watcher) : watcher_(&watcher) {}

  void report(std::int64_t done, std::int64_t total) const {
    if (watcher_) watcher_->report(before_ + done, whole_ > 0 ? whole_ : before_ + total);
  }
  bool stopped() const { return watcher_ && watcher_->stopped(); }

  /// For a part of this job: what it has done is told on top of `before`, of `whole`.
  Watch part(std::int64_t before, std::int64_t whole) const {
    Watch watch = *this;
    watch.before_ = before_ + before;
    watch.whole_ = whole_ > 0 ? whole_ : before_ + whole;
    return watch;
  }

 private:
  JobWatcher* watcher_ = nullptr;
  std::int64_t before_ = 0, whole_ = 0;  ///< whole_ 0: what is reported is the whole
};

/// Work done by several threads, told as one count that never falls.
class JobCount {
 public:
  JobCount(const Watch& watch, std::int64_t total) : watch_(watch), total_(total) {}

  void add(std::int64_t done) {
    const std::scoped_lock lock(mutex_);
    watch_.report(done_ += done, total_);
  }

 private:
  Watch watch_;
  std::int64_t total_;
  std::mutex mutex_;
  std::int64_t done_ = 0;
};

/// Thrown by a stopped piece of work of which a part is no answer.
struct JobStopped : std::exception {
  const char* what() const noexcept override { return "stopped before the end"; }
};

}  // namespace fmplan
