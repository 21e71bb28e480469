#pragma once

/// @file
/// The panels of a sweep's picture: a frame with its axes.

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "core/answer/figure.h"
#include "core/base/svg_canvas.h"
#include "core/picture/palette.h"

namespace fmplan::what_if {

/// The panels in pixels, chosen to the eye.
inline constexpr double kPanelWidth = 560, kPanelHeight = 360, kPanelMargin = 24, kPanelLeft = 92, kPanelRight = 20,
                        kPanelTop = 44, kPanelBottom = 56;
inline constexpr double kHead = 76, kLegendRow = 18, kLegendTop = 4;

/// Numbers along a stretch of pixels; logarithmic where they span more than a factor of eight evenly spaced by factors.
struct Scale {
  double low = 0, high = 1, from = 0, to = 1;
  bool logarithmic = false;

  double at(double value) const {
    const double share = logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
    return from + share * (to - from);
  }
};

inline std::string tick_text(answer::FigureUnit unit, double value) {
  if (unit == answer::FigureUnit::kDay) return fmt::format("{:g}", value);
  return answer::figure_text(unit, value);
}

/// One frame with its axes.
class Panel {
 public:
  Panel(SvgCanvas& canvas, double x, double y) : canvas_(canvas), x_(x), y_(y) {}

  double left() const { return x_ + kPanelLeft; }
  double right() const { return x_ + kPanelWidth - kPanelRight; }
  double top() const { return y_ + kPanelTop; }
  double bottom() const { return y_ + kPanelHeight - kPanelBottom; }

  void title(const std::string& text) {
    canvas_.text({x_ + kPanelMargin, y_ + 24}, text, {.size = 14, .color = picture::kInk, .bold = true});
  }
  void x_title(const std::string& text) {
    canvas_.text({(left() + right()) / 2, bottom() + 42}, text,
                 {.size = 12, .anchor = SvgAnchor::kMiddle, .color = picture::kInk});
  }
  void x_tick(double x, const std::string& text) {
    canvas_.line({x, bottom()}, {x, bottom() + 5}, picture::kFaint, 1);
    canvas_.text({x, bottom() + 20}, text, {.size = 11.5, .anchor = SvgAnchor::kMiddle, .color = picture::kFaint});
  }
  /// Ticks of the y axis from 0, or from a day near the first.
  Scale y_axis(const answer::Figure& figure, double low, double high) {
    const bool is_date = figure.unit == answer::FigureUnit::kDate;
    const double floor = is_date ? low - 0.05 * std::max(high - low, 1.0) : std::min(low, 0.0);
    const double span = std::max(high - floor, is_date ? 1.0 : 1e-12);
    const double step = svg_tick_step(span, 6);
    const double first = is_date ? std::ceil(floor / step) * step : std::floor(floor / step) * step;
    const Scale scale{is_date ? floor : first, std::ceil((floor + span) / step) * step, bottom(), top()};
    for (int tick = 0; first + tick * step <= scale.high + step / 2; ++tick) {
      const double value = first + tick * step;
      const double y = scale.at(value);
      canvas_.line({left(), y}, {right(), y}, picture::kGrid, 1);
      canvas_.text({left() - 8, y + 4}, tick_text(figure.unit, value),
                   {.size = 11.5, .anchor = SvgAnchor::kEnd, .color = picture::kFaint});
    }
    return scale;
  }
  void cross(double x, double y, const char* color) {
    canvas_.line({x - 4, y - 4}, {x + 4, y + 4}, color, 1.6);
    canvas_.line({x - 4, y + 4}, {x + 4, y - 4}, color, 1.6);
  }

 private:
  SvgCanvas& canvas_;
  double x_, y_;
};

}  // namespace fmplan::what_if
