#include "core/plan/subject.h"

#include <algorithm>

#include <fmt/format.h>

namespace fmplan::plan {

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
