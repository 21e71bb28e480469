#pragma once

/// @file
/// A piece of work of an engine's thread pool: whether it is still wanted, how far it is, what was wrong with it.

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <utility>

#include <QElapsedTimer>
#include <QObject>

#include "core/base/issue.h"
#include "core/base/job.h"

namespace fmplan::gui {

class EngineJob : public JobWatcher {
 public:
  /// In the thread of the receiver, some 25 times a second at the most.
  using Told = std::function<void(qint64 done, qint64 total)>;

  EngineJob(QObject& receiver, Told told) : receiver_(receiver), told_(std::move(told)) { shown_.start(); }

  void stop() { stopped_ = true; }
  bool stopped() const override { return stopped_; }

  void report(std::int64_t done, std::int64_t total) override {
    // One call at a time, so the clock needs no lock.
    constexpr qint64 kBetween = 40;  // milliseconds, chosen: 25 a second look smooth
    if (shown_.elapsed() < kBetween && done < total) return;
    shown_.restart();
    QMetaObject::invokeMethod(
        &receiver_, [told = told_, done, total] { told(done, total); }, Qt::QueuedConnection);
  }

 private:
  QObject& receiver_;
  Told told_;
  QElapsedTimer shown_;
  std::atomic<bool> stopped_ = false;
};

/// Runs `work`; what is wrong with the question comes back as issues, whatever was thrown.
template <class Work>
Issues issuesOf(const Work& work) {
  try {
    work();
    return {};
  } catch (const InputError& error) {
    return error.issues();
  } catch (const std::exception& error) {
    return {{"", error.what()}};
  }
}

}  // namespace fmplan::gui
