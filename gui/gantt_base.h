#pragma once

#include <optional>
#include <vector>

#include <QGraphicsView>

#include "gui/gantt_items.h"
#include "gui/model/gantt_lines.h"

namespace fmplan::gui {

/// A schedule as what stands around its bars sees it.
class GanttBase : public QGraphicsView {
 public:
  using QGraphicsView::QGraphicsView;

  virtual const picture::Gantt& gantt() const = 0;
  virtual const std::vector<GanttLine>& lines() const = 0;
  virtual const GanttScale& scale() const = 0;
  /// Days from the start; none: today lies outside.
  virtual std::optional<double> todayDay() const = 0;
};

}  // namespace fmplan::gui
