#include "core/what_if/market_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/answer/page.h"
#include "core/base/quantity_text.h"
#include "core/base/svg_canvas.h"
#include "core/picture/html_page.h"
#include "core/picture/palette.h"
#include "core/plan/subject.h"

namespace fmplan::what_if {
namespace {

using picture::kFaint;
using picture::kGrid;
using picture::kInk;

/// The picture in pixels, chosen to the eye.
constexpr double kMarketWidth = 1120, kMarketHeight = 600, kMarketLeft = 96, kMarketRight = 400, kMarketTop = 72,
                 kMarketBottom = 64;
constexpr double kMarketLegendRow = 34, kMarkSize = 9;
/// Curves beyond are told by the table alone (chosen).
constexpr std::size_t kMostCurves = 12;

/// Of curves, told apart by lightness too (chosen).
constexpr std::array<std::string_view, 6> kColors = {"#1f6fb4", "#b45309", "#2f8f6b", "#7c3aed", "#be185d", "#4b5563"};

/// A number along an axis in pixels, from 0.
struct Axis0 {
  double high = 1, from = 0, to = 1;

  double at(double value) const { return from + value / high * (to - from); }
};

std::string dashes_text(const MarketQuestion& question) {
  const auto deadline = "/run/deadline"_json_pointer;
  const nlohmann::json& document = question.scenario.document;
  const bool has_deadline = document.contains(deadline) && !document.at(deadline).is_null();
  if (question.until.empty() && !has_deadline) return "";
  return fmt::format("dashed where {} does not hold; ",
                     question.until.empty() ? "the deadline" : question.until.front().text);
}

double rounded_up(double value, double step) { return std::ceil(value / step - 1e-9) * step; }

class Drawing {
 public:
  explicit Drawing(const MarketAnswer& answer) {
    for (const MarketLine& line : answer.lines)
      if (line.report.cost.total && lines_.size() < kMostCurves) lines_.push_back(&line);
    is_best_drawn_ = !lines_.empty() && lines_.front() == &answer.lines.front();
    // What takes much longer than the slowest answer, or costs much more than the dearest, squeezes all that matters.
    constexpr double kBeyond = 1.5;  // times the slowest and the dearest (chosen)
    for (const MarketLine* line : lines_) {
      most_days_ = std::max(most_days_, kBeyond * line->report.median_days);
      most_cost_ = std::max(most_cost_, kBeyond * *line->report.cost.total / dollar);
    }
  }

  std::string document(const MarketQuestion& question) {
    canvas_.text({24, 34}, "Money against days, by machine", {.size = 18, .color = kInk, .bold = true});
    canvas_.text({24, 56},
                 "each curve: numbers of nodes that no other beats in both; " + dashes_text(question) +
                     "numbered: the best, with 80 % intervals",
                 {.size = 12, .color = kFaint});
    if (lines_.empty()) {
      canvas_.text({24, 120}, "No machine with a known price does.", {.size = 14, .color = kInk});
      return canvas_.document(kMarketWidth, kMarketHeight);
    }
    axes();
    for (std::size_t i = 0; i < lines_.size(); ++i) curve(i);
    for (std::size_t i = lines_.size(); i-- > 0;) best(i);
    for (std::size_t i = 0; i < lines_.size(); ++i) legend(i);
    return canvas_.document(kMarketWidth, kMarketHeight);
  }

 private:
  static std::string_view color(std::size_t i) { return kColors[i % kColors.size()]; }
  /// Where colours come again, lines are hollow and numbers stand in white squares.
  static bool is_hollow(std::size_t i) { return i >= kColors.size(); }
  SvgPoint at(double days, double cost) const {
    return {x_.at(std::min(days, x_.high)), y_.at(std::min(cost, y_.high))};
  }

  void axes() {
    const double days_step = svg_tick_step(most_days_, 8), cost_step = svg_tick_step(most_cost_, 7);
    x_ = {rounded_up(most_days_, days_step), kMarketLeft, kMarketWidth - kMarketRight};
    y_ = {rounded_up(most_cost_, cost_step), kMarketHeight - kMarketBottom, kMarketTop + 20};
    for (int tick = 0; tick * days_step <= x_.high + days_step / 2; ++tick) {
      const double days = tick * days_step;
      canvas_.line({x_.at(days), y_.from}, {x_.at(days), y_.from + 5}, kFaint, 1);
      canvas_.text({x_.at(days), y_.from + 20}, fmt::format("{:g}", days),
                   {.size = 12, .anchor = SvgAnchor::kMiddle, .color = kFaint});
    }
    for (int tick = 0; tick * cost_step <= y_.high + cost_step / 2; ++tick) {
      const double cost = tick * cost_step;
      canvas_.line({x_.from, y_.at(cost)}, {x_.to, y_.at(cost)}, kGrid, 1);
      canvas_.text({x_.from - 8, y_.at(cost) + 4}, money_text(cost * dollar),
                   {.size = 12, .anchor = SvgAnchor::kEnd, .color = kFaint});
    }
    canvas_.text({(x_.from + x_.to) / 2, y_.from + 44}, "days (P50)",
                 {.size = 12.5, .anchor = SvgAnchor::kMiddle, .color = kInk});
  }

  /// Numbers of nodes that no other beats in both days and money, the soonest first.
  static std::vector<MarketPoint> front(std::vector<MarketPoint> points) {
    std::erase_if(points, [](const MarketPoint& point) { return !point.cost; });
    std::ranges::sort(points, {}, [](const MarketPoint& point) { return std::pair(point.days, *point.cost); });
    double least = std::numeric_limits<double>::infinity();
    std::erase_if(points, [&least](const MarketPoint& point) {
      const bool is_beaten = *point.cost >= least;
      least = std::min(least, *point.cost);
      return is_beaten;
    });
    return points;
  }

  /// Stretches of points that meet the bound, and of those that do not.
  void curve(std::size_t i) {
    std::vector<SvgPoint> stretch;
    bool meets = true;
    const auto end = [&] {
      if (stretch.size() < 2) return;
      if (meets && is_hollow(i)) {
        canvas_.polyline(stretch, color(i), 4.4, false);
        canvas_.polyline(stretch, "#ffffff", 1.8, false);
      } else {
        canvas_.polyline(stretch, color(i), meets ? 2.4 : 1.2, !meets);
      }
    };
    for (const MarketPoint& point : front(lines_[i]->curve)) {
      if (point.days > x_.high || *point.cost > y_.high) continue;
      if (point.meets != meets) {
        end();
        stretch = stretch.empty() ? std::vector<SvgPoint>{} : std::vector{stretch.back()};
        meets = point.meets;
      }
      stretch.push_back(at(point.days, *point.cost));
    }
    end();
  }

  void best(std::size_t i) {
    const plan::Report& report = lines_[i]->report;
    const double days = report.median_days, cost = *report.cost.total / dollar;
    const SvgPoint mark = at(days, cost);
    canvas_.line({x_.at(report.wall_clock_days_80.low), mark.y},
                 {x_.at(std::min(report.wall_clock_days_80.high, x_.high)), mark.y}, color(i), 1, 0.5);
    if (report.cost.total_80)
      canvas_.line(at(days, report.cost.total_80->low / dollar), at(days, report.cost.total_80->high / dollar),
                   color(i), 1, 0.5);
    number(mark, i);
  }

  void number(SvgPoint mark, std::size_t i) {
    canvas_.box({mark.x - kMarkSize, mark.y - kMarkSize, 2 * kMarkSize, 2 * kMarkSize},
                {.fill = is_hollow(i) ? "#ffffff" : color(i),
                 .stroke = is_hollow(i) ? color(i) : "#ffffff",
                 .stroke_width = is_hollow(i) ? 2.0 : 1.5,
                 .radius = is_hollow(i) ? 2 : kMarkSize});
    canvas_.text(
        {mark.x, mark.y + 4}, std::to_string(i + 1),
        {.size = 11, .anchor = SvgAnchor::kMiddle, .color = is_hollow(i) ? color(i) : "#ffffff", .bold = true});
  }

  void legend(std::size_t i) {
    const MarketLine& line = *lines_[i];
    const double x = kMarketWidth - kMarketRight + 36, y = kMarketTop + 24 + kMarketLegendRow * static_cast<double>(i);
    number({x, y}, i);
    canvas_.text({x + 18, y - 2}, plan::held_text({line.nodes, held_nodes(line.report).spares}, line.offer.instance),
                 {.size = 12.5, .color = kInk, .bold = true});
    canvas_.text(
        {x + 18, y + 13},
        fmt::format("{}, {:.0f} days, {}{}", money_text(*line.report.cost.total), line.report.median_days,
                    line.offer.kind, line.told_apart == false && is_best_drawn_ ? "; not told apart from 1" : ""),
        {.size = 11.5, .color = kFaint});
  }

  std::vector<const MarketLine*> lines_;
  bool is_best_drawn_ = false;  ///< as number 1
  double most_days_ = 0, most_cost_ = 0;
  Axis0 x_, y_;
  SvgCanvas canvas_;
};

}  // namespace

std::string market_svg(const MarketQuestion& question, const MarketAnswer& answer) {
  return Drawing(answer).document(question);
}

std::string market_page(const MarketQuestion& question, const MarketAnswer& answer, const answer::Document& document) {
  picture::Page page = answer::page_of(document);
  page.picture = market_svg(question, answer);
  return html_page(page);
}

}  // namespace fmplan::what_if
