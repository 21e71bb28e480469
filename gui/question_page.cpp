#include "gui/question_page.h"

#include <memory>
#include <utility>

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "gui/model/texts.h"
#include "gui/table_card.h"

namespace fmplan::gui {

QuestionPage::QuestionPage(const QString& formTitle, const std::vector<ScenarioField>& fields, const QString& notes,
                           QWidget* parent)
    : Page(parent), form_(new FieldForm(fields)), view_(new AnswerView) {
  auto* card = new Card(formTitle);
  card->addWidget(form_);
  card->setNotes(notes);
  progress_ = new QProgressBar;
  progress_->setTextVisible(false);
  progress_->setAccessibleName(tr("Progress of the answer"));
  cancel_ = new QPushButton(tr("Cancel"));
  cancel_->setToolTip(tr("Ends the answer; what there is of it is shown"));
  auto* waiting = new QHBoxLayout;
  waiting->addWidget(progress_, 1);
  waiting->addWidget(cancel_);
  progress_->hide();
  cancel_->hide();
  card->body()->addLayout(waiting);
  layOut(*card, *view_);
  connect(cancel_, &QPushButton::clicked, &task_, &LatestTask::cancel);
  connect(&task_, &LatestTask::progressed, this, [this](qint64 done, qint64 total) {
    constexpr int kSteps = 1000;  // chosen: more than the bar has pixels
    progress_->setMaximum(kSteps);
    progress_->setValue(total > 0 ? static_cast<int>(kSteps * done / total) : 0);
    progress_->show();
    cancel_->show();
  });
  connect(&task_, &LatestTask::idle, this, [this] {
    progress_->hide();
    cancel_->hide();
  });
  connect(form_, &FieldForm::edited, this, [this](const QString& path, const QString& text) {
    edited(told(path), told(text));
    // Kept first: names in a question are known before its answer is told.
    if (document_of_questions_)
      document_of_questions_->ask(told(key()), this->fields(), tr("Question on %1").arg(title()), told(path));
    askNow();
  });
}

void QuestionPage::keepIn(PlanDocument& document, AnswerEngine& engine) {
  document_of_questions_ = &document;
  // What was suggested of one document is none of the next one's.
  connect(&document, &PlanDocument::fileChanged, this, [this] {
    taken_ = std::nullopt;
    if (!latest_ || latest_->question.document != document_of_questions_->json()) otherFile();
  });
  connect(&document, &PlanDocument::questionsChanged, this, &QuestionPage::takeQuestion);
  connect(&engine, &AnswerEngine::answered, this, [this](const PlanAnswerPtr& answer) { latest_ = answer; });
}

void QuestionPage::takeQuestion() {
  std::map<std::string, std::string> question = document_of_questions_->question(told(key()));
  if (taken_ == question) return;
  taken_ = question;
  if (question == fields()) return;  // what somebody typed comes back from the document
  take(question);
  if (question.empty() && latest_ && latest_->question.document == document_of_questions_->json()) beginWith(latest_);
  form_->setTexts(fields());
  changed();
}

void QuestionPage::changed() {
  out_of_date_ = true;
  if (isVisible()) askNow();
}

void QuestionPage::askNow() {
  out_of_date_ = false;
  ask();
}

void QuestionPage::run(std::function<ToldAnswer(const Watch&)> work) {
  task_.ask([this, work = std::move(work)](EngineJob& job) {
    return [this, answer = std::make_shared<ToldAnswer>(work(Watch(job)))] { show(std::move(*answer)); };
  });
}

void QuestionPage::say(const QString& words) {
  run([words](const Watch&) { return ToldAnswer{.title = words, .document = {}}; });
}

void QuestionPage::show(ToldAnswer answer) {
  const Issues others = form_->showIssues(answer.issues);
  if (!answer.issues.empty())
    return view_->showProblems(
        others, answer.title.isEmpty() ? tr("Not answered: what is marked needs another value") : answer.title);
  view_->show(answer.title.isEmpty() ? tr("Fill in the question at the left") : answer.title,
              std::move(answer.document), std::move(answer.pictures));
}

void QuestionPage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  if (out_of_date_) askNow();
}

}  // namespace fmplan::gui
