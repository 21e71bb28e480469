#include "gui/guide_panel.h"

#include <QCloseEvent>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QVBoxLayout>

namespace fmplan::gui {
namespace {

/// As high as its place, whatever it says: nothing beside it moves from step to step.
QLabel* words() {
  constexpr int kLines = 5;  // chosen: what the longest step says in a window of 1,280 pixels
  auto* label = new QLabel;
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  label->setFixedHeight(kLines * label->fontMetrics().lineSpacing());
  label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  return label;
}

}  // namespace

GuidePanel::GuidePanel(QWidget* parent) : QDockWidget(parent) {
  setObjectName(QStringLiteral("guide"));
  setFeatures(DockWidgetClosable | DockWidgetMovable);
  setAllowedAreas(Qt::TopDockWidgetArea | Qt::BottomDockWidgetArea);
  title_ = new QLabel;
  title_->setProperty("role", QStringLiteral("title"));
  seen_ = words();
  todo_ = words();
  auto* texts = new QHBoxLayout;
  texts->setSpacing(20);
  texts->addWidget(seen_, 3);
  texts->addWidget(todo_, 2);
  auto* left = new QVBoxLayout;
  left->addWidget(title_);
  left->addLayout(texts);
  auto* content = new QWidget;
  auto* row = new QHBoxLayout(content);
  row->setContentsMargins(16, 6, 16, 8);
  row->setSpacing(20);
  row->addLayout(left, 1);
  row->addLayout(makeButtons());
  content->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  setWidget(content);
  setTabOrder(show_, next_);
  setTabOrder(next_, back_);
  setTabOrder(back_, close_);
  hide();
}

QLayout* GuidePanel::makeButtons() {
  for (QPushButton** button : {&show_, &next_, &back_, &close_}) *button = new QPushButton;
  nameButtons();
  connect(show_, &QPushButton::clicked, this, &GuidePanel::showAsked);
  connect(next_, &QPushButton::clicked, this, &GuidePanel::nextAsked);
  connect(back_, &QPushButton::clicked, this, &GuidePanel::backAsked);
  connect(close_, &QPushButton::clicked, this, &QWidget::close);
  auto* grid = new QGridLayout;
  grid->addWidget(show_, 0, 0);
  grid->addWidget(next_, 0, 1);
  grid->addWidget(back_, 1, 0);
  grid->addWidget(close_, 1, 1);
  grid->setRowStretch(2, 1);
  return grid;
}

void GuidePanel::nameButtons() {
  setWindowTitle(tr("Guided example"));
  show_->setText(tr("Show &me"));
  show_->setToolTip(tr("Does what the step asks for"));
  next_->setText(tr("&Next"));
  back_->setText(tr("&Back"));
  close_->setText(tr("C&lose"));
  close_->setToolTip(tr("Help, Guided example brings it back"));
}

void GuidePanel::changeEvent(QEvent* event) {
  QDockWidget::changeEvent(event);
  if (event->type() == QEvent::LanguageChange) nameButtons();
}

void GuidePanel::tell(const GuideTold& told) {
  title_->setText(told.title);
  seen_->setText(told.seen);
  todo_->setText(told.todo);
  next_->setText(told.next);
  show_->setEnabled(told.canShow);
  back_->setEnabled(told.canGoBack);
}

void GuidePanel::closeEvent(QCloseEvent* event) {
  QDockWidget::closeEvent(event);
  Q_EMIT closed();
}

void GuidePanel::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape) return QDockWidget::keyPressEvent(event);
  event->accept();
  close();
}

}  // namespace fmplan::gui
