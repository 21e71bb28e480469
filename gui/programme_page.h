#pragma once

#include <memory>
#include <vector>

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTabWidget>

#include "gui/answer_view.h"
#include "gui/field_form.h"
#include "gui/first_step.h"
#include "gui/model/programme_engine.h"
#include "gui/model/sheet_model.h"
#include "gui/page.h"
#include "gui/plan_bar.h"
#include "gui/plan_document.h"
#include "gui/sheet_table.h"

namespace fmplan::gui {

/// A programme as tables that are filled in, and what comes of it below them.
class ProgrammePage : public Page {
  Q_OBJECT

 public:
  ProgrammePage(PlanDocument& document, ProgrammeEngine& engine, QWidget* parent = nullptr);

  QString key() const override { return QStringLiteral("programme"); }
  QString title() const override { return tr("Programme"); }
  bool shows(PlanFile::Kind kind) const override { return kind == PlanFile::Kind::kProgramme; }
  void setTheme(const Theme& theme) override;
  bool busy() const override { return engine_.busy() || view_->busy(); }

  // What tests read and press, as a person would.
  SheetTable& table(programme::SheetKind kind) const { return *tables_[static_cast<std::size_t>(kind)].table; }
  void showTable(programme::SheetKind kind);
  /// One more row of projects, with an organisation where there is none yet.
  void addProject();
  FieldForm& form() const { return *form_; }
  QLineEdit& filter() const { return *filter_; }
  QString sums() const { return sums_->text(); }
  /// Why the last cell was not taken; empty: it was.
  QString refusal() const { return refusal_->text(); }
  const AnswerView& view() const { return *view_; }
  PlanBar& planBar() const { return *bar_; }
  QPushButton& addButton() const { return *add_; }
  QPushButton& removeButton() const { return *remove_; }
  FirstStep& firstStep() const { return *first_step_; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Tab {
    std::unique_ptr<SheetModel> model;
    SheetTable* table = nullptr;
  };

  QWidget* makeTables();
  /// Tables are as high as their rows, to five eighths of the page; the answer has the rest.
  void share();
  QWidget* makeAnswer();
  SheetTable* currentTable() const;
  void showDocument();
  void show(const ProgrammeResultPtr& result);
  void showIssues(const Issues& issues);
  void showSums();
  void showTabs(const Issues& issues);
  void goTo(const std::string& pointer);
  void setRefusal(const QString& why);

  PlanDocument& document_;
  ProgrammeEngine& engine_;
  const Theme* theme_ = &lightTheme();
  ProgrammeResultPtr result_;  ///< of the document as it is; null: it has changed since
  std::vector<Tab> tables_;    ///< by kind
  QTabWidget* tabs_ = nullptr;
  FieldForm* form_ = nullptr;
  QLineEdit* filter_ = nullptr;
  QPushButton *add_ = nullptr, *remove_ = nullptr;
  QLabel *sums_ = nullptr, *refusal_ = nullptr;
  PlanBar* bar_ = nullptr;
  AnswerView* view_ = nullptr;
  FirstStep* first_step_ = nullptr;
  QSplitter* halves_ = nullptr;
  bool other_file_ = false;      ///< columns are yet to be made as wide as its cells
  bool shared_by_hand_ = false;  ///< somebody moved the line between tables and answer
};

}  // namespace fmplan::gui
