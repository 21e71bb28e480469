#include "core/plan/search_report.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/hardware/power.h"
#include "core/plan/cost.h"
#include "core/plan/phase_report.h"
#include "core/plan/plan_walk.h"
#include "core/sim/step/step_simulation.h"

namespace fmplan::plan {
namespace {

using model::ParallelPlan;
using sim::StepPart;

/// What a plan that needs more memory must save of the step time for memory to be what binds.
constexpr double kWorthMentioning = 0.01;

Phase on(const Phase& phase, const FoundPlan& found) {
  Phase changed = phase;
  changed.num_nodes = found.num_nodes;
  changed.parallel = found.parallel;
  return changed;
}

/// @param first of a search's plans, whose correction by anchors is taken: the nearer a plan is to what was measured
/// the more it is corrected, so that of plans alike the least known would look best
PlanReport plan_report(const Scenario& scenario, const Phase& phase, const FoundPlan& found, const PlanReport* first) {
  PlanReport report;
  report.found = found;
  report.chance = chance_of_fitting(scenario, found.memory);
  report.phase =
      phase_report(scenario, on(phase, found),
                   first && first->phase.interval ? std::optional(first->phase.interval->factor) : std::nullopt);
  report.gpu_hours = report.phase.num_accelerators * (report.phase.productive / hour);
  report.cost = nodes_cost(scenario, report.phase.num_nodes, report.phase.productive);
  report.not_sold = why_not_sold(scenario, report.phase.num_nodes, report.phase.productive);
  if (const auto power = scenario.cluster.instance.accelerator.power)
    report.energy = hardware::accelerator_energy(report.gpu_hours, *power, scenario.power.pue);
  return report;
}

StepPart largest_part(const sim::StepTime& step) {
  std::size_t largest = sim::kNumStepParts;
  for (std::size_t i = 0; i < sim::kNumStepParts; ++i) {
    const auto part = sim::kStepPartNames.values[i];
    if (part == StepPart::kGemm || part == StepPart::kAttention) continue;
    if (largest == sim::kNumStepParts || step.parts[i] > step.parts[largest]) largest = i;
  }
  return sim::kStepPartNames.values[largest];
}

/// Keeps the fastest of the plans that need more than `usable`.
struct FastestTooLarge {
  Bytes usable;
  Seconds faster_than;
  std::optional<NearestPlan> fastest{};

  void timed(const ParallelPlan& plan, Bytes memory, Seconds time) {
    if (memory <= usable || time >= (fastest ? fastest->step_time : faster_than)) return;
    fastest = NearestPlan{.parallel = plan, .step_time = time, .memory = memory};
  }
  void too_large(const ParallelPlan&, Bytes) {}
  bool family_done(const WalkCounts&) { return true; }
};

std::optional<FasterPlan> faster_but_for_memory(const Scenario& scenario, const Phase& phase,
                                                const SearchQuestion& question, const FoundPlan& found) {
  const Bytes usable = largest_peak(scenario, question.fit_confidence);
  const Bytes no_limit(std::numeric_limits<double>::infinity());
  std::optional<FasterPlan> fastest;
  for (const FieldSpace& open : field_spaces(question.space, found.parallel)) {
    FastestTooLarge visitor{usable, (1 - kWorthMentioning) * found.step_time};
    PlanWalk(scenario, phase, open.space, found.num_nodes, no_limit).run(visitor);
    if (visitor.fastest && (!fastest || visitor.fastest->step_time < fastest->plan.step_time))
      fastest = FasterPlan{std::string(open.field), *visitor.fastest};
  }
  return fastest;
}

/// One plan's objective over another's, both corrected.  Of what cannot be bought that of the step times, which it is
/// ranked by.
double ratio_of(const PlanReport& plan, const PlanReport& first) {
  const double corrections = plan.phase.correction / first.phase.correction;
  if (std::isinf(plan.found.objective) && std::isinf(first.found.objective))
    return plan.found.step_time * corrections / first.found.step_time;
  return plan.found.objective * corrections / first.found.objective;
}

/// What the plan costs by the objective over what the first does errs as their step times do.
void compare(const Scenario& scenario, const Phase& phase, const PlanReport& first, LeaderReport& leader) {
  const auto base = comparable_step(scenario, phase, first.phase);
  const auto step = comparable_step(scenario, phase, leader.plan.phase);
  if (!base || !step) return;
  leader.to_first = compare_steps(*base, *step);
  leader.like_first = is_tie(ratio_of(leader.plan, first), leader.to_first->interval);
}

void simulate(const Scenario& scenario, const Phase& phase, LeaderReport& leader) {
  const sim::StepJob job = step_job(scenario, on(phase, leader.plan.found));
  const Issues issues = check_simulation(job, {});
  if (!issues.empty()) {
    leader.not_simulated = issues.front().message;
    return;
  }
  leader.simulated = leader.plan.phase.correction * simulate_step(job).value().step_time;
}

std::vector<std::size_t> order_by_simulation(const Scenario& scenario, const Phase& phase,
                                             const SearchQuestion& question, const std::vector<LeaderReport>& leaders) {
  std::vector<std::size_t> order;
  std::vector<std::pair<double, Seconds>> value(leaders.size());  // ties in step time, as in the search
  for (std::size_t i = 0; i < leaders.size(); ++i) {
    if (!leaders[i].simulated) continue;
    const Seconds time = *leaders[i].simulated;
    value[i] = {objective_of(scenario, phase, question.objective, leaders[i].plan.found.num_nodes, time), time};
    order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return value[a] < value[b]; });
  return order;
}

}  // namespace

std::string_view LeaderReport::bound_by() const {
  return but_for_memory ? std::string_view("memory") : step_part_name(largest_part);
}

SearchReport report_search(const Scenario& scenario, const Phase& phase, const SearchQuestion& question,
                           SearchResult result) {
  SearchReport report;
  for (const FoundPlan& found : result.best) {
    LeaderReport leader;
    const PlanReport* const first = report.leaders.empty() ? nullptr : &report.leaders.front().plan;
    leader.plan = plan_report(scenario, phase, found, first);
    leader.largest_part = largest_part(leader.plan.phase.step);
    leader.but_for_memory = faster_but_for_memory(scenario, phase, question, found);
    compare(scenario, phase, first ? *first : leader.plan, leader);
    if (report.leaders.size() < kMostSimulated)
      simulate(scenario, phase, leader);
    else
      leader.not_simulated = "only the first " + std::to_string(kMostSimulated) + " are";
    report.leaders.push_back(std::move(leader));
  }
  report.simulated_order = order_by_simulation(scenario, phase, question, report.leaders);
  for (const FoundPlan& found : result.pareto)
    report.pareto.push_back(
        plan_report(scenario, phase, found, report.leaders.empty() ? nullptr : &report.leaders.front().plan));
  report.result = std::move(result);
  return report;
}

}  // namespace fmplan::plan
