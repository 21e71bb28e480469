#include "core/plan/evaluate.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "core/hardware/kernel_time.h"
#include "core/plan/closed_form.h"
#include "core/plan/search.h"

namespace fmplan::plan {
namespace {

/// Node counts beyond this are not searched.
constexpr int kMostNodes = 20000;

/// Fills in what "parallel": "auto" asks for, phase by phase.
void choose_plans(Scenario& scenario, Notices& obstacles) {
  for (Phase& phase : scenario.phases) {
    if (phase.parallel) continue;
    const PlanSearch search = search_plans(scenario, phase, phase_nodes(scenario, phase));
    if (!search.best)
      obstacles.push_back(search.num_considered == 0
                              ? Notice{.kind = NoticeKind::kNoPlanDivides,
                                       .place = "/training/parallel",
                                       .values = {{"nodes", std::int64_t{phase_nodes(scenario, phase)}},
                                                  {"batch", std::int64_t{phase.global_batch_size}}}}
                              : Notice{.kind = NoticeKind::kNoPlanFits,
                                       .place = "/training/parallel",
                                       .values = {{"plans", std::int64_t{search.num_considered}},
                                                  {"confidence", Ratio{scenario.fit_confidence}}}});
    const auto& found = search.best ? search.best : search.smallest;
    if (found) phase.parallel = found->parallel;
  }
  scenario.search_parallel = false;
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
  Notices obstacles;
  if (trial.search_parallel) choose_plans(trial, obstacles);
  trial.search_nodes = false;
  if (!obstacles.empty() || !divides(trial)) return std::nullopt;
  Report report = closed_form(std::move(trial));
  if (!report.obstacles.empty() || report.memory.chance < scenario.fit_confidence) return std::nullopt;
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
        {.kind = NoticeKind::kNoNodesFit, .place = "/cluster/nodes", .values = {{"most", std::int64_t{kMostNodes}}}});
    return report;
  }
  fastest->obstacles.push_back({.kind = NoticeKind::kNoNodesInTime,
                                .place = "/run/deadline",
                                .values = {{"most", std::int64_t{kMostNodes}},
                                           {"deadline", *scenario.deadline},
                                           {"fastest", std::int64_t{fastest->scenario.cluster.num_nodes}},
                                           {"ends", date_after(scenario.start, fastest->run.time.total())}}});
  return *fastest;
}

/// What "auto" found, it found without the contention that its answer is told with.
Assumption searched_alone(const char* path) {
  return {.path = path, .value = "auto", .why = {AssumptionKind::kSearchedAlone}, .source = ""};
}

/// Nodes are searched as if collectives were alone; the answer then has its contention, a deadline that is missed by it
/// included.
Report contended(const Scenario& scenario) {
  Scenario alone = scenario;
  alone.network_flows.reset();
  Report found = cheapest_in_time(alone);
  found.scenario.network_flows = scenario.network_flows;
  if (found.phases.empty()) return found;
  Notices obstacles = std::move(found.obstacles);
  const Issues issues = check_scenario(found.scenario);
  for (const Issue& issue : issues)
    obstacles.push_back({.kind = NoticeKind::kBreaksRule, .place = issue.where, .values = {{"rule", issue.message}}});
  Report report = issues.empty() ? evaluate(found.scenario) : std::move(found);
  report.assumptions.push_back(searched_alone("/cluster/nodes"));
  report.obstacles.insert(report.obstacles.begin(), obstacles.begin(), obstacles.end());
  return report;
}

/// Of nodes that reading the scenario could not check, because "auto" stood for them.
Report issues_first(const Scenario& scenario) {
  const Issues issues = check_scenario(scenario);
  if (issues.empty()) return evaluate(scenario);
  Report report;
  report.scenario = scenario;
  for (const Issue& issue : issues)
    report.obstacles.push_back(
        {.kind = NoticeKind::kBreaksRule, .place = issue.where, .values = {{"rule", issue.message}}});
  return report;
}

}  // namespace

Report evaluate(const Scenario& scenario) {
  const auto states_nodes = [](const Phase& phase) { return phase.num_nodes.has_value(); };
  if (scenario.search_nodes && std::all_of(scenario.phases.begin(), scenario.phases.end(), states_nodes)) {
    // There is nothing to look for.
    Scenario stated = scenario;
    stated.search_nodes = false;
    for (const Phase& phase : scenario.phases)
      stated.cluster.num_nodes = std::max(stated.cluster.num_nodes, *phase.num_nodes);
    return issues_first(stated);
  }
  if (scenario.search_nodes) return scenario.network_flows ? contended(scenario) : cheapest_in_time(scenario);
  Scenario resolved = scenario;
  Notices obstacles;
  if (resolved.search_parallel) choose_plans(resolved, obstacles);
  const bool evaluable = std::all_of(resolved.phases.begin(), resolved.phases.end(),
                                     [&](const Phase& phase) { return phase.parallel || !scenario.search_parallel; });
  if (!evaluable) {
    Report report;
    report.scenario = resolved;
    report.obstacles = obstacles;
    return report;
  }
  Report report = closed_form(std::move(resolved));
  if (scenario.search_parallel && scenario.network_flows)
    report.assumptions.push_back(searched_alone("/training/parallel"));
  // The plan that needs least memory may yet go through.
  const bool may_fit = report.memory.verdict() != model::MemoryVerdict::kDoesNotFit;
  for (auto notice = obstacles.rbegin(); notice != obstacles.rend(); ++notice) {
    Notices& list = notice->kind == NoticeKind::kNoPlanFits && may_fit ? report.warnings : report.obstacles;
    list.insert(list.begin(), *notice);
  }
  if (scenario.deadline && !meets_deadline(report))
    report.obstacles.push_back(
        {.kind = NoticeKind::kDeadlineMissed,
         .place = "/run/deadline",
         .values = {{"deadline", *scenario.deadline}, {"ends", date_after(scenario.start, report.run.time.total())}}});
  return report;
}

}  // namespace fmplan::plan
