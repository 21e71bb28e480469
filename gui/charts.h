#pragma once

/// @file
/// Charts: they draw values of answers, and hold none that a table beside them lacks.

#include <utility>
#include <vector>

#include <QWidget>
#include "gui/plot.h"

#include "core/picture/bar_chart.h"
#include "gui/model/histogram.h"
#include "gui/theme.h"

namespace fmplan::gui {

/// Bars from zero with their texts, an interval across the end of a bar, a line that all are held against.
class BarChartView : public QCustomPlot {
  Q_OBJECT

 public:
  explicit BarChartView(QWidget* parent = nullptr);

  void setChart(picture::BarChart chart);
  void setTheme(const Theme& theme);
  /// What is no longer the answer to the question is drawn pale.
  void setStale(bool stale);

  QSize sizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void draw();

  picture::BarChart chart_;
  const Theme* theme_ = &lightTheme();
  bool stale_ = false;
};

/// The days of a simulated run: trials from zero, between P10 and P90 in the stronger colour.
class HistogramView : public QCustomPlot {
  Q_OBJECT

 public:
  explicit HistogramView(QWidget* parent = nullptr);

  void setHistogram(DaysHistogram histogram);
  void setTheme(const Theme& theme);
  void setStale(bool stale);

  QSize sizeHint() const override { return {280, 200}; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void draw();

  DaysHistogram histogram_;
  const Theme* theme_ = &lightTheme();
  bool stale_ = false;
};

/// One bar of parts against a limit: memory of an accelerator, with what is free or too much.
class StackedBar : public QWidget {
  Q_OBJECT

 public:
  explicit StackedBar(QWidget* parent = nullptr);

  /// `whole` is the bar that stands for all of the others.
  void setParts(std::vector<picture::Bar> parts, double limit, const QString& limitText);
  void setTheme(const Theme& theme);
  void setStale(bool stale);

  QSize sizeHint() const override { return {400, 66}; }
  QSize minimumSizeHint() const override { return {200, 66}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::vector<picture::Bar> parts_;
  double limit_ = 0;
  QString limitText_;
  const Theme* theme_ = &lightTheme();
  bool stale_ = false;
};

}  // namespace fmplan::gui
