#include "core/answer/compare_charts.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/answer/compare_tables.h"
#include "core/plan/verdict.h"

namespace fmplan::answer {
namespace {

constexpr std::string_view kDays = "/run/wall_clock_days/p50";
constexpr std::string_view kCost = "/cost/total";

const ComparedFigure* figure_named(std::string_view pointer) {
  for (const ComparedFigure& figure : compared_figures())
    if (pointer == figure.pointer) return &figure;
  return nullptr;
}

picture::BarChart figure_chart(const ComparedFigure& figure, const std::vector<Compared>& sides) {
  picture::BarChart chart{.title = figure.label, .bars = {}};
  bool has_interval = false;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const std::optional<double> value = figure_at(sides[i].report, figure.pointer);
    if (!value) continue;
    chart.bars.push_back({.label = sides[i].name,
                          .value = *value,
                          .text = figure.text(*value),
                          .interval = interval_at(sides[i].report, figure),
                          .faint = i > 0});
    has_interval = has_interval || chart.bars.back().interval;
  }
  if (has_interval) chart.note = "lines hold 80 %";
  return chart;
}

picture::BarChart causes_chart(const FigureCauses& found, const std::string& against) {
  picture::BarChart chart{.title = fmt::format("Why, by cause: {}", found.figure->label), .bars = {}, .note = against};
  for (const ShownShare& share : shown_causes(found))
    chart.bars.push_back(
        {.label = share.label, .value = share.share, .text = share.text, .faint = share.label == "together"});
  return chart;
}

/// "221.5 (+93.4 %; 80 %: 170.0 – 296.5)".
std::string side_text(const Compared& base, const Compared& side, const ComparedFigure& figure) {
  const std::optional<double> value = figure_at(side.report, figure.pointer),
                              from = figure_at(base.report, figure.pointer);
  if (!value) return "unknown";
  std::string more;
  if (&base != &side && from && *from != 0) more = fmt::format("{:+.1f} %", 100 * (*value / *from - 1));
  if (const auto interval = interval_at(side.report, figure))
    more += fmt::format("{}80 %: {} – {}", more.empty() ? "" : "; ", figure.text(interval->low),
                        figure.text(interval->high));
  return figure.text(*value) + (more.empty() ? "" : " (" + more + ")");
}

const std::optional<FigureDifference>& difference_in(const Comparison& comparison, const ComparedFigure& figure) {
  return comparison.differences[static_cast<std::size_t>(&figure - compared_figures().data())];
}

/// Whether its figures are those of a run: of one that misses its deadline they are, and of an answer of `run`, which
/// has no verdict, where it has days.
bool can_run(const Compared& side) {
  if (side.obstacles.empty()) return true;
  const std::string verdict = side.report.value("verdict", "");
  if (!verdict.empty()) return verdict == plan::kVerdictNames.name(plan::Verdict::kMissesDeadline);
  return figure_at(side.report, figure_named(kDays)->pointer).has_value();
}

/// "22.9 days less at P50", "as many days", "days unknown".
std::string days_against(const Comparison& comparison) {
  const ComparedFigure& figure = *figure_named(kDays);
  const std::optional<FigureDifference>& found = difference_in(comparison, figure);
  if (!found) return "days unknown";
  if (found->difference == 0) return "as many days";
  return fmt::format("{} days {} at P50{}", figure.text(std::abs(found->difference)),
                     found->difference < 0 ? "less" : "more", found->told_apart == false ? " ≈" : "");
}

/// "$1.05M more", "as much money", "cost unknown".
std::string money_against(const Comparison& comparison) {
  const ComparedFigure& figure = *figure_named(kCost);
  const std::optional<FigureDifference>& found = difference_in(comparison, figure);
  if (!found) return "cost unknown";
  if (found->difference == 0) return "as much money";
  return fmt::format("{} {}{}", figure.text(std::abs(found->difference)), found->difference < 0 ? "less" : "more",
                     found->told_apart == false ? " ≈" : "");
}

}  // namespace

std::string comparison_headline(const std::vector<Compared>& sides, const std::vector<Comparison>& comparisons) {
  constexpr std::size_t kMost = 3;  // chosen: more are a table to look into
  if (comparisons.size() > kMost) return {};
  if (!can_run(sides.front())) return sides.front().name + " cannot run";
  std::string text;
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const Compared& side = sides[i + 1];
    const std::string takes = can_run(side)
                                  ? fmt::format("{}, {}", days_against(comparisons[i]), money_against(comparisons[i]))
                                  : "cannot run";
    text += fmt::format("{}{}: {}", i > 0 ? "; " : "", side.name, takes);
  }
  return text;
}

std::vector<picture::BarChart> compare_charts(const std::vector<Compared>& sides,
                                              const std::vector<Comparison>& comparisons) {
  std::vector<picture::BarChart> charts;
  for (const std::string_view pointer :
       {kDays, kCost, std::string_view("/step/step_time_s"), std::string_view("/memory/per_gpu_bytes/total")}) {
    picture::BarChart chart = figure_chart(*figure_named(pointer), sides);
    if (!chart.bars.empty()) charts.push_back(std::move(chart));
  }
  for (std::size_t i = 0; i < comparisons.size(); ++i)
    for (const FigureCauses& found : comparisons[i].causes) {
      picture::BarChart chart = causes_chart(found, sides[i + 1].name + " against " + sides.front().name);
      if (!chart.bars.empty()) charts.push_back(std::move(chart));
    }
  return charts;
}

std::string comparison_title(const std::vector<Compared>& sides) {
  std::string text = sides.front().name + " compared with ";
  for (std::size_t i = 1; i < sides.size(); ++i) text += (i > 1 ? ", " : "") + sides[i].name;
  return text;
}

std::string comparison_line(const std::vector<Compared>& sides) {
  std::string text;
  for (const Compared& side : sides)
    text += fmt::format("{}{}: days {}, cost {}", text.empty() ? "" : "\n", side.name,
                        side_text(sides.front(), side, *figure_named(kDays)),
                        side_text(sides.front(), side, *figure_named(kCost)));
  return text;
}

}  // namespace fmplan::answer
