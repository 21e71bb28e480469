#pragma once

#include <QLabel>
#include <QPushButton>
#include <QWidget>

#include "gui/page.h"
#include "gui/plan_document.h"

namespace fmplan::gui {

/// What to do first, with the button at hand: it stands on a page of a programme while there is none, or one without
/// projects, in place of what would be empty.
class FirstStep : public QWidget {
  Q_OBJECT

 public:
  /// @param page that asks the window for what is pressed
  /// @param instead what it stands in the place of
  FirstStep(PlanDocument& document, Page& page, QWidget& instead, QWidget* parent = nullptr);

  QString words() const { return words_->text(); }
  QPushButton& openButton() const { return *open_; }
  QPushButton& exampleButton() const { return *example_; }
  QPushButton& projectButton() const { return *project_; }

 private:
  void look();

  PlanDocument& document_;
  QWidget& instead_;
  QLabel* words_;
  QPushButton *open_, *example_, *project_;
};

}  // namespace fmplan::gui
