#include "core/network/collective_flows.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "core/base/integers.h"
#include "core/base/issue.h"
#include "core/network/flow_folding.h"

namespace fmplan::network {

namespace {

/// Rounds between a flow and the one that it waits for.
constexpr int kOneBefore = 1;
constexpr int kSameRound = 0;

bool can_do(FlowPattern pattern, Collective collective) {
  switch (pattern) {
    case FlowPattern::kRing:
      return collective == Collective::kAllReduce || collective == Collective::kAllGather ||
             collective == Collective::kReduceScatter || collective == Collective::kBroadcast;
    case FlowPattern::kDoubleTree: return collective == Collective::kAllReduce || collective == Collective::kBroadcast;
    case FlowPattern::kHierarchical:
      return collective == Collective::kAllReduce || collective == Collective::kAllGather ||
             collective == Collective::kReduceScatter;
    case FlowPattern::kAllAtOnce:
    case FlowPattern::kStepwise: return collective == Collective::kAllToAll;
  }
  return false;
}

void check_endpoints(int num_endpoints, const std::vector<int>& endpoints, Issues& issues) {
  std::vector<char> is_taken(at(num_endpoints), 0);
  for (std::size_t rank = 0; rank < endpoints.size(); ++rank) {
    const int endpoint = endpoints[rank];
    const std::string where = fmt::format("/endpoints/{}", rank);
    if (endpoint < 0 || endpoint >= num_endpoints) {
      issues.push_back({where, fmt::format("{} is no endpoint; they are 0 to {}", endpoint, num_endpoints - 1)});
    } else if (is_taken[at(endpoint)] != 0) {
      issues.push_back({where, fmt::format("endpoint {} has a rank already", endpoint)});
    } else {
      is_taken[at(endpoint)] = 1;
    }
  }
}

void check_collective(int num_endpoints, const CollectiveFlows& collective) {
  Issues issues;
  const int num_ranks = static_cast<int>(collective.endpoints.size());
  if (!can_do(collective.pattern, collective.collective))
    issues.push_back({"/pattern", fmt::format("{} is not done this way", collective_name(collective.collective))});
  if (num_ranks == 0) issues.push_back({"/endpoints", "name at least one"});
  check_endpoints(num_endpoints, collective.endpoints, issues);
  if (collective.num_chunks < 1) issues.push_back({"/num_chunks", "must be at least 1"});
  if (collective.group_size < 1 || num_ranks % collective.group_size != 0)
    issues.push_back({"/group_size", fmt::format("{} does not divide {} ranks", collective.group_size, num_ranks)});
  if (!issues.empty()) throw InputError(std::move(issues));
}

class Builder {
 public:
  Builder(FlowSet& set, const EndpointRoutes& routes, const CollectiveFlows& collective)
      : set_(set),
        routes_(routes),
        collective_(collective),
        num_ranks_(static_cast<int>(collective.endpoints.size())) {}

  void add() {
    if (num_ranks_ == 1) return;
    switch (collective_.pattern) {
      case FlowPattern::kRing: add_ring(); break;
      case FlowPattern::kDoubleTree: add_trees(); break;
      case FlowPattern::kHierarchical: add_hierarchical(); break;
      case FlowPattern::kAllAtOnce:
      case FlowPattern::kStepwise: add_all_to_all(); break;
    }
  }

 private:
  int next_flow() const { return static_cast<int>(set_.flows.size()); }

  int add_flow(int from_rank, int to_rank, Bytes bytes, int num_rounds, std::vector<Predecessor> predecessors) {
    const std::vector<int> links =
        routes_.links(collective_.endpoints[at(from_rank)], collective_.endpoints[at(to_rank)]);
    const Seconds latency = routes_.latency ? routes_.latency(links) : Seconds{};
    set_.flows.push_back({.start = collective_.start,
                          .bytes = bytes,
                          .route = set_.routes.intern(links),
                          .weight = collective_.weight,
                          .priority = collective_.priority,
                          .latency = collective_.latency + latency,
                          .num_rounds = num_rounds,
                          .predecessors = std::move(predecessors)});
    return next_flow() - 1;
  }

  /// A ring over the ranks first, first + stride, …; the flow out of its i-th member is the i-th of those returned.
  /// Flows out of a member also wait for all of the flow `after` names for its rank, where it names one.
  std::vector<int> add_ring_over(int first, int stride, int size, Bytes bytes, int num_rounds,
                                 const std::vector<std::optional<int>>& after) {
    std::vector<int> flows;
    if (size == 1) return flows;
    const int begin = next_flow();
    for (int i = 0; i < size; ++i) {
      const int rank = first + i * stride;
      std::vector<Predecessor> predecessors{{begin + (i + size - 1) % size, kOneBefore}};
      if (after[at(rank)]) predecessors.push_back({*after[at(rank)], std::nullopt});
      flows.push_back(add_flow(rank, first + (i + 1) % size * stride, bytes, num_rounds, std::move(predecessors)));
    }
    return flows;
  }

  void add_ring() {
    const int steps = num_ranks_ - 1;
    if (collective_.collective == Collective::kBroadcast) {
      add_chain();
      return;
    }
    const int num_rounds = collective_.collective == Collective::kAllReduce ? 2 * steps : steps;
    add_ring_over(0, 1, num_ranks_, collective_.payload / num_ranks_, num_rounds, no_flows());
  }

  void add_chain() {
    const Bytes chunk = collective_.payload / collective_.num_chunks;
    for (int rank = 0; rank + 1 < num_ranks_; ++rank) {
      std::vector<Predecessor> predecessors;
      if (rank > 0) predecessors.push_back({next_flow() - 1, kSameRound});
      add_flow(rank, rank + 1, chunk, collective_.num_chunks, std::move(predecessors));
    }
  }

  std::vector<std::optional<int>> no_flows() const { return std::vector<std::optional<int>>(at(num_ranks_)); }

  /// The places 1 to n of a binary tree in order: a place's lowest bit is its height, and it hangs below the place that
  /// has the bit above set instead.
  int parent_of(int place) const {
    const int bit = place & -place;
    const int above = (place - bit) | (2 * bit);
    return above <= num_ranks_ ? above : place - bit;
  }
  bool is_root(int place) const { return place == static_cast<int>(std::bit_floor(static_cast<unsigned>(num_ranks_))); }

  /// In the second tree ranks swap odd and even places: mirrored, or, where n is odd, shifted by one.
  int rank_at(int place, bool is_second) const {
    if (!is_second) return place - 1;
    return num_ranks_ % 2 == 0 ? num_ranks_ - place : place % num_ranks_;
  }

  void add_trees() {
    for (const bool is_second : {false, true}) {
      std::vector<std::vector<int>> children(at(num_ranks_ + 1));
      for (int place = 1; place <= num_ranks_; ++place) {
        if (!is_root(place)) children[at(parent_of(place))].push_back(place);
      }
      std::vector<int> up(at(num_ranks_ + 1), 0);
      const int root = static_cast<int>(std::bit_floor(static_cast<unsigned>(num_ranks_)));
      if (collective_.collective == Collective::kAllReduce) add_up(root, children, is_second, up);
      add_down(root, children, is_second, up, std::nullopt);
    }
  }

  std::vector<Predecessor> chunks_from(const std::vector<int>& places, const std::vector<int>& up) const {
    std::vector<Predecessor> predecessors;
    if (collective_.collective != Collective::kAllReduce) return predecessors;
    for (const int place : places) predecessors.push_back({up[at(place)], kSameRound});
    return predecessors;
  }

  void add_up(int place, const std::vector<std::vector<int>>& children, bool is_second, std::vector<int>& up) {
    for (const int child : children[at(place)]) {
      add_up(child, children, is_second, up);
      up[at(child)] = add_flow(rank_at(child, is_second), rank_at(place, is_second), tree_chunk(),
                               collective_.num_chunks, chunks_from(children[at(child)], up));
    }
  }

  void add_down(int place, const std::vector<std::vector<int>>& children, bool is_second, const std::vector<int>& up,
                std::optional<int> from_above) {
    for (const int child : children[at(place)]) {
      std::vector<Predecessor> predecessors = chunks_from(from_above ? std::vector<int>{} : children[at(place)], up);
      if (from_above) predecessors.push_back({*from_above, kSameRound});
      const int flow = add_flow(rank_at(place, is_second), rank_at(child, is_second), tree_chunk(),
                                collective_.num_chunks, std::move(predecessors));
      add_down(child, children, is_second, up, flow);
    }
  }

  Bytes tree_chunk() const { return collective_.payload / 2 / collective_.num_chunks; }

  void add_hierarchical() {
    const Collective what = collective_.collective;
    std::vector<std::optional<int>> arrived = no_flows();
    if (what != Collective::kAllGather) add_inside(arrived);
    add_across(arrived, what == Collective::kAllReduce ? 2 : 1);
    if (what != Collective::kReduceScatter) add_inside(arrived);
  }

  /// Notes for each member of a ring the flow that reaches it.
  static void note_arrivals(const std::vector<int>& flows, int first, int stride,
                            std::vector<std::optional<int>>& arrived) {
    const int size = static_cast<int>(flows.size());
    for (int i = 0; i < size; ++i) arrived[at(first + (i + 1) % size * stride)] = flows[at(i)];
  }

  void add_inside(std::vector<std::optional<int>>& arrived) {
    const int size = collective_.group_size;
    const std::vector<std::optional<int>> before = arrived;
    for (int first = 0; first < num_ranks_; first += size)
      note_arrivals(add_ring_over(first, 1, size, collective_.payload / size, size - 1, before), first, 1, arrived);
  }

  void add_across(std::vector<std::optional<int>>& arrived, int times) {
    const int size = collective_.group_size;
    const int num_groups = num_ranks_ / size;
    const std::vector<std::optional<int>> before = arrived;
    for (int first = 0; first < size; ++first)
      note_arrivals(
          add_ring_over(first, size, num_groups, collective_.payload / num_ranks_, times * (num_groups - 1), before),
          first, size, arrived);
  }

  void add_all_to_all() {
    const bool is_stepwise = collective_.pattern == FlowPattern::kStepwise;
    for (int step = 1; step < num_ranks_; ++step) {
      for (int rank = 0; rank < num_ranks_; ++rank) {
        std::vector<Predecessor> predecessors;
        if (is_stepwise && step > 1) predecessors.push_back({next_flow() - num_ranks_, kSameRound});
        add_flow(rank, (rank + step) % num_ranks_, collective_.payload / num_ranks_, 1, std::move(predecessors));
      }
    }
  }

  FlowSet& set_;
  const EndpointRoutes& routes_;
  const CollectiveFlows& collective_;
  const int num_ranks_;
};

}  // namespace

FlowRange add_collective(FlowSet& set, const EndpointRoutes& routes, const CollectiveFlows& collective) {
  check_collective(routes.num_endpoints, collective);
  const int first = static_cast<int>(set.flows.size());
  Builder(set, routes, collective).add();
  return {first, static_cast<int>(set.flows.size())};
}

FlowRange add_collective(FlowSet& set, const FatTree& tree, const CollectiveFlows& collective) {
  const EndpointRoutes routes{.num_endpoints = tree.shape().num_endpoints,
                              .links = [&tree](int from, int to) { return tree.route(from, to); }};
  return add_collective(set, routes, collective);
}

Seconds time_alone(const FatTree& tree, const CollectiveFlows& collective) {
  FlowSet set;
  const FlowRange range = add_collective(set, tree, collective);
  if (range.first == range.end) return Seconds{};
  return simulate_folded(tree.network(), set).last_finish(range.first, range.end) - collective.start;
}

}  // namespace fmplan::network
