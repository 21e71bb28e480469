#include "core/network/contention.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/base/integers.h"
#include "core/network/flow_folding.h"

namespace fmplan::network {

namespace {

int num_flows_over(const FlowSet& set, int link, int first, int end) {
  int count = 0;
  for (int f = first; f < end; ++f) {
    const std::span<const int> links = set.routes.links(set.flows[at(f)].route);
    if (std::ranges::find(links, link) != links.end()) ++count;
  }
  return count;
}

/// The flow that was longest on its way decides: in a ring that waits for one slow hop, all hops end late, but one is
/// on its way all the time.
std::optional<ContentionPoint> bottleneck_of(const FlowNetwork& network,
                                             const std::function<std::string(int)>& link_name, const FlowSet& set,
                                             const FlowRange& range, const FlowResult& result) {
  std::optional<int> slowest;
  for (int f = range.first; f < range.end; ++f) {
    if (result.bottleneck[at(f)] && (!slowest || result.busy[at(f)] > result.busy[at(*slowest)])) slowest = f;
  }
  if (!slowest) return std::nullopt;
  const int link = *result.bottleneck[at(*slowest)];
  const int num_all = num_flows_over(set, link, 0, static_cast<int>(set.flows.size()));
  const int num_own = num_flows_over(set, link, range.first, range.end);
  return ContentionPoint{link_name(link), network.capacities[at(link)], num_own, num_all - num_own};
}

Contention run(const FatTree& tree, const FlowNetwork& network, const CollectiveFlows& collective,
               const std::vector<CollectiveFlows>& others) {
  const EndpointRoutes routes{.num_endpoints = tree.shape().num_endpoints,
                              .links = [&tree](int from, int to) { return tree.route(from, to); }};
  return contention_on(
      network, routes, [&tree](int link) { return tree.link_name(link); }, collective, others);
}

Contention against(const Contention& alone, Contention contention) {
  contention.slowdown = alone.time > Seconds{} ? contention.time / alone.time : 1;
  return contention;
}

}  // namespace

Contention contention_on(const FlowNetwork& network, const EndpointRoutes& routes,
                         const std::function<std::string(int)>& link_name, const CollectiveFlows& collective,
                         const std::vector<CollectiveFlows>& others) {
  FlowSet set;
  const FlowRange range = add_collective(set, routes, collective);
  for (const CollectiveFlows& other : others) add_collective(set, routes, other);
  if (range.first == range.end) return {};
  const FlowResult result = simulate_folded(network, set);
  return {.time = result.last_finish(range.first, range.end) - collective.start,
          .bottleneck = bottleneck_of(network, link_name, set, range, result)};
}

FatTreeShape oversubscribed(const FatTreeShape& shape, double ratio) {
  assert(ratio >= 1);
  FatTreeShape thinner = shape;
  thinner.oversubscription = shape.oversubscription * ratio;
  const double num_spines = shape.num_spines / ratio;
  if (num_spines == std::floor(num_spines)) thinner.num_spines = static_cast<int>(num_spines);
  return thinner;
}

Contention contention_alone(const FatTreeShape& shape, const CollectiveFlows& collective) {
  const FatTree tree(shape);
  return run(tree, tree.network(), collective, {});
}

Contention contention_oversubscribed(const FatTreeShape& shape, const CollectiveFlows& collective, double ratio) {
  return against(contention_alone(shape, collective), contention_alone(oversubscribed(shape, ratio), collective));
}

Contention contention_beside(const FatTreeShape& shape, const CollectiveFlows& collective,
                             const std::vector<CollectiveFlows>& others) {
  const FatTree tree(shape);
  return against(run(tree, tree.network(), collective, {}), run(tree, tree.network(), collective, others));
}

Contention contention_with_nic_down(const FatTreeShape& shape, const CollectiveFlows& collective, int endpoint,
                                    int num_nics) {
  assert(num_nics >= 1 && 0 <= endpoint && endpoint < shape.num_endpoints);
  const FatTree tree(shape);
  FlowNetwork broken = tree.network();
  for (const int link : {tree.endpoint_up(endpoint), tree.endpoint_down(endpoint)})
    broken.capacities[at(link)] *= (num_nics - 1.0) / num_nics;
  return against(run(tree, tree.network(), collective, {}), run(tree, broken, collective, {}));
}

}  // namespace fmplan::network
