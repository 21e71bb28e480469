#pragma once

#include <vector>

#include <QListView>

#include "gui/model/remark_model.h"
#include "gui/theme.h"

namespace fmplan::gui {

/// What is to be said beside an answer, as high as its lines; hidden where there is nothing.
class RemarkList : public QListView {
  Q_OBJECT

 public:
  explicit RemarkList(QWidget* parent = nullptr);

  void setRemarks(std::vector<Remark> remarks);
  const RemarkModel& remarks() const { return model_; }
  void setTheme(const Theme& theme);

 Q_SIGNALS:
  /// Enter or a double click on a remark that is of a value.
  void placeActivated(const QString& pointer);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  class Delegate;
  void fit();

  RemarkModel model_;
  Delegate* delegate_;
};

}  // namespace fmplan::gui
