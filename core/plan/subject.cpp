#include "core/plan/subject.h"

#include <algorithm>

#include <fmt/format.h>

namespace fmplan::plan {

HeldNodes held_nodes(const Report& report) {
  const Scenario& scenario = report.scenario;
  const int left_over =
      report.rounding && !scenario.search_spares ? report.rounding->nodes_held - most_phase_nodes(scenario) : 0;
  HeldNodes held{.nodes = most_phase_nodes(scenario) + left_over, .spares = scenario.spare_nodes - left_over};
  for (std::size_t i = 0; i < report.phases.size(); ++i) {
    const int nodes = report.phases[i].num_nodes + left_over;
    held.nodes = i == 0 ? nodes : std::max(held.nodes, nodes);
    held.fewest = i == 0 ? nodes : std::min(held.fewest, nodes);
  }
  if (held.fewest == held.nodes) held.fewest = 0;
  return held;
}

std::string held_text(HeldNodes held, const std::string& instance) {
  const std::string spares =
      held.spares > 0 ? fmt::format(" and {} spare{}", held.spares, held.spares > 1 ? "s" : "") : "";
  const std::string nodes =
      held.fewest > 0 ? fmt::format("{} to {}", held.fewest, held.nodes) : fmt::format("{}", held.nodes);
  return fmt::format("{} × {}{}", nodes, instance, spares);
}

std::string billed_subject_text(const Report& report) {
  const Scenario& scenario = report.scenario;
  return report.phases.empty() ? subject_text(report)
                               : fmt::format("{} on {}", scenario.model.name,
                                             held_text(held_nodes(report), scenario.cluster.instance.name));
}

std::string subject_text(const Scenario& scenario, int num_nodes) {
  const std::string& model = scenario.model.name;
  return num_nodes > 0 ? fmt::format("{} on {} × {}", model, num_nodes, scenario.cluster.instance.name) : model;
}

std::string subject_text(const Report& report) {
  int nodes = report.rounding ? report.rounding->nodes_held : 0;
  for (const PhaseReport& phase : report.phases) nodes = std::max(nodes, phase.num_nodes);
  return subject_text(report.scenario, nodes);
}

}  // namespace fmplan::plan
