#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/base/issue.h"
#include "core/network/flow_simulation.h"

namespace fmplan::network {

namespace {

bool is_amount(double value) { return std::isfinite(value) && value >= 0; }

void check_network(const FlowNetwork& network, Issues& issues) {
  const int num_links = static_cast<int>(network.capacities.size());
  for (std::size_t l = 0; l < network.capacities.size(); ++l) {
    if (!is_amount(network.capacities[l] / byte_per_second))
      issues.push_back({fmt::format("/capacities/{}", l), "must be finite and not negative"});
  }
  for (std::size_t c = 0; c < network.changes.size(); ++c) {
    const CapacityChange& change = network.changes[c];
    const std::string where = fmt::format("/changes/{}", c);
    if (change.link < 0 || change.link >= num_links)
      issues.push_back({where + "/link", fmt::format("{} is no link; they are 0 to {}", change.link, num_links - 1)});
    if (!is_amount(change.capacity / byte_per_second))
      issues.push_back({where + "/capacity", "must be finite and not negative"});
    if (!is_amount(change.at / second)) issues.push_back({where + "/at", "must be finite and not negative"});
  }
}

void check_predecessors(const Flow& flow, int num_flows, const std::string& where, Issues& issues) {
  for (std::size_t p = 0; p < flow.predecessors.size(); ++p) {
    const Predecessor& predecessor = flow.predecessors[p];
    if (predecessor.flow < 0 || predecessor.flow >= num_flows)
      issues.push_back({fmt::format("{}/predecessors/{}/flow", where, p),
                        fmt::format("{} is no flow; they are 0 to {}", predecessor.flow, num_flows - 1)});
    if (predecessor.lag.value_or(0) < 0)
      issues.push_back({fmt::format("{}/predecessors/{}/lag", where, p), "must not be negative"});
  }
}

void check_flow(const Flow& flow, int num_routes, const std::string& where, Issues& issues) {
  if (!is_amount(flow.start / second)) issues.push_back({where + "/start", "must be finite and not negative"});
  if (!is_amount(flow.bytes / byte)) issues.push_back({where + "/bytes", "must be finite and not negative"});
  if (!is_amount(flow.latency / second)) issues.push_back({where + "/latency", "must be finite and not negative"});
  if (!is_amount(flow.weight) || flow.weight == 0)
    issues.push_back({where + "/weight", "must be finite and greater than 0"});
  if (flow.num_rounds < 1) issues.push_back({where + "/num_rounds", "must be at least 1"});
  if (flow.route < 0 || flow.route >= num_routes)
    issues.push_back({where + "/route", fmt::format("{} is no route; they are 0 to {}", flow.route, num_routes - 1)});
}

}  // namespace

void check_flows(const FlowNetwork& network, const FlowSet& set) {
  Issues issues;
  check_network(network, issues);
  const int num_links = static_cast<int>(network.capacities.size());
  for (int r = 0; r < set.routes.size(); ++r) {
    for (const int link : set.routes.links(r)) {
      if (link < 0 || link >= num_links)
        issues.push_back(
            {fmt::format("/routes/{}", r), fmt::format("{} is no link; they are 0 to {}", link, num_links - 1)});
    }
  }
  for (std::size_t f = 0; f < set.flows.size(); ++f) {
    const std::string where = fmt::format("/flows/{}", f);
    check_flow(set.flows[f], set.routes.size(), where, issues);
    check_predecessors(set.flows[f], static_cast<int>(set.flows.size()), where, issues);
  }
  if (!issues.empty()) throw InputError(std::move(issues));
}

}  // namespace fmplan::network
