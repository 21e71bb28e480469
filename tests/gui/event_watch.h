#pragma once

/// @file
/// How long each event holds the loop of a window's thread.

#include <ctime>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <QApplication>
#include <QElapsedTimer>
#include <QMetaEnum>

namespace fmplan::gui {

/// An event that was handled, with those that it sent meanwhile.
struct HeldEvent {
  double elapsed = 0;    ///< milliseconds
  double processor = 0;  ///< milliseconds of the thread's own work: what else the machine does is not in it
  const char* receiver = "";
  QEvent::Type type = QEvent::None;

  QString words() const {
    const char* name = QMetaEnum::fromType<QEvent::Type>().valueToKey(type);
    return QStringLiteral("%1 ms (%2 ms elapsed) %3 of %4")
        .arg(processor, 0, 'f', 1)
        .arg(elapsed, 0, 'f', 1)
        .arg(name ? QLatin1String(name) : QLatin1String("event"), QLatin1String(receiver));
  }
};

/// An application that times every event which comes from the loop or from a test, in the thread of the windows.
class WatchedApplication : public QApplication {
 public:
  using QApplication::QApplication;

  bool notify(QObject* receiver, QEvent* event) override {
    if (depth_ > 0 || receiver->thread() != thread()) return QApplication::notify(receiver, event);
    HeldEvent held{.receiver = receiver->metaObject()->className(), .type = event->type()};
    QElapsedTimer clock;
    clock.start();
    const double before = processorTime();
    ++depth_;
    const bool accepted = QApplication::notify(receiver, event);
    --depth_;
    held.processor = processorTime() - before;
    constexpr double kNanoseconds = 1e6;  // of a millisecond
    held.elapsed = static_cast<double>(clock.nsecsElapsed()) / kNanoseconds;
    events_.push_back(held);
    return accepted;
  }

  /// Those since it was last asked.
  std::vector<HeldEvent> take() { return std::exchange(events_, {}); }

 private:
  static double processorTime() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
  }

  int depth_ = 0;
  std::vector<HeldEvent> events_;
};

}  // namespace fmplan::gui
