#include "core/plan/closed_form.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "core/base/statistics.h"
#include "core/hardware/power.h"
#include "core/plan/cost.h"
#include "core/plan/phase_report.h"
#include "core/plan/remarks.h"
#include "core/plan/run_settings.h"
#include "core/plan/search.h"
#include "core/plan/storage_use.h"
#include "core/sim/run/trial_books.h"

namespace fmplan::plan {
namespace {

/// The phase that needs most memory, and how much.
struct LargestPhase {
  std::size_t index = 0;
  model::MemoryUse use;
};
LargestPhase largest_phase(const Scenario& scenario, const std::vector<PhaseReport>& phases) {
  LargestPhase largest;
  for (std::size_t i = 0; i < phases.size(); ++i) {
    const model::MemoryUse use =
        memory_use(scenario.model, memory_settings(scenario, scenario.phases[i], phases[i].parallel));
    if (i == 0 || use.total() > largest.use.total()) largest = {i, use};
  }
  return largest;
}

/// The one with most tokens.
std::size_t main_phase(const std::vector<PhaseReport>& phases) {
  std::size_t main = 0;
  for (std::size_t i = 1; i < phases.size(); ++i)
    if (phases[i].tokens > phases[main].tokens) main = i;
  return main;
}

MemoryReport memory_report(const Scenario& scenario, const std::vector<PhaseReport>& phases) {
  MemoryReport report;
  report.capacity = scenario.cluster.instance.accelerator.usable_memory;
  const LargestPhase largest = largest_phase(scenario, phases);
  report.use = largest.use;
  if (largest.index != main_phase(phases)) report.phase = phases[largest.index].name;
  report.interval = scenario.framework.memory.interval;
  report.chance = chance_of_fitting(scenario, report.use.total());
  return report;
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

/// `factor` times as many of them as `failures` has; of the settings their rate is overwritten.
FailureCase failure_case(sim::RunSettings& settings, const sim::FailurePreset& failures, double factor = 1) {
  settings.failures.per_1000_node_days = factor * failures.per_1000_node_days;
  settings.failures.accelerators_per_node = failures.accelerators_per_node;
  const sim::RunOutcome run = mean_run(settings);
  return {failures.name, rate_of_nodes(settings.failures, settings.accelerators_per_node), run.time.total() / day,
          run.interruptions, run.goodput};
}

std::vector<FailureCase> failure_cases(const Scenario& scenario, sim::RunSettings settings) {
  std::vector<FailureCase> cases;
  if (!scenario.other_failures) return cases;
  for (const sim::FailurePreset& preset : *scenario.other_failures) cases.push_back(failure_case(settings, preset));
  return cases;
}

// ---- other times to replace a node ----

/// What more spares leave of a longer run, where they gain something.
std::optional<MoreSpares> best_spares(const Report& report, sim::RunSettings settings, const ReplacementCase& without,
                                      std::optional<Dollars> before) {
  constexpr double kWorthIt = 0.01;  // chosen: of the run
  const Scenario& scenario = report.scenario;
  const int nodes = scenario.cluster.num_nodes, had = scenario.spare_nodes;
  const double days = report.run.time.total() / day;
  if (!(without.more_days > kWorthIt * days)) return std::nullopt;
  MoreSpares best;
  double least = (nodes + had) * (days + without.more_days);  // node-days
  for (int spares = 1; spares * kNodesPerSpare <= nodes; spares *= 2) {
    settings.spare_nodes = had + spares;
    const double with_days = mean_run(settings).time.total() / day;
    const double node_days = (nodes + had + spares) * with_days;
    if (node_days >= least && best.spare_nodes > 0) break;  // more gain ever less
    if (node_days >= least) continue;
    least = node_days;
    best = {.spare_nodes = spares, .more_days = with_days - days};
  }
  if (best.spare_nodes == 0) return std::nullopt;
  if (before) {
    const std::optional<Dollars> after =
        expected_cost(report, mean_days_with(report, best.more_days), best.spare_nodes);
    if (!after) return std::nullopt;  // so many cannot be bought
    best.more_cost = *after - *before;
  }
  return best;
}

std::vector<ReplacementCase> replacement_cases(const Report& report, sim::RunSettings settings) {
  std::vector<ReplacementCase> cases;
  const Scenario& scenario = report.scenario;
  const double days = report.run.time.total() / day;
  const std::optional<Dollars> before = report.cost.known() ? expected_cost(report) : std::nullopt;
  for (const auto& [name, time] : scenario.other_replacements) {
    settings.recovery.replacement = time;
    const double other = mean_run(settings).time.total() / day;
    ReplacementCase result{.name = name, .replacement = time, .more_days = other - days, .more_cost = {}};
    const std::optional<Dollars> after = expected_cost(report, mean_days_with(report, result.more_days));
    if (before && after) result.more_cost = *after - *before;
    result.with_spares = best_spares(report, settings, result, before);
    cases.push_back(std::move(result));
  }
  std::ranges::stable_sort(cases, {}, &ReplacementCase::replacement);
  return cases;
}

// ---- days ----

/// How the step time's error, one and the same over the whole run, shows in the days, as far as campaigns show it.
std::optional<Range> step_time_days(const std::vector<PhaseReport>& phases,
                                    const std::optional<CampaignOverhead>& overhead, sim::RunSettings settings) {
  const double share = overhead ? overhead->step_share : 1;
  Seconds low, high;
  for (const PhaseReport& phase : phases) {
    if (!phase.interval) return std::nullopt;
    low += std::pow(phase.interval->low_80, share) * phase.productive;
    high += std::pow(phase.interval->high_80, share) * phase.productive;
  }
  const auto days = [&settings](Seconds productive) {
    settings.productive = productive;
    return mean_run(settings).time.total() / day;
  };
  return Range{days(low), days(high)};
}

/// How what campaigns take shows in the days: it makes training longer, and not what a run begins and waits with.  The
/// chance that spares run out on the way is told apart.
std::optional<Range> campaign_days(const std::optional<CampaignOverhead>& overhead, sim::RunSettings settings) {
  if (!overhead || overhead->log_sd == 0) return std::nullopt;
  const auto days = [&settings, median = settings.productive](double factor) {
    settings.productive = factor * median;
    return mean_run(settings).time.total() / day;
  };
  const double factor = std::exp(kNormal80 * overhead->log_sd);
  const double slow = days(factor);
  return Range{days(1 / factor), std::isfinite(slow) ? slow : factor * days(1)};
}

/// The mean over the step time's error and campaigns' overhead, which are skewed, and over the failure rate, which
/// waits for nodes grow faster than: of the run with the mean of the first two, times what the third adds.
double mean_days(const Report& report, sim::RunSettings settings) {
  if (const auto error = time_error(report)) settings.productive *= mean_factor(*error);
  return mean_run(settings).time.total() / day * rate_spread_factor(settings);
}

/// With the step time as predicted, which is its median, and the failure rate at its median.
double median_days(sim::RunSettings settings) {
  settings.failures.per_1000_node_days *= rate_factor(settings.failures, 0.5);
  return mean_run(settings).time.total() / day;
}

/// The same without what campaigns take beside.
double physics_days(sim::RunSettings settings) {
  settings.overhead_share = 0;
  return median_days(std::move(settings));
}

/// Two independent errors of one mean: their distances add in quadrature, as logarithms, for times are positive.
Range combined(double mean, const Range& one, const Range& other) {
  const auto side = [mean](double a, double b) { return std::hypot(std::log(a / mean), std::log(b / mean)); };
  return {mean * std::exp(-side(one.low, other.low)), mean * std::exp(side(one.high, other.high))};
}

/// P10 and P90 of failures and, where they are known, the step time's own error and campaigns' overhead.
Range wall_clock_days(const Report& report) {
  const double mean = report.run.time.total() / day;
  Range days = report.run.wall_clock_days_80;
  if (!std::isfinite(mean) || !(days.low > 0)) return days;
  // An end that is never says nothing of the other end.
  const auto end_of = [mean](double end) { return std::isfinite(end) ? end : mean; };
  for (const std::optional<Range>& other : {report.step_time_days_80, report.campaign_days_80}) {
    if (!other || !(other->low > 0)) continue;
    const Range with = combined(mean, {days.low, end_of(days.high)}, {other->low, end_of(other->high)});
    days.low = with.low;
    if (std::isfinite(days.high) && std::isfinite(other->high)) days.high = with.high;
  }
  return days;
}

/// P10 and P90 of all runs, from those of the runs whose spares last and the chance s of that.  Short runs lose few
/// nodes, and are the ones that end: P10 is theirs.  P90 is at their quantile 0.9/s at the latest, and never where that
/// is no share.
Range with_runs_that_never_end(Range days, double median, double last) {
  if (!(days.low > 0) || !(median > 0)) return days;
  const double share = 0.9 / last;
  days.high = share < 1 ? median * std::pow(days.high / median, normal_quantile(share) / kNormal80)
                        : std::numeric_limits<double>::infinity();
  return days;
}

// ---- hours, money, energy ----

AcceleratorHours accelerator_hours(const Scenario& scenario, const sim::RunOutcome& run, double mean_accelerators) {
  // Phase by phase where they differ.
  const double accelerators = run.node_time ? scenario.cluster.instance.accelerators_per_node : mean_accelerators;
  const sim::TimeLedger& time = run.node_time ? *run.node_time : run.time;
  const auto hours = [accelerators](Seconds held) { return accelerators * (held / hour); };
  AcceleratorHours ledger{.productive = hours(time.productive),
                          .lost = hours(time.lost),
                          .checkpoint = hours(time.checkpoint),
                          .waiting = hours(time.waiting),
                          .evaluation = hours(time.evaluation),
                          .data_stall = hours(time.data_stall),
                          .overhead = hours(time.overhead)};
  ledger.job = hours(time.total());
  if (scenario.spare_nodes > 0)
    ledger.spares =
        1.0 * scenario.spare_nodes * scenario.cluster.instance.accelerators_per_node * (run.time.total() / hour);
  return ledger;
}

/// What is expected, of the mean days; node-hours go with the wall-clock time, and money with both.
CostReport cost_report(const Report& report) {
  if (!std::isfinite(report.mean_days)) return {};
  CostReport cost = cost_of(report.scenario, expected_use(report, report.mean_days), report.storage.rents);
  const auto known_at = [&](double days) {
    return std::isfinite(days) ? known_cost(report.scenario, use_of(report, days), report.storage.rents) : std::nullopt;
  };
  const auto low = known_at(report.wall_clock_days_80.low), high = known_at(report.wall_clock_days_80.high);
  if (low && high) cost.total_80 = MoneyRange{*low, *high};
  return cost;
}

EnergyReport energy_report(const Scenario& scenario, const AcceleratorHours& hours) {
  EnergyReport energy;
  const hardware::Instance& instance = scenario.cluster.instance;
  if (!std::isfinite(hours.job)) return energy;
  if (instance.accelerator.power)
    energy.accelerators = hardware::accelerator_energy(hours.job, *instance.accelerator.power, scenario.power.pue);
  if (scenario.power.node)
    energy.machines = hardware::machine_energy((hours.job - hours.waiting) / instance.accelerators_per_node,
                                               (hours.waiting + hours.spares) / instance.accelerators_per_node,
                                               *scenario.power.node, scenario.power.waiting_share, scenario.power.pue);
  const auto carbon = [&scenario](const std::optional<Joules>& used) {
    const auto& grid = scenario.power.grid_kg_per_kwh;
    return used && grid ? std::optional(hardware::carbon_kg(*used, *grid)) : std::nullopt;
  };
  energy.accelerators_co2_kg = carbon(energy.accelerators);
  energy.machines_co2_kg = carbon(energy.machines);
  return energy;
}

}  // namespace

Report closed_form(Scenario asked) {
  Report report;
  report.scenario = std::move(asked);
  const Scenario& scenario = report.scenario;
  for (const Phase& phase : scenario.phases) report.phases.push_back(phase_report(scenario, phase));
  report.main_phase = main_phase(report.phases);
  report.training_flop = training_flop(report.phases);
  report.memory = memory_report(scenario, report.phases);

  report.checkpoint_bytes = checkpoint_bytes(scenario);
  report.storage = storage_report(scenario, report.phases, report.checkpoint_bytes);
  report.checkpoint_write = report.storage.levels.back().write;
  const sim::RunSettings settings = run_settings(scenario, report.phases, report.storage);
  report.run = expected_run(settings);
  report.storage.rents = storage_rents(scenario, report.storage.levels, report.run, settings);
  report.step_time_days_80 = step_time_days(report.phases, scenario.campaign_overhead, settings);
  report.campaign_days_80 = campaign_days(scenario.campaign_overhead, settings);
  report.median_days = median_days(settings);
  report.physics_days = scenario.campaign_overhead ? physics_days(settings) : report.median_days;
  report.mean_days = mean_days(report, settings);
  report.wall_clock_days_80 = wall_clock_days(report);
  if (report.run.end == sim::RunEnd::kReached && report.run.spares_last < 1) {
    if (const auto error = time_error(report)) report.run.spares_last = spares_last(settings, report.run, *error);
    report.wall_clock_days_80 =
        with_runs_that_never_end(report.wall_clock_days_80, report.median_days, report.run.spares_last);
  }

  // What one run in ten never comes to has no mean.
  if (!std::isfinite(report.wall_clock_days_80.high)) report.mean_days = std::numeric_limits<double>::infinity();

  report.accelerator_hours =
      accelerator_hours(scenario, report.run, mean_accelerators(report.phases, settings.productive));
  report.node_hours = report.accelerator_hours.job / scenario.cluster.instance.accelerators_per_node;
  report.cost = cost_report(report);
  report.energy = energy_report(scenario, report.accelerator_hours);

  Remarks remarks = remarks_on(report, settings);
  report.assumptions = std::move(remarks.assumptions);
  report.warnings = std::move(remarks.warnings);
  report.obstacles = std::move(remarks.obstacles);
  return report;
}

void tell_other_cases(Report& report) {
  if (report.phases.empty()) return;
  const Scenario& scenario = report.scenario;
  const sim::RunSettings settings = run_settings(scenario, report.phases, report.storage);
  report.failure_cases = failure_cases(scenario, settings);
  if (const auto factor = report.run.rate_factor_80) {
    sim::RunSettings changed = settings;
    report.rate_low = failure_case(changed, scenario.failures, factor->low);
    report.rate_high = failure_case(changed, scenario.failures, factor->high);
  }
  if (report.run.end == sim::RunEnd::kReached) report.replacement_cases = replacement_cases(report, settings);
}

void tell_nearest_plan(Report& report) {
  if (report.phases.empty() || report.memory.verdict() == model::MemoryVerdict::kFits) return;
  const std::size_t phase = largest_phase(report.scenario, report.phases).index;
  report.memory.nearest =
      nearest_fitting_plan(report.scenario, report.scenario.phases[phase], report.phases[phase].parallel);
  if (report.memory.nearest) report.memory.nearest->step_time *= report.phases[phase].correction;
}

}  // namespace fmplan::plan
