#pragma once

#include "gui/plot.h"

#include "core/programme/cost.h"
#include "gui/theme.h"

namespace fmplan::gui {

/// Expected money by month, organisations on each other, from zero.  What is unknown is said so, and is no bar.
class MonthsChart : public QCustomPlot {
  Q_OBJECT

 public:
  explicit MonthsChart(QWidget* parent = nullptr);
  void setPicture(programme::CostPicture picture);
  void setTheme(const Theme& theme);
  void setStale(bool stale);

 private:
  void draw();

  programme::CostPicture picture_;
  const Theme* theme_ = &lightTheme();
  bool stale_ = false;
};

/// Money up to the end of each month with its P10 to P90, against the budgets.
class CumulativeChart : public QCustomPlot {
  Q_OBJECT

 public:
  explicit CumulativeChart(QWidget* parent = nullptr);
  void setPicture(programme::CostPicture picture);
  void setTheme(const Theme& theme);
  void setStale(bool stale);

 private:
  void draw();
  void drawBand();
  void drawLines();

  programme::CostPicture picture_;
  const Theme* theme_ = &lightTheme();
  bool stale_ = false;
};

}  // namespace fmplan::gui
