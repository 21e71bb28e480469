#pragma once

#include <QComboBox>
#include <QProgressBar>
#include <QPushButton>

#include "gui/charts.h"
#include "gui/explain_popover.h"
#include "gui/field_form.h"
#include "gui/model/answer_engine.h"
#include "gui/page.h"
#include "gui/picture_view.h"
#include "gui/plan_document.h"
#include "gui/remark_list.h"
#include "gui/table_card.h"

namespace fmplan::gui {

/// One training run: what it is of at the left, what comes of it at the right, while somebody types.
class RunPage : public Page {
  Q_OBJECT

 public:
  RunPage(PlanDocument& document, AnswerEngine& engine, QWidget* parent = nullptr);

  QString key() const override { return QStringLiteral("run"); }
  QString title() const override { return tr("Run"); }
  bool shows(PlanFile::Kind kind) const override { return kind == PlanFile::Kind::kScenario; }
  void setTheme(const Theme& theme) override;
  bool busy() const override { return engine_.busy() || drawn_->busy(); }

  /// Asks about the document as it is.
  void ask();

  // What tests read, as a person would.
  QString headline() const { return headline_->text(); }
  QString lead() const { return lead_->text(); }
  FieldForm& form() const { return *form_; }
  FieldForm& parallelForm() const { return *parallel_form_; }
  QComboBox& parallelMode() const { return *parallel_mode_; }
  const AnswerTable& summary() const { return *summary_; }
  AnswerTable& summary() { return *summary_; }
  const AnswerTable& neighbourTable() const { return *neighbours_; }
  const AnswerTable& runTable() const { return *run_table_; }
  const AnswerTable& helpTable() const { return *help_table_; }
  const PictureView& stepPicture() const { return *drawn_; }
  const Card& stepCard() const { return *drawn_card_; }
  const RemarkModel& remarks() const { return remark_list_->remarks(); }
  const ExplainPopover& explanation() const { return *popover_; }
  bool isStale() const { return stale_; }
  PlanAnswerPtr answer() const { return answer_; }
  RunAnswerPtr simulation() const { return simulation_; }
  StepAnswerPtr step() const { return step_; }
  /// Of the figure in that row of the summary; nothing where none explains it.
  void explainRow(int row);

 private:
  QWidget* makeQuestion();
  QWidget* makeAnswer();
  QWidget* makeParallel();
  void edit(const QString& path, const QString& text);
  void chooseParallel(bool by_hand);
  void showDocument();
  void show(const PlanAnswerPtr& answer);
  void showSimulation(const RunAnswerPtr& answer);
  void showSimulatedHeadline();
  void showStep(const StepAnswerPtr& answer);
  void showIssues(const Issues& issues);
  void showFilledIn();
  void setStale(bool stale);
  void setStatus(const QString& text);

  PlanDocument& document_;
  AnswerEngine& engine_;
  PlanAnswerPtr answer_;
  RunAnswerPtr simulation_;
  StepAnswerPtr step_;
  bool stale_ = false;
  bool by_hand_ = false;

  FieldForm* form_ = nullptr;
  FieldForm* parallel_form_ = nullptr;
  QComboBox* parallel_mode_ = nullptr;
  QLabel* headline_ = nullptr;
  QLabel* lead_ = nullptr;
  QLabel* status_ = nullptr;
  QProgressBar* progress_ = nullptr;
  QPushButton* cancel_ = nullptr;
  QPushButton* explain_ = nullptr;
  RemarkList* remark_list_ = nullptr;
  Card *head_card_ = nullptr, *summary_card_ = nullptr, *histogram_card_ = nullptr, *memory_card_ = nullptr,
       *step_card_ = nullptr, *memory_parts_card_ = nullptr, *neighbours_card_ = nullptr, *run_card_ = nullptr,
       *drawn_card_ = nullptr, *help_card_ = nullptr, *assumptions_card_ = nullptr;
  AnswerTable *summary_ = nullptr, *histogram_table_ = nullptr, *step_table_ = nullptr, *memory_table_ = nullptr,
              *neighbours_ = nullptr, *run_table_ = nullptr, *drawn_table_ = nullptr, *help_table_ = nullptr,
              *assumptions_ = nullptr;
  HistogramView* histogram_ = nullptr;
  BarChartView *step_chart_ = nullptr, *memory_chart_ = nullptr;
  StackedBar* memory_bar_ = nullptr;
  PictureView* drawn_ = nullptr;
  ExplainPopover* popover_ = nullptr;
};

}  // namespace fmplan::gui
