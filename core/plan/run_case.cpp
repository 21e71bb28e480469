#include "core/plan/run_case.h"

#include <optional>
#include <utility>

#include "core/plan/cost.h"
#include "core/plan/evaluate.h"
#include "core/plan/run_settings.h"
#include "core/plan/storage_use.h"

namespace fmplan::plan {

RunCase run_case(Scenario scenario, int threads) {
  const std::optional<Date> deadline = scenario.deadline;
  if (!scenario.search_nodes) scenario.deadline.reset();
  RunCase run{.report = evaluate(scenario, threads), .settings = {}};
  run.report.scenario.deadline = deadline;
  if (!run.report.phases.empty()) run.settings = variant_settings(run, run.report.scenario);
  return run;
}

Notices lasting_obstacles(const Report& report) {
  Notices obstacles = report.obstacles;
  std::erase_if(obstacles, [](const Notice& obstacle) { return says_no_end(obstacle.kind); });
  return obstacles;
}

sim::RunSettings variant_settings(const RunCase& base, const Scenario& variant) {
  const std::vector<PhaseReport>& phases = base.report.phases;
  return run_settings(variant, phases, storage_report(variant, phases, base.report.checkpoint_bytes));
}

std::vector<StorageRent> variant_rents(const RunCase& base, const Scenario& variant, const sim::RunSettings& settings) {
  const StorageReport storage = storage_report(variant, base.report.phases, base.report.checkpoint_bytes);
  return storage_rents(variant, storage.levels, mean_run(settings), settings);
}

double nodes_held(const sim::RunSettings& settings, const sim::RunSimulation& trials) {
  const double held_h = trials.held_days.estimate.mean * day / hour;
  if (settings.phases.empty() || held_h == 0) return settings.mean_nodes;
  return trials.held_node_h.mean / held_h;
}

HeldTime held_time(const sim::RunSettings& settings, const sim::RunSimulation& trials) {
  const sim::Spread& held = trials.held_days;
  return {.days = held.estimate.mean, .nodes = nodes_held(settings, trials), .days_80 = Range{held.p10, held.p90}};
}

RunBill bill_of(const RunCase& run, const Scenario& scenario, double days, const HeldTime& held,
                const std::vector<StorageRent>& rents) {
  const double hours = held.days * day / hour;
  const NodeUse use{.node_hours = held.nodes * hours,
                    .wall_clock = days * day,
                    .held = held.days * day,
                    .held_80 = held.days_80,
                    .stretches = stretches_of(run.report.phases)};
  return {.node_hours = (held.nodes + scenario.spare_nodes) * hours, .cost = cost_of(scenario, use, rents)};
}

}  // namespace fmplan::plan
