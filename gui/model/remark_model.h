#pragma once

#include <vector>

#include <QAbstractListModel>

#include "core/base/issue.h"
#include "core/plan/report.h"

namespace fmplan::gui {

/// Something to be said beside an answer, or why there is none.
struct Remark {
  enum class Kind { kProblem, kObstacle, kWarning };
  Kind kind = Kind::kWarning;
  QString text;
  QString pointer{};  ///< the value that it is of, as a JSON Pointer; empty: none
};

/// Obstacles first, then warnings.
std::vector<Remark> remarksOf(const plan::Report& report);
/// What is wrong with the question, each with its place in words.
std::vector<Remark> remarksOf(const Issues& issues);

class RemarkModel : public QAbstractListModel {
  Q_OBJECT

 public:
  enum Role { kKindRole = Qt::UserRole, kPointerRole };

  using QAbstractListModel::QAbstractListModel;

  void setRemarks(std::vector<Remark> remarks);
  const std::vector<Remark>& remarks() const { return remarks_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

 private:
  std::vector<Remark> remarks_;
};

}  // namespace fmplan::gui
