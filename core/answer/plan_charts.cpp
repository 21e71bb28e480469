#include "core/answer/plan_charts.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/answer/outlook_text.h"
#include "core/answer/report_tables.h"
#include "core/base/quantity_text.h"
#include "core/plan/subject.h"

namespace fmplan::answer {
namespace {

using picture::BarChart;

std::string label_of(std::string_view name) {
  std::string text(name);
  std::ranges::replace(text, '_', ' ');
  return text;
}

BarChart step_chart(const plan::PhaseReport& phase) {
  BarChart chart{.title = "Step time by cause", .bars = {}};
  const Seconds total = phase.step.total();
  for (std::size_t i = 0; i < sim::kNumStepParts; ++i) {
    const Seconds part = phase.step.parts[i];
    if (part > Seconds{})
      chart.bars.push_back({.label = label_of(sim::kStepPartNames.texts[i]),
                            .value = part / second,
                            .text = fmt::format("{}, {}", time_text(part), ratio_text(part / total))});
  }
  chart.note = "together " + time_text(total);
  if (phase.interval)
    chart.note += fmt::format(" (80 %: {} – {})", time_text(phase.interval->low_80 * total),
                              time_text(phase.interval->high_80 * total));
  return chart;
}

BarChart memory_chart(const plan::MemoryReport& memory) {
  BarChart chart{.title = memory_title(memory), .bars = {}};
  for (const auto& [name, bytes] : memory_parts(memory.use))
    if (bytes > Bytes{})
      chart.bars.push_back({.label = label_of(name), .value = bytes / gigabyte, .text = data_text(bytes)});
  const Bytes total = memory.use.total();
  chart.bars.push_back(
      {.label = "total",
       .value = total / gigabyte,
       .text = data_text(total),
       .interval = Range{memory.interval.low_80 * total / gigabyte, memory.interval.high_80 * total / gigabyte}});
  chart.limit = memory.capacity / gigabyte;
  chart.limit_text = fmt::format("{} there are", data_text(memory.capacity));
  chart.note =
      fmt::format("fits with a chance of {}; the line across the total holds 80 %", chance_text(memory.chance));
  return chart;
}

/// What is expected, spread evenly over the mean duration: "2025-03", or years where there are too many months.
std::optional<BarChart> month_chart(const plan::Report& report) {
  // Blocks are paid for before they begin.
  if (!report.cost.total || report.cost.block_days || !std::isfinite(report.mean_days) || report.mean_days <= 0)
    return std::nullopt;
  constexpr double kMostMonths = 24, kDaysOfMonth = 30;  // chosen: bars that can still be read
  const std::size_t letters = report.mean_days > kMostMonths * kDaysOfMonth ? 4 : 7;
  constexpr double kMostDays = 36'500;  // chosen: a century
  if (report.mean_days > kMostDays) return std::nullopt;
  BarChart chart{.title = letters == 4 ? "Cost by year" : "Cost by month", .bars = {}};
  std::vector<std::pair<std::string, double>> months;
  for (int whole_day = 0; whole_day < report.mean_days; ++whole_day) {
    const double begin = whole_day;
    const std::string month = date_text(date_after(report.scenario.start, begin * day)).substr(0, letters);
    if (months.empty() || months.back().first != month) months.emplace_back(month, 0);
    months.back().second += std::min(1.0, report.mean_days - begin);
  }
  for (const auto& [month, days] : months) {
    const Dollars share = days / report.mean_days * *report.cost.total;
    chart.bars.push_back({.label = month, .value = share / dollar, .text = money_text(share)});
  }
  chart.note = fmt::format("{} spread evenly over the mean duration, {:.1f} days", money_text(*report.cost.total),
                           report.mean_days);
  return chart;
}

BarChart cost_chart(const plan::CostReport& cost) {
  BarChart chart{.title = "Cost by cause", .bars = {}};
  for (const plan::CostComponent& part : cost.components)
    if (part.amount)
      chart.bars.push_back(
          {.label = label_of(part.name), .value = *part.amount / dollar, .text = money_text(*part.amount)});
  for (const plan::CostComponent& part : cost.alternatives)
    if (part.amount)
      chart.bars.push_back({.label = "all as " + label_of(part.name),
                            .value = *part.amount / dollar,
                            .text = money_text(*part.amount),
                            .faint = true});
  return chart;
}

int nodes_held(const plan::Report& report) {
  return report.rounding ? report.rounding->nodes_held : report.phases[report.main_phase].num_nodes;
}

/// Days, then money, on the answer's nodes and its neighbours'.
void add_neighbour_charts(const plan::Report& report, const std::vector<plan::Neighbour>& neighbours,
                          std::vector<BarChart>& charts) {
  BarChart days{.title = "Days on other numbers of nodes", .bars = {}, .note = "P50, and a line up to P90"};
  BarChart cost{.title = "Cost on other numbers of nodes", .bars = {}, .note = "expected"};
  const auto add = [&](int nodes, double p50, std::optional<double> p90, const std::optional<Dollars>& money,
                       bool own) {
    const int spares = held_nodes(report).spares;
    const std::string label = fmt::format(
        "{} nodes{}", nodes, spares > 0 ? fmt::format(" and {} spare{}", spares, spares > 1 ? "s" : "") : "");
    days.bars.push_back({.label = label, .value = p50, .text = fmt::format("{:.1f}", p50), .faint = !own});
    if (p90) days.bars.back().interval = Range{p50, *p90};
    if (money)
      cost.bars.push_back({.label = label, .value = *money / dollar, .text = money_text(*money), .faint = !own});
  };
  bool own_told = false;
  const auto add_own = [&] {
    if (!std::exchange(own_told, true))
      add(nodes_held(report), report.median_days, report.wall_clock_days_80.high, report.cost.known(), true);
  };
  for (const plan::Neighbour& other : neighbours) {
    if (other.nodes_held > nodes_held(report)) add_own();
    if (other.median_days) add(other.nodes_held, *other.median_days, other.p90_days, other.cost, false);
  }
  add_own();
  charts.push_back(std::move(days));
  if (cost.bars.size() > 1) charts.push_back(std::move(cost));
}

BarChart deciding_chart(const plan::Report& report, const std::vector<plan::DecidingAssumption>& deciding) {
  BarChart chart{.title = "What decides most", .bars = {}, .note = "bars are days more in the mean"};
  for (const plan::DecidingAssumption& entry : deciding)
    chart.bars.push_back({.label = short_deciding_text(entry, report.scenario),
                          .value = entry.more_days,
                          .text = effect_text(entry.more_days, entry.more_cost)});
  return chart;
}

}  // namespace

std::vector<BarChart> plan_charts(const plan::Report& report, const plan::Outlook& outlook) {
  std::vector<BarChart> charts;
  if (report.phases.empty()) return charts;
  charts.push_back(step_chart(report.phases[report.main_phase]));
  charts.push_back(memory_chart(report.memory));
  if (report.run.end != sim::RunEnd::kReached) return charts;
  if (auto months = month_chart(report)) charts.push_back(std::move(*months));
  if (report.cost.price_per_node) charts.push_back(cost_chart(report.cost));
  if (!outlook.neighbours.empty()) add_neighbour_charts(report, outlook.neighbours, charts);
  if (!outlook.deciding.empty()) charts.push_back(deciding_chart(report, outlook.deciding));
  return charts;
}

std::string interval_line(const plan::Report& report) {
  if (report.phases.empty() || report.run.end != sim::RunEnd::kReached) return {};
  const Range& days = report.wall_clock_days_80;
  std::string text = fmt::format("80 %: {} – {}{}", days_text(days.low), days_text(days.high),
                                 std::isfinite(days.high) ? " days" : "");
  if (const auto& cost = report.cost.total_80)
    text += fmt::format(", {} – {}", money_text(cost->low), money_text(cost->high));
  return text;
}

}  // namespace fmplan::answer
