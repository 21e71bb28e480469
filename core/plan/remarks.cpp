#include "core/plan/remarks.h"

#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/quantity_text.h"
#include "core/plan/storage_use.h"

namespace fmplan::plan {
namespace {

using Lines = std::vector<std::string>;

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

/// Why the closed form sees no end of the run; empty if it does.
std::string no_end(const Report& report) {
  if (std::isfinite(report.run.time.total() / second)) return "";
  if (report.run.downtime == sim::kNever)
    return "The run never ends: there is no spare node, and a failed one neither comes back nor is replaced; give "
           "spare_nodes, or the recovery a replacement or repair time.";
  return fmt::format("The run never ends: {} between failures against {} to come back, {} a checkpoint and {} a step.",
                     time_text(report.run.mtbf), time_text(report.run.downtime + report.run.restart),
                     time_text(report.checkpoint_write), time_text(report.phases[report.main_phase].step.total()));
}

/// Others than a restart of the whole job may still get through where the closed form sees no end.
bool is_restarted(const sim::RunSettings& settings) {
  return settings.continuation.kind == sim::ContinuationKind::kRestart && !settings.checkpoint.just_in_time;
}

void warn_of_phase(const Scenario& scenario, const Phase& asked, const PhaseReport& phase, Lines& warnings) {
  if (scenario.model.max_sequence_length > 0 && asked.sequence_length > scenario.model.max_sequence_length)
    warnings.push_back(fmt::format("{} tokens are more than {}'s native context of {}.", asked.sequence_length,
                                   scenario.model.name, scenario.model.max_sequence_length));
  const int domain = scenario.cluster.instance.scale_up ? scenario.cluster.instance.scale_up_domain : 1;
  if (phase.parallel.tensor > domain)
    warnings.push_back(
        fmt::format("tensor_parallel {} leaves the scale-up domain of {} accelerators: its traffic "
                    "crosses the network.",
                    phase.parallel.tensor, domain));
  if (phase.parallel.pipeline > 1 && phase.step.num_micro_batches < phase.parallel.pipeline)
    warnings.push_back(fmt::format("{} micro-batches cannot fill {} pipeline stages.", phase.step.num_micro_batches,
                                   phase.parallel.pipeline));
}

/// Storage without a known price.
std::string unpriced(const Report& report) {
  const Scenario& scenario = report.scenario;
  if (scenario.cluster.checkpoint_storage && !scenario.price.storage) return "the checkpoint storage";
  for (const CostComponent& part : report.cost.components)
    if (!part.amount) return part.name;
  return "storage";
}

void warn_of_cost(const Report& report, Lines& warnings) {
  const Scenario& scenario = report.scenario;
  if (!report.cost.price_per_node)
    warnings.push_back(fmt::format("No {} price of {} in {} is known{}: the cost is unknown.", scenario.price.kind,
                                   scenario.cluster.instance.name, scenario.price.region,
                                   scenario.price.on ? " on " + date_text(*scenario.price.on) : ""));
  else if (!report.cost.total)
    warnings.push_back(fmt::format("The price of {} is unknown, and so is the total cost.", unpriced(report)));
}

std::vector<Assumption> assumptions_of(const Report& report) {
  std::vector<Assumption> assumptions = report.scenario.assumptions;
  for (const PhaseReport& phase : report.phases)
    if (phase.contention) assumptions.push_back(contention_assumption(report.scenario, phase));
  return assumptions;
}

Lines obstacles_of(const Report& report, const std::string& endless) {
  Lines obstacles;
  if (const auto* out = std::get_if<model::OutOfMemory>(&report.memory.check))
    obstacles.push_back(fmt::format("Out of memory: {} short of {} per accelerator; largest part: {}.",
                                    data_text(out->shortfall), data_text(report.memory.capacity), out->largest_part));
  if (!endless.empty()) obstacles.push_back(endless);
  return obstacles;
}

Lines warnings_of(const Report& report, const sim::RunSettings& settings, const std::string& perhaps_endless) {
  Lines warnings;
  if (!report.energy) warnings.emplace_back("The accelerator's power is not published: energy and carbon are unknown.");
  if (const Lines names = left_out(settings); !names.empty())
    warnings.push_back(
        fmt::format("The closed form leaves out {}; fmplan run simulates them.", fmt::join(names, ", ")));
  if (!perhaps_endless.empty()) warnings.push_back(perhaps_endless);
  for (std::size_t i = 0; i < report.phases.size(); ++i)
    warn_of_phase(report.scenario, report.scenario.phases[i], report.phases[i], warnings);
  if (report.run.goodput < 0.5)
    warnings.push_back(fmt::format("Goodput of {}: most of the time goes to failures and checkpoints.",
                                   ratio_text(report.run.goodput)));
  warn_of_cost(report, warnings);
  for (std::string& warning : storage_warnings(report, settings)) warnings.push_back(std::move(warning));
  return warnings;
}

}  // namespace

Remarks remarks_on(const Report& report, const sim::RunSettings& settings) {
  const std::string reason = no_end(report);
  const bool is_certain = is_restarted(settings);
  Remarks remarks{.assumptions = assumptions_of(report), .warnings = {}, .obstacles = {}, .endless = {}};
  if (is_certain) remarks.endless = reason;
  remarks.obstacles = obstacles_of(report, remarks.endless);
  remarks.warnings = warnings_of(report, settings, is_certain ? "" : reason);
  return remarks;
}

}  // namespace fmplan::plan
