#include "gui/page.h"

#include <utility>

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace fmplan::gui {

void Page::layOut(QWidget& question, QWidget& answer) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 0, 8, 8);
  row->setSpacing(8);
  auto* column = new QWidget;
  column->setFixedWidth(kQuestionWidth);
  auto* left = new QVBoxLayout(column);
  left->setContentsMargins(0, 0, 0, 0);
  left->addWidget(&question);
  left->addStretch(1);
  row->addWidget(column);
  row->addWidget(&answer, 1);
}

void Page::doWhenSeen(std::function<void()> act) {
  waits_ = std::move(act);
  if (isVisible()) doNow();
}

void Page::doNow() {
  if (waits_) std::exchange(waits_, {})();
}

void Page::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  doNow();
}

}  // namespace fmplan::gui
