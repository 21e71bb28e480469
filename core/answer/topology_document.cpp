#include "core/answer/topology_document.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "core/base/issue.h"
#include "core/base/quantity_text.h"
#include "core/catalog/catalog.h"
#include "core/catalog/fabric_items.h"
#include "core/network/topology_build.h"
#include "core/network/topology_draw.h"
#include "core/network/topology_query.h"
#include "core/text/json_writer.h"

namespace fmplan::answer {
namespace {

using network::CommunicatorTraffic;
using network::Topology;
using network::TopologyLevel;
using network::TrafficPattern;
using text::Json;

std::optional<double> positive_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value) || value <= 0)
    return std::nullopt;
  return value;
}

std::string gb_text(BytesPerSecond bandwidth) { return network::rate_text(bandwidth); }

Table levels_table(const std::vector<TopologyLevel>& levels) {
  Table table{
      .title = "Levels",
      .header = {"level", "joined by", "accelerators", "groups", "bandwidth each", "latency", "links"},
      .align = {Align::kLeft, Align::kLeft, Align::kRight, Align::kRight, Align::kRight, Align::kRight, Align::kRight},
      .rows = {},
      .notes = {}};
  for (const TopologyLevel& level : levels)
    table.rows.push_back({level.name, level.joined_by, fmt::format("{}", level.accelerators),
                          fmt::format("{}", level.groups), gb_text(level.bandwidth), time_text(level.latency),
                          fmt::format("{}", level.hops)});
  table.notes.push_back(
      "bandwidth: line rate of one accelerator and direction when all send across the level at once; latency: one "
      "message; "
      "links: on the longest way");
  return table;
}

Json level_json(const TopologyLevel& level) {
  return {{"name", level.name},
          {"joined_by", level.joined_by},
          {"accelerators", level.accelerators},
          {"groups", level.groups},
          {"bandwidth_per_accelerator_bytes_per_s", level.bandwidth / byte_per_second},
          {"latency_s", level.latency / second},
          {"links", level.hops},
          {"oversubscription", level.oversubscription}};
}

struct TypicalTraffic {
  std::string name;
  CommunicatorTraffic traffic;
};

/// Tensor parallel over the scale-up domain of a machine, data parallel over machines, expert parallel over eight
/// machines.
std::vector<TypicalTraffic> typical_traffic(const Topology& topology) {
  const network::TopologyShape& s = topology.shape();
  const int per_node = s.accelerators_per_node;
  const int inside = std::min(s.domain_size > 1 ? s.domain_size : per_node, per_node);
  std::vector<TypicalTraffic> all;
  const auto add = [&](const char* name, const char* shape, CommunicatorTraffic traffic) {
    all.push_back({fmt::format("{}: {} of {}{}", name, shape, traffic.num_ranks,
                               traffic.stride > 1 ? fmt::format(" at stride {}", traffic.stride) : ""),
                   traffic});
  };
  if (inside > 1) add("tensor parallel", "rings", {.num_ranks = inside});
  if (s.num_nodes > 1) add("data parallel", "rings", {.num_ranks = s.num_nodes, .stride = per_node});
  const int expert = std::min(8 * per_node, topology.num_accelerators());
  if (s.num_nodes > 1)
    add("expert parallel", "all-to-alls", {.num_ranks = expert, .pattern = TrafficPattern::kAllToAll});
  return all;
}

void add_bottlenecks(const Topology& topology, Document& document) {
  Table table{.title = "What fills up first",
              .header = {"communicators, all at once", "link", "capacity", "ranks on it", "each rank sends"},
              .align = {Align::kLeft, Align::kLeft, Align::kRight, Align::kRight, Align::kRight},
              .rows = {},
              .notes = {}};
  document.json["bottlenecks"] = Json::array();
  for (const TypicalTraffic& each : typical_traffic(topology)) {
    const auto found = bottleneck(topology, each.traffic);
    if (!found) continue;
    table.rows.push_back({each.name, std::string(link_kind_name(found->kind)), gb_text(found->capacity),
                          fmt::format("{:.3g}", found->load), gb_text(found->per_rank)});
    document.json["bottlenecks"].push_back(
        {{"communicator", each.name},
         {"ranks", each.traffic.num_ranks},
         {"stride", each.traffic.stride},
         {"pattern", each.traffic.pattern == TrafficPattern::kRing ? "ring" : "all_to_all"},
         {"link", link_kind_name(found->kind)},
         {"from", topology.vertex_name(topology.link(found->link).from)},
         {"to", topology.vertex_name(topology.link(found->link).to)},
         {"capacity_bytes_per_s", found->capacity / byte_per_second},
         {"load", found->load},
         {"per_rank_bytes_per_s", found->per_rank / byte_per_second}});
  }
  if (!table.rows.empty()) document.tables.push_back(std::move(table));
}

void add_parts(const Topology& topology, Document& document) {
  Table table{
      .title = "Parts", .header = {"part", "number"}, .align = {Align::kLeft, Align::kRight}, .rows = {}, .notes = {}};
  Json vertices = Json::object();
  for (const network::VertexKind kind : network::kVertexKindNames.values) {
    const int count = topology.num_vertices(kind);
    if (count == 0) continue;
    vertices[std::string(vertex_kind_name(kind))] = count;
    const network::TopologyShape& s = topology.shape();
    const bool is_set = kind == network::VertexKind::kNic && s.nics_per_group > 1;
    table.rows.push_back(
        {is_set ? fmt::format("sets of {} NICs", s.nics_per_group) : std::string(vertex_kind_name(kind)),
         fmt::format("{}", count)});
  }
  const network::FoldedView view = folded_view(topology);
  table.notes.push_back(fmt::format("{} parts and {} cables; {} and {} when those that are alike count once",
                                    topology.num_vertices(), topology.num_links() / 2, view.vertices.size(),
                                    view.cables.size()));
  document.tables.push_back(std::move(table));
  document.json["parts"] = std::move(vertices);
  document.json["cables"] = topology.num_links() / 2;
}

void add_assumptions(const std::vector<network::TopologyAssumption>& assumptions, Document& document) {
  document.json["assumptions"] = Json::array();
  if (assumptions.empty()) return;
  Table table{.title = "Assumed, since nobody states it",
              .header = {"what", "value", "why"},
              .align = {},
              .rows = {},
              .notes = {}};
  for (const network::TopologyAssumption& each : assumptions) {
    table.rows.push_back({each.what, each.value, each.why});
    document.json["assumptions"].push_back({{"what", each.what}, {"value", each.value}, {"why", each.why}});
  }
  document.tables.push_back(std::move(table));
}

}  // namespace

double parse_oversubscription(const std::string& text) {
  constexpr double kMost = 100;  // as for fabrics of the catalogue
  const std::size_t colon = text.find(':');
  const auto down = positive_number(std::string_view(text).substr(0, colon));
  const auto up =
      colon == std::string::npos ? std::optional(1.0) : positive_number(std::string_view(text).substr(colon + 1));
  const double ratio = down && up ? *down / *up : 0;
  if (!(ratio >= 1 / kMost && ratio <= kMost))
    throw InputError(
        "--oversubscription",
        fmt::format("\"{}\" is not bandwidth from below to bandwidth upwards; write for instance 2:1 (from "
                    "1:100 to 100:1)",
                    text));
  return ratio;
}

hardware::Cluster with_fabric(hardware::Cluster cluster, const FabricChoice& choice, const catalog::Catalog& catalog) {
  if (!choice.fabric.empty()) {
    try {
      cluster.instance.fabric = catalog::fabric(catalog, choice.fabric);
    } catch (const InputError& error) {
      Issues issues;
      for (const Issue& issue : error.issues()) issues.push_back({"--fabric", issue.message});
      throw InputError(std::move(issues));
    }
  }
  if (!choice.oversubscription.empty())
    cluster.instance.fabric.leaf_oversubscription = parse_oversubscription(choice.oversubscription);
  return cluster;
}

Document topology_document(const hardware::Cluster& cluster) {
  const network::AssumedShape assumed = network::topology_shape(cluster.instance, cluster.num_nodes);
  const Topology topology(assumed.shape);
  Document document;
  document.csv_table = "levels";
  const BytesPerSecond bisection = bisection_bandwidth(topology);
  document.headline = fmt::format("{} × {}: {}", cluster.num_nodes, cluster.instance.name,
                                  network::counted(topology.num_accelerators(), "accelerator"));
  if (topology.num_accelerators() > 1)
    document.headline += fmt::format(", bisection bandwidth {} each way", gb_text(bisection));
  if (assumed.shape.has_fabric && !assumed.shape.fabric_name.empty())
    document.headline += ", " + assumed.shape.fabric_name;
  const std::vector<TopologyLevel> all = levels(topology);
  document.json = {{"version", 1},
                   {"instance", cluster.instance.name},
                   {"nodes", cluster.num_nodes},
                   {"accelerators", topology.num_accelerators()},
                   {"fabric", assumed.shape.fabric_name},
                   {"rails", assumed.shape.rails},
                   {"bisection_bandwidth_bytes_per_s", bisection / byte_per_second},
                   {"levels", Json::array()}};
  for (const TopologyLevel& level : all) document.json["levels"].push_back(level_json(level));
  if (!all.empty()) document.tables.push_back(levels_table(all));
  add_bottlenecks(topology, document);
  add_parts(topology, document);
  add_assumptions(assumed.assumptions, document);
  return document;
}

}  // namespace fmplan::answer
