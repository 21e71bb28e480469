// Reader of a scenario's run: dates, failures, recovery, spares.

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/base/issue.h"
#include "core/base/quantity_text.h"
#include "core/catalog/campaign_history.h"
#include "core/catalog/hazard_items.h"
#include "core/catalog/practice_items.h"
#include "core/catalog/record_items.h"
#include "core/scenario/fields.h"
#include "core/scenario/machine_by_hand.h"
#include "core/scenario/scenario_hazards.h"
#include "core/scenario/scenario_json.h"
#include "core/scenario/scenario_parts.h"

namespace fmplan::scenario {
namespace {

using nlohmann::json;
using plan::AssumptionKind;

std::string provider_recovery(const std::string& provider) { return provider == "AWS" ? "hyperpod" : "slurm-requeue"; }

/// "256 nodes" and "8 accelerators" (or GPUs).
struct CountedUnits {
  int count = 0;
  bool are_nodes = false;
};
std::optional<CountedUnits> counted_units(const std::string& text) {
  const std::size_t space = text.find(' ');
  const auto count = parse_count(text.substr(0, space));
  const std::string unit = space == std::string::npos ? "" : text.substr(space + 1);
  constexpr std::int64_t kMost = 100'000'000;  // chosen: more is a slip
  if (!count || *count < 1 || *count > kMost) return std::nullopt;
  const auto is_one_of = [&unit](std::initializer_list<const char*> names) {
    return std::ranges::any_of(names, [&unit](const char* name) { return unit == name; });
  };
  if (is_one_of({"nodes", "node"})) return CountedUnits{static_cast<int>(*count), true};
  if (is_one_of({"accelerators", "accelerator", "GPUs", "GPU"})) return CountedUnits{static_cast<int>(*count), false};
  return std::nullopt;
}

/// "8 h", "8 h of 256 nodes", "8 h of 2048 accelerators", "6.5 per 1000 node-days" and the same "of 8 accelerators" a
/// node as the object that it stands for; the value itself if it is none of them.
json failures_in_words(const json& value) {
  if (!value.is_string()) return value;
  constexpr const char* kUsual = "llama-3-405b";
  constexpr std::string_view kOf = " of ";
  std::string text = value.get<std::string>();
  std::optional<CountedUnits> units;
  if (const std::size_t of = text.find(kOf); of != std::string::npos) {
    units = counted_units(text.substr(of + kOf.size()));
    if (!units) return value;
    text.resize(of);
  }
  if (parse_time(text)) {
    json stated = {{"like", kUsual}, {"mtbf", text}};
    if (units) stated["nodes"] = units->count;
    if (units && !units->are_nodes) stated["accelerators_per_node"] = 1;
    return stated;
  }
  for (const std::string_view unit : {"per 1000 node-days", "per 1,000 node-days"}) {
    if (!text.ends_with(unit) || (units && units->are_nodes)) continue;
    text.resize(text.size() - unit.size());
    const auto rate = parse_ratio(text.substr(0, text.find_last_not_of(' ') + 1));
    if (!rate) continue;
    json stated = {{"like", kUsual}, {"per_1000_node_days", *rate}};
    if (units) stated["accelerators_per_node"] = units->count;
    return stated;
  }
  return value;
}

sim::FailurePreset read_failures(const json& value, const ScenarioReading& reading) {
  const auto by_name = [&](const std::string& where) {
    return [&reading, where](const std::string& name) {
      return named_or_inline<sim::FailurePreset>(
          name, where, reading.issues, [&](const std::string& item) { return reading.catalog.failure_preset(item); },
          catalog::read_failure_preset);
    };
  };
  const plan::Scenario& scenario = reading.scenario;
  const json rate = failures_in_words(value);
  const std::size_t before = reading.issues.size();
  sim::FailurePreset preset = named_or_inline<sim::FailurePreset>(
      rate, "/run/failures", reading.issues,
      [&](const std::string& name) { return reading.catalog.failure_preset(name); },
      [&](const json& object, const std::string& where, Issues& issues) {
        const auto nodes = scenario.search_nodes ? std::nullopt : std::optional<int>(scenario.cluster.num_nodes);
        return catalog::read_failures_or_changes(object, where, issues, by_name(where + "/like"), nodes,
                                                 scenario.cluster.instance.accelerators_per_node);
      });
  if (!rate.is_object() && reading.issues.size() > before)
    reading.issues.back().message += "; or write a rate, \"8 h\" between failures or \"6.5 per 1000 node-days\"";
  if (value.is_string() && !reading.catalog.has("failures", preset.name)) preset.name = preset.title = "own rate";
  if (!preset.num_events) preset.between_clusters = reading.catalog.rate_shape_between_clusters();
  if (preset.between_clusters)
    reading.assume("/run/failures", fmt::format("known to Gamma of shape {:.2g}", *preset.between_clusters),
                   {AssumptionKind::kRateBetweenClusters},
                   reading.catalog.hazard_figure("between-clusters", "shape").source);
  return preset;
}

sim::Recovery read_recovery_choice(const json& value, const ScenarioReading& reading) {
  const auto by_name = [&](const std::string& where) {
    return [&reading, where](const std::string& name) {
      return named_or_inline<sim::Recovery>(
          name, where, reading.issues, [&](const std::string& item) { return reading.catalog.recovery(item); },
          catalog::read_recovery);
    };
  };
  if (value.is_object())
    return catalog::read_recovery_or_changes(value, "/run/recovery", reading.issues, by_name("/run/recovery/like"));
  return named_or_inline<sim::Recovery>(
      value, "/run/recovery", reading.issues, [&](const std::string& name) { return reading.catalog.recovery(name); },
      catalog::read_recovery);
}

/// How long a replacement takes is hardly ever published, and decides much: what a day would do is shown beside, and
/// what the platform's longer checks would.
void compare_replacements(const ScenarioReading& reading) {
  constexpr const char* kPlain = "hyperpod";
  constexpr const char* kChecked = "hyperpod-deep-health-check";
  const sim::Recovery& recovery = reading.scenario.recovery;
  if (recovery.replacement == sim::kNever || recovery.process_share == 1) return;
  auto& others = reading.scenario.other_replacements;
  if (recovery.replacement < 1 * day) others["a day"] = 1 * day;
  if (recovery.name == kPlain && reading.catalog.has("recoveries", kChecked))
    others["deep health checks"] = reading.catalog.recovery(kChecked).replacement;
}

void read_spares(text::FieldReader& reader, const ScenarioReading& reading) {
  plan::Scenario& scenario = reading.scenario;
  scenario.search_spares = is_auto(reader.find("spare_nodes"));
  if (!scenario.search_spares) scenario.spare_nodes = reader.whole("spare_nodes");
  reading.assume_default(reader, "spare_nodes");
  if (scenario.search_spares || scenario.spare_nodes > 0 || scenario.continuation != sim::ContinuationKind::kRestart)
    return;
  if (scenario.search_nodes && !reader.has("spare_nodes")) return;  // they are found with the nodes
  const sim::Recovery& recovery = scenario.recovery;
  const bool nodes_are_needed = recovery.process_share < 1;
  if (nodes_are_needed && recovery.replacement == sim::kNever &&
      recovery.repair.value_or(recovery.replacement) == sim::kNever)
    reader.report(
        "spare_nodes",
        fmt::format("0 with recovery \"{}\", which neither replaces nor repairs nodes: the run ends with the "
                    "first node lost; use at least 1 or \"auto\", or give the recovery a \"replacement\" such "
                    "as \"3 h\"",
                    recovery.name));
}

/// Of what published campaigns took, or as stated.
void read_overhead(text::FieldReader& reader, const ScenarioReading& reading) {
  constexpr const char* kKey = "campaign_overhead";
  plan::Scenario& scenario = reading.scenario;
  const json* stated = reader.find(kKey);
  const auto is = [stated](const char* word) { return stated && *stated == word; };
  if (is("none")) return;
  if (stated && stated->is_string() && !is("history") && !parse_ratio(stated->get<std::string>())) {
    reader.report(kKey,
                  fmt::format("{} is neither \"history\", \"none\" nor a share such as \"20 %\"", stated->dump()));
    return;
  }
  if (stated && !is("history")) {
    scenario.campaign_overhead = plan::CampaignOverhead{.share = reader.share(kKey)};
    return;
  }
  if (!stated && scenario.adapter_rank > 0) {
    reading.assume("/run/campaign_overhead", "none", {AssumptionKind::kNoCampaignsOfAdapters});
    return;
  }
  const catalog::CampaignHistoryItem* const item = reading.catalog.campaign_history();
  if (!item) {
    if (stated) reader.report(kKey, "\"history\" asks for calibration/campaigns, which the catalogue has not");
    return;
  }
  const calibration::CampaignHistory& history = item->history;
  // How much less campaigns scatter than step times are told to was seen of dense models alone.
  scenario.campaign_overhead = plan::CampaignOverhead{.share = std::expm1(history.log_median),
                                                      .log_sd = history.log_sd,
                                                      .step_share = scenario.model.moe ? 1 : history.step_share};
  if (!stated)
    reading.assume("/run/campaign_overhead", fmt::format("history: +{:.0f} %", 100 * std::expm1(history.log_median)),
                   {AssumptionKind::kCampaignHistory,
                    {{"campaigns", std::int64_t{history.num_campaigns}}, {"teams", std::int64_t{history.num_sources}}}},
                   "catalogue item calibration/campaigns");
}

/// Accelerators of a node as the document has it; 0: it does not say.
int accelerators_of_node(const json& document, const catalog::Catalog& catalog) {
  const auto cluster = document.find("cluster");
  if (cluster == document.end() || !cluster->is_object()) return 0;
  if (const auto machine = cluster->find("machine"); machine != cluster->end() && !machine->is_null())
    return accelerators_of(*machine, "gpus_per_node", catalog);
  return accelerators_of(cluster->value("instance", json()), "accelerators_per_node", catalog);
}

const json::json_pointer kRunFailures("/run/failures"), kClusterNodes("/cluster/nodes");

/// Failures in the words that a document may have for them, as an object; none where it names or has an item.
std::optional<json> stated_failures(const json& document) {
  if (!document.contains(kRunFailures)) return std::nullopt;
  json stated = failures_in_words(document[kRunFailures]);
  return stated.is_object() && stated.contains("like") ? std::optional(std::move(stated)) : std::nullopt;
}

/// A path with points between its steps.
std::string with_points(std::string_view path) {
  std::string dotted(path);
  std::ranges::replace(dotted, '/', '.');
  if (dotted.starts_with('.')) dotted.erase(0, 1);
  return dotted;
}

/// Whether it is a time of a job, and nothing in it says of how many nodes.
bool is_of_the_clusters_nodes(const json& failures) { return failures.contains("mtbf") && !failures.contains("nodes"); }

bool states_clusters_nodes(const json& document) {
  return document.contains(kClusterNodes) && document[kClusterNodes].is_number_integer();
}

}  // namespace

void state_nodes_of_failures(json& document, int accelerators_per_node) {
  std::optional<json> stated = stated_failures(document);
  if (!stated) return;
  if (is_of_the_clusters_nodes(*stated)) {
    if (!states_clusters_nodes(document)) return;
    (*stated)["nodes"] = document[kClusterNodes];
  }
  if (!stated->contains("accelerators_per_node") && accelerators_per_node > 0)
    (*stated)["accelerators_per_node"] = accelerators_per_node;
  document[kRunFailures] = *std::move(stated);
}

void state_nodes_of_failures(json& document, const catalog::Catalog& catalog) {
  state_nodes_of_failures(document, accelerators_of_node(document, catalog));
}

void require_nodes_of_failures(const json& document) {
  const std::optional<json> stated = stated_failures(document);
  if (stated && is_of_the_clusters_nodes(*stated) && !states_clusters_nodes(document))
    throw InputError("/run/failures/nodes", catalog::kNodesOfMtbfOpen);
}

bool phases_state_nodes(const json& document) {
  const json::json_pointer phases("/training/phases");
  if (!document.contains(phases) || !document[phases].is_array() || document[phases].empty()) return false;
  return std::ranges::all_of(document[phases], [](const json& phase) {
    return phase.is_object() && phase.contains("nodes") && !phase["nodes"].is_null();
  });
}

bool changes_nodes(std::string_view path) {
  const std::string dotted = with_points(path);
  return std::ranges::any_of(std::array{"cluster.nodes", "cluster.instance", "cluster.machine"},
                             [&](const char* of_nodes) { return dotted.starts_with(of_nodes); });
}

void check_failures_of_changed_nodes(std::span<const std::string> assignments, std::span<const std::string> changed) {
  const auto changes = [&changed](const char* what) {
    return std::ranges::any_of(changed,
                               [what](const std::string& path) { return with_points(path).starts_with(what); });
  };
  const bool number = changes("cluster.nodes"), size = changes("cluster.instance") || changes("cluster.machine");
  for (const std::string& assignment : assignments) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos || with_points(assignment.substr(0, equals)) != "run.failures") continue;
    const std::string text = assignment.substr(equals + 1);
    const json stated = failures_in_words(json::accept(text) ? json::parse(text) : json(text));
    if (!stated.is_object()) continue;
    const bool is_time = stated.contains("mtbf"), has_rate = is_time || stated.contains("per_1000_node_days");
    const bool number_is_open = number && is_time && !stated.contains("nodes");
    const bool size_is_open = size && has_rate && !stated.contains("accelerators_per_node");
    if (!number_is_open && !size_is_open) continue;
    throw InputError(
        "/run/failures",
        is_time
            ? fmt::format("{} is between the failures of a job of how many nodes? They are changed beside it; write "
                          "for instance \"8 h of 256 {}\"",
                          text, size ? "accelerators" : "nodes")
            : fmt::format("{} is of nodes of how many accelerators? These are changed beside it; write for instance "
                          "\"6.5 per 1000 node-days of 8 accelerators\"",
                          text));
  }
}

void set_values(json& document, std::span<const std::string> assignments, const catalog::Catalog& catalog) {
  std::vector<std::string> changed;
  for (const std::string& assignment : assignments)
    if (const std::string path = assignment.substr(0, assignment.find('=')); changes_nodes(path))
      changed.push_back(path);
  check_failures_of_changed_nodes(assignments, changed);
  if (!changed.empty()) state_nodes_of_failures(document, catalog);
  for (const std::string& assignment : assignments) set_value(document, assignment);
}

Date start_of(const json& document, const catalog::Catalog& catalog) {
  const json run = document.is_object() ? document.value("run", json()) : json();
  const json stated = run.is_object() ? run.value("start", json()) : json();
  const std::optional<Date> date = stated.is_string() ? parse_date(stated.get<std::string>()) : std::nullopt;
  // Not today's date: the same scenario must give the same answer tomorrow.
  return date ? *date : parse_date(catalog.version().substr(0, 10)).value_or(Date{});
}

void read_run(const json& section, const ScenarioReading& reading) {
  text::FieldReader reader(section, "/run", fields::kRun, reading.issues);
  plan::Scenario& scenario = reading.scenario;
  if (reader.has("start")) {
    scenario.start = reader.date("start");
  } else {
    reading.assume("/run/start", date_text(scenario.start), {AssumptionKind::kCatalogueDay});
  }
  scenario.deadline = reader.optional_date("deadline");
  scenario.deadline_confidence = reader.share("deadline_confidence");
  if (scenario.deadline) reading.assume_default(reader, "deadline_confidence");
  const json* deadline = reader.find("deadline");
  if (scenario.search_nodes && (!deadline || deadline->is_null()))
    reader.report("deadline",
                  "is missing; \"nodes\": \"auto\" needs the day to be ready by, for instance \"2025-09-30\"");
  if (scenario.deadline && *scenario.deadline < scenario.start)
    reader.report("deadline", fmt::format("{} is before the start {}; use a later day", date_text(*scenario.deadline),
                                          date_text(scenario.start)));

  const text::Field& usual_failures = reader.field("failures");
  const json* failures = reader.find("failures");
  scenario.failures = read_failures(failures ? *failures : json(usual_failures.otherwise), reading);
  if (!failures)
    reading.assume("/run/failures", std::string(usual_failures.otherwise), {AssumptionKind::kDefault},
                   scenario.failures.source);
  scenario.other_failures = reading.catalog.failure_presets();

  scenario.failures_while_down = reader.share("failures_while_down");
  reading.assume_default(reader, "failures_while_down");

  const json default_recovery = provider_recovery(scenario.cluster.instance.provider);
  const json* recovery = reader.find("recovery");
  scenario.recovery = read_recovery_choice(recovery ? *recovery : default_recovery, reading);
  if (!recovery) reading.assume("/run/recovery", scenario.recovery.name, {AssumptionKind::kProvidersRecovery});
  compare_replacements(reading);
  read_continuation(reader, reading);
  read_spares(reader, reading);
  scenario.evaluation_share = reader.share("evaluation");
  reading.assume_default(reader, "evaluation");
  if (scenario.evaluation_share > 0.9)
    reader.report("evaluation", fmt::format("{} leaves less than a tenth of the time for training; use at most 0.9",
                                            scenario.evaluation_share));
  read_overhead(reader, reading);
  static const json kEmpty = json::object();
  if (const json* hazards = reader.find("hazards")) read_hazards(*hazards, reading);
  const json* checkpoint = reader.find("checkpoint");
  read_checkpoint(checkpoint ? *checkpoint : kEmpty, reading);
  if (const json* data = reader.find("data"); data && !data->is_null()) read_data(*data, reading);
  reading.finish(reader);
}

}  // namespace fmplan::scenario
