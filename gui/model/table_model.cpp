#include "gui/model/table_model.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <QStringList>

#include "gui/model/place_words.h"
#include "gui/model/spoken.h"
#include "gui/model/texts.h"

namespace fmplan::gui {
namespace {

int columnsOf(const answer::Table& table) {
  std::size_t most = table.header.size();
  for (const auto& row : table.rows) most = std::max(most, row.size());
  return static_cast<int>(most);
}

}  // namespace

QString explainedFigure(const std::string& label) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kFigures = {
      {{"nodes", "nodes"},
       {"step time", "step_time"},
       {"memory", "memory"},
       {"finish", "days"},
       {"deadline", "on_time"},
       {"cost", "cost"},
       {"GPU-hours", "gpu_hours"}}};
  for (const auto& [row, figure] : kFigures)
    if (row == label) return shown(figure);
  return {};
}

void TableModel::setTable(answer::Table table) {
  const int columns = columnsOf(table);
  if (table.rows.size() != table_.rows.size() || columns != columns_ || table.header != table_.header) {
    beginResetModel();
    table_ = std::move(table);
    columns_ = columns;
    endResetModel();
    return;
  }
  table_ = std::move(table);
  if (!table_.rows.empty() && columns_ > 0)
    Q_EMIT dataChanged(index(0, 0), index(static_cast<int>(table_.rows.size()) - 1, columns_ - 1));
}

int TableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(table_.rows.size());
}

int TableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : columns_; }

QVariant TableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const auto row = static_cast<std::size_t>(index.row()), column = static_cast<std::size_t>(index.column());
  const std::vector<std::string>& cells = table_.rows[row];
  switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole: return column < cells.size() ? spoken(cells[column]) : QString();
    case Qt::TextAlignmentRole: {
      const bool right = column < table_.align.size() && table_.align[column] == answer::Align::kRight;
      return QVariant::fromValue(Qt::Alignment((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    }
    case kMarkedRole: return row < table_.marked.size() && table_.marked[row];
    case kKeyRole: return cells.empty() ? QString() : explainedFigure(cells.front());
    default: return {};
  }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical) return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
  const auto column = static_cast<std::size_t>(section);
  const std::string head = column < table_.header.size() ? table_.header[column] : std::string();
  if (role == Qt::DisplayRole) return spoken(key_heads_ ? keyWords(head) : head);
  if (role == Qt::ToolTipRole && key_heads_) return tr("To be typed as \"%1\"").arg(shown(head));
  if (role != Qt::TextAlignmentRole) return {};
  const bool right = column < table_.align.size() && table_.align[column] == answer::Align::kRight;
  return QVariant::fromValue(Qt::Alignment((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
}

QString TableModel::tsv(const QModelIndexList& selected) const {
  std::set<int> rows;
  for (const QModelIndex& index : selected) rows.insert(index.row());
  QStringList lines;
  const auto line = [this](const std::vector<std::string>& cells) {
    QStringList texts;
    for (int i = 0; i < columns_; ++i) {
      const auto at = static_cast<std::size_t>(i);
      QString text = at < cells.size() ? spoken(cells[at]) : QString();
      texts.append(text.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' ')));
    }
    return texts.join(QLatin1Char('\t'));
  };
  if (!table_.header.empty()) lines.append(line(table_.header));
  for (std::size_t i = 0; i < table_.rows.size(); ++i)
    if (rows.empty() || rows.contains(static_cast<int>(i))) lines.append(line(table_.rows[i]));
  return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

}  // namespace fmplan::gui
