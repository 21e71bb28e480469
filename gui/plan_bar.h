#pragma once

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QWidget>

#include "gui/model/programme_engine.h"

namespace fmplan::gui {

/// How far the answer about a programme is, with "Plan it" and "Cancel": above every page that shows it.
class PlanBar : public QWidget {
  Q_OBJECT

 public:
  explicit PlanBar(ProgrammeEngine& engine, QWidget* parent = nullptr);

  QString status() const { return status_->text(); }
  QPushButton& planButton() const { return *plan_; }
  QPushButton& cancelButton() const { return *cancel_; }

 private:
  void show(const ProgrammeResult& result);

  ProgrammeEngine& engine_;
  QLabel* status_;
  QProgressBar* progress_;
  QPushButton* cancel_;
  QPushButton* plan_;
};

}  // namespace fmplan::gui
