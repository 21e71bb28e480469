#include "core/plan/evaluate.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/quantity_text.h"
#include "core/hardware/kernel_time.h"
#include "core/hardware/power.h"
#include "core/model/memory_use.h"
#include "core/plan/cost.h"
#include "core/plan/run_settings.h"
#include "core/plan/search.h"
#include "core/plan/storage_use.h"

namespace fmplan::plan {
namespace {

using model::ParallelPlan;

/// Memory to leave free when a plan is searched for: the median error of predicted peaks on groups not fitted to is 4
/// to 7 % (docs/models/memory_validation.md).
constexpr double kSearchHeadroom = 0.05;
/// Node counts beyond this are not searched.
constexpr int kMostNodes = 20000;

void scale(sim::StepTime& step, double factor) {
  for (Seconds& part : step.parts) part *= factor;
  step.hidden_data_parallel *= factor;
  step.data_parallel_slowdown *= factor;
}

std::string oversubscription_text(const Scenario& scenario) {
  const hardware::Fabric& fabric = scenario.cluster.instance.fabric;
  if (scenario.network_flows->leaf_oversubscription)
    return fmt::format("{:.4g}:1, as the scenario has it", *scenario.network_flows->leaf_oversubscription);
  if (fabric.leaf_oversubscription) return fmt::format("{:.4g}:1 of {}", *fabric.leaf_oversubscription, fabric.name);
  return "not stated, 1:1 taken";
}

/// What the flows of a phase's traffic found, and on which network.
Assumption contention_assumption(const Scenario& scenario, const PhaseReport& phase) {
  const sim::ContentionOptions& options = *scenario.network_flows;
  const sim::PlanContention& found = *phase.contention;
  const auto held = [](const std::string& link) { return link.empty() ? "" : fmt::format(" ({})", link); };
  return {.path = "/cluster/network",
          .value = fmt::format("flows: sends × {:.2f}{}, gradients and parameters × {:.2f}{}", found.send_slowdown,
                               held(found.send_bottleneck), found.data_parallel_slowdown,
                               held(found.data_parallel_bottleneck)),
          .why = fmt::format("{}the plan's own traffic all at once; {}; {}; leaves oversubscribed: {}",
                             scenario.phases.size() > 1 ? fmt::format("phase {}: ", phase.name) : "",
                             options.routing == network::LeafRouting::kSpray ? "packets sprayed over all spines"
                                                                             : "spine fixed by the destination",
                             options.placement == network::Placement::kPacked ? "machines leaf after leaf"
                                                                              : "machines from the leaves in turn",
                             oversubscription_text(scenario)),
          .source = options.leaf_oversubscription ? "" : scenario.cluster.instance.fabric.source};
}

MemoryReport memory_report(const Scenario& scenario, const std::vector<PhaseReport>& phases) {
  MemoryReport report;
  report.capacity = scenario.cluster.instance.accelerator.memory;
  std::size_t worst = 0;
  for (std::size_t i = 0; i < phases.size(); ++i) {
    const model::MemoryUse use =
        memory_use(scenario.model, memory_settings(scenario, scenario.phases[i], phases[i].parallel));
    if (i > 0 && use.total() <= report.use.total()) continue;
    report.use = use;
    worst = i;
  }
  report.check = check_memory(report.use, report.capacity);
  report.interval = scenario.framework.memory.interval;
  if (std::holds_alternative<model::OutOfMemory>(report.check))
    report.nearest = nearest_fitting_plan(scenario, scenario.phases[worst], phases[worst].parallel);
  return report;
}

FailureCase failure_case(sim::RunSettings settings, const std::string& name, double per_1000_node_days) {
  settings.failures.per_1000_node_days = per_1000_node_days;
  const sim::RunOutcome run = mean_run(settings);
  return {name, per_1000_node_days, run.time.total() / day, run.interruptions, run.goodput};
}

void add_failure_cases(Report& report, const sim::RunSettings& settings) {
  for (const sim::FailurePreset& preset : report.scenario.other_failures)
    report.failure_cases.push_back(failure_case(settings, preset.name, preset.per_1000_node_days));
  const sim::FailurePreset& chosen = report.scenario.failures;
  if (!chosen.num_events || !chosen.node_days) return;
  const Range rate = poisson_rate_interval(*chosen.num_events, *chosen.node_days / 1000, 0.8);
  report.rate_low = failure_case(settings, chosen.name, rate.low);
  report.rate_high = failure_case(settings, chosen.name, rate.high);
}

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

void add_ranges(Report& report, const sim::RunSettings& settings) {
  const double mean = report.run.time.total() / day;
  report.wall_clock_days_80 = report.run.wall_clock_days_80;
  report.step_time_days_80 = step_time_days(report.phases, settings);
  const auto positive = [](const Range& range) { return range.low > 0 && std::isfinite(range.high); };
  if (report.step_time_days_80 && std::isfinite(mean) && positive(report.wall_clock_days_80) &&
      positive(*report.step_time_days_80))
    report.wall_clock_days_80 = combined(mean, report.wall_clock_days_80, *report.step_time_days_80);
}

/// Node-hours go with the wall-clock time, and money with both.
void add_cost(Report& report) {
  const Seconds mean = report.run.time.total();
  const std::vector<StorageRent>& rents = report.storage.rents;
  report.cost = cost_of(report.scenario, report.node_hours, mean, rents);
  const auto total_at = [&](double days) {
    return cost_of(report.scenario, days * day / mean * report.node_hours, days * day, rents).total;
  };
  const auto low = total_at(report.wall_clock_days_80.low);
  const auto high = total_at(report.wall_clock_days_80.high);
  if (report.cost.total && low && high) report.cost.total_80 = MoneyRange{*low, *high};
}

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

void add_energy(Report& report) {
  const auto& power = report.scenario.cluster.instance.accelerator.power;
  if (!power) {
    report.warnings.push_back("The accelerator's power is not published: energy and carbon are unknown.");
    return;
  }
  report.energy = hardware::accelerator_energy(report.accelerator_hours.job, *power, report.scenario.power.pue);
  if (report.scenario.power.grid_kg_per_kwh)
    report.co2_kg = hardware::carbon_kg(*report.energy, *report.scenario.power.grid_kg_per_kwh);
}

/// Storage without a known price.
std::string unpriced(const Report& report) {
  const Scenario& scenario = report.scenario;
  if (scenario.cluster.checkpoint_storage && !scenario.price.storage) return "the checkpoint storage";
  for (const CostComponent& part : report.cost.components)
    if (!part.amount) return part.name;
  return "storage";
}

/// A run that the closed form sees no end of, and what the closed form does not see.
void add_endless(Report& report, const sim::RunSettings& settings) {
  const std::vector<std::string> names = left_out(settings);
  if (!names.empty())
    report.warnings.push_back(
        fmt::format("The closed form leaves out {}; fmplan run simulates them.", fmt::join(names, ", ")));
  if (std::isfinite(report.run.time.total() / second)) return;
  const std::string message =
      report.run.downtime == sim::kNever
          ? "The run never ends: there is no spare node, and a failed one neither comes back nor is replaced; give "
            "spare_nodes, or the recovery a replacement or repair time."
          : fmt::format(
                "The run never ends: {} between failures against {} to come back, {} a checkpoint and {} a step.",
                time_text(report.run.mtbf), time_text(report.run.downtime + report.run.restart),
                time_text(report.checkpoint_write), time_text(report.phases[report.main_phase].step.total()));
  // Others than a restart of the whole job may still get through.
  const bool is_restarted =
      settings.continuation.kind == sim::ContinuationKind::kRestart && !settings.checkpoint.just_in_time;
  if (is_restarted) report.endless = message;
  (is_restarted ? report.obstacles : report.warnings).push_back(message);
}

void add_warnings(Report& report, const sim::RunSettings& settings) {
  const Scenario& scenario = report.scenario;
  if (const auto* out = std::get_if<model::OutOfMemory>(&report.memory.check))
    report.obstacles.push_back(fmt::format("Out of memory: {} short of {} per accelerator; largest part: {}.",
                                           data_text(out->shortfall), data_text(report.memory.capacity),
                                           out->largest_part));
  add_endless(report, settings);
  for (std::size_t i = 0; i < report.phases.size(); ++i) {
    const PhaseReport& phase = report.phases[i];
    if (scenario.model.max_sequence_length > 0 &&
        scenario.phases[i].sequence_length > scenario.model.max_sequence_length)
      report.warnings.push_back(fmt::format("{} tokens are more than {}'s native context of {}.",
                                            scenario.phases[i].sequence_length, scenario.model.name,
                                            scenario.model.max_sequence_length));
    const int domain = scenario.cluster.instance.scale_up ? scenario.cluster.instance.scale_up_domain : 1;
    if (phase.parallel.tensor > domain)
      report.warnings.push_back(
          fmt::format("tensor_parallel {} leaves the scale-up domain of {} accelerators: its traffic "
                      "crosses the network.",
                      phase.parallel.tensor, domain));
    if (phase.parallel.pipeline > 1 && phase.step.num_micro_batches < phase.parallel.pipeline)
      report.warnings.push_back(fmt::format("{} micro-batches cannot fill {} pipeline stages.",
                                            phase.step.num_micro_batches, phase.parallel.pipeline));
  }
  if (report.run.goodput < 0.5)
    report.warnings.push_back(fmt::format("Goodput of {}: most of the time goes to failures and checkpoints.",
                                          ratio_text(report.run.goodput)));
  if (!report.cost.price_per_node)
    report.warnings.push_back(fmt::format("No {} price of {} in {} is known{}: the cost is unknown.",
                                          scenario.price.kind, scenario.cluster.instance.name, scenario.price.region,
                                          scenario.price.on ? " on " + date_text(*scenario.price.on) : ""));
  else if (!report.cost.total)
    report.warnings.push_back(fmt::format("The price of {} is unknown, and so is the total cost.", unpriced(report)));
}

/// Fills in what "parallel": "auto" asks for, phase by phase.
void choose_plans(Scenario& scenario, std::vector<std::string>& obstacles) {
  for (Phase& phase : scenario.phases) {
    if (phase.parallel) continue;
    const PlanSearch search = search_plans(scenario, phase, phase_nodes(scenario, phase), kSearchHeadroom);
    if (!search.best)
      obstacles.push_back(search.num_considered == 0
                              ? fmt::format("No parallel plan divides the model, {} nodes and a batch of {} sequences.",
                                            phase_nodes(scenario, phase), phase.global_batch_size)
                              : fmt::format("None of {} parallel plans fits in memory.", search.num_considered));
    const auto& found = search.best ? search.best : search.smallest;
    if (found) phase.parallel = found->parallel;
  }
  scenario.search_parallel = false;
}

Report evaluate_fixed(const Scenario& scenario) {
  Report report;
  report.scenario = scenario;
  report.assumptions = scenario.assumptions;
  double accelerator_seconds = 0;
  for (std::size_t i = 0; i < scenario.phases.size(); ++i) {
    report.phases.push_back(phase_report(scenario, scenario.phases[i]));
    const PhaseReport& phase = report.phases.back();
    if (phase.contention) report.assumptions.push_back(contention_assumption(scenario, phase));
    if (phase.tokens > report.phases[report.main_phase].tokens) report.main_phase = i;
    report.training_flop += static_cast<double>(phase.tokens) * phase.model_flop_per_token;
    accelerator_seconds += phase.num_accelerators * (phase.productive / second);
  }
  report.memory = memory_report(scenario, report.phases);
  report.checkpoint_bytes = checkpoint_bytes(scenario.model, scenario.precision, scenario.optimizer);

  report.storage = storage_report(scenario, report.phases, report.checkpoint_bytes);
  const sim::RunSettings settings = run_settings(scenario, report.phases, report.storage);
  report.checkpoint_write = report.storage.levels.back().write;
  report.run = expected_run(settings);
  add_failure_cases(report, settings);
  add_ranges(report, settings);

  const double mean_accelerators = accelerator_seconds / (settings.productive / second);
  report.accelerator_hours = accelerator_hours(scenario, report.run, mean_accelerators);
  report.node_hours = report.accelerator_hours.job / scenario.cluster.instance.accelerators_per_node;
  report.storage.rents = storage_rents(report, settings);
  add_cost(report);
  add_energy(report);
  add_warnings(report, settings);
  for (std::string& warning : storage_warnings(report, settings)) report.warnings.push_back(std::move(warning));
  return report;
}

bool meets_deadline(const Report& report) {
  return date_after(report.scenario.start, report.run.time.total()) <= *report.scenario.deadline;
}

/// True if the plan divides `num_nodes` and every phase's batch, so that evaluating makes sense.
bool divides(const Scenario& scenario) {
  Scenario fixed = scenario;
  fixed.search_nodes = false;
  return check_scenario(fixed).empty();
}

std::optional<Report> try_nodes(const Scenario& scenario, int num_nodes) {
  Scenario trial = scenario;
  trial.cluster.num_nodes = num_nodes;
  std::vector<std::string> obstacles;
  if (trial.search_parallel) choose_plans(trial, obstacles);
  trial.search_nodes = false;
  if (!obstacles.empty() || !divides(trial)) return std::nullopt;
  Report report = evaluate_fixed(trial);
  if (!report.obstacles.empty()) return std::nullopt;
  return report;
}

/// Nodes below this could not finish in time at the accelerators' peak.
int fewest_nodes(const Scenario& scenario) {
  const auto& instance = scenario.cluster.instance;
  const auto rates = kernel_rates(instance.accelerator, std::string(sim::precision_name(scenario.precision)));
  Flop work;
  for (const Phase& phase : scenario.phases)
    work += static_cast<double>(phase.tokens) *
            training_flop_per_token(scenario.model, phase.sequence_length, model::FlopConvention::k6N);
  // Attention runs at a rate of its own, never above twice that of the matrix products on any accelerator known.
  const double days = scenario.deadline->days_since_epoch - scenario.start.days_since_epoch + 1;
  const Flop per_node = instance.accelerators_per_node * 2 * rates->gemm_rate * (std::max(days, 1.0) * day);
  return std::clamp(static_cast<int>(std::min(work / per_node, 1.0 * kMostNodes)), 1, kMostNodes);
}

Report cheapest_in_time(const Scenario& scenario) {
  std::optional<Report> fastest;
  const auto keep_fastest = [&fastest](std::optional<Report> report) {
    if (report && (!fastest || report->run.time.total() < fastest->run.time.total())) fastest = std::move(report);
  };
  const int fewest = fewest_nodes(scenario);
  for (int nodes = fewest; nodes <= kMostNodes; ++nodes) {
    std::optional<Report> report = try_nodes(scenario, nodes);
    if (report && meets_deadline(*report)) return *report;
    keep_fastest(std::move(report));
  }
  // Where so many nodes never divide the batch, fewer are the answer to how fast it can be.
  if (!fastest)
    for (int nodes = fewest - 1; nodes >= 1; --nodes) keep_fastest(try_nodes(scenario, nodes));
  if (!fastest) {
    Scenario largest = scenario;
    largest.search_nodes = false;
    Report report;
    report.scenario = largest;
    report.obstacles.push_back(
        fmt::format("No number of nodes up to {} divides the plan and fits in memory.", kMostNodes));
    return report;
  }
  fastest->obstacles.push_back(
      fmt::format("No number of nodes up to {} meets the deadline {}; the fastest, {} nodes, ends on {}.", kMostNodes,
                  date_text(*scenario.deadline), fastest->scenario.cluster.num_nodes,
                  date_text(date_after(scenario.start, fastest->run.time.total()))));
  return *fastest;
}

/// What "auto" found, it found without the contention that its answer is told with.
Assumption searched_alone(const char* path) {
  return {.path = path,
          .value = "auto",
          .why = "searched with every collective as if alone; contention is in what was found, not in the choice",
          .source = ""};
}

/// Nodes are searched as if collectives were alone; the answer then has its contention, a deadline that is missed by it
/// included.
Report contended(const Scenario& scenario) {
  Scenario alone = scenario;
  alone.network_flows.reset();
  Report found = cheapest_in_time(alone);
  found.scenario.network_flows = scenario.network_flows;
  if (found.phases.empty()) return found;
  std::vector<std::string> obstacles = std::move(found.obstacles);
  const Issues issues = check_scenario(found.scenario);
  for (const Issue& issue : issues) obstacles.push_back(issue.message);
  Report report = issues.empty() ? evaluate(found.scenario) : std::move(found);
  report.assumptions.push_back(searched_alone("/cluster/nodes"));
  report.obstacles.insert(report.obstacles.begin(), obstacles.begin(), obstacles.end());
  return report;
}

}  // namespace

PhaseReport phase_report(const Scenario& scenario, const Phase& phase) {
  PhaseReport report;
  report.name = phase.name;
  report.num_nodes = phase_nodes(scenario, phase);
  report.num_accelerators = report.num_nodes * scenario.cluster.instance.accelerators_per_node;
  report.parallel = phase_plan(scenario, phase);
  const sim::StepSettings settings = step_settings(scenario, phase, report.parallel);
  const sim::StepJob job = step_job(scenario, phase);
  if (scenario.network_flows) report.contention = plan_contention(job, *scenario.network_flows);
  report.step = (report.contention ? contended_step_time(job, *report.contention) : step_time(job)).value();
  if (scenario.step_errors) {
    report.interval = step_interval(scenario.step_errors->outlook, report.step, scenario.model, settings,
                                    scenario.cluster.instance, scenario.framework.name, scenario.step_errors->anchors);
    scale(report.step, report.interval->factor);
  }

  const std::int64_t tokens_per_step = std::int64_t{phase.global_batch_size} * phase.sequence_length;
  report.num_steps = (phase.tokens + tokens_per_step - 1) / tokens_per_step;
  report.tokens = report.num_steps * tokens_per_step;
  report.productive = static_cast<double>(report.num_steps) * report.step.total();
  report.tokens_per_second = static_cast<double>(tokens_per_step) / (report.step.total() / second);

  report.model_flop_per_token =
      training_flop_per_token(scenario.model, phase.sequence_length, scenario.flop_convention);
  // With fused attention, selective recomputation repeats the activation function alone: no FLOP worth counting.
  const bool repeats_scores = scenario.attention == sim::AttentionKernel::kUnfused;
  const bool selective = report.parallel.recompute == model::Recompute::kSelective;
  const model::Recompute recompute = selective && !repeats_scores ? model::Recompute::kNone : report.parallel.recompute;
  report.hardware_flop_per_token =
      hardware_flop_per_token(scenario.model, phase.sequence_length, scenario.flop_convention, recompute);
  const double tokens_per_accelerator = report.tokens_per_second / report.num_accelerators;
  report.rate_per_accelerator = tokens_per_accelerator * report.model_flop_per_token / second;
  report.peak =
      hardware::dense_peak(scenario.cluster.instance.accelerator, std::string(sim::precision_name(scenario.precision)))
          .value();
  report.mfu = report.rate_per_accelerator / report.peak;
  report.hfu = tokens_per_accelerator * report.hardware_flop_per_token / second / report.peak;
  return report;
}

Report evaluate(const Scenario& scenario) {
  if (scenario.search_nodes) return scenario.network_flows ? contended(scenario) : cheapest_in_time(scenario);
  Scenario resolved = scenario;
  std::vector<std::string> obstacles;
  if (resolved.search_parallel) choose_plans(resolved, obstacles);
  const bool evaluable = std::all_of(resolved.phases.begin(), resolved.phases.end(),
                                     [&](const Phase& phase) { return phase.parallel || !scenario.search_parallel; });
  if (!evaluable) {
    Report report;
    report.scenario = resolved;
    report.obstacles = obstacles;
    return report;
  }
  Report report = evaluate_fixed(resolved);
  if (scenario.search_parallel && scenario.network_flows)
    report.assumptions.push_back(searched_alone("/training/parallel"));
  report.obstacles.insert(report.obstacles.begin(), obstacles.begin(), obstacles.end());
  if (resolved.deadline && !meets_deadline(report))
    report.obstacles.push_back(fmt::format("The deadline {} is missed: the run ends on {}.",
                                           date_text(*resolved.deadline),
                                           date_text(date_after(resolved.start, report.run.time.total()))));
  return report;
}

}  // namespace fmplan::plan
