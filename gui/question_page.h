#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <QProgressBar>
#include <QPushButton>

#include "core/base/job.h"
#include "gui/answer_view.h"
#include "gui/field_form.h"
#include "gui/model/answer_engine.h"
#include "gui/model/latest_task.h"
#include "gui/model/told_answer.h"
#include "gui/page.h"
#include "gui/plan_document.h"

namespace fmplan::gui {

/// A page whose question is a form and whose answer is told as the core tells it.  It asks only while it is looked at.
class QuestionPage : public Page {
  Q_OBJECT

 public:
  void setTheme(const Theme& theme) override { view_->setTheme(theme); }
  bool busy() const override { return task_.busy() || view_->busy(); }

  FieldForm& form() const { return *form_; }
  const AnswerView& view() const { return *view_; }

  /// From here on what somebody asks is kept with `document`, and taken back with it.
  void keepIn(PlanDocument& document, AnswerEngine& engine);

 protected:
  QuestionPage(const QString& formTitle, const std::vector<ScenarioField>& fields, const QString& notes,
               QWidget* parent);

  /// Asks what the form says, by run().
  virtual void ask() = 0;
  /// Somebody typed into the form.
  virtual void edited(const std::string& path, const std::string& text) = 0;
  /// What is asked, by field.
  virtual std::map<std::string, std::string> fields() const = 0;
  /// The document has another question than fields(); an empty one is none that somebody has typed.
  virtual void take(const std::map<std::string, std::string>& fields) = 0;
  /// Until somebody types, what a plan suggests.
  virtual void beginWith(const PlanAnswerPtr&) {}

  /// What was seen of a plan is another document's.
  virtual void otherFile() {}

  /// The answer is no longer one to the question.
  void changed();
  /// Answers away from this thread, and shows what comes.  @pre `work` throws nothing
  void run(std::function<ToldAnswer(const Watch&)> work);
  /// So many of an answer's tables stand above its charts.
  void setLeadingTables(int count) { view_->setLeadingTables(count); }
  /// Heads of the answer's tables are keys, to be told in words.
  void setKeyHeads(bool on) { view_->setKeyHeads(on); }
  /// A line in an answer's place; what is under way is dropped.
  void say(const QString& words);

  void showEvent(QShowEvent* event) override;

 private:
  void askNow();
  void takeQuestion();
  void show(ToldAnswer answer);

  FieldForm* form_;
  AnswerView* view_;
  QProgressBar* progress_;
  QPushButton* cancel_;
  bool out_of_date_ = true;
  PlanDocument* document_of_questions_ = nullptr;
  std::optional<std::map<std::string, std::string>> taken_;  ///< from the document
  PlanAnswerPtr latest_;
  LatestTask task_;  ///< last: it waits for what still runs
};

}  // namespace fmplan::gui
