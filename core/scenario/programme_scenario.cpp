#include "core/scenario/programme_scenario.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/hardware/price.h"
#include "core/scenario/fields.h"
#include "core/scenario/pool_capacity.h"
#include "core/scenario/programme_reading.h"
#include "core/scenario/scenario_json.h"
#include "core/text/field_writer.h"
#include "core/text/json_text.h"

namespace fmplan::scenario {
namespace {

using nlohmann::json;

/// The section of a document, made where it is missing; nullptr where something else stands.
json* section_of(json& document, const char* key) {
  json& section = document[key];
  if (section.is_null()) section = json::object();
  return section.is_object() ? &section : nullptr;
}

bool has_framework_for(const json& training, const std::string& vendor, const catalog::Catalog& catalog,
                       std::string& other) {
  const auto stated = training.find("framework");
  if (stated != training.end() && !stated->is_string()) return true;
  const std::string name = stated != training.end() ? stated->get<std::string>()
                                                    : std::string(fields::kTraining.find("framework")->otherwise);
  if (!catalog.has("frameworks", name)) return true;
  const sim::FrameworkProfile& wanted = catalog.framework(name);
  other = framework_on(wanted, vendor, catalog);
  return other == wanted.name;
}

void set_training(json& training, bool keeps_plan, const std::string& vendor, const catalog::Catalog& catalog) {
  std::string other;
  if (!has_framework_for(training, vendor, catalog, other)) training["framework"] = other;
  if (keeps_plan) return;
  training["parallel"] = "auto";
  const auto phases = training.find("phases");
  if (phases == training.end() || !phases->is_array()) return;
  for (json& phase : *phases)
    if (phase.is_object()) phase.erase("parallel");
}

void set_run(json& run, const Pool& pool, Date start) {
  run["start"] = date_text(start);
  run.erase("deadline");
  const auto hazards = run.find("hazards");
  if (hazards == run.end() || !hazards->is_object()) return;
  if (pool.kind != hardware::kCapacityBlock) hazards->erase("capacity_block");
  if (!hardware::is_spot(pool.kind)) hazards->erase("preemption");
}

void set_price(json& price, const Pool& pool) {
  price.erase("on");
  price.erase("per_node_hour");
  if (!pool.region.empty()) price["region"] = pool.region;
  price["kind"] = pool.kind == kOwned ? std::string("on_demand") : pool.kind;
  if (pool.price_is_own && pool.prices.points.front().price)
    price["per_node_hour"] =
        text::quantity_text(pool.prices.points.front().price->in_base_units(), text::Dimension::kMoneyRate);
}

/// The numbers of nodes that a phase may have on a pool; empty: none.
std::vector<int> widths_on(const Project& project, const ProjectPhase& phase, int most) {
  std::vector<int> widths = phase.nodes.empty() ? project.nodes : phase.nodes;
  if (widths.empty()) widths = {1, std::max(1, most / 2), most};
  std::erase_if(widths, [most](int width) { return width > most; });
  return widths;
}

/// Three of them: what is read on none of these is read nowhere.  Where none fits, which is told elsewhere, of those
/// that are asked for, so that what is wrong with the scenario is told as well.
std::vector<int> tried_widths(const Project& project, const ProjectPhase& phase, int most) {
  std::vector<int> widths = widths_on(project, phase, most);
  if (widths.empty()) widths = phase.nodes.empty() ? project.nodes : phase.nodes;
  if (widths.empty()) return {1};
  return {widths.front(), widths[widths.size() / 2], widths.back()};
}

bool fits(const Project& project, const ProjectPhase& phase, int most) {
  if (phase.jobs) return phase.jobs->nodes.empty() || phase.jobs->nodes.back() <= most;
  return !widths_on(project, phase, most).empty();
}

/// Scenarios on pools, each read once however many projects have it.
class ScenarioCheck {
 public:
  explicit ScenarioCheck(ProgrammeReading& reading) : reading_(reading), programme_(reading.programme) {
    for (const Pool& pool : programme_.pools) most_.push_back(most_nodes_to_use(pool, programme_.end));
  }

  void check() {
    for (std::size_t i = 0; i < programme_.organisations.size(); ++i)
      for (std::size_t k = 0; k < programme_.organisations[i].projects.size(); ++k)
        check(programme_.organisations[i].projects[k], project_place(i, k));
  }

 private:
  /// What is wrong with a scenario on a pool; empty: it reads.
  using Findings = std::vector<Issue>;

  /// Of a phase on all pools that it is asked about.
  struct OnPools {
    std::vector<std::size_t> pools;
    std::vector<Findings> findings;
  };

  std::vector<std::size_t> pools_of(const Project& project) const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < programme_.pools.size(); ++i)
      if (project.pools.empty() || std::ranges::find(project.pools, programme_.pools[i].name) != project.pools.end())
        found.push_back(i);
    return found;
  }

  void check(Project& project, const std::string& place) {
    const bool names_pools = !project.pools.empty();
    const std::vector<std::size_t> pools = pools_of(project);
    std::vector<bool> runs(pools.size(), true);
    for (std::size_t i = 0; i < project.phases.size(); ++i) {
      const ProjectPhase& phase = project.phases[i];
      for (std::size_t k = 0; k < pools.size(); ++k) runs[k] = runs[k] && fits(project, phase, most_[pools[k]]);
      if (phase.node_hours || phase.duration || !scenario_of(project, phase)) continue;
      const bool own = !phase.scenario.is_null();
      const std::string where = (own ? phase_place(place, i) : place) + "/scenario";
      OnPools asked{pools, {}};
      for (const std::size_t pool : pools) asked.findings.push_back(findings(project, phase, pool));
      const bool reads_somewhere = std::ranges::any_of(asked.findings, &Findings::empty);
      for (std::size_t k = 0; k < pools.size(); ++k) runs[k] = runs[k] && asked.findings[k].empty();
      if (names_pools || !reads_somewhere) tell(asked, where, own ? phase.scenario_file : project.scenario_file);
    }
    if (!names_pools) {
      for (std::size_t k = 0; k < pools.size(); ++k)
        if (runs[k]) project.pools.push_back(programme_.pools[pools[k]].name);
      if (!project.pools.empty()) tell_pools(project, place);
    }
    bool is_told = false;  // of the project's own scenario
    for (std::size_t i = 0; i < project.phases.size(); ++i) {
      const ProjectPhase& phase = project.phases[i];
      if (phase.node_hours || phase.duration)
        tell_of_interruptions(project, phase_place(place, i));
      else if (!phase.scenario.is_null())
        tell_what_gives_way(project, phase, phase_place(place, i));
      else if (!std::exchange(is_told, true))
        tell_what_gives_way(project, phase, place);
    }
  }

  void tell_pools(const Project& project, const std::string& place) const {
    reading_.assume(place + "/pools", fmt::format("{}", fmt::join(project.pools, ", ")),
                    project.pools.size() == programme_.pools.size() ? "not given: all of them"
                                                                    : "not given: all that its scenario can run on");
  }

  bool runs_on_any(const Project& project, const std::function<bool(const Pool&)>& is_such) const {
    return std::ranges::any_of(pools_of(project), [&](std::size_t pool) { return is_such(programme_.pools[pool]); });
  }

  void tell_of_interruptions(const Project& project, const std::string& place) const {
    if (runs_on_any(project, [](const Pool& pool) { return hardware::is_spot(pool.kind); }))
      reading_.assume(place + "/interruptions", "none",
                      "nodes of a spot pool are taken back, how often is not said: stated work is counted without");
  }

  /// What a scenario says of nodes that are the pools'.
  void tell_what_gives_way(const Project& project, const ProjectPhase& phase, const std::string& place) const {
    const json* const scenario = scenario_of(project, phase);
    if (!scenario || !scenario->is_object()) return;
    const std::string where = place + "/scenario";
    const auto states = [scenario](const char* pointer) {
      const json::json_pointer at(pointer);
      return scenario->contains(at) && scenario->at(at) != 0;
    };
    if (states("/run/spare_nodes"))
      reading_.assume(where + "/run/spare_nodes", "the pools'",
                      "spares stand by for all of a pool: state pools.spares");
    if (states("/run/hazards/preemption") &&
        runs_on_any(project, [](const Pool& pool) { return !hardware::is_spot(pool.kind); }))
      reading_.assume(where + "/run/hazards/preemption", "none", "nodes of a pool that is not spot are not taken back");
    if (states("/run/hazards/capacity_block") &&
        runs_on_any(project, [](const Pool& pool) { return pool.kind != hardware::kCapacityBlock; }))
      reading_.assume(where + "/run/hazards/capacity_block", "none",
                      "nodes of a pool that is not in Capacity Blocks do not end with one");
  }

  const Findings& findings(const Project& project, const ProjectPhase& phase, std::size_t pool) {
    const bool own = !phase.scenario.is_null();
    const std::string& file = own ? phase.scenario_file : project.scenario_file;
    const std::vector<int> widths = tried_widths(project, phase, most_[pool]);
    const auto& folder = scenario_folder_of(project, phase);
    std::string key = fmt::format("{} {} {} ", pool, fmt::join(widths, ","), folder ? folder->native() : "");
    key +=
        file.empty() ? "\n" + scenario_of(project, phase)->dump(-1, ' ', false, json::error_handler_t::replace) : file;
    const auto [entry, is_new] = known_.try_emplace(std::move(key));
    // What is wrong with the machine was told at the pool.
    if (!is_new || programme_.pools[pool].instance.empty()) return entry->second;
    for (const int nodes : widths) {
      try {
        scenario_on(project, phase, programme_.pools[pool], nodes, programme_.start, reading_.catalog);
        entry->second.clear();
        break;
      } catch (const InputError& error) {
        if (entry->second.empty()) entry->second = error.issues();
      }
    }
    return entry->second;
  }

  /// What is wrong on every pool is told once, the rest by pool.
  void tell(const OnPools& asked, const std::string& where, const std::string& file) {
    std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> by_issue;
    std::vector<const Issue*> in_order;
    for (std::size_t k = 0; k < asked.pools.size(); ++k)
      for (const Issue& issue : asked.findings[k]) {
        std::vector<std::size_t>& pools = by_issue[{issue.where, issue.message}];
        if (pools.empty()) in_order.push_back(&issue);
        pools.push_back(asked.pools[k]);
      }
    for (const Issue* issue : in_order) {
      const std::vector<std::size_t>& pools = by_issue[{issue->where, issue->message}];
      std::string on;
      if (pools.size() < asked.pools.size())
        for (const std::size_t pool : pools)
          on += fmt::format("{}{}", on.empty() ? "on " : ", ", programme_.pools[pool].name);
      if (!on.empty()) on += ": ";
      // A path in the scenario's file, or the pointer that goes on from the programme's.
      if (file.empty())
        reading_.issues.push_back({where + issue->where, on + issue->message});
      else
        reading_.issues.push_back({where, fmt::format("{}#{}: {}{}", file, issue->where, on, issue->message)});
    }
  }

  ProgrammeReading& reading_;
  Programme& programme_;
  std::vector<int> most_;
  std::map<std::string, Findings> known_;
};

}  // namespace

void check_scenarios(ProgrammeReading& reading) { ScenarioCheck(reading).check(); }

std::string framework_on(const sim::FrameworkProfile& wanted, const std::string& vendor,
                         const catalog::Catalog& catalog) {
  const auto runs = [&vendor](const sim::FrameworkProfile& framework) {
    return framework.runs_on.empty() || std::ranges::find(framework.runs_on, vendor) != framework.runs_on.end();
  };
  if (runs(wanted)) return wanted.name;
  for (const std::string& name : catalog.names("frameworks")) {
    const sim::FrameworkProfile& framework = catalog.framework(name);
    if (!framework.runs_on.empty() && runs(framework)) return name;
  }
  return "generic";
}

json scenario_document_on(const json& document, const Pool& pool, int nodes, Date start,
                          const catalog::Catalog& catalog) {
  json result = document;
  if (!result.is_object()) return result;
  state_nodes_of_failures(result, catalog);
  bool keeps_plan = false;
  if (json* cluster = section_of(result, "cluster")) {
    const auto machine = cluster->find("instance");
    const bool is_own = machine != cluster->end() && machine->is_string() &&
                        catalog::catalog_slug(machine->get<std::string>()) == catalog::catalog_slug(pool.instance);
    const auto stated = cluster->find("nodes");
    keeps_plan = is_own && stated != cluster->end() && *stated == nodes;
    cluster->erase("machine");
    (*cluster)["instance"] = pool.instance;
    (*cluster)["nodes"] = nodes;
  }
  const auto training = result.find("training");
  if (training != result.end() && training->is_object())
    set_training(*training, keeps_plan, catalog.instance(pool.instance).accelerator.vendor, catalog);
  if (json* run = section_of(result, "run")) set_run(*run, pool, start);
  if (json* price = section_of(result, "price")) set_price(*price, pool);
  return result;
}

const json* scenario_of(const Project& project, const ProjectPhase& phase) {
  if (!phase.scenario.is_null()) return &phase.scenario;
  const bool takes_projects = phase.kind == PhaseKind::kTraining && !phase.node_hours && !phase.duration;
  return takes_projects && !project.scenario.is_null() ? &project.scenario : nullptr;
}

const std::optional<std::filesystem::path>& scenario_folder_of(const Project& project, const ProjectPhase& phase) {
  return phase.scenario.is_null() ? project.scenario_folder : phase.scenario_folder;
}

plan::Scenario scenario_on(const Project& project, const ProjectPhase& phase, const Pool& pool, int nodes, Date start,
                           const catalog::Catalog& catalog) {
  return read_scenario(scenario_document_on(*scenario_of(project, phase), pool, nodes, start, catalog), catalog,
                       scenario_folder_of(project, phase));
}

}  // namespace fmplan::scenario
