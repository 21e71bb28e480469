#include <algorithm>
#include <cmath>

#include "core/answer/figure.h"
#include "core/answer/schema_keys.h"
#include "core/base/date.h"

namespace fmplan::answer {
namespace {

using plan::Report;

/// Infinite where there is no end.
std::optional<double> date_number(const plan::Scenario& scenario, double days) {
  if (std::isinf(days)) return days;
  return date_after(scenario.start, days * day).days_since_epoch;
}

const plan::PhaseReport* main_phase_if_any(const Report& report) {
  return report.phases.empty() ? nullptr : &report.phases[report.main_phase];
}

FigureValue known(std::optional<double> value) { return {.value = value}; }

/// Of a report that has something to tell.
template <auto kOfReport>
FigureValue told(const Report& report) {
  return main_phase_if_any(report) ? known(kOfReport(report)) : FigureValue{};
}

FigureValue cost(const Report& report) {
  const auto amount = report.cost.known();
  return {.value = amount ? std::optional(*amount / dollar) : std::nullopt, .is_least = !report.cost.total};
}

template <Dollars plan::MoneyRange::*kEnd>
FigureValue cost_end(const Report& report) {
  if (!report.cost.total_80) return {};
  return {.value = (*report.cost.total_80).*kEnd / dollar, .is_least = !report.cost.total};
}

std::optional<Range> cost_interval(const Report& report) {
  if (!report.cost.total || !report.cost.total_80) return std::nullopt;
  return Range{report.cost.total_80->low / dollar, report.cost.total_80->high / dollar};
}

std::optional<Range> step_interval(const Report& report) {
  const plan::PhaseReport* phase = main_phase_if_any(report);
  if (!phase || !phase->interval) return std::nullopt;
  const double seconds = phase->step.total() / second;
  return Range{phase->interval->low_80 * seconds, phase->interval->high_80 * seconds};
}

std::optional<Range> rate_interval(const Report& report) {
  const plan::PhaseReport* phase = main_phase_if_any(report);
  if (!phase || !phase->interval) return std::nullopt;
  return Range{phase->tokens_per_second / phase->interval->high_80, phase->tokens_per_second / phase->interval->low_80};
}

std::optional<Range> memory_interval(const Report& report) {
  if (!main_phase_if_any(report)) return std::nullopt;
  const double bytes = report.memory.use.total() / byte;
  return Range{report.memory.interval.low_80 * bytes, report.memory.interval.high_80 * bytes};
}

std::optional<Range> days_interval(const Report& report) {
  return main_phase_if_any(report) ? std::optional(report.wall_clock_days_80) : std::nullopt;
}

std::optional<Range> interruptions_interval(const Report& report) {
  return main_phase_if_any(report) ? std::optional(report.run.interruptions_80) : std::nullopt;
}

std::optional<Range> finish_interval(const Report& report) {
  if (!main_phase_if_any(report)) return std::nullopt;
  return Range{*date_number(report.scenario, report.wall_clock_days_80.low),
               *date_number(report.scenario, report.wall_clock_days_80.high)};
}

std::vector<Figure> named_plan_figures() {
  using Unit = FigureUnit;
  return {
      {.name = "cost",
       .unit = Unit::kDollar,
       .what = "money, expected",
       .pointer = "/cost/total",
       .says_unit = true,
       .of_report = cost,
       .interval_of = cost_interval},
      {.name = "cost.p10",
       .unit = Unit::kDollar,
       .what = "money, one chance in ten of less",
       .pointer = "/cost/interval_80/low",
       .says_unit = true,
       .of_report = cost_end<&plan::MoneyRange::low>},
      {.name = "cost.p90",
       .unit = Unit::kDollar,
       .what = "money, one chance in ten of more",
       .pointer = "/cost/interval_80/high",
       .says_unit = true,
       .of_report = cost_end<&plan::MoneyRange::high>},
      {.name = "days",
       .unit = Unit::kDay,
       .what = "wall-clock days, as likely more as less",
       .pointer = "/run/wall_clock_days/p50",
       .says_unit = true,
       .of_report = told<[](const Report& r) { return r.median_days; }>,
       .interval_of = days_interval},
      {.name = "days.mean",
       .unit = Unit::kDay,
       .what = "wall-clock days, expected",
       .pointer = "/run/wall_clock_days/mean",
       .says_unit = true,
       .of_report = told<[](const Report& r) { return r.mean_days; }>},
      {.name = "days.p10",
       .unit = Unit::kDay,
       .what = "wall-clock days, one chance in ten of less",
       .pointer = "/run/wall_clock_days/p10",
       .says_unit = true,
       .of_report = told<[](const Report& r) { return r.wall_clock_days_80.low; }>},
      {.name = "days.p90",
       .unit = Unit::kDay,
       .what = "wall-clock days, one chance in ten of more",
       .pointer = "/run/wall_clock_days/p90",
       .says_unit = true,
       .of_report = told<[](const Report& r) { return r.wall_clock_days_80.high; }>},
      {.name = "finish",
       .unit = Unit::kDate,
       .what = "day of the end, as likely later as sooner",
       .pointer = "/run/finish/p50",
       .of_report = told<[](const Report& r) { return date_number(r.scenario, r.median_days); }>,
       .interval_of = finish_interval},
      {.name = "finish.p10",
       .unit = Unit::kDate,
       .what = "day of the end, one chance in ten of sooner",
       .pointer = "/run/finish/p10",
       .of_report = told<[](const Report& r) { return date_number(r.scenario, r.wall_clock_days_80.low); }>},
      {.name = "finish.p90",
       .unit = Unit::kDate,
       .what = "day of the end, one chance in ten of later",
       .pointer = "/run/finish/p90",
       .of_report = told<[](const Report& r) { return date_number(r.scenario, r.wall_clock_days_80.high); }>},
      {.name = "on_time",
       .unit = Unit::kRatio,
       .what = "chance of being ready by the deadline",
       .pointer = "/run/deadline/chance",
       .says_unit = true,
       .of_report = told<[](const Report& r) { return r.deadline_chance; }>},
      {.name = "nodes",
       .unit = Unit::kNumber,
       .what = "nodes of the largest phase, spares excluded",
       .pointer = "/totals/nodes",
       .says_unit = true,
       .of_report = told<[](const Report& r) {
         const auto largest = std::ranges::max_element(r.phases, {}, &plan::PhaseReport::num_nodes);
         return 1.0 * largest->num_nodes;
       }>},
      {.name = "gpus",
       .unit = Unit::kNumber,
       .what = "accelerators of the largest phase",
       .pointer = "/totals/gpus",
       .says_unit = true,
       .of_report = told<[](const Report& r) {
         const auto largest = std::ranges::max_element(r.phases, {}, &plan::PhaseReport::num_accelerators);
         return 1.0 * largest->num_accelerators;
       }>},
      {.name = "gpu_hours",
       .unit = Unit::kHour,
       .what = "accelerator-hours of the job, spares excluded",
       .pointer = "/totals/gpu_hours",
       .says_unit = true,
       .of_report = told<[](const Report& r) { return r.accelerator_hours.job; }>},
      {.name = "node_hours",
       .unit = Unit::kHour,
       .what = "node-hours of the job, spares excluded",
       .pointer = "/totals/node_hours",
       .says_unit = true,
       .of_report = told<[](const Report& r) { return r.node_hours; }>},
      {.name = "step_time",
       .unit = Unit::kSecond,
       .what = "of the phase with most tokens",
       .pointer = "/step/step_time_s",
       .of_report = told<[](const Report& r) { return r.phases[r.main_phase].step.total() / second; }>,
       .interval_of = step_interval},
      {.name = "tokens_per_s",
       .unit = Unit::kNumber,
       .what = "of the whole job",
       .pointer = "/step/tokens_per_s",
       .says_unit = true,
       .of_report = told<[](const Report& r) { return r.phases[r.main_phase].tokens_per_second; }>,
       .interval_of = rate_interval},
      {.name = "memory",
       .unit = Unit::kByte,
       .what = "peak of the accelerator that needs most",
       .pointer = "/memory/per_gpu_bytes/total",
       .share_name = "memory.share",
       .of_report = told<[](const Report& r) { return r.memory.use.total() / byte; }>,
       .interval_of = memory_interval},
      {.name = "memory.share",
       .unit = Unit::kRatio,
       .what = "that peak over what the accelerator has",
       .says_unit = true,
       .of_report = told<[](const Report& r) { return r.memory.use.total() / r.memory.capacity; }>},
      {.name = "headroom",
       .unit = Unit::kByte,
       .what = "what that peak leaves of the accelerator's memory",
       .pointer = "/memory/headroom_bytes",
       .share_name = "headroom.share",
       .of_report = told<[](const Report& r) { return (r.memory.capacity - r.memory.use.total()) / byte; }>},
      {.name = "headroom.share",
       .unit = Unit::kRatio,
       .what = "the headroom over what the accelerator has",
       .says_unit = true,
       .of_report = told<[](const Report& r) { return 1 - r.memory.use.total() / r.memory.capacity; }>},
      {.name = "energy",
       .unit = Unit::kKilowattHour,
       .what = "of whole machines, with the site's overhead",
       .pointer = "/totals/energy_kwh",
       .of_report = told<[](const Report& r) {
         return r.energy.machines ? std::optional(*r.energy.machines / kilowatt_hour) : std::nullopt;
       }>},
      {.name = "co2",
       .unit = Unit::kKilogram,
       .what = "CO2 equivalent of that energy",
       .pointer = "/totals/co2_kg",
       .of_report = told<[](const Report& r) { return r.energy.machines_co2_kg; }>},
      {.name = "mfu",
       .unit = Unit::kRatio,
       .what = "model FLOP over the dense peak",
       .pointer = "/step/mfu",
       .says_unit = true,
       .of_report = told<[](const Report& r) { return r.phases[r.main_phase].mfu; }>},
      {.name = "goodput",
       .unit = Unit::kRatio,
       .what = "steps over wall-clock time",
       .pointer = "/run/goodput",
       .says_unit = true,
       .of_report = told<[](const Report& r) { return r.run.goodput; }>},
      {.name = "interruptions",
       .unit = Unit::kNumber,
       .what = "failures that stop the job, expected",
       .pointer = "/run/interruptions/mean",
       .says_unit = true,
       .of_report = told<[](const Report& r) { return r.run.interruptions; }>,
       .interval_of = interruptions_interval},
      {.name = "nodes_held",
       .unit = Unit::kNumber,
       .what = "nodes that are paid for, those left over among them, spares excluded",
       .pointer = "/sizes/nodes_held",
       .says_unit = true,
       .of_report = told<[](const Report& r) {
         return 1.0 * (r.rounding ? r.rounding->nodes_held : most_phase_nodes(r.scenario));
       }>},
      {.name = "spares",
       .unit = Unit::kNumber,
       .what = "spare nodes that are paid for, those left over among them",
       .pointer = "/run/spare_nodes",
       .says_unit = true,
       .of_report = told<[](const Report& r) { return 1.0 * r.scenario.spare_nodes; }>},
  };
}

}  // namespace

const FigureSet& plan_figures() {
  static const FigureSet kFigures(named_plan_figures(), kReportSchema);
  return kFigures;
}

}  // namespace fmplan::answer
