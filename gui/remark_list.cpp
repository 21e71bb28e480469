#include "gui/remark_list.h"

#include <algorithm>
#include <utility>

#include <QResizeEvent>
#include <QStyledItemDelegate>

namespace fmplan::gui {

/// Says by a sign and a colour how much is in the way: a sign alone would do for who sees no colours.
class RemarkList::Delegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  const Theme* theme = &lightTheme();

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    const bool warning = index.data(RemarkModel::kKindRole).toInt() == static_cast<int>(Remark::Kind::kWarning);
    option->text = (warning ? QStringLiteral("⚠ ") : QStringLiteral("✕ ")) + option->text;
    option->palette.setColor(QPalette::Text, warning ? theme->warn : theme->bad);
  }
};

RemarkList::RemarkList(QWidget* parent) : QListView(parent), delegate_(new Delegate(this)) {
  setObjectName(QStringLiteral("remarks"));
  setModel(&model_);
  setItemDelegate(delegate_);
  setWordWrap(true);
  setResizeMode(QListView::Adjust);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAccessibleName(tr("Problems and warnings"));
  connect(this, &QListView::activated, this, [this](const QModelIndex& index) {
    const QString pointer = index.data(RemarkModel::kPointerRole).toString();
    if (!pointer.isEmpty()) Q_EMIT placeActivated(pointer);
  });
  hide();
}

void RemarkList::setRemarks(std::vector<Remark> remarks) {
  model_.setRemarks(std::move(remarks));
  setVisible(model_.rowCount() > 0);
  fit();
}

void RemarkList::setTheme(const Theme& theme) {
  delegate_->theme = &theme;
  viewport()->update();
}

void RemarkList::fit() {
  constexpr int kMost = 132;  // pixels, chosen: six lines, beyond which it scrolls
  doItemsLayout();
  const int height = contentsSize().height() + 4;
  setFixedHeight(std::min(height, kMost));
}

void RemarkList::resizeEvent(QResizeEvent* event) {
  QListView::resizeEvent(event);
  if (event->size().width() != event->oldSize().width()) fit();
}

}  // namespace fmplan::gui
