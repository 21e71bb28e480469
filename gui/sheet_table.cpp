#include "gui/sheet_table.h"

#include <algorithm>
#include <set>

#include <QApplication>
#include <QClipboard>
#include <QCompleter>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QStyledItemDelegate>
#include <QTimer>

namespace fmplan::gui {

/// Marks what is wrong, and offers what a cell may have.
class SheetTable::Delegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  const Theme* theme = &lightTheme();

  QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const override {
    auto* editor = new QLineEdit(parent);
    editor->setFrame(false);
    editor->setAccessibleName(index.model()->headerData(index.column(), Qt::Horizontal).toString());
    const QStringList choices = index.data(SheetModel::kChoicesRole).toStringList();
    if (choices.isEmpty()) return editor;
    auto* completer = new QCompleter(choices, editor);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    editor->setCompleter(completer);
    // What there is shows before anything is typed.
    QTimer::singleShot(0, editor, [editor, completer] {
      if (editor->text().isEmpty()) completer->complete();
    });
    return editor;
  }

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    if (!index.data(SheetModel::kProblemRole).toString().isEmpty()) {
      option->backgroundBrush = theme->badGround;
      option->palette.setColor(QPalette::Text, theme->bad);
    } else if (!(index.flags() & Qt::ItemIsEditable)) {
      option->palette.setColor(QPalette::Text, theme->quiet);
    }
  }
};

SheetTable::SheetTable(SheetModel& model, QWidget* parent) : QTableView(parent), sheet_(model) {
  rows_.setSourceModel(&sheet_);
  rows_.setFilterKeyColumn(-1);
  rows_.setFilterCaseSensitivity(Qt::CaseInsensitive);
  setModel(&rows_);
  delegate_ = new Delegate(this);
  setItemDelegate(delegate_);
  setAccessibleName(sheetTitle(sheet_.kind()));
  setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                  QAbstractItemView::AnyKeyPressed);
  setSelectionMode(QAbstractItemView::ContiguousSelection);
  setTabKeyNavigation(false);
  setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  setAlternatingRowColors(true);
  horizontalHeader()->setHighlightSections(false);
  horizontalHeader()->setSectionsMovable(true);
  verticalHeader()->setDefaultSectionSize(26);  // pixels, chosen: a line with some room
}

void SheetTable::setFilter(const QString& text) { rows_.setFilterFixedString(text); }

void SheetTable::setTheme(const Theme& theme) {
  delegate_->theme = &theme;
  viewport()->update();
}

std::vector<programme::SheetRow> SheetTable::shownRows() const {
  std::vector<programme::SheetRow> result;
  for (int i = 0; i < rows_.rowCount(); ++i)
    result.push_back(sheet_.sheetRows()[static_cast<std::size_t>(rows_.mapToSource(rows_.index(i, 0)).row())]);
  return result;
}

QModelIndexList SheetTable::selectedCells() const {
  QModelIndexList cells;
  for (const QModelIndex& cell : selectionModel()->selectedIndexes()) cells.append(rows_.mapToSource(cell));
  return cells;
}

void SheetTable::copy() const { QApplication::clipboard()->setText(sheet_.tsv(selectedCells())); }

void SheetTable::paste() {
  const QString text = QApplication::clipboard()->text();
  QModelIndex first;
  for (const QModelIndex& cell : selectedCells())
    if (!first.isValid() || std::pair(cell.row(), cell.column()) < std::pair(first.row(), first.column())) first = cell;
  // Below the first shown row others may be hidden, which nobody means to write over.
  const bool hidden = rows_.rowCount() != sheet_.rowCount();
  if (hidden && text.trimmed().contains(QLatin1Char('\n')))
    return void(Q_EMIT sheet_.refused(tr("Rows are hidden by the filter; take it off before several rows are pasted")));
  sheet_.paste(first, text);
}

void SheetTable::addRow() {
  const QModelIndex at = rows_.mapToSource(currentIndex());
  setFilter({});
  sheet_.addRow(at.isValid() ? at.row() : -1);
}

void SheetTable::removeRows() {
  std::set<std::size_t> rows;
  for (const QModelIndex& cell : selectedCells()) rows.insert(static_cast<std::size_t>(cell.row()));
  if (!rows.empty()) sheet_.removeSheetRows({rows.begin(), rows.end()});
}

void SheetTable::showCell(std::size_t row, std::size_t column) {
  const QModelIndex cell = sheet_.index(static_cast<int>(row), static_cast<int>(column));
  if (!rows_.mapFromSource(cell).isValid()) setFilter({});
  setCurrentIndex(rows_.mapFromSource(cell));
  setFocus();
}

void SheetTable::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) return copy();
  if (event->matches(QKeySequence::Paste)) return paste();
  if (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace) {
    if (const QModelIndexList cells = selectedCells(); !cells.isEmpty()) sheet_.clearCells(cells);
    return;
  }
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (enter && currentIndex().isValid() && state() != EditingState) return edit(currentIndex());
  QTableView::keyPressEvent(event);
}

}  // namespace fmplan::gui
