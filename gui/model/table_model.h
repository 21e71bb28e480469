#pragma once

#include <QAbstractTableModel>

#include "core/answer/table.h"

namespace fmplan::gui {

/// A table of an answer.  Cells are the texts that the command line prints: nothing is formatted here.
class TableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Role {
    kMarkedRole = Qt::UserRole,  ///< whether the row is one to be careful about
    kKeyRole,                    ///< the figure that a row is of, as `--explain` takes it; empty: none
  };

  using QAbstractTableModel::QAbstractTableModel;

  /// A table of as many rows and columns changes in place, so that selection and scroll bars stay.
  void setTable(answer::Table table);
  const answer::Table& table() const { return table_; }
  /// Heads are keys of figures and of values ("gpu_hours"): they are told in words, and their tips have them as they
  /// are typed.
  void setKeyHeads(bool on) { key_heads_ = on; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

  /// The rows that are selected, or all, with tabs between cells, as spreadsheets take them.
  QString tsv(const QModelIndexList& selected) const;

 private:
  answer::Table table_;
  int columns_ = 0;
  bool key_heads_ = false;
};

/// The figure that explains a row of the summary, by the row's label; empty: none does.
QString explainedFigure(const std::string& label);

}  // namespace fmplan::gui
