#include "core/what_if/sweep_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/base/svg_canvas.h"
#include "core/picture/palette.h"
#include "core/what_if/sweep_document.h"
#include "core/what_if/sweep_panel.h"

namespace fmplan::what_if {
namespace {

using answer::Figure;
using answer::FigureUnit;
using picture::kFaint;
using picture::kInk;

constexpr const char* kRefused = "#c2571a";
constexpr const char* kFront = "#0f766e";

struct Paint {
  const char* line;
  const char* band;
};
/// Of curves, told apart by lightness too (chosen).
constexpr std::array<Paint, 6> kPaints = {{{"#1f6fb4", "#d6e6f4"},
                                           {"#b45309", "#f6e3cf"},
                                           {"#2f8f6b", "#d5ece3"},
                                           {"#7c3aed", "#e6dcfb"},
                                           {"#be185d", "#f7d7e4"},
                                           {"#4b5563", "#e0e3e8"}}};

/// What stands in a cell: of days that are few their decimals.
std::string cell_text(FigureUnit unit, double value) {
  constexpr double kMany = 10;  // days
  if (unit != FigureUnit::kDay) return tick_text(unit, value);
  return value < kMany ? days_text(value) : tick_text(unit, std::round(value));
}

std::optional<double> number_of(const std::string& text) {
  return answer::read_figure({.name = "x", .says_unit = true}, text);
}

bool can_run(const SweepRow& row) {
  return row.status == plan::Verdict::kOk || row.status == plan::Verdict::kMissesDeadline;
}

/// What can be drawn of a figure: not of a row that cannot run.
std::optional<double> drawn_value(const SweepRow& row, std::size_t column) {
  const answer::FigureValue& value = row.figures[column].value;
  return can_run(row) && !value.is_least ? value.value : std::nullopt;
}

Scale x_scale(const std::vector<double>& values, double from, double to) {
  const auto [low, high] = std::ranges::minmax(values);
  Scale scale{low, high > low ? high : low + 1, from, to, false};
  // Values that grow by factors are read by factors.
  scale.logarithmic = low > 0 && high / low >= 8 && values.size() > 2 && (values[1] - values[0]) * 4 < high - low &&
                      std::abs(values[1] / values[0] - values[values.size() - 1] / values[values.size() - 2]) < 0.2;
  return scale;
}

bool overlap(const SvgBox& a, const SvgBox& b) {
  constexpr double kApart = 3;  // pixels, chosen
  return a.x < b.right() + kApart && b.x < a.right() + kApart && a.y < b.bottom() && b.y < a.bottom();
}

class SweepDrawing {
 public:
  SweepDrawing(const SweepHead& head, const std::vector<SweepRow>& rows) : head_(head), rows_(rows) {
    for (std::size_t path = 0; path < head.paths.size(); ++path) {
      varies_.push_back(std::ranges::any_of(
          rows, [&](const SweepRow& row) { return row.inputs[path] != rows.front().inputs[path]; }));
      const bool numbers =
          std::ranges::all_of(rows, [&](const SweepRow& row) { return number_of(row.inputs[path]).has_value(); });
      if (numbers && varies(path)) numeric_.push_back(path);
    }
  }

  std::string document(const std::vector<std::size_t>& figures) {
    // A map is of a grid: of points side by side most places would be empty.
    const bool is_map = numeric_.size() == 2 &&
                        numbers_along(numeric_[0]).size() * numbers_along(numeric_[1]).size() <= 4 * rows_.size();
    if (numeric_.size() == 2 && !is_map) numeric_.pop_back();
    if (numeric_.size() == 1) draw_legend(numeric_.front());
    std::vector<std::size_t> drawn = figures;
    if (is_map && drawn.size() > 2) drawn.resize(2);
    for (const std::size_t column : drawn) {
      if (numeric_.size() == 2)
        draw_map(column);
      else if (numeric_.size() == 1)
        draw_curves(column, numeric_.front());
      else
        draw_bars(column);
    }
    const auto days = column_named("days"), cost = column_named("cost");
    if (days && cost) draw_front(*days, *cost);
    const double width = std::min<double>(2, std::max<int>(1, panels_)) * kPanelWidth;
    head_line();
    return canvas_.document(width, head_height_ + std::ceil(panels_ / 2.0) * kPanelHeight + kPanelMargin);
  }

 private:
  std::optional<double> value_of(const SweepRow& row, std::size_t column) const { return drawn_value(row, column); }

  bool varies(std::size_t path) const { return varies_[path]; }

  std::optional<std::size_t> column_named(std::string_view name) const {
    const auto found = std::ranges::find(head_.columns, name, &Figure::name);
    if (found == head_.columns.end()) return std::nullopt;
    return static_cast<std::size_t>(found - head_.columns.begin());
  }

  Panel next_panel() {
    const int column = panels_ % 2, row = panels_ / 2;
    const double x = column * kPanelWidth, y = head_height_ + row * kPanelHeight;
    ++panels_;
    return {canvas_, x, y};
  }

  static bool is_dashed(std::size_t place) { return place % 2 == 1; }

  /// Names the curves, which have the same colours in every panel.
  void draw_legend(std::size_t path) {
    constexpr double kSample = 26, kApart = 22;  // pixels, chosen
    constexpr std::size_t kMostNamed = 24;       // chosen: beyond, colours and names can no longer be told apart
    for (const SweepRow& row : rows_) places_.emplace(series_of(row, path), 0);
    std::size_t place = 0;
    for (auto& [name, number] : places_) number = place++;
    if (places_.size() < 2) return;
    double x = kPanelMargin;
    for (const auto& [name, number] : places_) {
      if (number >= kMostNamed) break;
      const std::string text = name.empty() ? "scenario" : name;
      const double width = kSample + svg_text_width(text, 11.5) + kApart;
      if (x + width > 2 * kPanelWidth && x > kPanelMargin) {
        x = kPanelMargin;
        head_height_ += kLegendRow;
      }
      const char* const color = kPaints[number % kPaints.size()].line;
      canvas_.polyline(
          std::array{SvgPoint{x, kLegendTop + head_height_}, SvgPoint{x + kSample - 6, kLegendTop + head_height_}},
          color, 2.2, is_dashed(number));
      canvas_.text({x + kSample, kLegendTop + head_height_ + 4}, text, {.size = 11.5, .color = color, .bold = true});
      x += width;
    }
    head_height_ += kLegendRow;
  }

  void head_line() {
    std::string paths;
    for (const std::string& path : head_.paths) paths += (paths.empty() ? "" : " × ") + path;
    std::string scenarios = head_.scenarios.front();
    scenarios = scenarios.substr(scenarios.rfind('/') + 1);
    if (head_.scenarios.size() > 1) scenarios += fmt::format(" and {} more", head_.scenarios.size() - 1);
    canvas_.text({kPanelMargin, 32}, scenarios + (paths.empty() ? "" : ": " + paths),
                 {.size = 17, .color = kInk, .bold = true});
    SweepCounts counts;
    for (const SweepRow& row : rows_) counts.add(row);
    counts.looked_at = static_cast<std::int64_t>(rows_.size());
    SweepHead shown = head_;
    shown.num_points = counts.looked_at;
    std::string line = counts_text(shown, counts);
    if (numeric_.size() == 1)
      line +=
          places_.size() == 1 ? "; a band holds 80 %; × cannot run; ? is not known" : "; × cannot run; ? is not known";
    if (numeric_.size() == 2) line += "; grey cannot run or is not known";
    canvas_.text({kPanelMargin, 54}, line, {.size = 12, .color = kFaint});
  }

  /// Texts of the other paths and the scenario: what makes a curve.
  std::string series_of(const SweepRow& row, std::size_t path) const {
    std::string series;
    if (head_.scenarios.size() > 1) {
      const std::int64_t per_scenario = head_.num_points / static_cast<std::int64_t>(head_.scenarios.size());
      const std::string& name = head_.scenarios[static_cast<std::size_t>(row.index / per_scenario)];
      series = name.substr(name.rfind('/') + 1);
    }
    for (std::size_t other = 0; other < head_.paths.size(); ++other)
      if (other != path && varies(other)) series += (series.empty() ? "" : ", ") + row.inputs[other];
    return series;
  }

  std::vector<double> numbers_along(std::size_t path) const {
    std::vector<double> values;
    for (const SweepRow& row : rows_) values.push_back(*number_of(row.inputs[path]));
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
  }

  void x_axis(Panel& panel, const std::string& path, const std::vector<double>& values, const Scale& scale) {
    panel.x_title(path);
    const std::size_t every = std::max<std::size_t>(1, (values.size() + 7) / 8);
    for (std::size_t i = 0; i < values.size(); i += every)
      panel.x_tick(scale.at(values[i]), answer::figure_text(FigureUnit::kNumber, values[i]));
  }

  void draw_curves(std::size_t column, std::size_t path) {
    const Figure& figure = head_.columns[column];
    Panel panel = next_panel();
    panel.title(figure.name);
    const std::vector<double> values = numbers_along(path);
    const Scale x = x_scale(values, panel.left() + 10, panel.right() - 10);
    double low = 1e300, high = -1e300;
    for (const SweepRow& row : rows_) {
      const auto value = value_of(row, column);
      if (!value) continue;
      const auto& interval = row.figures[column].interval_80;
      low = std::min(low, interval ? interval->low : *value);
      high = std::max(high, interval ? interval->high : *value);
    }
    if (low > high) low = 0, high = 1;
    const Scale y = panel.y_axis(figure, low, high);
    x_axis(panel, head_.paths[path], values, x);
    std::map<std::string, std::vector<const SweepRow*>> series;
    for (const SweepRow& row : rows_) series[series_of(row, path)].push_back(&row);
    for (const auto& [name, rows] : series) {
      if (series.size() == 1) draw_band(rows, column, path, x, y, kPaints[0]);
      draw_curve(rows, column, path, x, y, places_.at(name), panel);
    }
  }

  void draw_band(const std::vector<const SweepRow*>& rows, std::size_t column, std::size_t path, const Scale& x,
                 const Scale& y, const Paint& colors) {
    std::vector<SvgPoint> upper, lower;
    for (const SweepRow* const row : rows) {
      const auto& interval = row->figures[column].interval_80;
      if (!value_of(*row, column) || !interval) continue;
      const double at = x.at(*number_of(row->inputs[path]));
      upper.push_back({at, y.at(interval->high)});
      lower.push_back({at, y.at(interval->low)});
    }
    upper.insert(upper.end(), lower.rbegin(), lower.rend());
    if (upper.size() > 2) canvas_.area(upper, colors.band);
  }

  void draw_curve(const std::vector<const SweepRow*>& rows, std::size_t column, std::size_t path, const Scale& x,
                  const Scale& y, std::size_t place, Panel& panel) {
    const Paint& colors = kPaints[place % kPaints.size()];
    const bool alone = places_.size() == 1;
    // What has no place in the panel stands above the axis, a row for each curve.
    const double row_height = alone ? 0 : 13, y_without = panel.bottom() - row_height * static_cast<double>(place);
    std::vector<SvgPoint> points;
    for (const SweepRow* const row : rows) {
      const double at = x.at(*number_of(row->inputs[path]));
      if (const auto value = value_of(*row, column))
        points.push_back({at, y.at(*value)});
      else if (!can_run(*row))
        panel.cross(at, y_without - (alone ? 0 : 6), alone ? kRefused : colors.line);
      else
        canvas_.text({at, y_without - (alone ? 6 : 2)}, "?",
                     {.size = 12, .anchor = SvgAnchor::kMiddle, .color = colors.line, .bold = true});
    }
    // A curve upon another lets it be seen through its gaps.
    canvas_.polyline(points, colors.line, 2.2, is_dashed(place));
    if (points.size() > 60) return;
    for (const SvgPoint& point : points)
      canvas_.box({point.x - 3, point.y - 3, 6, 6}, {.fill = colors.line, .radius = 3});
  }

  void draw_bars(std::size_t column) {
    constexpr std::size_t kMostBars = 14;  // chosen: as many have room
    const Figure& figure = head_.columns[column];
    Panel panel = next_panel();
    panel.title(figure.name + (rows_.size() > kMostBars ? fmt::format(", the first {}", kMostBars) : ""));
    double high = 0;
    const std::size_t count = std::min(rows_.size(), kMostBars);
    for (std::size_t i = 0; i < count; ++i) high = std::max(high, value_of(rows_[i], column).value_or(0));
    const double height = (panel.bottom() - panel.top()) / static_cast<double>(std::max<std::size_t>(count, 1));
    const double begin = panel.left() + 120, width = panel.right() - 90 - begin;
    for (std::size_t i = 0; i < count; ++i) {
      const double y = panel.top() + height * static_cast<double>(i);
      std::string name = series_of(rows_[i], head_.paths.size());
      if (name.size() > 34) name = name.substr(0, 33) + "…";
      canvas_.text({begin - 8, y + height / 2 + 4}, name.empty() ? "scenario" : name,
                   {.size = 11.5, .anchor = SvgAnchor::kEnd, .color = kInk});
      const auto value = value_of(rows_[i], column);
      const double length = value && high > 0 ? width * *value / high : 0;
      canvas_.box({begin, y + height * 0.15, length, height * 0.7}, {.fill = kPaints[0].line, .radius = 2});
      canvas_.text({begin + length + 6, y + height / 2 + 4},
                   value               ? answer::figure_text(figure.unit, *value)
                   : can_run(rows_[i]) ? std::string("not known")
                                       : std::string("cannot run"),
                   {.size = 11.5, .color = value ? kInk : kRefused});
    }
  }

  void draw_map(std::size_t column);
  void draw_front(std::size_t days, std::size_t cost);

  const SweepHead& head_;
  const std::vector<SweepRow>& rows_;
  std::vector<bool> varies_;                   ///< by path
  std::vector<std::size_t> numeric_;           ///< paths of numbers that vary
  std::map<std::string, std::size_t> places_;  ///< of the curves, by name: their colours
  SvgCanvas canvas_;
  double head_height_ = kHead;
  int panels_ = 0;
};

/// From pale to dark blue.
std::string shade(double share) {
  const auto mix = [share](int from, int to) { return from + static_cast<int>(std::lround(share * (to - from))); };
  return fmt::format("#{:02x}{:02x}{:02x}", mix(0xee, 0x1d), mix(0xf5, 0x5f), mix(0xfb, 0xa0));
}

void SweepDrawing::draw_map(std::size_t column) {
  const Figure& figure = head_.columns[column];
  Panel panel = next_panel();
  const std::size_t across = numeric_[0], up = numeric_[1];
  const std::vector<double> xs = numbers_along(across), ys = numbers_along(up);
  // Of several points in one place, the best.
  std::vector<std::optional<double>> cells(xs.size() * ys.size());
  bool several = false;
  for (const SweepRow& row : rows_) {
    const auto x = std::ranges::lower_bound(xs, *number_of(row.inputs[across])) - xs.begin();
    const auto y = std::ranges::lower_bound(ys, *number_of(row.inputs[up])) - ys.begin();
    auto& cell = cells[static_cast<std::size_t>(y) * xs.size() + static_cast<std::size_t>(x)];
    const auto value = value_of(row, column);
    if (!value) continue;
    several = several || cell.has_value();
    if (!cell || (more_is_better(figure) ? *value > *cell : *value < *cell)) cell = value;
  }
  panel.title(figure.name + (several ? ", the best of each place" : ""));
  double low = 1e300, high = -1e300;
  for (const auto& cell : cells)
    if (cell) low = std::min(low, *cell), high = std::max(high, *cell);
  const double width = (panel.right() - panel.left()) / static_cast<double>(xs.size());
  const double height = (panel.bottom() - panel.top()) / static_cast<double>(ys.size());
  const auto center = [&](std::size_t x, std::size_t y) {
    return SvgPoint{panel.left() + (static_cast<double>(x) + 0.5) * width,
                    panel.bottom() - (static_cast<double>(y) + 0.5) * height};
  };
  for (std::size_t y = 0; y < ys.size(); ++y) {
    for (std::size_t x = 0; x < xs.size(); ++x) {
      const auto& cell = cells[y * xs.size() + x];
      const SvgPoint at = center(x, y);
      const SvgBox box{at.x - width / 2, at.y - height / 2, width, height};
      const double share = cell && high > low ? (*cell - low) / (high - low) : 0;
      const std::string fill = cell ? shade(share) : "#d1d5db";
      canvas_.box(box, {.fill = fill, .stroke = "#ffffff", .stroke_width = 1, .radius = 0});
      const std::string text = cell ? cell_text(figure.unit, *cell) : "";
      if (cell && svg_text_width(text, 11) < width && height > 14)
        canvas_.text({at.x, at.y + 4}, text,
                     {.size = 11, .anchor = SvgAnchor::kMiddle, .color = share > 0.55 ? "#ffffff" : kInk});
    }
  }
  // Lines of equal value between the centres of cells that are all known.
  if (high > low && xs.size() > 1 && ys.size() > 1) {
    const double step = svg_tick_step(high - low, 5);
    const double first = std::ceil(low / step) * step;
    for (int line = 0; first + line * step < high; ++line) {
      const double level = first + line * step;
      for (std::size_t y = 0; y + 1 < ys.size(); ++y) {
        for (std::size_t x = 0; x + 1 < xs.size(); ++x) {
          const std::array<std::pair<std::size_t, std::size_t>, 4> corners = {
              {{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}}};
          std::vector<SvgPoint> crossings;
          for (std::size_t side = 0; side < 4; ++side) {
            const auto [ax, ay] = corners[side];
            const auto [bx, by] = corners[(side + 1) % 4];
            const auto &a = cells[ay * xs.size() + ax], &b = cells[by * xs.size() + bx];
            if (!a || !b) break;
            if ((*a < level) == (*b < level)) continue;
            const double share = (level - *a) / (*b - *a);
            const SvgPoint from = center(ax, ay), to = center(bx, by);
            crossings.push_back({from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)});
          }
          for (std::size_t i = 0; i + 1 < crossings.size(); i += 2)
            canvas_.line(crossings[i], crossings[i + 1], kRefused, 1.4, 0.8);
        }
      }
    }
  }
  panel.x_title(head_.paths[across] + "  ↑ " + head_.paths[up]);
  const std::size_t every_x = std::max<std::size_t>(1, (xs.size() + 7) / 8);
  for (std::size_t x = 0; x < xs.size(); x += every_x)
    panel.x_tick(center(x, 0).x, answer::figure_text(FigureUnit::kNumber, xs[x]));
  const std::size_t every_y = std::max<std::size_t>(1, (ys.size() + 11) / 12);
  for (std::size_t y = 0; y < ys.size(); y += every_y)
    canvas_.text({panel.left() - 8, center(0, y).y + 4}, answer::figure_text(FigureUnit::kNumber, ys[y]),
                 {.size = 11.5, .anchor = SvgAnchor::kEnd, .color = kFaint});
}

void SweepDrawing::draw_front(std::size_t days, std::size_t cost) {
  std::vector<const SweepRow*> able;
  double most_days = 0, most_cost = 0;
  for (const SweepRow& row : rows_) {
    if (!value_of(row, days) || !value_of(row, cost)) continue;
    able.push_back(&row);
    most_days = std::max(most_days, *value_of(row, days));
    most_cost = std::max(most_cost, *value_of(row, cost));
  }
  if (able.size() < 2) return;
  Panel panel = next_panel();
  panel.title("money against days");
  const Scale y = panel.y_axis(head_.columns[cost], 0, most_cost);
  const double step = svg_tick_step(most_days, 7);
  const Scale x{0, std::ceil(most_days / step) * step, panel.left(), panel.right() - 10};
  panel.x_title("days; ringed: no other point is both sooner and cheaper");
  for (int tick = 0; tick * step <= x.high + step / 2; ++tick)
    panel.x_tick(x.at(tick * step), fmt::format("{:g}", tick * step));
  std::vector<SweepRow> held;
  held.reserve(able.size());
  for (const SweepRow* const row : able) held.push_back(*row);
  const std::vector<SweepRow> front = pareto_front(held, head_, {days, cost});
  for (const SweepRow* const row : able) {
    const SvgPoint at{x.at(*value_of(*row, days)), y.at(*value_of(*row, cost))};
    canvas_.box({at.x - 3, at.y - 3, 6, 6}, {.fill = kPaints[0].line, .radius = 3});
  }
  std::vector<SvgBox> taken;
  for (const SweepRow* const row : able) {
    const SvgPoint at{x.at(*value_of(*row, days)), y.at(*value_of(*row, cost))};
    taken.push_back({at.x - 6, at.y - 6, 12, 12});
  }
  std::vector<SweepRow> by_days = front;
  sort_rows(by_days, days, false);
  for (const SweepRow& row : by_days) {
    const SvgPoint at{x.at(*value_of(row, days)), y.at(*value_of(row, cost))};
    canvas_.box({at.x - 6, at.y - 6, 12, 12}, {.stroke = kFront, .stroke_width = 1.6, .radius = 6});
    const std::string label = series_of(row, head_.paths.size());
    const double width = svg_text_width(label, 10.5);
    // Above or below the ring; where labels and marks would lie on each other, the ring says enough.
    for (const double label_y : {at.y - 10, at.y + 18}) {
      const SvgBox box{std::clamp(at.x - width / 2, panel.left() + 2, panel.right() - width), label_y - 9, width, 11};
      if (box.y < panel.top() || std::ranges::any_of(taken, [&](const SvgBox& other) { return overlap(box, other); }))
        continue;
      canvas_.text({box.x, label_y}, label, {.size = 10.5, .color = kFront});
      taken.push_back(box);
      break;
    }
  }
}

}  // namespace

std::string sweep_svg(const SweepHead& head, const std::vector<SweepRow>& rows,
                      const std::vector<std::size_t>& first_figures) {
  return SweepDrawing(head, rows).document(first_figures);
}

std::vector<std::size_t> drawn_figures(const SweepHead& head, bool columns_given) {
  constexpr std::size_t kMostDrawn = 3;  // chosen: with money against days they fill two rows
  std::vector<std::size_t> drawn;
  for (std::size_t i = 0; i < head.columns.size() && drawn.size() < kMostDrawn; ++i) {
    const std::string& name = head.columns[i].name;
    if (columns_given || name == "days" || name == "cost") drawn.push_back(i);
  }
  if (drawn.empty())
    for (std::size_t i = 0; i < std::min(head.columns.size(), kMostDrawn); ++i) drawn.push_back(i);
  return drawn;
}

}  // namespace fmplan::what_if
