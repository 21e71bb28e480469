#pragma once

// Sets of flows by stated rules, for tests and benchmarks.

#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "core/network/collective_flows.h"
#include "core/network/fat_tree.h"
#include "core/network/flow_simulation.h"

namespace fmplan::network::flow_sets {

/// In [0, 1), the same on every standard library.
class Random {
 public:
  explicit Random(std::uint64_t seed) : generator_(seed) {}
  double uniform() { return static_cast<double>(generator_() >> 11) * 0x1p-53; }
  int below(int end) { return static_cast<int>(uniform() * end); }

 private:
  std::mt19937_64 generator_;
};

/// Two layers with as many spines as endpoints to a leaf, links of 50 GB/s at 1:1.
inline FatTree two_levels(int num_endpoints, int per_leaf, double oversubscription) {
  return FatTree({.num_endpoints = num_endpoints,
                  .endpoints_per_leaf = per_leaf,
                  .num_spines = per_leaf,
                  .endpoint_bandwidth = 50 * gigabyte_per_second,
                  .oversubscription = oversubscription});
}

inline std::vector<int> all_endpoints(const FatTree& tree) {
  std::vector<int> endpoints(static_cast<std::size_t>(tree.shape().num_endpoints));
  std::iota(endpoints.begin(), endpoints.end(), 0);
  return endpoints;
}

/// Flows between random endpoints: Poisson arrivals that load each endpoint's link by `load`, sizes log-uniform from 64
/// KiB to 64 MiB.
inline FlowSet poisson_flows(const FatTree& tree, int num_flows, double load, std::uint64_t seed) {
  Random random(seed);
  const FatTreeShape& shape = tree.shape();
  const Bytes mean_bytes = (64 * mebibyte - 64 * kibibyte) / std::log(1024.0);
  const Seconds mean_gap = mean_bytes / (load * shape.num_endpoints * shape.endpoint_bandwidth);
  FlowSet set;
  Seconds now;
  for (int i = 0; i < num_flows; ++i) {
    now += -std::log(1 - random.uniform()) * mean_gap;
    const int source = random.below(shape.num_endpoints);
    const int destination = (source + 1 + random.below(shape.num_endpoints - 1)) % shape.num_endpoints;
    const Bytes bytes = std::floor(65536 * std::pow(1024, random.uniform())) * byte;
    set.flows.push_back({.start = now, .bytes = bytes, .route = set.routes.intern(tree.route(source, destination))});
  }
  return set;
}

/// From every endpoint to every other at once, shift by shift.
inline FlowSet all_to_all(const FatTree& tree, Bytes pair_bytes) {
  FlowSet set;
  add_collective(set, tree,
                 {.collective = Collective::kAllToAll,
                  .pattern = FlowPattern::kAllAtOnce,
                  .payload = pair_bytes * tree.shape().num_endpoints,
                  .endpoints = all_endpoints(tree)});
  return set;
}

inline FlowSet ring_all_reduce(const FatTree& tree, Bytes payload) {
  FlowSet set;
  add_collective(set, tree, {.payload = payload, .endpoints = all_endpoints(tree)});
  return set;
}

}  // namespace fmplan::network::flow_sets
