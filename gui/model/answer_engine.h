#pragma once

/// @file
/// Answers away from the window's thread: closed form first, then the run simulated in steps of more and more trials.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <variant>
#include <vector>

#include <QObject>
#include <QThreadPool>

#include <nlohmann/json.hpp>

#include "core/answer/document.h"
#include "core/answer/drawn_step.h"
#include "core/base/issue.h"
#include "core/catalog/catalog.h"
#include "core/plan/outlook.h"
#include "core/plan/report.h"
#include "core/plan/run_study.h"

namespace fmplan::gui {

/// The random seed, as the command line has it where --seed is left out.
inline constexpr std::uint64_t kSeed = 1;

/// What is asked about.
struct Question {
  nlohmann::json document;
  std::filesystem::path folder = ".";
};

/// What `fmplan plan` answers.
struct PlanAnswer {
  quint64 ticket = 0;
  bool whole = true;  ///< false: what stands beside the plan, its outlook, is still to come
  Question question;
  plan::Report report;
  plan::Outlook outlook;
  answer::Document document;
  qint64 milliseconds = 0;  ///< that it took
};

/// What `fmplan run --trials N` answers.
struct RunAnswer {
  quint64 ticket = 0;
  std::int64_t trials = 0;
  bool last = false;  ///< no more trials follow
  plan::RunStudy study;
  answer::Document document;
};

/// What `fmplan trace -o FILE.svg` draws and answers.
struct StepAnswer {
  quint64 ticket = 0;
  std::variant<answer::DrawnStep, answer::StepNotDrawn> step;
};

/// What `fmplan plan --explain KEY` answers.
struct Explanation {
  QString key;
  answer::Document document;
};

using PlanAnswerPtr = std::shared_ptr<const PlanAnswer>;
using RunAnswerPtr = std::shared_ptr<const RunAnswer>;
using StepAnswerPtr = std::shared_ptr<const StepAnswer>;
using ExplanationPtr = std::shared_ptr<const Explanation>;

/// Answers the latest question.  Signals come in the thread of the engine, and only of the question that was asked
/// last: what was under way for an earlier one is stopped, and what it still answers is dropped.
class AnswerEngine : public QObject {
  Q_OBJECT

 public:
  struct Options {
    /// Trials of each simulation, which begins anew: the bands narrow as they come (chosen: the first is there in a
    /// tenth of a second, the last tells P10 and P90 of the bundled scenarios to within a day).
    std::vector<std::int64_t> trials{200, 1'000, 5'000};
    int threads = 0;  ///< of a simulation; 0: one for each processor
    /// Passes of a step that is drawn (chosen: a picture within half a second; the bundled scenarios have a tenth).
    std::int64_t most_passes = 100'000;
  };

  AnswerEngine(std::shared_ptr<const catalog::Catalog> catalog, Options options, QObject* parent = nullptr);
  explicit AnswerEngine(std::shared_ptr<const catalog::Catalog> catalog, QObject* parent = nullptr)
      : AnswerEngine(std::move(catalog), Options{}, parent) {}
  ~AnswerEngine() override;

  const catalog::Catalog& catalog() const { return *catalog_; }

  /// Asks; returns the ticket that its answers carry.
  quint64 ask(Question question);
  /// Ends the simulation; what was shown of it stays.
  void cancel();
  /// Explains a figure of an answer, beside whatever else is under way.
  void explain(PlanAnswerPtr answer, const QString& key);
  /// Tells the latest answer, or why there is none, once more: to who listens from now on.
  void tellAgain();
  /// Whether asking and cancelling are passed over: who listens anew is told of a document that has not changed.
  void hold(bool held) { held_ = held; }
  /// Whether anything is still to come.
  bool busy() const { return busy_; }

 Q_SIGNALS:
  /// Where what stands beside a plan takes long, twice: at first without it.
  void answered(PlanAnswerPtr answer);
  void refused(quint64 ticket, Issues issues);
  void simulated(RunAnswerPtr answer);
  /// A step's schedule, while the run is simulated.
  void drawn(StepAnswerPtr answer);
  /// Trials done of those that are simulated now, what would help most among them.
  void progressed(qint64 done, qint64 total, qint64 trials);
  void idle();
  void explained(ExplanationPtr explanation);

 private:
  class Job;

  // In a thread of the pool: they read catalogue and options alone.
  void answerNow(const std::shared_ptr<Job>& job, const Question& question);
  void simulateNow(const std::shared_ptr<Job>& job, const PlanAnswerPtr& plan, std::size_t step);
  void drawNow(const std::shared_ptr<Job>& job, const PlanAnswerPtr& plan);

  /// What follows an answer: its step is drawn beside the simulation.
  void startParts(const PlanAnswerPtr& plan);
  void endPart();
  void startSimulation(const PlanAnswerPtr& plan, std::size_t step);
  /// Runs `then` in the engine's thread if the job's question is still the latest.
  template <class Then>
  void deliver(const std::shared_ptr<Job>& job, Then then);
  void finish();

  std::shared_ptr<const catalog::Catalog> catalog_;
  Options options_;
  std::shared_ptr<Job> job_;  ///< of the latest question
  quint64 ticket_ = 0;
  bool busy_ = false, held_ = false;
  PlanAnswerPtr told_plan_;  ///< the latest
  RunAnswerPtr told_run_;
  StepAnswerPtr told_step_;
  Issues told_issues_;  ///< of the latest question, where it was refused
  QThreadPool pool_;    ///< last: it waits for what still runs
};

}  // namespace fmplan::gui
