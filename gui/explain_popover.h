#pragma once

#include <QFrame>
#include <QLabel>
#include <QTextBrowser>

#include "gui/model/answer_engine.h"

namespace fmplan::gui {

/// Where a figure comes from: its formula with the numbers put in, two levels down, and what it rests on.
class ExplainPopover : public QFrame {
  Q_OBJECT

 public:
  explicit ExplainPopover(QWidget* parent);

  /// Below `beside`, as far as the screen has room.
  void showFor(const Explanation& explanation, const QWidget& beside);
  QString text() const { return text_->toPlainText(); }

 private:
  QTextBrowser* text_;
};

/// The explanation as HTML; every text of it escaped.
QString explanationHtml(const answer::Document& document, const QColor& quiet);

}  // namespace fmplan::gui
