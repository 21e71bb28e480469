#include "core/plan/closed_form.h"

#include <cmath>
#include <optional>
#include <utility>

#include "core/hardware/power.h"
#include "core/plan/cost.h"
#include "core/plan/phase_report.h"
#include "core/plan/remarks.h"
#include "core/plan/run_settings.h"
#include "core/plan/search.h"
#include "core/plan/storage_use.h"

namespace fmplan::plan {
namespace {

MemoryReport memory_report(const Scenario& scenario, const std::vector<PhaseReport>& phases) {
  MemoryReport report;
  report.capacity = scenario.cluster.instance.accelerator.usable_memory;
  std::size_t worst = 0;
  for (std::size_t i = 0; i < phases.size(); ++i) {
    const model::MemoryUse use =
        memory_use(scenario.model, memory_settings(scenario, scenario.phases[i], phases[i].parallel));
    if (i > 0 && use.total() <= report.use.total()) continue;
    report.use = use;
    worst = i;
  }
  report.interval = scenario.framework.memory.interval;
  report.chance = chance_of_fitting(scenario, report.use.total());
  if (report.verdict() != model::MemoryVerdict::kFits)
    report.nearest = nearest_fitting_plan(scenario, scenario.phases[worst], phases[worst].parallel);
  return report;
}

/// The one with most tokens.
std::size_t main_phase(const std::vector<PhaseReport>& phases) {
  std::size_t main = 0;
  for (std::size_t i = 1; i < phases.size(); ++i)
    if (phases[i].tokens > phases[main].tokens) main = i;
  return main;
}

Flop training_flop(const std::vector<PhaseReport>& phases) {
  Flop flop;
  for (const PhaseReport& phase : phases) flop += static_cast<double>(phase.tokens) * phase.model_flop_per_token;
  return flop;
}

/// Over the productive time.
double mean_accelerators(const std::vector<PhaseReport>& phases, Seconds productive) {
  double accelerator_seconds = 0;
  for (const PhaseReport& phase : phases) accelerator_seconds += phase.num_accelerators * (phase.productive / second);
  return accelerator_seconds / (productive / second);
}

// ---- other failure rates ----

FailureCase failure_case(sim::RunSettings settings, const std::string& name, double per_1000_node_days) {
  settings.failures.per_1000_node_days = per_1000_node_days;
  const sim::RunOutcome run = mean_run(settings);
  return {name, per_1000_node_days, run.time.total() / day, run.interruptions, run.goodput};
}

std::vector<FailureCase> failure_cases(const Scenario& scenario, const sim::RunSettings& settings) {
  std::vector<FailureCase> cases;
  for (const sim::FailurePreset& preset : scenario.other_failures)
    cases.push_back(failure_case(settings, preset.name, preset.per_1000_node_days));
  return cases;
}

/// The ends of the 80 % interval of the preset's own count, per 1000 node-days; none without a count.
std::optional<Range> rate_80(const sim::FailurePreset& failures) {
  if (!failures.num_events || !failures.node_days) return std::nullopt;
  return poisson_rate_interval(*failures.num_events, *failures.node_days / 1000, 0.8);
}

// ---- days ----

/// How the step time's error, one and the same over the whole run, shows in the days.
std::optional<Range> step_time_days(const std::vector<PhaseReport>& phases, sim::RunSettings settings) {
  Seconds low, high;
  for (const PhaseReport& phase : phases) {
    if (!phase.interval) return std::nullopt;
    low += phase.interval->low_80 * phase.productive;
    high += phase.interval->high_80 * phase.productive;
  }
  const auto days = [&settings](Seconds productive) {
    settings.productive = productive;
    return mean_run(settings).time.total() / day;
  };
  return Range{days(low), days(high)};
}

/// Two independent errors of one mean: their distances add in quadrature, as logarithms, for times are positive.
Range combined(double mean, const Range& one, const Range& other) {
  const auto side = [mean](double a, double b) { return std::hypot(std::log(a / mean), std::log(b / mean)); };
  return {mean * std::exp(-side(one.low, other.low)), mean * std::exp(side(one.high, other.high))};
}

/// P10 and P90 of failures and, where that is known, the step time's own error.
Range wall_clock_days(const sim::RunOutcome& run, const std::optional<Range>& step_time) {
  const double mean = run.time.total() / day;
  const auto positive = [](const Range& range) { return range.low > 0 && std::isfinite(range.high); };
  const Range& luck = run.wall_clock_days_80;
  if (!step_time || !std::isfinite(mean) || !positive(luck) || !positive(*step_time)) return luck;
  return combined(mean, luck, *step_time);
}

// ---- hours, money, energy ----

AcceleratorHours accelerator_hours(const Scenario& scenario, const sim::RunOutcome& run, double mean_accelerators) {
  const auto hours = [&](Seconds time) { return mean_accelerators * (time / hour); };
  AcceleratorHours ledger{.productive = hours(run.time.productive),
                          .lost = hours(run.time.lost),
                          .checkpoint = hours(run.time.checkpoint),
                          .waiting = hours(run.time.waiting),
                          .evaluation = hours(run.time.evaluation),
                          .data_stall = hours(run.time.data_stall)};
  ledger.job = hours(run.time.total());
  if (scenario.spare_nodes > 0)
    ledger.spares =
        1.0 * scenario.spare_nodes * scenario.cluster.instance.accelerators_per_node * (run.time.total() / hour);
  return ledger;
}

/// Node-hours go with the wall-clock time, and money with both.
CostReport cost_report(const Scenario& scenario, Seconds mean, const Range& days_80, double node_hours,
                       const std::vector<StorageRent>& rents) {
  CostReport cost = cost_of(scenario, node_hours, mean, rents);
  const auto total_at = [&](double days) {
    return cost_of(scenario, days * day / mean * node_hours, days * day, rents).total;
  };
  const auto low = total_at(days_80.low), high = total_at(days_80.high);
  if (cost.total && low && high) cost.total_80 = MoneyRange{*low, *high};
  return cost;
}

/// None where the accelerator's power is not published.
std::optional<Joules> energy(const Scenario& scenario, double accelerator_hours) {
  const auto& power = scenario.cluster.instance.accelerator.power;
  if (!power) return std::nullopt;
  return hardware::accelerator_energy(accelerator_hours, *power, scenario.power.pue);
}

std::optional<double> carbon_kg(const Scenario& scenario, const std::optional<Joules>& energy) {
  if (!energy || !scenario.power.grid_kg_per_kwh) return std::nullopt;
  return hardware::carbon_kg(*energy, *scenario.power.grid_kg_per_kwh);
}

}  // namespace

Report closed_form(const Scenario& scenario) {
  Report report;
  report.scenario = scenario;
  for (const Phase& phase : scenario.phases) report.phases.push_back(phase_report(scenario, phase));
  report.main_phase = main_phase(report.phases);
  report.training_flop = training_flop(report.phases);
  report.memory = memory_report(scenario, report.phases);

  report.checkpoint_bytes =
      checkpoint_bytes(scenario.model, scenario.precision, scenario.optimizer, scenario.adapter_rank);
  report.storage = storage_report(scenario, report.phases, report.checkpoint_bytes);
  report.checkpoint_write = report.storage.levels.back().write;
  const sim::RunSettings settings = run_settings(scenario, report.phases, report.storage);
  report.run = expected_run(settings);
  report.storage.rents = storage_rents(scenario, report.storage.levels, report.run, settings);
  report.failure_cases = failure_cases(scenario, settings);
  if (const auto rate = rate_80(scenario.failures)) {
    report.rate_low = failure_case(settings, scenario.failures.name, rate->low);
    report.rate_high = failure_case(settings, scenario.failures.name, rate->high);
  }
  report.step_time_days_80 = step_time_days(report.phases, settings);
  report.wall_clock_days_80 = wall_clock_days(report.run, report.step_time_days_80);

  report.accelerator_hours =
      accelerator_hours(scenario, report.run, mean_accelerators(report.phases, settings.productive));
  report.node_hours = report.accelerator_hours.job / scenario.cluster.instance.accelerators_per_node;
  report.cost = cost_report(scenario, report.run.time.total(), report.wall_clock_days_80, report.node_hours,
                            report.storage.rents);
  report.energy = energy(scenario, report.accelerator_hours.job);
  report.co2_kg = carbon_kg(scenario, report.energy);

  Remarks remarks = remarks_on(report, settings);
  report.assumptions = std::move(remarks.assumptions);
  report.warnings = std::move(remarks.warnings);
  report.obstacles = std::move(remarks.obstacles);
  return report;
}

}  // namespace fmplan::plan
