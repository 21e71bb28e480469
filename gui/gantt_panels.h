#pragma once

/// @file
/// What stands around the bars of a schedule, and does not move with them.

#include <QWidget>

#include "core/picture/gantt.h"
#include "gui/theme.h"

namespace fmplan::gui {

class GanttBase;

// Pixels, chosen to the eye: of names with their chances, of the axis with two lanes of marks, of a pool's strip.
inline constexpr int kGanttLabelWidth = 300, kGanttHeaderHeight = 58, kGanttStripHeight = 46;
/// Strips that are seen at once (chosen); others are scrolled to.
inline constexpr int kMostGanttStrips = 3;

/// The font as narrow as `text` needs to be shown in `room` pixels, to seven tenths of its width.
QFont squeezed(QFont font, const QString& text, double room);

/// Days that are named on the axis: days, weeks or months, as there is room.
std::vector<picture::GanttTick> ganttTicks(const picture::Gantt& gantt, double pixelsPerDay);

/// Dates, and what happens to nodes.
class GanttHeader : public QWidget {
  Q_OBJECT
 public:
  explicit GanttHeader(GanttBase& view);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void paintMarks(QPainter& painter);
  GanttBase& view_;
};

/// Names of groups and projects, chance and risk in words.
class GanttLabels : public QWidget {
  Q_OBJECT
 public:
  explicit GanttLabels(GanttBase& view);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  GanttBase& view_;
};

/// Nodes of each pool by day, and how many are placed.
class GanttStrips : public QWidget {
  Q_OBJECT
 public:
  explicit GanttStrips(GanttBase& view);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;

 private:
  void paintStrip(QPainter& painter, const picture::GanttPool& pool, double top);
  GanttBase& view_;
  int first_ = 0;  ///< pool at the top
};

/// What colours, letters and signs mean.
class GanttLegend : public QWidget {
  Q_OBJECT
 public:
  explicit GanttLegend(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  QSize sizeHint() const override { return {700, 20}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  const Theme* theme_ = &lightTheme();
};

}  // namespace fmplan::gui
