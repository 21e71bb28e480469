#pragma once

#include <map>
#include <optional>
#include <string>

#include <QComboBox>
#include <QLabel>
#include <QTabWidget>

#include "core/programme/move.h"
#include "gui/first_step.h"
#include "gui/gantt_panels.h"
#include "gui/gantt_view.h"
#include "gui/model/programme_engine.h"
#include "gui/page.h"
#include "gui/plan_document.h"
#include "gui/table_card.h"

namespace fmplan::gui {

/// Who trains when, on which nodes, and whether it will be ready; projects are moved by mouse and keys.
class SchedulePage : public Page {
  Q_OBJECT

 public:
  SchedulePage(PlanDocument& document, ProgrammeEngine& engine, QWidget* parent = nullptr);

  QString key() const override { return QStringLiteral("schedule"); }
  QString title() const override { return tr("Schedule"); }
  bool shows(PlanFile::Kind kind) const override { return kind == PlanFile::Kind::kProgramme; }
  void setTheme(const Theme& theme) override;
  bool busy() const override { return engine_.busy(); }

  /// Of the line that marks it; the computer's own day until somebody says so.
  void setToday(Date today) { view_->setToday(today); }

  /// Asks for the chosen bar's project to start by so many days of the programme's grid later.
  void stepSelected(int days);

  // What tests read, as a person would.
  GanttView& view() const { return *view_; }
  QComboBox& order() const { return *order_; }
  const AnswerTable& table() const { return *table_; }
  QToolButton& tableSwitch() const { return *card_->tableSwitch(); }
  QTabWidget& tabs() const { return *tabs_; }
  QString message() const { return message_->text(); }
  FirstStep& firstStep() const { return *first_step_; }
  QString headline() const { return headline_->text(); }
  ProgrammeResultPtr result() const { return result_; }

 private:
  QWidget* makeSchedule();
  void show(const ProgrammeResultPtr& result);
  void showTables(const answer::Document& document);
  void showIssues(const Issues& issues);
  void documentChanged();
  void say(const QString& text, bool problem);
  void describeSelected();

  void drag(programme::Move move);
  void drop();
  void step(std::size_t row, std::size_t bar, int days, int widths);
  /// Changes the document, and remembers what was asked for until it is answered.
  void ask(const programme::Move& move, const std::string& place);
  void answerAsked();
  bool canMove(std::size_t row) const;

  PlanDocument& document_;
  ProgrammeEngine& engine_;
  ProgrammeResultPtr result_;   ///< that is shown
  ProgrammeResultPtr waiting_;  ///< came during a drag
  std::optional<programme::Move> dragged_;
  bool refused_ = false;                  ///< where it is dragged to it cannot be
  std::map<int, programme::Move> asked_;  ///< by project, what is not yet answered
  bool asking_ = false;                   ///< the document changes by this page's own doing
  bool tells_later_ = false;              ///< the message says why projects start later than they were dropped

  FirstStep* first_step_;
  QLabel *headline_, *message_;
  Card* card_;
  GanttView* view_;
  GanttLegend* legend_;
  AnswerTable* table_;
  QComboBox* order_;
  QTabWidget* tabs_;
};

}  // namespace fmplan::gui
