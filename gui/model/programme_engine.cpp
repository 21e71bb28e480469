#include "gui/model/programme_engine.h"

#include <algorithm>
#include <utility>

#include <QElapsedTimer>

#include "core/base/parallel.h"
#include "core/programme/programme_document.h"
#include "core/programme/programme_picture.h"
#include "core/programme/question.h"
#include "gui/model/engine_job.h"
#include "gui/model/spoken.h"

namespace fmplan::gui {

class ProgrammeEngine::Job : public EngineJob {
 public:
  Job(ProgrammeEngine& engine, quint64 number)
      : EngineJob(engine,
                  [&engine, number](qint64 done, qint64 total) {
                    if (engine.ticket_ == number && engine.busy_)
                      Q_EMIT engine.progressed(engine.job_->stage, done, total);
                  }),
        ticket(number) {}

  const quint64 ticket;
  QString stage{};  ///< of the engine's thread
};

ProgrammeEngine::ProgrammeEngine(std::shared_ptr<const catalog::Catalog> catalog, Options options, QObject* parent)
    : QObject(parent),
      catalog_(std::move(catalog)),
      options_(std::move(options)),
      known_(std::make_shared<programme::DurationMemo>()) {
  options_.threads = thread_count(options_.threads);
  // An answer beside one that has not yet noticed that it is stopped.
  pool_.setMaxThreadCount(2);
  connect(this, &ProgrammeEngine::answered, this, [this](const ProgrammeResultPtr& result) {
    told_ = result;
    told_issues_.clear();
  });
  connect(this, &ProgrammeEngine::refused, this, [this](quint64, const Issues& issues) { told_issues_ = issues; });
}

ProgrammeEngine::~ProgrammeEngine() {
  if (job_) job_->stop();
  pool_.waitForDone();
}

quint64 ProgrammeEngine::ask(Question question) {
  if (held_) return ticket_;
  if (question.folder != question_.folder) known_ = std::make_shared<programme::DurationMemo>();
  question_ = std::move(question);
  ++ticket_;
  start(options_.trials.front(), Kind::kQuick);
  return ticket_;
}

void ProgrammeEngine::plan() {
  if (ticket_ > 0) start(options_.trials.back(), Kind::kPlanned);
}

void ProgrammeEngine::tellAgain() {
  const Issues issues = told_issues_;
  if (told_) Q_EMIT answered(told_);
  if (!issues.empty()) Q_EMIT refused(ticket_, issues);
  if (!busy_) Q_EMIT idle();
}

void ProgrammeEngine::cancel() {
  if (!job_ || held_) return;
  job_->stop();
  // Nothing of it is heard any more.
  job_ = std::make_shared<Job>(*this, ticket_);
  finish();
}

void ProgrammeEngine::finish() {
  if (!std::exchange(busy_, false)) return;
  Q_EMIT idle();
}

void ProgrammeEngine::start(std::int64_t trials, Kind kind) {
  if (job_) job_->stop();
  job_ = std::make_shared<Job>(*this, ticket_);
  job_->stage = kind == Kind::kPlanned ? tr("Planning") : tr("Simulating");
  busy_ = true;
  const programme::StudyOptions options{
      .trials = trials, .seed = kSeed, .threads = options_.threads, .prove = kind == Kind::kPlanned, .known = known_};
  pool_.start([this, job = job_, question = question_, options, kind] { answerNow(job, question, options, kind); });
}

void ProgrammeEngine::answerNow(const std::shared_ptr<Job>& job, const Question& question,
                                const programme::StudyOptions& options, Kind kind) {
  if (job->stopped()) return;
  const bool planned = kind == Kind::kPlanned;
  auto result = std::make_shared<ProgrammeResult>();
  Issues issues = issuesOf([&] {
    QElapsedTimer clock;
    clock.start();
    const std::string name = "programme";  // messages of a document in a window name places in it alone
    const programme::ProgrammeQuestion asked = programme::programme_question(
        {.document = question.document, .folder = question.folder}, {.file = name}, *catalog_);
    result->answer = answer_programme(asked, *catalog_, options, planned, *job, [this, job](const std::string& stage) {
      QMetaObject::invokeMethod(
          this, [job, stage] { job->stage = spoken(stage); }, Qt::QueuedConnection);
    });
    // What was stopped may hold nothing that could be told.
    if (job->stopped()) return;
    result->ticket = job->ticket;
    result->question = question;
    result->planned = planned;
    result->document = programme::programme_document(result->answer);
    result->gantt = programme::gantt_of(result->answer);
    result->milliseconds = clock.elapsed();
  });
  if (job->stopped()) return;
  QMetaObject::invokeMethod(
      this,
      [this, job, result, trials = options.trials, kind, issues = std::move(issues)] {
        if (job_ != job) return;
        if (!issues.empty()) {
          Q_EMIT refused(job->ticket, issues);
          return finish();
        }
        Q_EMIT answered(result);
        // Whoever was told may have asked again.
        if (job_ != job) return;
        const auto next = std::ranges::upper_bound(options_.trials, trials);
        if (kind == Kind::kQuick && next != options_.trials.end()) return start(*next, Kind::kQuick);
        finish();
      },
      Qt::QueuedConnection);
}

}  // namespace fmplan::gui
