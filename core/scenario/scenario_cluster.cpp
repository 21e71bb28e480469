// Reader of a scenario's machine: the section "cluster".

#include <fmt/format.h>

#include "core/catalog/collective_profile.h"
#include "core/catalog/instance_like.h"
#include "core/network/domain_mesh.h"
#include "core/scenario/fields.h"
#include "core/scenario/hardware_assumptions.h"
#include "core/scenario/machine_by_hand.h"
#include "core/scenario/scenario_names.h"
#include "core/scenario/scenario_parts.h"

namespace fmplan::scenario {
namespace {

using nlohmann::json;

/// "analytic", "flows", or an object that says which flows.
void read_network_flows(text::FieldReader& cluster, const ScenarioReading& reading) {
  std::optional<sim::ContentionOptions>& flows = reading.scenario.network_flows;
  const json* stated = cluster.find("network");
  if (!stated || !stated->is_object()) {
    if (cluster.choice("network", kNetworkNames)) flows.emplace();
    return;
  }
  text::FieldReader inner(*stated, cluster, "network");
  if (const json* model = inner.require("model"); model && *model == kNetworkNames.name(false))
    inner.report("model", "\"analytic\" knows no routing, placement or oversubscription; use \"flows\"");
  else if (model)
    inner.choice("model");
  sim::ContentionOptions options{.routing = inner.choice("routing", network::kLeafRoutingNames),
                                 .placement = inner.choice("placement", network::kPlacementNames)};
  if (inner.has("leaf_oversubscription")) options.leaf_oversubscription = inner.number("leaf_oversubscription");
  flows = options;
  reading.finish(inner);
}

/// What stands under "machine"; nullptr: nothing, or null.
const json* machine_of(text::FieldReader& cluster) {
  return cluster.states("machine") ? cluster.find("machine") : nullptr;
}

/// The machine that "machine" states, as a document of an instance; null if it states none.
json stated_machine(text::FieldReader& cluster, const ScenarioReading& reading) {
  const json* machine = machine_of(cluster);
  const bool named = cluster.states("instance");
  if (!machine) {
    if (!named) cluster.require("instance");
    return nullptr;
  }
  if (named) cluster.report("machine", "stands beside \"instance\"; leave one of them out");
  return machine_document(*machine, reading);
}

/// A machine by hand, of which nothing says how it is joined to others: that what it is taken as was measured says
/// nothing of it.
bool leaves_network_open(text::FieldReader& cluster, const ScenarioReading& reading) {
  const json* machine = machine_of(cluster);
  return machine && machine->is_object() && !machine->contains("like") && !names_network(*machine, reading);
}

/// What is wired without a switch joins some numbers of accelerators only.
void check_wiring(const hardware::Instance& instance, Issues& issues) {
  if (!instance.scale_up || instance.scale_up_domain < 2) return;
  try {
    network::mesh_cables(instance.wiring, instance.scale_up_domain, instance.scale_up->bandwidth);
  } catch (const InputError& error) {
    for (const Issue& issue : error.issues()) issues.push_back({"/cluster/machine/scale_up_domain", issue.message});
  }
}

/// The document of the machine with all its parts.
json machine_document(const json& stated, const hardware::Instance& instance, const ScenarioReading& reading) {
  const json& document = stated.is_string() ? reading.catalog.raw("instances", instance.name) : stated;
  Issues known;  // reported when the instance was read
  return catalog::document_of_like(document, "/cluster", reading.catalog, known).value_or(document);
}

}  // namespace

void read_cluster(const json& section, const ScenarioReading& reading) {
  text::FieldReader reader(section, "/cluster", fields::kCluster, reading.issues);
  hardware::Cluster& cluster = reading.scenario.cluster;
  const json by_hand = stated_machine(reader, reading);
  const json* stated = by_hand.is_null() ? reader.find("instance") : &by_hand;
  Issues of_machine;
  if (stated)
    cluster.instance = named_or_inline<hardware::Instance>(
        *stated, by_hand.is_null() ? "/cluster/instance" : "/cluster/machine", of_machine,
        [&](const std::string& name) { return reading.catalog.instance(name); },
        [&](const json& object, const std::string& where, Issues& issues) {
          return catalog::read_instance(object, where, reading.catalog, issues);
        });
  if (!by_hand.is_null()) check_wiring(cluster.instance, of_machine);
  for (Issue& issue : of_machine) {
    if (!by_hand.is_null()) issue.where = place_by_hand(issue.where);
    reading.issues.push_back(std::move(issue));
  }
  if (leaves_network_open(reader, reading) && cluster.instance.scale_out)
    cluster.instance.scale_out->name = "not stated, as " + cluster.instance.scale_out->name;
  std::optional<catalog::CollectiveProfileItem> collectives;
  if (!cluster.instance.name.empty()) collectives = reading.catalog.collectives_for(cluster.instance);
  if (collectives) reading.scenario.collectives = collectives->profile;
  if (stated && !cluster.instance.name.empty()) {
    const json machine = machine_document(*stated, cluster.instance, reading);
    assume_hardware(machine, collectives ? &*collectives : nullptr, reading);
    assume_host(machine, reading);
  }
  if (is_auto(reader.find("nodes"))) {
    reading.scenario.search_nodes = true;
  } else {
    cluster.num_nodes = reader.whole("nodes");
  }
  reading.scenario.strict = reader.flag("strict");
  if (const json* storage = reader.find("storage")) {
    text::FieldReader inner(*storage, reader, "storage");
    const Bytes capacity = inner.quantity<Bytes>("capacity");
    if (const json* checkpoint = inner.require("checkpoint"))
      cluster.checkpoint_storage = named_or_inline<hardware::Storage>(
          *checkpoint, "/cluster/storage/checkpoint", reading.issues,
          [&](const std::string& name) { return reading.catalog.storage(name, capacity); },
          [&](const json& object, const std::string& where, Issues& issues) {
            hardware::Storage inline_storage = catalog::read_storage(object, where, issues).storage;
            inline_storage.capacity = capacity;
            return inline_storage;
          });
    if (cluster.checkpoint_storage && cluster.checkpoint_storage->per_node)
      inner.report("checkpoint",
                   fmt::format("{} is lost with its node; name a shared storage here, and these drives as a "
                               "level before it: run.checkpoint.levels",
                               text::value_text(cluster.checkpoint_storage->name)));
    else if (cluster.checkpoint_storage && inner.has("capacity"))
      cluster.checkpoint_storage->capacity =
          provisioned(*cluster.checkpoint_storage, capacity, inner.where("capacity"), reading);
    reading.finish(inner);
  }
  read_network_flows(reader, reading);
  reading.finish(reader);
}

}  // namespace fmplan::scenario
