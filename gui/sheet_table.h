#pragma once

#include <QSortFilterProxyModel>
#include <QTableView>

#include "gui/model/sheet_model.h"
#include "gui/theme.h"

namespace fmplan::gui {

/// A table that is filled in as in a spreadsheet: typing, copying and pasting of blocks, Delete, a filter of rows.
class SheetTable : public QTableView {
  Q_OBJECT

 public:
  explicit SheetTable(SheetModel& model, QWidget* parent = nullptr);

  SheetModel& sheet() const { return sheet_; }
  /// Rows with a cell that has the text stay.
  void setFilter(const QString& text);
  void setTheme(const Theme& theme);
  /// Those that the filter leaves.
  std::vector<programme::SheetRow> shownRows() const;

  void copy() const;
  void paste();
  void addRow();
  /// Every row of which a cell is selected.
  void removeRows();
  /// Selects a cell and shows it, the filter taken off where it hides it.
  void showCell(std::size_t row, std::size_t column);

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  class Delegate;
  QModelIndexList selectedCells() const;

  SheetModel& sheet_;
  QSortFilterProxyModel rows_;
  Delegate* delegate_;
};

}  // namespace fmplan::gui
