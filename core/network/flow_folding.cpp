#include "core/network/flow_folding.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <unordered_map>

#include "core/base/integers.h"

namespace fmplan::network {

namespace {

using Colour = std::uint64_t;

/// The finaliser of SplitMix64 [Steele, Lea, Flood 2014]: every bit of the input moves half of the output's.
Colour mixed(Colour value) {
  value += 0x9e3779b97f4a7c15u;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

Colour joined_colours(Colour a, Colour b) { return mixed(a ^ mixed(b)); }
Colour colour_of(double value) { return mixed(std::bit_cast<Colour>(value)); }
Colour colour_of(int value) { return mixed(static_cast<Colour>(value)); }

/// Set apart, so that a flow's links and predecessors cannot be taken for one another.
constexpr Colour kLinkSalt = 0x6c696e6bu;
constexpr Colour kWholeSalt = 0x77686f6cu;

struct Colouring {
  std::vector<Colour> flows;
  std::vector<Colour> links;
};

Colouring first_colours(const FlowNetwork& network, const FlowSet& set) {
  Colouring colours;
  for (const Flow& flow : set.flows) {
    Colour colour = colour_of(flow.start / second);
    colour = joined_colours(colour, colour_of(flow.bytes / byte));
    colour = joined_colours(colour, colour_of(flow.weight));
    colour = joined_colours(colour, colour_of(flow.priority));
    colour = joined_colours(colour, colour_of(flow.latency / second));
    colour = joined_colours(colour, colour_of(flow.num_rounds));
    colours.flows.push_back(colour);
  }
  for (const BytesPerSecond capacity : network.capacities)
    colours.links.push_back(colour_of(capacity / byte_per_second));
  for (const CapacityChange& change : network.changes) {
    const Colour what = joined_colours(colour_of(change.at / second), colour_of(change.capacity / byte_per_second));
    colours.links[at(change.link)] = joined_colours(colours.links[at(change.link)], what);
  }
  return colours;
}

/// Sums take neighbours in any order.
Colouring refined(const Colouring& colours, const FlowSet& set) {
  Colouring next;
  next.links.resize(colours.links.size());
  for (std::size_t l = 0; l < next.links.size(); ++l) next.links[l] = mixed(colours.links[l]);
  next.flows.reserve(colours.flows.size());
  for (std::size_t f = 0; f < set.flows.size(); ++f) {
    const Flow& flow = set.flows[f];
    const std::span<const int> links = set.routes.links(flow.route);
    const std::span<const double> multiplicity = set.routes.multiplicity(flow.route);
    Colour colour = mixed(colours.flows[f]);
    for (std::size_t h = 0; h < links.size(); ++h) {
      const Colour times = colour_of(multiplicity[h]);
      colour += joined_colours(colours.links[at(links[h])] ^ kLinkSalt, times);
      next.links[at(links[h])] += joined_colours(colours.flows[f], times);
    }
    for (const Predecessor& predecessor : flow.predecessors) {
      const Colour lag = predecessor.lag ? colour_of(*predecessor.lag) : kWholeSalt;
      colour += joined_colours(colours.flows[at(predecessor.flow)], lag);
    }
    next.flows.push_back(colour);
  }
  return next;
}

std::size_t num_distinct(std::vector<Colour> colours) {
  std::ranges::sort(colours);
  return static_cast<std::size_t>(std::unique(colours.begin(), colours.end()) - colours.begin());
}

/// Refines until no class splits any more.
Colouring stable_colours(const FlowNetwork& network, const FlowSet& set) {
  Colouring colours = first_colours(network, set);
  std::size_t num_flow_classes = num_distinct(colours.flows);
  std::size_t num_link_classes = num_distinct(colours.links);
  while (true) {
    colours = refined(colours, set);
    const std::size_t flow_classes = num_distinct(colours.flows);
    const std::size_t link_classes = num_distinct(colours.links);
    if (flow_classes == num_flow_classes && link_classes == num_link_classes) return colours;
    num_flow_classes = flow_classes;
    num_link_classes = link_classes;
  }
}

/// Members numbered by class, classes in order of their first member.
struct Classes {
  std::vector<int> of;
  std::vector<int> first;
  std::vector<int> size;
};

Classes classes_of(std::span<const Colour> colours) {
  Classes classes;
  std::unordered_map<Colour, int> number;
  for (std::size_t i = 0; i < colours.size(); ++i) {
    const auto [it, is_new] = number.emplace(colours[i], static_cast<int>(classes.first.size()));
    if (is_new) {
      classes.first.push_back(static_cast<int>(i));
      classes.size.push_back(0);
    }
    classes.of.push_back(it->second);
    ++classes.size[at(it->second)];
  }
  return classes;
}

/// The links' classes that a flow of a class crosses, each with the number of flows of that class on one of its links.
int folded_route(const FlowSet& set, int flow_class, const Classes& flows, const Classes& links, RouteTable& routes) {
  const int route = set.flows[at(flows.first[at(flow_class)])].route;
  std::vector<int> crossed;
  std::vector<double> multiplicity;
  for (std::size_t h = 0; h < set.routes.links(route).size(); ++h) {
    const int link_class = links.of[at(set.routes.links(route)[h])];
    const double share = set.routes.multiplicity(route)[h] * flows.size[at(flow_class)] / links.size[at(link_class)];
    const auto found = std::ranges::find(crossed, link_class);
    if (found == crossed.end()) {
      crossed.push_back(link_class);
      multiplicity.push_back(share);
    } else {
      multiplicity[static_cast<std::size_t>(found - crossed.begin())] += share;
    }
  }
  return routes.add(crossed, multiplicity);
}

}  // namespace

FoldedFlows fold(const FlowNetwork& network, const FlowSet& set) {
  const Colouring colours = stable_colours(network, set);
  const Classes flows = classes_of(colours.flows);
  const Classes links = classes_of(colours.links);
  FoldedFlows folded{.class_of_flow = flows.of, .link_of_class = links.first};
  for (const int link : links.first) folded.network.capacities.push_back(network.capacities[at(link)]);
  for (const CapacityChange& change : network.changes) {
    const int link_class = links.of[at(change.link)];
    if (links.first[at(link_class)] == change.link)
      folded.network.changes.push_back({change.at, link_class, change.capacity});
  }
  for (int c = 0; c < static_cast<int>(flows.first.size()); ++c) {
    Flow flow = set.flows[at(flows.first[at(c)])];
    flow.route = folded_route(set, c, flows, links, folded.set.routes);
    for (Predecessor& predecessor : flow.predecessors) predecessor.flow = flows.of[at(predecessor.flow)];
    folded.set.flows.push_back(std::move(flow));
  }
  return folded;
}

FlowResult simulate_folded(const FlowNetwork& network, const FlowSet& set, const SimulationOptions& options) {
  check_flows(network, set);
  const FoldedFlows folded = fold(network, set);
  FlowResult classes = simulate(folded.network, folded.set, options);
  FlowResult all{
      .rates = std::move(classes.rates), .num_events = classes.num_events, .num_settles = classes.num_settles};
  for (const int c : folded.class_of_flow) {
    all.finish.push_back(classes.finish[at(c)]);
    all.busy.push_back(classes.busy[at(c)]);
    const std::optional<int> held_by = classes.bottleneck[at(c)];
    all.bottleneck.push_back(held_by ? std::optional(folded.link_of_class[at(*held_by)]) : std::nullopt);
  }
  return all;
}

std::optional<FoldedFlows> folded_all_to_all(const FatTree& tree, Bytes pair_bytes) {
  const FatTreeShape& shape = tree.shape();
  const int per_leaf = shape.endpoints_per_leaf;
  const bool is_symmetric = tree.num_pods() == 1 && shape.scale_up_size == 1 && shape.num_endpoints % per_leaf == 0 &&
                            per_leaf % shape.num_spines == 0;
  if (!is_symmetric) return std::nullopt;
  const double near = per_leaf - 1;
  const double far = shape.num_endpoints - per_leaf;
  const double far_per_spine = far * per_leaf / shape.num_spines;

  // Classes of links, in order: endpoint up, leaf up, leaf down, endpoint down.
  FoldedFlows folded;
  const FlowNetwork network = tree.network();
  folded.link_of_class = {tree.endpoint_up(0), tree.leaf_up(0, 0), tree.leaf_down(0, 0), tree.endpoint_down(0)};
  for (const int link : folded.link_of_class) folded.network.capacities.push_back(network.capacities[at(link)]);
  if (near > 0)
    folded.set.flows.push_back({.bytes = pair_bytes, .route = folded.set.routes.add({{0, 3}}, {{near, near}})});
  if (far > 0)
    folded.set.flows.push_back(
        {.bytes = pair_bytes,
         .route = folded.set.routes.add({{0, 1, 2, 3}}, {{far, far_per_spine, far_per_spine, far}})});
  return folded;
}

}  // namespace fmplan::network
