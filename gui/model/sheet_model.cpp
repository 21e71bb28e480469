#include "gui/model/sheet_model.h"

#include <algorithm>

#include <QCoreApplication>

#include "core/programme/sheet_text.h"
#include "core/text/field_table.h"
#include "gui/model/place_words.h"
#include "gui/model/spoken.h"
#include "gui/model/texts.h"

namespace fmplan::gui {
namespace {

QString wordsOf(const InputError& error) {
  QStringList lines;
  for (const Issue& issue : error.issues()) lines.append(problemWords(issue));
  return lines.join(QLatin1Char('\n'));
}

QString aboutColumn(const programme::SheetColumn& column) {
  if (!column.field) return SheetModel::tr("What the row is of, by name");
  QStringList lines;
  if (!column.field->about.empty()) lines.append(spoken(column.field->about));
  lines.append(SheetModel::tr("Write: %1").arg(spoken(value_words(*column.field))));
  if (const std::string otherwise = default_words(*column.field); !otherwise.empty())
    lines.append(
        SheetModel::tr("Left out: %1").arg(column.field->otherwise.empty() ? spoken(otherwise) : shown(otherwise)));
  lines.append(SheetModel::tr("In the file: \"%1\"").arg(shown(column.label)));
  return lines.join(QLatin1Char('\n'));
}

bool holdsNumbers(const text::Field* field) {
  using enum text::FieldKind;
  return field && (field->kind == kWhole || field->kind == kCount || field->kind == kNumber || field->kind == kShare ||
                   field->kind == kMoney || field->kind == kWholes || field->kind == kQuantity);
}

}  // namespace

QString sheetTitle(programme::SheetKind kind) {
  using enum programme::SheetKind;
  switch (kind) {
    case kOrganisations: return SheetModel::tr("Organisations");
    case kProjects: return SheetModel::tr("Projects");
    case kPhases: return SheetModel::tr("Phases");
    case kPools: return SheetModel::tr("Pools");
    case kDeliveries: return SheetModel::tr("Deliveries");
    case kReturns: return SheetModel::tr("Returns");
    case kMaintenance: return SheetModel::tr("Maintenance");
  }
  return {};
}

SheetModel::SheetModel(programme::SheetKind kind, std::shared_ptr<const catalog::Catalog> catalog, QObject* parent)
    : QAbstractTableModel(parent), sheet_(programme::sheet_of(kind)), catalog_(std::move(catalog)) {}

void SheetModel::setDocument(const nlohmann::json& document) {
  std::vector<programme::SheetRow> rows = programme::sheet_rows(document, sheet_.kind);
  const int before = rowCount(), after = static_cast<int>(rows.size());
  document_ = document;
  problems_.clear();
  if (after > before) {
    beginInsertRows({}, before, after - 1);
    rows_ = std::move(rows);
    endInsertRows();
  } else if (after < before) {
    beginRemoveRows({}, after, before - 1);
    rows_ = std::move(rows);
    endRemoveRows();
  } else {
    rows_ = std::move(rows);
  }
  if (const int same = std::min(before, after); same > 0)
    Q_EMIT dataChanged(index(0, 0), index(same - 1, columnCount() - 1));
}

int SheetModel::setIssues(const Issues& issues) {
  std::map<Cell, QString> problems;
  for (const Issue& issue : issues) {
    const auto cell = programme::cell_at(document_, issue.where);
    if (!cell || cell->kind != sheet_.kind) continue;
    QString& text = problems[{cell->row, cell->column}];
    text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + spoken(issue.message);
  }
  if (problems != problems_) {
    problems_ = std::move(problems);
    if (!rows_.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
  }
  return static_cast<int>(problems_.size());
}

int SheetModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int SheetModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(sheet_.columns.size());
}

QVariant SheetModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const auto row = static_cast<std::size_t>(index.row()), column = static_cast<std::size_t>(index.column());
  const auto problem = problems_.find({row, column});
  switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole: return shown(rows_[row].cells[column]);
    case Qt::ToolTipRole: return problem == problems_.end() ? aboutColumn(sheet_.columns[column]) : problem->second;
    case Qt::AccessibleDescriptionRole: return problem == problems_.end() ? QString() : problem->second;
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(Qt::Alignment(
          (holdsNumbers(sheet_.columns[column].field) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    case kProblemRole: return problem == problems_.end() ? QString() : problem->second;
    case kChoicesRole: {
      QStringList choices;
      for (const std::string& choice : programme::cell_choices(document_, sheet_.kind, column, *catalog_))
        choices.append(shown(choice));
      return choices;
    }
    default: return {};
  }
}

QVariant SheetModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical) return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
  const auto column = static_cast<std::size_t>(section);
  if (column >= sheet_.columns.size()) return {};
  if (role == Qt::DisplayRole) return spoken(keyWords(sheet_.columns[column].label));
  if (role == Qt::ToolTipRole) return aboutColumn(sheet_.columns[column]);
  return {};
}

Qt::ItemFlags SheetModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  const Qt::ItemFlags seen = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
  const programme::SheetRow& row = rows_[static_cast<std::size_t>(index.row())];
  return row.open[static_cast<std::size_t>(index.column())] ? seen | Qt::ItemIsEditable : seen;
}

template <class Work>
bool SheetModel::change(const QString& what, const Work& work) {
  try {
    const nlohmann::json after = work();
    if (after == document_) return true;
    Q_EMIT edited(after, what);
    return true;
  } catch (const InputError& error) {
    Q_EMIT refused(wordsOf(error));
    return false;
  }
}

bool SheetModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid)) return false;
  const auto row = static_cast<std::size_t>(index.row()), column = static_cast<std::size_t>(index.column());
  return change(tr("Change of %1").arg(spoken(sheet_.columns[column].label)),
                [&] { return programme::with_cell(document_, sheet_.kind, row, column, told(value.toString())); });
}

bool SheetModel::paste(const QModelIndex& index, const QString& tsv) {
  const std::vector<std::vector<std::string>> cells = programme::cells_of_tsv(told(tsv));
  if (cells.empty()) return false;
  const std::size_t row = index.isValid() ? static_cast<std::size_t>(index.row()) : rows_.size();
  const std::size_t column = index.isValid() ? static_cast<std::size_t>(index.column()) : 0;
  return change(tr("Pasting of %n row(s)", nullptr, static_cast<int>(cells.size())),
                [&] { return programme::with_cells(document_, sheet_.kind, row, column, cells); });
}

bool SheetModel::addRow(int after) {
  const std::size_t row = after < 0 ? rows_.size() : static_cast<std::size_t>(after);
  return change(tr("New row"), [&] { return programme::with_new_row(document_, sheet_.kind, row); });
}

bool SheetModel::removeSheetRows(const std::vector<std::size_t>& rows) {
  return change(tr("Removal of %n row(s)", nullptr, static_cast<int>(rows.size())),
                [&] { return programme::without_rows(document_, sheet_.kind, rows); });
}

bool SheetModel::clearCells(const QModelIndexList& cells) {
  return change(tr("Emptying of %n cell(s)", nullptr, static_cast<int>(cells.size())), [&] {
    nlohmann::json after = document_;
    for (const QModelIndex& cell : cells)
      after = programme::with_cell(std::move(after), sheet_.kind, static_cast<std::size_t>(cell.row()),
                                   static_cast<std::size_t>(cell.column()), {});
    return after;
  });
}

QString SheetModel::tsv(const QModelIndexList& cells) const {
  std::map<int, std::vector<std::string>> lines;
  QModelIndexList ordered = cells;
  std::ranges::sort(ordered, {}, [](const QModelIndex& cell) { return std::pair(cell.row(), cell.column()); });
  for (const QModelIndex& cell : ordered) lines[cell.row()].push_back(told(cell.data().toString()));
  std::vector<std::vector<std::string>> rows;
  for (auto& [row, line] : lines) rows.push_back(std::move(line));
  return shown(programme::tsv_of_cells(rows));
}

}  // namespace fmplan::gui
