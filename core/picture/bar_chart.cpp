#include "core/picture/bar_chart.h"

#include <algorithm>
#include <cmath>

#include "core/base/svg_canvas.h"
#include "core/picture/palette.h"

namespace fmplan::picture {
namespace {

/// In pixels, chosen to the eye: on a narrow screen the chart shrinks by a quarter and can still be read.
constexpr double kChartWidth = 500, kChartMargin = 12, kChartTop = 40, kTextSize = 12, kChartBarHeight = 15,
                 kBarGap = 7;
/// Labels up to so many pixels stand before the bars (chosen).
constexpr double kWidestLabel = 170;

constexpr const char* kFaintBar = "#9db9d3";
constexpr const char* kNegative = "#2f8f6b";
constexpr const char* kLimit = "#c2571a";

double finite(double value) { return std::isfinite(value) ? value : 0; }

/// Where values lie across the chart.
struct Layout {
  bool labels_above = false;
  double begin = kChartMargin;  ///< pixel of `low`
  double end = kChartWidth - kChartMargin;
  double low = 0, high = 1;

  double at(double value) const { return begin + (finite(value) - low) / (high - low) * (end - begin); }
  double row_height() const { return kChartBarHeight + kBarGap + (labels_above ? kTextSize + 5 : 0); }
};

Layout layout_of(const BarChart& chart) {
  Layout layout;
  double label_width = 0, text_width = 0;
  layout.high = 0;
  const auto reach = [&layout](double value) {
    layout.low = std::min(layout.low, finite(value));
    layout.high = std::max(layout.high, finite(value));
  };
  for (const Bar& bar : chart.bars) {
    label_width = std::max(label_width, svg_text_width(bar.label, kTextSize));
    text_width = std::max(text_width, svg_text_width(bar.text, kTextSize));
    reach(bar.value);
    if (bar.interval) reach(bar.interval->low), reach(bar.interval->high);
  }
  if (chart.limit) reach(*chart.limit);
  if (layout.high <= layout.low) layout.high = layout.low + 1;
  layout.labels_above = label_width > kWidestLabel;
  if (!layout.labels_above) layout.begin += label_width + 8;
  layout.end -= text_width + 8;
  return layout;
}

void draw_interval(SvgCanvas& canvas, const Layout& layout, const Range& interval, double y) {
  const double middle = y + kChartBarHeight / 2;
  canvas.line({layout.at(interval.low), middle}, {layout.at(interval.high), middle}, kInk, 1.4);
  for (const double end : {interval.low, interval.high})
    canvas.line({layout.at(end), middle - 4}, {layout.at(end), middle + 4}, kInk, 1.4);
}

void draw_bar(SvgCanvas& canvas, const Layout& layout, const Bar& bar, double y) {
  if (layout.labels_above) {
    canvas.text({kChartMargin, y + kTextSize}, bar.label, {.size = kTextSize, .color = kInk});
    y += kTextSize + 5;
  } else {
    canvas.text({layout.begin - 8, y + kChartBarHeight - 3}, bar.label,
                {.size = kTextSize, .anchor = SvgAnchor::kEnd, .color = kInk});
  }
  const double zero = layout.at(0), at = layout.at(bar.value);
  canvas.box({std::min(zero, at), y, std::abs(at - zero), kChartBarHeight}, {.fill = bar.faint       ? kFaintBar
                                                                                     : bar.value < 0 ? kNegative
                                                                                                     : kBar,
                                                                             .radius = 2});
  double right = std::max(zero, at);
  if (bar.interval) {
    draw_interval(canvas, layout, *bar.interval, y);
    right = std::max(right, layout.at(bar.interval->high));
  }
  canvas.text({right + 8, y + kChartBarHeight - 3}, bar.text, {.size = kTextSize, .color = kInk});
}

}  // namespace

std::string bar_chart_svg(const BarChart& chart) {
  SvgCanvas canvas;
  const Layout layout = layout_of(chart);
  canvas.text({kChartMargin, 20}, chart.title, {.size = 14, .color = kInk, .bold = true});
  const double top = kChartTop + (chart.limit ? kTextSize : 0);
  double y = top;
  for (const Bar& bar : chart.bars) {
    draw_bar(canvas, layout, bar, y);
    y += layout.row_height();
  }
  if (layout.low < 0) canvas.line({layout.at(0), top - 3}, {layout.at(0), y}, kFaint, 1);
  if (chart.limit) {
    const double at = layout.at(*chart.limit);
    canvas.line({at, top - 3}, {at, y}, kLimit, 1.6);
    const bool to_left = at > kChartWidth / 2;
    canvas.text({at + (to_left ? 4 : -4), top - 8}, chart.limit_text,
                {.size = kTextSize, .anchor = to_left ? SvgAnchor::kEnd : SvgAnchor::kStart, .color = kLimit});
  }
  if (!chart.note.empty()) {
    canvas.text({kChartMargin, y + 10}, chart.note, {.size = 11, .color = kFaint});
    y += 16;
  }
  return canvas.document(kChartWidth, y + kChartMargin);
}

}  // namespace fmplan::picture
