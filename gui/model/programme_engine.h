#pragma once

/// @file
/// Answers about programmes away from the window's thread.

#include <cstdint>
#include <memory>
#include <vector>

#include <QObject>
#include <QThreadPool>

#include "core/answer/document.h"
#include "core/base/issue.h"
#include "core/catalog/catalog.h"
#include "core/picture/gantt.h"
#include "core/programme/programme_answer.h"
#include "gui/model/answer_engine.h"

namespace fmplan::gui {

/// What `fmplan programme` answers.
struct ProgrammeResult {
  quint64 ticket = 0;
  Question question;
  bool planned = false;  ///< with the exact solver where there is one, and what would help, as the command line has it
  programme::ProgrammeAnswer answer;
  answer::Document document;
  picture::Gantt gantt;
  qint64 milliseconds = 0;  ///< that it took
};
using ProgrammeResultPtr = std::shared_ptr<const ProgrammeResult>;

/// Answers the latest question about a programme: at once with few trials, then with more; planned() only when it is
/// asked for.  Signals come in the thread of the engine, and only of what was asked last.
class ProgrammeEngine : public QObject {
  Q_OBJECT

 public:
  struct Options {
    /// Trials of each answer (chosen: the first comes while somebody types, the last is what the command line has).
    std::vector<std::int64_t> trials{200, 1'000};
    int threads = 0;  ///< 0: one for each processor
  };

  ProgrammeEngine(std::shared_ptr<const catalog::Catalog> catalog, Options options, QObject* parent = nullptr);
  ~ProgrammeEngine() override;

  const catalog::Catalog& catalog() const { return *catalog_; }
  std::shared_ptr<const catalog::Catalog> sharedCatalog() const { return catalog_; }

  /// Asks; returns the ticket that its answers carry.
  quint64 ask(Question question);
  /// The latest question, with a placement that is proved where that can be and with what would help.
  void plan();
  /// Ends what is under way; what was answered stays.
  void cancel();
  /// Tells the latest answer, or why there is none, once more: to who listens from now on.
  void tellAgain();
  /// Whether asking and cancelling are passed over: who listens anew is told of a document that has not changed.
  void hold(bool held) { held_ = held; }
  /// Whether anything is still to come.
  bool busy() const { return busy_; }

 Q_SIGNALS:
  void answered(fmplan::gui::ProgrammeResultPtr result);
  void refused(quint64 ticket, fmplan::Issues issues);
  /// What is done now, and how much of it.
  void progressed(const QString& stage, qint64 done, qint64 total);
  void idle();

 private:
  class Job;
  enum class Kind { kQuick, kPlanned };

  void start(std::int64_t trials, Kind kind);
  /// In a thread of the pool.
  void answerNow(const std::shared_ptr<Job>& job, const Question& question, const programme::StudyOptions& options,
                 Kind kind);
  void finish();

  std::shared_ptr<const catalog::Catalog> catalog_;
  Options options_;
  Question question_;
  std::shared_ptr<programme::DurationMemo> known_;  ///< what runs take, of programmes in the same folder
  std::shared_ptr<Job> job_;
  quint64 ticket_ = 0;
  bool busy_ = false, held_ = false;
  ProgrammeResultPtr told_;  ///< the latest
  Issues told_issues_;       ///< of the latest question, where it was refused
  QThreadPool pool_;         ///< last: it waits for what still runs
};

}  // namespace fmplan::gui
