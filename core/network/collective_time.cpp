#include "core/network/collective_time.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>

#include "core/base/words.h"
#include "core/network/collective_group.h"

namespace fmplan::network {
namespace {

constexpr BytesPerSecond kUnlimited{std::numeric_limits<double>::infinity()};

int ceil_log2(int n) {
  int levels = 0;
  while ((1 << levels) < n && levels < 30) ++levels;
  return levels;
}

/// Ranks side by side below level `index`, each with its own share of the level's bandwidth.
int width(const Communicator& c, int index) {
  int ranks = 1;
  for (int l = 0; l < index; ++l) ranks *= c.levels[static_cast<std::size_t>(l)].num_members;
  return ranks;
}

const Level& level(const Communicator& c, int index) { return c.levels[static_cast<std::size_t>(index)]; }

/// min over the levels that are crossed of (ranks side by side) × bandwidth.
BytesPerSecond narrowest(const Communicator& c) {
  BytesPerSecond narrow = kUnlimited;
  for (int l = 0; l < c.num_levels; ++l)
    if (level(c, l).num_members > 1) narrow = std::min(narrow, width(c, l) * level(c, l).bandwidth);
  return narrow;
}

/// Messages one after another in a pass over all members of a level.
int steps(const Level& level) { return level.torus_steps > 0 ? level.torus_steps : level.num_members - 1; }

Seconds ring_latency(const Communicator& c) {
  Seconds latency;
  int groups_above = 1;
  for (int l = c.num_levels - 1; l >= 0; --l) {
    latency += steps(level(c, l)) * groups_above * level(c, l).latency;
    groups_above *= level(c, l).num_members;
  }
  return latency;
}

/// 2 passes for an all-reduce (reduce-scatter, then all-gather), 1 for its halves.
int passes(Collective collective) { return collective == Collective::kAllReduce ? 2 : 1; }

Seconds all_to_all_time(Bytes payload, const Communicator& c) {
  Seconds latency;
  Seconds transfer;
  const Bytes per_rank = payload / c.num_ranks;
  for (int l = 0; l < c.num_levels; ++l) {
    if (level(c, l).num_members < 2) continue;
    latency += ceil_log2(level(c, l).num_members) * level(c, l).latency;
    const int inside = width(c, l);                              // ranks reached without level l
    const int through = std::min(width(c, l + 1), c.num_ranks);  // ranks reached with it
    // What goes farther crosses the scale-out link only; the scale-up link carries its own peers.
    transfer = std::max(transfer, (through - inside) * per_rank * level(c, l).links_crossed / level(c, l).bandwidth);
  }
  return latency + transfer;
}

Seconds send_receive_time(Bytes payload, const Communicator& c) {
  for (int l = c.num_levels - 1; l >= 0; --l)
    if (level(c, l).num_members > 1) return level(c, l).latency + payload / level(c, l).bandwidth;
  return Seconds{};
}

/// A message goes the shorter way round each ring: s/4 links at the mean of an even one.
void lay_out_torus(Level& domain, int axes) {
  domain.links_crossed = 0;
  for (const int side : slice_sides(domain.num_members, axes)) {
    domain.torus_steps += side - 1;
    const int to_all = side * side / 4;  // links from one place of a ring to each, rounded down where it is odd
    domain.links_crossed += 1.0 * to_all / side;
  }
}

}  // namespace

std::optional<Collective> parse_collective_name(std::string_view name) {
  using enum Collective;
  static const std::map<std::string, Collective, std::less<>> kNames = {
      {"all_reduce", kAllReduce}, {"allreduce", kAllReduce},          {"all_gather", kAllGather},
      {"allgather", kAllGather},  {"reduce_scatter", kReduceScatter}, {"reducescatter", kReduceScatter},
      {"alltoall", kAllToAll},    {"all_to_all", kAllToAll},          {"broadcast", kBroadcast},
      {"reduce", kReduce},        {"sendrecv", kSendReceive},         {"send_receive", kSendReceive}};
  const auto found = kNames.find(lower_case(name));
  return found == kNames.end() ? std::nullopt : std::optional(found->second);
}

double bus_factor(Collective collective, int num_ranks) {
  const double n = num_ranks;
  switch (collective) {
    case Collective::kAllReduce: return 2 * (n - 1) / n;
    case Collective::kAllGather:
    case Collective::kReduceScatter:
    case Collective::kAllToAll: return (n - 1) / n;
    case Collective::kBroadcast:
    case Collective::kReduce:
    case Collective::kSendReceive: return 1;
  }
  return 1;
}

std::array<int, 3> slice_sides(int members, int axes) {
  assert(members >= 1 && axes >= 1 && axes <= 3);
  constexpr double kRounding = 1e-9;  // the cube root of 64 may come out below 4
  const int least = static_cast<int>(std::pow(members, 1.0 / axes) + kRounding);
  std::array<int, 3> sides = {1, 1, 1};
  for (int axis = 0; axis < axes; ++axis) sides[static_cast<std::size_t>(axis)] = least;
  for (int& side : sides)
    if (static_cast<std::int64_t>(sides[0]) * sides[1] * sides[2] < members) ++side;
  return sides;
}

Communicator communicator(const hardware::Instance& instance, int num_ranks, int stride, int num_in_job) {
  assert(num_ranks >= 1 && stride >= 1);
  const CollectiveGroup group = collective_group(instance, num_ranks, stride, 1, num_in_job);
  Communicator c;
  c.num_ranks = num_ranks;
  if (instance.scale_up) {
    Level& domain = c.levels[static_cast<std::size_t>(c.num_levels++)];
    domain = {group.ranks_per_domain, instance.scale_up->efficiency * group.scale_up_bandwidth,
              instance.scale_up->latency};
    if (instance.wiring.slice_axes > 0 && group.ranks_per_domain > 1) lay_out_torus(domain, instance.wiring.slice_axes);
  }
  if (instance.scale_out)
    c.levels[static_cast<std::size_t>(c.num_levels++)] = {
        group.num_domains, instance.scale_out->efficiency * group.scale_out_bandwidth, instance.scale_out->latency};
  return c;
}

Seconds ring_time(Collective collective, Bytes payload, const Communicator& c) {
  if (c.num_ranks <= 1) return Seconds{};
  const bool passes_whole = collective == Collective::kBroadcast || collective == Collective::kReduce;
  const double share = passes_whole ? 1 : (c.num_ranks - 1.0) / c.num_ranks;
  return passes(collective) * (ring_latency(c) + share * payload / narrowest(c));
}

Seconds tree_time(Collective collective, Bytes payload, const Communicator& c) {
  if (c.num_ranks <= 1) return Seconds{};
  const int outer = c.num_levels - 1;
  const bool reduces = collective == Collective::kAllReduce;
  Seconds latency = ceil_log2(level(c, outer).num_members) * level(c, outer).latency;
  BytesPerSecond rate = kUnlimited;
  for (int l = 0; l < c.num_levels; ++l) {
    const int members = level(c, l).num_members;
    if (members < 2) continue;
    if (l < outer) latency += steps(level(c, l)) * level(c, l).latency;
    const bool up_and_down = reduces && (l < outer || members > 2);
    rate = std::min(rate, (up_and_down ? 0.5 : 1.0) * width(c, l) * level(c, l).bandwidth);
  }
  return passes(collective) * latency + payload / rate;
}

Seconds hierarchical_time(Collective collective, Bytes payload, const Communicator& c) {
  Seconds total;
  for (int l = 0; l < c.num_levels; ++l) {
    const int members = level(c, l).num_members;
    if (members < 2) continue;
    const Bytes held = payload / width(c, l);
    total += steps(level(c, l)) * level(c, l).latency + (members - 1.0) / members * held / level(c, l).bandwidth;
  }
  return passes(collective) * total;
}

CollectiveTime collective_time(Collective collective, Bytes payload, const Communicator& c) {
  CollectiveTime result;
  if (c.num_ranks <= 1) return result;
  const auto consider = [&result](Seconds time, Algorithm algorithm) {
    if (result.total == Seconds{} || time < result.total) {
      result.total = time;
      result.algorithm = algorithm;
    }
  };
  switch (collective) {
    case Collective::kAllReduce: consider(tree_time(collective, payload, c), Algorithm::kTree); [[fallthrough]];
    case Collective::kAllGather:
    case Collective::kReduceScatter:
      consider(ring_time(collective, payload, c), Algorithm::kRing);
      consider(hierarchical_time(collective, payload, c), Algorithm::kHierarchical);
      break;
    case Collective::kBroadcast:
    case Collective::kReduce:
      consider(ring_time(collective, payload, c), Algorithm::kRing);
      consider(tree_time(collective, payload, c), Algorithm::kTree);
      break;
    case Collective::kAllToAll: consider(all_to_all_time(payload, c), Algorithm::kPairwise); break;
    case Collective::kSendReceive: consider(send_receive_time(payload, c), Algorithm::kPairwise); break;
  }
  if (result.total > Seconds{}) {
    result.algorithm_bandwidth = payload / result.total;
    result.bus_bandwidth = bus_factor(collective, c.num_ranks) * result.algorithm_bandwidth;
  }
  return result;
}

}  // namespace fmplan::network
