#pragma once

// Progressive filling in the plainest way, as the other opinion that the library is held against.

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "core/network/flow_simulation.h"

namespace fmplan::network::reference {

/// Raises all open streams' level together until a link is full, closes the streams on it, and goes on.
inline std::vector<double> max_min_levels(std::vector<double> capacity, const std::vector<std::vector<int>>& routes,
                                          const std::vector<double>& weights) {
  std::vector<double> level(routes.size(), 0);
  std::vector<bool> is_open(routes.size(), true);
  while (std::ranges::count(is_open, true) > 0) {
    std::vector<double> open_weight(capacity.size(), 0);
    for (std::size_t s = 0; s < routes.size(); ++s)
      if (is_open[s])
        for (const int link : routes[s]) open_weight[static_cast<std::size_t>(link)] += weights[s];
    double lowest = std::numeric_limits<double>::infinity();
    std::size_t full = 0;
    for (std::size_t l = 0; l < capacity.size(); ++l) {
      if (open_weight[l] == 0 || capacity[l] / open_weight[l] >= lowest) continue;
      lowest = capacity[l] / open_weight[l];
      full = l;
    }
    for (std::size_t s = 0; s < routes.size(); ++s) {
      if (!is_open[s] || std::ranges::find(routes[s], static_cast<int>(full)) == routes[s].end()) continue;
      is_open[s] = false;
      level[s] = lowest;
      for (const int link : routes[s]) {
        double& left = capacity[static_cast<std::size_t>(link)];
        left = std::max(0.0, left - weights[s] * lowest);
      }
    }
  }
  return level;
}

/// The finish times of flows of one round without predecessors: all rates anew at every start and end.
inline std::vector<double> finish_times_s(const FlowNetwork& network, const FlowSet& set) {
  const std::size_t num_flows = set.flows.size();
  std::vector<double> capacity;
  for (const BytesPerSecond c : network.capacities) capacity.push_back(c / byte_per_second);
  std::vector<double> left(num_flows);
  std::vector<double> finish_s(num_flows, -1);
  for (std::size_t f = 0; f < num_flows; ++f) left[f] = set.flows[f].bytes / byte;
  double now_s = 0;
  while (true) {
    std::vector<std::size_t> active;
    std::vector<std::vector<int>> routes;
    std::vector<double> weights;
    double next_s = std::numeric_limits<double>::infinity();
    for (std::size_t f = 0; f < num_flows; ++f) {
      const double start_s = set.flows[f].start / second;
      if (start_s > now_s) next_s = std::min(next_s, start_s);
      if (start_s > now_s || finish_s[f] >= 0) continue;
      const std::span<const int> links = set.routes.links(set.flows[f].route);
      active.push_back(f);
      routes.emplace_back(links.begin(), links.end());
      weights.push_back(set.flows[f].weight);
    }
    const std::vector<double> level = max_min_levels(capacity, routes, weights);
    for (std::size_t i = 0; i < active.size(); ++i)
      next_s = std::min(next_s, now_s + left[active[i]] / (level[i] * weights[i]));
    if (next_s == std::numeric_limits<double>::infinity()) return finish_s;
    for (std::size_t i = 0; i < active.size(); ++i) {
      const std::size_t f = active[i];
      const double rate = level[i] * weights[i];
      // Ends as near as rounding can bring them are one.
      if (now_s + left[f] / rate <= next_s * (1 + 1e-14)) finish_s[f] = next_s;
      left[f] -= rate * (next_s - now_s);
    }
    now_s = next_s;
  }
}

}  // namespace fmplan::network::reference
