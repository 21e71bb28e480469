#include "core/answer/contention_document.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "core/answer/topology_document.h"
#include "core/base/issue.h"
#include "core/base/quantity_text.h"
#include "core/base/suggestion.h"
#include "core/network/topology_build.h"
#include "core/network/topology_draw.h"

namespace fmplan::answer {
namespace {

using network::Collective;
using network::Contention;
using network::ContentionCase;
using network::JobOnCluster;
using network::LeafRouting;
using network::NicFailover;
using network::Placement;
using text::Json;

/// With more flows times rounds than this, the answer may take ten seconds; all-to-alls keep every flow in memory.
constexpr double kMostTransfers = 4e6;
constexpr double kMostPairs = 1e6;
constexpr int kMostJobsBeside = 64;

std::string ratio_to_one(double ratio) { return fmt::format("{:.4g}:1", ratio); }

int nics_of_machine(const network::TopologyShape& shape) { return shape.nic_groups_per_node * shape.nics_per_group; }

std::string plural(int count, const char* what) { return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s"); }

std::optional<int> count_in(const std::string& text, int least, int most) {
  const auto count = parse_count(text);
  if (!count || *count < least || *count > most) return std::nullopt;
  return static_cast<int>(*count);
}

LeafRouting parse_routing(const std::string& text, Issues& issues) {
  if (text.empty()) return LeafRouting::kSpray;
  const auto routing = network::kLeafRoutingNames.parse(text);
  if (!routing)
    issues.push_back({"--routing", fmt::format("\"{}\" is neither spray nor d-mod-k{}", text,
                                               did_you_mean(text, {"spray", "d-mod-k"}))});
  return routing.value_or(LeafRouting::kDestination);
}

double parse_ratio_above(const std::string& text, double own, Issues& issues) {
  if (text.empty()) return 2 * std::max(1.0, own);
  double ratio = 0;
  try {
    ratio = parse_oversubscription(text);
  } catch (const InputError& error) {
    issues.insert(issues.end(), error.issues().begin(), error.issues().end());
    return 1;
  }
  if (ratio < 1) {
    issues.push_back({"--oversubscription", fmt::format("{} is below 1:1, which takes nothing away; write for "
                                                        "instance 2:1",
                                                        text)});
  } else if (ratio < own) {
    issues.push_back({"--oversubscription", fmt::format("{} is less than the {} that the leaves have already; from {}",
                                                        text, ratio_to_one(own), ratio_to_one(own))});
  }
  return ratio;
}

void check_collective(Collective collective, Issues& issues) {
  if (collective == Collective::kBroadcast || collective == Collective::kReduce ||
      collective == Collective::kSendReceive)
    issues.push_back({"--collective", fmt::format("contention is not worked out for {}; use all_reduce, all_gather, "
                                                  "reduce_scatter or all_to_all",
                                                  collective_name(collective))});
}

/// What all jobs together have to go through, where the network is shared.
void check_work(const hardware::Cluster& cluster, const ContentionQuestion& question, Issues& issues) {
  const JobOnCluster job{
      .collective = question.collective, .payload = question.payload, .num_nodes = cluster.num_nodes};
  const double transfers = num_transfers(cluster.instance, job, {.jobs_beside = question.jobs_beside});
  const double most = question.collective == Collective::kAllToAll ? kMostPairs : kMostTransfers;
  if (transfers > most)
    issues.push_back(
        {"--nodes", fmt::format("{} of {} machines send {:.2f} million messages in one {}, more than {:.0f} "
                                "million; use fewer machines{}",
                                plural(1 + question.jobs_beside, "job"), cluster.num_nodes, transfers / 1e6,
                                collective_name(question.collective), most / 1e6,
                                question.jobs_beside > 0 ? ", or --jobs-beside 0" : "")});
}

struct NamedCase {
  std::string name;
  ContentionCase what;
};

std::string down_text(int count) { return fmt::format("{} down", plural(count, "NIC")); }

std::vector<NamedCase> cases_of(const ContentionQuestion& question, const network::TopologyShape& shape) {
  const std::string oversubscribed = ratio_to_one(question.oversubscription);
  std::vector<NamedCase> cases{
      {"alone", {}},
      {fmt::format("oversubscribed {}", oversubscribed), {.leaf_oversubscription = question.oversubscription}}};
  ContentionCase all{.leaf_oversubscription = question.oversubscription};
  std::string everything = oversubscribed;
  if (question.jobs_beside > 0) {
    const std::string jobs =
        question.jobs_beside == 1 ? "a second job" : fmt::format("{} other jobs", question.jobs_beside);
    cases.push_back({jobs + " on the same leaves", {.jobs_beside = question.jobs_beside}});
    all.jobs_beside = question.jobs_beside;
    everything += ", " + jobs;
  }
  if (question.failed_nics > 0) {
    const std::string down = down_text(question.failed_nics);
    const bool group_can = question.failed_nics < shape.nics_per_group;
    all.failed_nics = question.failed_nics;
    all.failover = group_can ? NicFailover::kGroup : NicFailover::kMachine;
    if (group_can)
      cases.push_back({down + " (neighbours)", {.failed_nics = question.failed_nics, .failover = NicFailover::kGroup}});
    cases.push_back({down + " (machine)", {.failed_nics = question.failed_nics, .failover = NicFailover::kMachine}});
    everything += ", " + down;
  }
  if (question.jobs_beside > 0 || question.failed_nics > 0) cases.push_back({everything, all});
  return cases;
}

std::string flows_text(const network::ContentionPoint& point) {
  if (point.num_other_flows == 0) return fmt::format("{}", point.num_own_flows);
  return fmt::format("{} + {}", point.num_own_flows, point.num_other_flows);
}

std::vector<std::string> row_of(const NamedCase& each, const Contention& found) {
  const bool ends = std::isfinite(found.time / second);
  std::vector<std::string> row{each.name, ends ? time_text(found.time) : "never",
                               ends ? fmt::format("{:.2f} ×", found.slowdown) : "∞"};
  if (!found.bottleneck) return row.insert(row.end(), {"", "", ""}), row;
  row.push_back(found.bottleneck->link);
  row.push_back(network::rate_text(found.bottleneck->capacity));
  row.push_back(flows_text(*found.bottleneck));
  return row;
}

Json case_json(const NamedCase& each, const Contention& found, const char* placement, double own_ratio) {
  const bool ends = std::isfinite(found.time / second);
  Json json{{"placement", placement},
            {"case", each.name},
            {"oversubscription", each.what.leaf_oversubscription.value_or(own_ratio)},
            {"jobs_beside", each.what.jobs_beside},
            {"failed_nics", each.what.failed_nics}};
  if (each.what.failed_nics > 0)
    json["taken_over_by"] = each.what.failover == NicFailover::kGroup ? "neighbours" : "machine";
  json["time_s"] = ends ? Json(found.time / second) : Json(nullptr);
  json["slowdown"] = ends ? Json(found.slowdown) : Json(nullptr);
  json["bottleneck"] = nullptr;
  if (found.bottleneck)
    json["bottleneck"] = {{"link", found.bottleneck->link},
                          {"capacity_bytes_per_s", found.bottleneck->capacity / byte_per_second},
                          {"own_flows", found.bottleneck->num_own_flows},
                          {"other_flows", found.bottleneck->num_other_flows}};
  return json;
}

struct NamedPlacement {
  Placement placement;
  const char* name;
  const char* title;
};

/// An all-to-all has no order of ranks.
std::vector<NamedPlacement> placements_of(Collective collective) {
  if (collective == Collective::kAllToAll) return {{Placement::kPacked, "any", "In any order of the ranks"}};
  return {{Placement::kPacked, "packed", "Packed: the ranks go from leaf to leaf"},
          {Placement::kInterleaved, "interleaved", "Interleaved: neighbouring machines are under different leaves"}};
}

void add_placement(const hardware::Cluster& cluster, const ContentionQuestion& question,
                   const network::TopologyShape& shape, const NamedPlacement& placement, Document& document) {
  Table table{.title = placement.title,
              .header = {"case", "time", "slowdown", "held by", "capacity", "flows on it"},
              .align = {Align::kLeft, Align::kRight, Align::kRight, Align::kLeft, Align::kRight, Align::kRight},
              .rows = {},
              .notes = {}};
  const JobOnCluster job{.collective = question.collective,
                         .payload = question.payload,
                         .num_nodes = cluster.num_nodes,
                         .placement = placement.placement,
                         .routing = question.routing,
                         .room_for_jobs = 1 + question.jobs_beside};
  std::optional<Seconds> alone;
  for (const NamedCase& each : cases_of(question, shape)) {
    Contention found = cluster_contention(cluster.instance, job, each.what);
    if (!alone) alone = found.time;
    found.slowdown = found.time / *alone;
    table.rows.push_back(row_of(each, found));
    document.json["rows"].push_back(case_json(each, found, placement.name, shape.leaf_oversubscription));
  }
  document.tables.push_back(std::move(table));
}

std::vector<std::string> notes_of(const ContentionQuestion& question, const network::TopologyShape& shape,
                                  int num_assumptions) {
  std::vector<std::string> notes;
  notes.push_back(
      "times here hold the sharing of links only, at the rate that large transfers reach; the time of the collective "
      "alone "
      "is what the table without --contention says, and the slowdown applies to that");
  notes.push_back(fmt::format(
      "slowdown: against the first line; flows on it: of this job + of others, over the whole {}; the link named held "
      "the flow that was longest on its way",
      collective_name(question.collective)));
  notes.push_back(fmt::format(
      "placement: {} under a leaf, leaves {}; the machines of several jobs are dealt to the same leaves in turn, and "
      "their jobs do the same at the same time",
      plural(shape.nodes_per_leaf, "machine"), ratio_to_one(shape.leaf_oversubscription)));
  notes.push_back(question.routing == LeafRouting::kSpray
                      ? "routing: packets are sprayed over all links that lead the same way; --routing d-mod-k shows "
                        "the worse case of one link for each destination"
                      : "routing: the destination's number gives the spine (D-mod-k), so flows may collide on one link "
                        "while others idle; --routing spray shows them evened out");
  if (question.collective != Collective::kAllToAll)
    notes.push_back(
        "a stage inside every scale-up domain, rings across for every place in them, and back; each stage as fast as "
        "its slowest step");
  if (question.failed_nics > 0)
    notes.push_back(fmt::format(
        "NICs down: of {} in the job's first machine; their traffic goes to {}all others of the machine; the way there "
        "over scale-up is not counted",
        nics_of_machine(shape),
        shape.nics_per_group > 1
            ? fmt::format("the neighbours, which serve the same accelerators ({} together), or to ",
                          shape.nics_per_group)
            : ""));
  if (nics_of_machine(shape) == 1) notes.push_back("NICs down: a machine has one only, and nothing ends without it");
  if (shape.num_nodes <= shape.nodes_per_leaf)
    notes.push_back("the whole job is under one leaf, so what leads to other leaves does not matter to it alone");
  if (num_assumptions > 0)
    notes.push_back(fmt::format("{} of the network that nobody states were assumed; --show lists them",
                                plural(num_assumptions, "fact")));
  return notes;
}

}  // namespace

ContentionQuestion contention_question(const ContentionArguments& arguments, const std::string& oversubscription,
                                       Collective collective, const std::vector<Bytes>& sizes,
                                       const hardware::Cluster& cluster) {
  Issues issues;
  ContentionQuestion question{.collective = collective};
  const network::TopologyShape shape = network::topology_shape(cluster.instance, cluster.num_nodes).shape;
  if (!shape.has_fabric)
    throw InputError("--nodes", fmt::format("{} {} no leaf with others; use {} or more to see contention",
                                            plural(cluster.num_nodes, "machine"),
                                            cluster.num_nodes == 1 ? "shares" : "of one scale-up domain share",
                                            std::max(2, cluster.num_nodes + 1)));
  check_collective(collective, issues);
  if (sizes.size() > 1) issues.push_back({"--bytes", fmt::format("{} sizes; --contention takes one", sizes.size())});
  if (!sizes.empty()) question.payload = sizes.front();
  question.routing = parse_routing(arguments.routing, issues);
  question.oversubscription = parse_ratio_above(oversubscription, shape.leaf_oversubscription, issues);
  const auto jobs = count_in(arguments.jobs_beside.empty() ? "1" : arguments.jobs_beside, 0, kMostJobsBeside);
  if (jobs) {
    question.jobs_beside = *jobs;
  } else {
    issues.push_back({"--jobs-beside", fmt::format("\"{}\" is not a whole number from 0 to {}", arguments.jobs_beside,
                                                   kMostJobsBeside)});
  }
  const int spare = nics_of_machine(shape) - 1;
  const auto failed = count_in(arguments.failed_nics.empty() ? "1" : arguments.failed_nics, 0, spare);
  if (failed) {
    question.failed_nics = *failed;
  } else if (arguments.failed_nics.empty()) {
    question.failed_nics = 0;  // the only NIC
  } else {
    issues.push_back(
        {"--failed-nics", fmt::format("\"{}\" is not a whole number from 0 to {}: {} has {}, and one must be left",
                                      arguments.failed_nics, spare, cluster.instance.name, plural(spare + 1, "NIC"))});
  }
  if (issues.empty()) check_work(cluster, question, issues);
  if (!issues.empty()) throw InputError(std::move(issues));
  return question;
}

Document contention_document(const hardware::Cluster& cluster, const ContentionQuestion& question) {
  const network::AssumedShape assumed = network::topology_shape(cluster.instance, cluster.num_nodes);
  const network::TopologyShape& shape = assumed.shape;
  const int ranks = num_accelerators(cluster);
  const std::string_view routing = network::kLeafRoutingNames.name(question.routing);
  Document document;
  document.csv_table = "rows";
  document.headline = fmt::format("{} of {} over {} GPUs: {} × {}, {}", collective_name(question.collective),
                                  data_text(question.payload), ranks, cluster.num_nodes, cluster.instance.name,
                                  question.routing == LeafRouting::kSpray ? "sprayed" : "D-mod-k");
  document.json = {{"version", 1},
                   {"instance", cluster.instance.name},
                   {"nodes", cluster.num_nodes},
                   {"ranks", ranks},
                   {"collective", collective_name(question.collective)},
                   {"bytes", question.payload / byte},
                   {"method", "flow simulation"},
                   {"fabric", shape.fabric_name},
                   {"nodes_per_leaf", shape.nodes_per_leaf},
                   {"oversubscription", shape.leaf_oversubscription},
                   {"routing", routing},
                   {"rows", Json::array()}};
  for (const NamedPlacement& placement : placements_of(question.collective))
    add_placement(cluster, question, shape, placement, document);
  document.tables.back().notes = notes_of(question, shape, static_cast<int>(assumed.assumptions.size()));
  document.json["assumptions"] = Json::array();
  for (const network::TopologyAssumption& each : assumed.assumptions)
    document.json["assumptions"].push_back({{"what", each.what}, {"value", each.value}, {"why", each.why}});
  return document;
}

}  // namespace fmplan::answer
