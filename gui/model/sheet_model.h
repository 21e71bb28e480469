#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <QAbstractTableModel>

#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/catalog/catalog.h"
#include "core/programme/sheet.h"

namespace fmplan::gui {

/// One table of a programme's document, filled in cell by cell.  What a cell's text makes of the document is asked of
/// the core; whoever keeps the document is told, and tells the model what has become of it.
class SheetModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Role {
    kProblemRole = Qt::UserRole,  ///< what is wrong with the cell; empty: nothing
    kChoicesRole,                 ///< what it may have, where that is one of few
  };

  SheetModel(programme::SheetKind kind, std::shared_ptr<const catalog::Catalog> catalog, QObject* parent = nullptr);

  programme::SheetKind kind() const { return sheet_.kind; }

  /// Rows that are there before and after change in place, so that selection and scroll bars stay.
  void setDocument(const nlohmann::json& document);
  /// Problems of the document; how many cells of this table have one.
  int setIssues(const Issues& issues);
  const std::vector<programme::SheetRow>& sheetRows() const { return rows_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  /// False where the text cannot be taken, which refused() tells.
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

  /// Cells of a spreadsheet, from `index` on; beyond the last row new ones.
  bool paste(const QModelIndex& index, const QString& tsv);
  /// Behind a row; -1: behind the last one.
  bool addRow(int after);
  bool removeSheetRows(const std::vector<std::size_t>& rows);
  /// Leaves cells empty.
  bool clearCells(const QModelIndexList& cells);
  /// Those cells, row by row as they stand, as a spreadsheet takes them.
  QString tsv(const QModelIndexList& cells) const;

 Q_SIGNALS:
  /// Somebody has changed the table: the document that it makes, and in words what was done.
  void edited(const nlohmann::json& after, const QString& what);
  void refused(const QString& why);

 private:
  using Cell = std::pair<std::size_t, std::size_t>;
  template <class Work>
  bool change(const QString& what, const Work& work);

  const programme::Sheet& sheet_;
  std::shared_ptr<const catalog::Catalog> catalog_;
  nlohmann::json document_;
  std::vector<programme::SheetRow> rows_;
  std::map<Cell, QString> problems_;
};

/// What a table of a programme is called.
QString sheetTitle(programme::SheetKind kind);

}  // namespace fmplan::gui
