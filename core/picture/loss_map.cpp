#include "core/picture/loss_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/base/svg_canvas.h"
#include "core/picture/palette.h"

namespace fmplan::picture {
namespace {

/// The picture and its margins in pixels, and sizes of letters, chosen to the eye.
constexpr double kMapWidth = 900;
constexpr double kMapHeight = 600;
constexpr double kMapLeft = 74;
constexpr double kMapRight = 24;
constexpr double kMapTop = 104;
constexpr double kMapBottom = 58;
constexpr double kSmall = 11;
constexpr double kPlain = 12;
constexpr double kBold = 1.12;

constexpr const char* kGround = "#ffffff";
constexpr const char* kFitted = "#eaf3ea";
constexpr const char* kLossCurve = "#7c6f9c";
constexpr const char* kBudget = "#b45309";
constexpr const char* kOptimum = "#0f5c8c";

bool overlap(const SvgBox& a, const SvgBox& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

/// Where a text of `size` stands whose line begins, or ends, at `at`.
SvgBox box_of(SvgPoint at, std::string_view text, double size, SvgAnchor anchor, bool bold) {
  const double width = svg_text_width(text, size) * (bold ? kBold : 1);
  return {anchor == SvgAnchor::kEnd ? at.x - width : at.x, at.y - size, width, size + 4};
}

class Drawing {
 public:
  explicit Drawing(const LossMap& map) : map_(map) {}

  std::string document() {
    draw_heads();
    draw_fitted();
    draw_axes();
    for (const LossCurve& curve : map_.losses) draw(curve.points, kLossCurve, 1.2, false);
    for (const LossCurve& curve : map_.budgets) draw(curve.points, kBudget, 1, true);
    draw(map_.own_budget.points, kBudget, 2, true);
    draw(map_.optimum, kOptimum, 2.8, false);
    for (const LossMark& mark : map_.marks) draw_sign(mark);
    for (const LossMark& mark : map_.marks) draw_text(mark);
    draw_budget_text(map_.own_budget);
    for (const LossCurve& curve : map_.losses) draw_loss_text(curve);
    for (const LossCurve& curve : map_.budgets) draw_budget_text(curve);
    return canvas_.document(kMapWidth, kMapHeight);
  }

 private:
  static double share(double value, const Range& axis) {
    return std::log(value / axis.low) / std::log(axis.high / axis.low);
  }
  SvgPoint at(const LossPoint& p) const {
    return {kArea.x + share(p.parameters, map_.parameters) * kArea.width,
            kArea.bottom() - share(p.tokens, map_.tokens) * kArea.height};
  }

  void draw(const std::vector<LossPoint>& points, const char* color, double width, bool dashed) {
    if (points.empty()) return;
    std::vector<SvgPoint> line;
    for (const LossPoint& p : points) line.push_back(at(p));
    canvas_.polyline(line, color, width, dashed);
  }

  void draw_heads() {
    canvas_.text({16, 28}, map_.title, {.size = 17, .anchor = SvgAnchor::kStart, .color = kInk, .bold = true});
    canvas_.text({16, 50}, map_.subtitle, {.size = kPlain, .color = kGrey});
    if (!map_.losses.empty() && !map_.loss_means.empty())
      canvas_.text({kArea.right(), 50}, fmt::format("loss in {}", map_.loss_means),
                   {.size = kPlain, .anchor = SvgAnchor::kEnd, .color = kGrey});
    double x = 16;
    const double y = 76;
    const auto label = [&](const std::string& text) {
      canvas_.text({x + 30, y}, text, {.size = kPlain, .color = kInk});
      x += 50 + svg_text_width(text, kPlain);
    };
    const auto line = [&](const char* color, double width, bool dashed) {
      const std::array<SvgPoint, 2> ends = {SvgPoint{x, y - 4}, SvgPoint{x + 22, y - 4}};
      canvas_.polyline(ends, color, width, dashed);
    };
    line(kOptimum, 2.8, false);
    label("best division of compute");
    if (!map_.losses.empty()) {
      line(kLossCurve, 1.2, false);
      label("equal loss");
    }
    line(kBudget, 1.2, true);
    label(fmt::format("equal compute, {}", map_.compute_means));
    if (!fits(map_.fitted_parameters, map_.parameters) || !fits(map_.fitted_tokens, map_.tokens)) return;
    canvas_.box({x, y - 10, 22, 11}, {.fill = kFitted, .stroke = kGrid, .radius = 2});
    label("fitted here");
  }

  /// Whether some of where the law was fitted can be seen.
  static bool fits(const std::optional<Range>& fitted, const Range& axis) {
    return fitted && fitted->low < axis.high && fitted->high > axis.low;
  }
  void draw_fitted() {
    if (!fits(map_.fitted_parameters, map_.parameters) || !fits(map_.fitted_tokens, map_.tokens)) return;
    const SvgPoint low = at({std::max(map_.fitted_parameters->low, map_.parameters.low),
                             std::max(map_.fitted_tokens->low, map_.tokens.low)});
    const SvgPoint high = at({std::min(map_.fitted_parameters->high, map_.parameters.high),
                              std::min(map_.fitted_tokens->high, map_.tokens.high)});
    canvas_.box({low.x, high.y, high.x - low.x, low.y - high.y}, {.fill = kFitted, .radius = 0});
  }

  /// Values of an axis that get a line: each power of ten, with 2 and 5 where there are few; of many every second, …
  static std::vector<double> ticks(const Range& axis) {
    const double decades = std::log10(axis.high / axis.low);
    constexpr double kFew = 3.2, kMost = 9;  // decades, chosen to the eye
    const int every = std::max(1, static_cast<int>(std::ceil(decades / kMost)));
    std::vector<double> values;
    for (int power = static_cast<int>(std::floor(std::log10(axis.low))); power <= std::log10(axis.high); ++power) {
      if (power % every != 0) continue;
      for (const double factor : {1.0, 2.0, 5.0}) {
        const double value = factor * std::pow(10.0, power);
        if (factor > 1 && decades > kFew) break;
        if (value >= axis.low && value <= axis.high) values.push_back(value);
      }
    }
    return values;
  }

  /// "10M", of a figure that has no more digits.
  static std::string tick_text(double value) {
    std::string text = count_text(value);
    if (const std::size_t point = text.find('.'); point != std::string::npos)
      text.erase(point, text.find_first_not_of(".0", point) - point);
    return text;
  }

  void draw_axes() {
    for (const double value : ticks(map_.parameters)) {
      const double x = at({value, map_.tokens.low}).x;
      canvas_.line({x, kArea.y}, {x, kArea.bottom() + 5}, kGrid, 1);
      canvas_.text({x, kArea.bottom() + 20}, tick_text(value),
                   {.size = kPlain, .anchor = SvgAnchor::kMiddle, .color = kGrey});
    }
    for (const double value : ticks(map_.tokens)) {
      const double y = at({map_.parameters.low, value}).y;
      canvas_.line({kArea.x - 5, y}, {kArea.right(), y}, kGrid, 1);
      canvas_.text({kArea.x - 9, y + 4}, tick_text(value), {.size = kPlain, .anchor = SvgAnchor::kEnd, .color = kGrey});
    }
    canvas_.box(kArea, {.stroke = kGrey, .radius = 0});
    canvas_.text({kArea.center(), kMapHeight - 16},
                 map_.parameters_mean.empty() ? "parameters" : fmt::format("parameters ({})", map_.parameters_mean),
                 {.size = 13, .anchor = SvgAnchor::kMiddle, .color = kInk});
    canvas_.text({16, kMapTop - 10}, "tokens", {.size = 13, .color = kInk});
  }

  void draw_sign(const LossMark& mark) {
    const SvgPoint p = at(mark.at);
    const bool is_asked = mark.kind == LossMark::Kind::kAsked;
    const double radius = mark.kind == LossMark::Kind::kBeside ? 1 : 6;
    canvas_.box({p.x - 6, p.y - 6, 12, 12}, {.fill = is_asked ? kInk : kGround,
                                             .stroke = mark.kind == LossMark::Kind::kBest ? kOptimum : kInk,
                                             .stroke_width = 2.5,
                                             .radius = radius});
    taken_.push_back({p.x - 8, p.y - 8, 16, 16});
  }

  /// At the first place that is free, on the ground, so that no line runs through it.
  bool place(const std::vector<std::pair<SvgPoint, SvgAnchor>>& places, const std::string& text, double size,
             const char* color, bool bold) {
    for (const auto& [where, anchor] : places) {
      const SvgBox box = box_of(where, text, size, anchor, bold);
      const bool is_inside = box.x >= kArea.x + 2 && box.right() <= kArea.right() - 2 && box.y >= kArea.y + 2 &&
                             box.bottom() <= kArea.bottom() - 2;
      if (!is_inside || std::ranges::any_of(taken_, [&](const SvgBox& other) { return overlap(box, other); })) continue;
      canvas_.box({box.x - 2, box.y, box.width + 4, box.height}, {.fill = kGround, .radius = 2});
      canvas_.text(where, text, {.size = size, .anchor = anchor, .color = color, .bold = bold});
      taken_.push_back(box);
      return true;
    }
    return false;
  }

  void draw_text(const LossMark& mark) {
    const SvgPoint p = at(mark.at);
    std::vector<std::pair<SvgPoint, SvgAnchor>> places;
    for (const double away : {0.0, 18.0, 36.0})
      for (const double side : {1.0, -1.0})
        for (const double y : {p.y + 4 + side * (away + 14), p.y + 4 - side * away})
          for (const SvgAnchor anchor : {SvgAnchor::kStart, SvgAnchor::kEnd})
            places.push_back({{p.x + (anchor == SvgAnchor::kStart ? 13 : -13), y}, anchor});
    // Under or over the sign where it is too long for either side.
    const double width = box_of(p, mark.text, kPlain, SvgAnchor::kStart, true).width;
    const double left = std::clamp(p.x - width / 2, kArea.x + 4, std::max(kArea.x + 4, kArea.right() - 4 - width));
    for (const double y : {p.y + 24, p.y - 14, p.y + 42, p.y - 32}) places.push_back({{left, y}, SvgAnchor::kStart});
    place(places, mark.text, kPlain, kInk, true);
  }

  void draw_loss_text(const LossCurve& curve) {
    if (curve.points.size() < 2) return;
    const SvgPoint begin = at(curve.points.front());
    // Where the curve comes in: from above, else from the left.
    std::vector<std::pair<SvgPoint, SvgAnchor>> places;
    if (begin.y < kArea.y + 1)
      for (const double down : {16.0, 32.0, 48.0}) places.push_back({{begin.x + 5, kArea.y + down}, SvgAnchor::kStart});
    else
      for (const double up : {-5.0, 14.0}) places.push_back({{kArea.x + 6, begin.y + up}, SvgAnchor::kStart});
    place(places, curve.text, kSmall, kLossCurve, false);
  }

  void draw_budget_text(const LossCurve& curve) {
    if (curve.points.size() < 2) return;
    const SvgPoint end = at(curve.points.back());
    const bool is_own = &curve == &map_.own_budget;
    std::vector<std::pair<SvgPoint, SvgAnchor>> places;
    // Where the curve leaves, below it: through the right side, else through the bottom.
    for (const double step : {0.0, 16.0, 32.0, 48.0}) {
      if (end.x > kArea.right() - 1 && end.y < kArea.bottom() - 24)
        places.push_back({{kArea.right() - 6, end.y + 14 + step}, SvgAnchor::kEnd});
      else
        places.push_back({{end.x - 16 - step / 2, kArea.bottom() - 7 - step / 4}, SvgAnchor::kEnd});
    }
    place(places, curve.text, kSmall, kBudget, is_own);
  }

  static constexpr SvgBox kArea{kMapLeft, kMapTop, kMapWidth - kMapLeft - kMapRight, kMapHeight - kMapTop - kMapBottom};

  const LossMap& map_;
  SvgCanvas canvas_;
  std::vector<SvgBox> taken_;  ///< by signs and texts
};

}  // namespace

std::string loss_map_svg(const LossMap& map) { return Drawing(map).document(); }

}  // namespace fmplan::picture
