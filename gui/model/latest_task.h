#pragma once

#include <functional>
#include <memory>
#include <utility>

#include <QObject>
#include <QThreadPool>

#include "gui/model/engine_job.h"

namespace fmplan::gui {

/// Work away from the thread that asks for it, one piece at a time.  Of pieces that are asked for while one is under
/// way only the last is begun; what was overtaken is stopped, and not heard of.
class LatestTask : public QObject {
  Q_OBJECT

 public:
  /// Runs in a thread of its own; what it returns runs in the thread of this object.  It throws nothing.
  using Work = std::function<std::function<void()>(EngineJob& job)>;

  explicit LatestTask(QObject* parent = nullptr) : QObject(parent) { pool_.setMaxThreadCount(1); }
  ~LatestTask() override {
    if (job_) job_->stop();
    pool_.waitForDone();
  }

  void ask(Work work) {
    next_ = std::move(work);
    if (job_)
      job_->stop();
    else
      begin();
  }
  /// Ends what is under way; what it has is told.
  void cancel() {
    if (job_) job_->stop();
  }
  bool busy() const { return job_ != nullptr; }

 Q_SIGNALS:
  void progressed(qint64 done, qint64 total);
  void idle();

 private:
  void begin() {
    job_ = std::make_shared<EngineJob>(*this, [this](qint64 done, qint64 total) {
      if (job_) Q_EMIT progressed(done, total);
    });
    pool_.start([this, job = job_, work = std::exchange(next_, nullptr)] {
      QMetaObject::invokeMethod(
          this,
          [this, then = work(*job)] {
            job_ = nullptr;
            if (next_) return begin();
            then();
            Q_EMIT idle();
          },
          Qt::QueuedConnection);
    });
  }

  Work next_;
  std::shared_ptr<EngineJob> job_;  ///< under way; null: nothing is
  QThreadPool pool_;
};

}  // namespace fmplan::gui
