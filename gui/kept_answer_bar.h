#pragma once

#include <QFrame>
#include <QLabel>
#include <QPushButton>

#include "gui/model/kept_answers.h"
#include "gui/model/latest_task.h"
#include "gui/plan_document.h"
#include "gui/table_card.h"

namespace fmplan::gui {

/// Above the pages: what the document's file says was answered last, until the new answer is there; and what that says
/// otherwise, and why.  It keeps the answers, too.
class KeptAnswerBar : public QFrame {
  Q_OBJECT

 public:
  KeptAnswerBar(PlanDocument& document, AnswerEngine& runs, ProgrammeEngine& programmes, QWidget* parent = nullptr);

  /// Empty: there is nothing to say.
  QString text() const { return isHidden() ? QString() : text_->text(); }
  const AnswerTable& table() const { return *table_; }
  bool busy() const { return task_.busy(); }

 private:
  void showLast();
  void keep(AnsweredQuestion asked, std::function<const answer::Document&()> answer);
  void compare(const KeptAnswerPtr& then, const KeptAnswerPtr& now, answer::Table changed);
  void leave();

  PlanDocument& document_;
  AnswerEngine& runs_;
  PlanAnswerPtr plan_;
  bool shows_last_ = false;  ///< and waits for the new one
  QLabel* text_;
  AnswerTable* table_;
  QPushButton* close_;
  LatestTask task_;  ///< last: it waits for what still runs
};

}  // namespace fmplan::gui
