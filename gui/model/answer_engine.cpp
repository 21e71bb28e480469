#include "gui/model/answer_engine.h"

#include <algorithm>
#include <utility>

#include "core/answer/explain_document.h"
#include "core/answer/report_document.h"
#include "core/answer/run_document.h"
#include "core/base/parallel.h"
#include "core/plan/evaluate.h"
#include "core/scenario/scenario_json.h"
#include "gui/model/engine_job.h"
#include "gui/model/texts.h"

namespace fmplan::gui {
namespace {

answer::ReportOrigin originOf(const Question& question, const catalog::Catalog& catalog) {
  return {question.document, catalog.version(), kSeed};
}

}  // namespace

/// A question under way.
class AnswerEngine::Job : public EngineJob {
 public:
  Job(AnswerEngine& engine, quint64 number)
      : EngineJob(engine,
                  [&engine, number](qint64 done, qint64 total) {
                    if (engine.ticket_ == number && engine.busy_)
                      Q_EMIT engine.progressed(done, total, engine.job_->trials);
                  }),
        ticket(number) {}

  const quint64 ticket;
  // Of the engine's thread:
  std::int64_t trials = 0;  ///< of the simulation that runs
  int parts = 0;            ///< that are still to end
};

AnswerEngine::AnswerEngine(std::shared_ptr<const catalog::Catalog> catalog, Options options, QObject* parent)
    : QObject(parent), catalog_(std::move(catalog)), options_(std::move(options)) {
  options_.threads = thread_count(options_.threads);
  // An answer beside a simulation and a picture that have not yet noticed that they are stopped, and an explanation.
  pool_.setMaxThreadCount(4);
  connect(this, &AnswerEngine::answered, this, [this](const PlanAnswerPtr& answer) {
    told_plan_ = answer;
    told_issues_.clear();
  });
  connect(this, &AnswerEngine::simulated, this, [this](const RunAnswerPtr& answer) { told_run_ = answer; });
  connect(this, &AnswerEngine::drawn, this, [this](const StepAnswerPtr& answer) { told_step_ = answer; });
  connect(this, &AnswerEngine::refused, this, [this](quint64, const Issues& issues) { told_issues_ = issues; });
}

AnswerEngine::~AnswerEngine() {
  if (job_) job_->stop();
  pool_.waitForDone();
}

template <class Then>
void AnswerEngine::deliver(const std::shared_ptr<Job>& job, Then then) {
  QMetaObject::invokeMethod(
      this,
      [this, job, then = std::move(then)] {
        if (job_ == job) then();
      },
      Qt::QueuedConnection);
}

quint64 AnswerEngine::ask(Question question) {
  if (held_) return ticket_;
  if (job_) job_->stop();
  job_ = std::make_shared<Job>(*this, ++ticket_);
  busy_ = true;
  pool_.start([this, job = job_, question = std::move(question)] { answerNow(job, question); }, 1);
  return ticket_;
}

void AnswerEngine::tellAgain() {
  const Issues issues = told_issues_;
  if (told_plan_) Q_EMIT answered(told_plan_);
  if (told_plan_ && told_run_ && told_run_->ticket == told_plan_->ticket) Q_EMIT simulated(told_run_);
  if (told_plan_ && told_step_ && told_step_->ticket == told_plan_->ticket) Q_EMIT drawn(told_step_);
  if (!issues.empty()) Q_EMIT refused(ticket_, issues);
  if (!busy_) Q_EMIT idle();
}

void AnswerEngine::cancel() {
  if (!job_ || held_) return;
  job_->stop();
  // Nothing of it is heard any more.
  job_ = std::make_shared<Job>(*this, ticket_);
  finish();
}

void AnswerEngine::finish() {
  if (!std::exchange(busy_, false)) return;
  Q_EMIT idle();
}

void AnswerEngine::answerNow(const std::shared_ptr<Job>& job, const Question& question) {
  // Milliseconds of a plan beyond which it is shown without its outlook at first (chosen): that is four more plans on
  // other numbers of nodes, and somebody who types should see an answer within a tenth of a second.
  constexpr qint64 kQuick = 20;
  if (job->stopped()) return;
  auto answer = std::make_shared<PlanAnswer>();
  Issues issues = issuesOf([&] {
    QElapsedTimer clock;
    clock.start();
    const plan::Scenario scenario = scenario::read_scenario(question.document, *catalog_, question.folder);
    const answer::ReportOrigin origin = originOf(question, *catalog_);
    const auto tell = [&] {
      answer->document = answer::plan_document(answer->report, origin, answer->outlook, answer::PlanView{});
      answer->milliseconds = clock.elapsed();
    };
    answer->ticket = job->ticket;
    answer->question = question;
    answer->report = evaluate(scenario, options_.threads);
    if (job->stopped()) return;
    if (clock.elapsed() > kQuick) {
      answer->whole = false;
      tell();
      deliver(job, [this, first = std::make_shared<PlanAnswer>(*answer)] { Q_EMIT answered(first); });
      answer->whole = true;
    }
    answer->outlook = {neighbours(scenario, answer->report, options_.threads), deciding_assumptions(answer->report)};
    if (job->stopped()) return;
    tell();
  });
  deliver(job, [this, answer, issues = std::move(issues)] {
    if (!issues.empty()) {
      Q_EMIT refused(ticket_, issues);
      return finish();
    }
    Q_EMIT answered(answer);
    startParts(answer);
  });
}

void AnswerEngine::startParts(const PlanAnswerPtr& plan) {
  // Whoever was told the answer may have asked again, or cancelled.
  if (plan->ticket != ticket_ || !busy_) return;
  if (plan->report.phases.empty()) return finish();
  job_->parts = 2;
  pool_.start([this, job = job_, plan] { drawNow(job, plan); });
  startSimulation(plan, 0);
}

void AnswerEngine::endPart() {
  if (--job_->parts == 0) finish();
}

void AnswerEngine::drawNow(const std::shared_ptr<Job>& job, const PlanAnswerPtr& plan) {
  if (job->stopped()) return;
  auto answer = std::make_shared<StepAnswer>();
  answer->ticket = job->ticket;
  try {
    answer->step = answer::drawn_step(plan->report, options_.most_passes, *job);
  } catch (const std::exception& error) {
    answer->step = answer::StepNotDrawn{error.what()};
  }
  if (job->stopped()) return;
  deliver(job, [this, answer] {
    if (!busy_) return;
    Q_EMIT drawn(answer);
    if (answer->ticket == ticket_ && busy_) endPart();
  });
}

void AnswerEngine::startSimulation(const PlanAnswerPtr& plan, std::size_t step) {
  // Whoever was told the answer may have asked again, or cancelled.
  if (plan->ticket != ticket_ || !busy_) return;
  if (step >= options_.trials.size()) return endPart();
  job_->trials = options_.trials[step];
  pool_.start([this, job = job_, plan, step] { simulateNow(job, plan, step); });
}

void AnswerEngine::simulateNow(const std::shared_ptr<Job>& job, const PlanAnswerPtr& plan, std::size_t step) {
  if (job->stopped()) return;
  const bool last = step + 1 == options_.trials.size();
  plan::RunStudyOptions options{.trials = options_.trials[step], .seed = kSeed, .threads = options_.threads};
  // What would help most is asked once, with as many trials as `fmplan run --trials N` gives it.
  options.trials_per_change = last ? std::min(options.trials_per_change, options.trials) : 0;
  auto answer = std::make_shared<RunAnswer>();
  Issues issues = issuesOf([&] {
    const plan::Scenario scenario = scenario::read_scenario(plan->question.document, *catalog_, plan->question.folder);
    answer->ticket = job->ticket;
    answer->trials = options.trials;
    answer->last = last;
    answer->study = study_run(scenario, options, *job);
    if (job->stopped()) return;
    answer->document =
        answer::run_document(answer->study, originOf(plan->question, *catalog_), options.trials, false, false);
  });
  if (job->stopped()) return;
  deliver(job, [this, answer, plan, step, issues = std::move(issues)] {
    if (!issues.empty()) {
      Q_EMIT refused(ticket_, issues);
      return finish();
    }
    Q_EMIT simulated(answer);
    startSimulation(plan, step + 1);
  });
}

void AnswerEngine::explain(PlanAnswerPtr answer, const QString& key) {
  pool_.start(
      [this, answer = std::move(answer), key] {
        auto explanation = std::make_shared<Explanation>();
        explanation->key = key;
        const Issues issues = issuesOf([&] {
          const text::Json json = answer::report_json(answer->report, originOf(answer->question, *catalog_));
          explanation->document =
              answer::explain_document({told(key)}, {answer->report, answer->question.document, *catalog_}, json);
        });
        for (const Issue& issue : issues) explanation->document.warnings.push_back(issue.message);
        QMetaObject::invokeMethod(
            this, [this, explanation] { Q_EMIT explained(explanation); }, Qt::QueuedConnection);
      },
      1);
}

}  // namespace fmplan::gui
