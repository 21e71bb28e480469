#pragma once

#include <cstddef>
#include <vector>

#include <QGraphicsItem>

#include "core/picture/gantt.h"
#include "gui/theme.h"

namespace fmplan::gui {

/// What all parts of a schedule are drawn by.
struct GanttScale {
  double pixelsPerDay = 8;
  const Theme* theme = &lightTheme();
  bool stale = false;

  double x(double day) const { return day * pixelsPerDay; }
};

QColor ganttColor(const Theme& theme, picture::GanttKind kind);
/// Of letters on a colour.
QColor inkOn(const QColor& color);

/// A phase of a project, with the interval of its finish below it.
class GanttBarItem : public QGraphicsItem {
 public:
  /// The bar outlives the item, and so does the scale.
  GanttBarItem(const picture::GanttBar& bar, std::size_t row, std::size_t index, double top, const GanttScale& scale);

  std::size_t row() const { return row_; }
  std::size_t index() const { return index_; }
  const picture::GanttBar& bar() const { return bar_; }
  /// The bar itself, in the scene.
  QRectF box() const;
  /// After a change of the scale.
  void rescale() { prepareGeometryChange(); }

  QRectF boundingRect() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  void paintFinish(QPainter& painter) const;

  const picture::GanttBar& bar_;
  std::size_t row_, index_;
  double top_;
  const GanttScale& scale_;
  QString words_, name_, letter_;
  int wordsWidth_ = 0, nameWidth_ = 0;
};

/// Where a dragged project would be.
class GanttGhost : public QGraphicsItem {
 public:
  struct Bar {
    double fromDay = 0, untilDay = 0;
    QString text{};
  };
  explicit GanttGhost(const GanttScale& scale) : scale_(scale) { setZValue(10); }

  void show(std::vector<Bar> bars, double top, bool broken);
  const std::vector<Bar>& bars() const { return bars_; }

  QRectF boundingRect() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  const GanttScale& scale_;
  std::vector<Bar> bars_;
  double top_ = 0;
  bool broken_ = false;
};

}  // namespace fmplan::gui
