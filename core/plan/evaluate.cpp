#include "core/plan/evaluate.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/plan/closed_form.h"
#include "core/plan/deadline.h"
#include "core/plan/node_choice.h"
#include "core/plan/rounding.h"
#include "core/plan/search.h"
#include "core/plan/spare_choice.h"

namespace fmplan::plan {
namespace {

/// What "auto" found, it found without the contention that its answer is told with.
Assumption searched_alone(const char* path) {
  return {.path = path, .value = "auto", .why = {AssumptionKind::kSearchedAlone}, .source = ""};
}

Report refused(const Scenario& scenario, const Issues& issues) {
  Report report;
  report.scenario = scenario;
  for (const Issue& issue : issues)
    report.obstacles.push_back(
        {.kind = NoticeKind::kBreaksRule, .place = issue.where, .values = {{"rule", issue.message}}});
  return report;
}

/// Where no plan fits, the one that needs least memory tells how much that is.
void take_smallest_plans(Scenario& scenario) {
  for (Phase& phase : scenario.phases) {
    if (phase.parallel) continue;
    const std::optional<NearestPlan> smallest = smallest_plan(scenario, phase, phase_nodes(scenario, phase));
    if (!smallest) continue;
    phase.parallel = smallest->parallel;
    phase.global_batch_size = smallest->global_batch_size;
  }
}

/// Numbers as stated; plans are searched where that is asked for.
Report as_stated(const Scenario& scenario) {
  Scenario resolved = scenario;
  Notices obstacles;
  if (resolved.search_parallel) {
    choose_plans(resolved, obstacles);
    take_smallest_plans(resolved);
  }
  const bool evaluable = std::all_of(resolved.phases.begin(), resolved.phases.end(),
                                     [&](const Phase& phase) { return phase.parallel || !scenario.search_parallel; });
  if (!evaluable) {
    Report report;
    report.scenario = resolved;
    report.obstacles = obstacles;
    return report;
  }
  Report report = with_spares_found(std::move(resolved));
  // The plan that needs least memory may yet go through.
  const bool may_fit = report.memory.verdict() != model::MemoryVerdict::kDoesNotFit;
  for (auto notice = obstacles.rbegin(); notice != obstacles.rend(); ++notice) {
    Notices& list = notice->kind == NoticeKind::kNoPlanFits && may_fit ? report.warnings : report.obstacles;
    list.insert(list.begin(), *notice);
  }
  return report;
}

/// Where no neighbour runs: as stated, or the largest that divides, to say what is in the way.
Report nearest(const Scenario& scenario) {
  Scenario strict = scenario;
  strict.strict = true;
  if (scenario.search_parallel || check_scenario(scenario).empty()) return as_stated(strict);
  const int held = scenario.cluster.num_nodes, quantum = node_quantum(scenario);
  for (int nodes = held; 2 * nodes > held; nodes = nodes % quantum == 0 ? nodes - quantum : nodes / quantum * quantum) {
    strict.cluster.num_nodes = nodes;
    strict.phases = scenario.phases;
    if (deal_batches(strict) && check_scenario(strict).empty()) return as_stated(strict);
  }
  return refused(scenario, check_scenario(scenario));
}

/// What was chosen as if collectives were alone, with its contention.
Report contended(const Scenario& scenario, Report chosen) {
  chosen.scenario.network_flows = scenario.network_flows;
  if (chosen.phases.empty()) return chosen;
  const Issues issues = check_scenario(chosen.scenario);
  Report report = issues.empty() ? closed_form(std::move(chosen.scenario)) : refused(chosen.scenario, issues);
  report.rounding = std::move(chosen.rounding);
  // Whether it ends is told with the contention.
  std::erase_if(chosen.obstacles, [](const Notice& obstacle) { return says_no_end(obstacle.kind); });
  report.obstacles.insert(report.obstacles.begin(), chosen.obstacles.begin(), chosen.obstacles.end());
  report.assumptions.push_back(searched_alone(scenario.search_nodes ? "/cluster/nodes" : "/training/parallel"));
  return report;
}

Scenario without_flows(Scenario scenario) {
  scenario.network_flows.reset();
  return scenario;
}

Report with_nodes_found(const Scenario& scenario) {
  if (!scenario.network_flows) return cheapest_in_time(scenario);
  return contended(scenario, cheapest_in_time(without_flows(scenario)));
}

Report with_nodes_stated(const Scenario& scenario, int threads) {
  const bool searches = scenario.search_parallel;
  if (!searches && (scenario.strict || check_scenario(scenario).empty())) return as_stated(scenario);
  std::optional<Report> found;
  if (!scenario.strict) found = fastest_within(scenario.network_flows ? without_flows(scenario) : scenario, threads);
  if (found) return scenario.network_flows ? contended(scenario, std::move(*found)) : std::move(*found);
  Report report = scenario.strict ? as_stated(scenario) : nearest(scenario);
  if (searches && scenario.network_flows && !report.phases.empty())
    report.assumptions.push_back(searched_alone("/training/parallel"));
  return report;
}

/// Whether the deadline is kept, and how surely.
void judge(Report& report) {
  const Scenario& scenario = report.scenario;
  if (!scenario.deadline) return;
  report.deadline_chance = chance_by(report, *scenario.deadline);
  const auto told = [](const Notice& notice) { return notice.kind == NoticeKind::kNoNodesInTime; };
  if (!report.deadline_chance || keeps_deadline(report) ||
      std::any_of(report.obstacles.begin(), report.obstacles.end(), told))
    return;
  report.obstacles.push_back({.kind = NoticeKind::kDeadlineMissed,
                              .place = "/run/deadline",
                              .values = {{"deadline", *scenario.deadline},
                                         {"chance", Ratio{*report.deadline_chance}},
                                         {"confidence", Ratio{scenario.deadline_confidence}},
                                         {"ends", date_after(scenario.start, report.median_days * day)},
                                         {"late", date_after(scenario.start, report.wall_clock_days_80.high * day)}}});
}

}  // namespace

Report evaluate(const Scenario& scenario, int threads) {
  Report report = evaluate_briefly(scenario, threads);
  tell_other_cases(report);
  tell_nearest_plan(report);
  if (std::optional<Notice> spares = spares_that_pay(report)) report.warnings.push_back(*std::move(spares));
  return report;
}

Report evaluate_briefly(const Scenario& scenario, int threads) {
  if (scenario.search_nodes && phases_state_nodes(scenario)) {
    // There is nothing to look for.
    Scenario stated = scenario;
    stated.search_nodes = false;
    for (const Phase& phase : scenario.phases)
      stated.cluster.num_nodes = std::max(stated.cluster.num_nodes, *phase.num_nodes);
    // Reading the scenario could not check them, because "auto" stood for them.
    const Issues issues = check_question(stated);
    return issues.empty() ? evaluate_briefly(stated, threads) : refused(scenario, issues);
  }
  Report report = scenario.search_nodes ? with_nodes_found(scenario) : with_nodes_stated(scenario, threads);
  judge(report);
  return report;
}

}  // namespace fmplan::plan
