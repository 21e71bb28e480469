#include "gui/model/remark_model.h"

#include <utility>

#include "core/answer/notice_text.h"
#include "gui/model/place_words.h"
#include "gui/model/spoken.h"
#include "gui/model/texts.h"

namespace fmplan::gui {

std::vector<Remark> remarksOf(const plan::Report& report) {
  std::vector<Remark> remarks;
  for (const plan::Notice& notice : report.obstacles)
    remarks.push_back({Remark::Kind::kObstacle, spoken(answer::notice_text(notice)), shown(notice.place)});
  for (const plan::Notice& notice : report.warnings)
    remarks.push_back({Remark::Kind::kWarning, spoken(answer::notice_text(notice)), shown(notice.place)});
  return remarks;
}

std::vector<Remark> remarksOf(const Issues& issues) {
  std::vector<Remark> remarks;
  for (const Issue& issue : issues)
    remarks.push_back({Remark::Kind::kProblem, problemWords(issue), shown(issue.where)});
  return remarks;
}

void RemarkModel::setRemarks(std::vector<Remark> remarks) {
  beginResetModel();
  remarks_ = std::move(remarks);
  endResetModel();
}

int RemarkModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(remarks_.size());
}

QVariant RemarkModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const Remark& remark = remarks_[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole: return remark.text;
    // Who looks into the file finds it by its path.
    case Qt::ToolTipRole: return remark.pointer;
    case kKindRole: return static_cast<int>(remark.kind);
    case kPointerRole: return remark.pointer;
    default: return {};
  }
}

}  // namespace fmplan::gui
