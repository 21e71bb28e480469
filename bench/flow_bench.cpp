// The flow simulation on whole sets of flows; items are starts and ends of flows.  Sets are made outside the clock.

#include <benchmark/benchmark.h>

#include "core/network/flow_folding.h"
#include "core/network/flow_simulation.h"
#include "tests/network/flow_sets.h"

namespace fmplan::network {
namespace {

void run(benchmark::State& state, const FatTree& tree, const FlowSet& set) {
  const FlowNetwork network = tree.network();
  std::int64_t num_events = 0;
  for (auto _ : state) num_events += simulate(network, set).num_events;
  state.SetItemsProcessed(num_events);
}

/// Hosts, flows, load and oversubscription in percent.
void BM_PoissonFlows(benchmark::State& state) {
  const int per_leaf = state.range(0) < 512 ? 16 : 32;
  const FatTree tree =
      flow_sets::two_levels(static_cast<int>(state.range(0)), per_leaf, static_cast<double>(state.range(3)) / 100);
  run(state, tree,
      flow_sets::poisson_flows(tree, static_cast<int>(state.range(1)), static_cast<double>(state.range(2)) / 100, 1));
}
BENCHMARK(BM_PoissonFlows)
    ->ArgNames({"hosts", "flows", "load_pct", "oversubscription_pct"})
    ->Args({64, 20'000, 40, 100})
    ->Args({64, 20'000, 40, 400})
    ->Args({512, 100'000, 40, 100})
    ->Args({1024, 100'000, 10, 100})
    ->Args({1024, 100'000, 20, 100})
    ->Args({1024, 100'000, 40, 100})
    ->Unit(benchmark::kMillisecond);

void BM_AllToAll(benchmark::State& state) {
  const int num_hosts = static_cast<int>(state.range(0));
  const FatTree tree = flow_sets::two_levels(num_hosts, num_hosts == 64 ? 16 : 32, 1);
  run(state, tree, flow_sets::all_to_all(tree, 16 * mebibyte));
}
BENCHMARK(BM_AllToAll)->ArgName("hosts")->Arg(64)->Arg(128)->Arg(256)->Unit(benchmark::kMillisecond);

/// Every step of every rank: 2 n (n − 1) flows.
void BM_RingAllReduce(benchmark::State& state) {
  const FatTree tree = flow_sets::two_levels(static_cast<int>(state.range(0)), 32, 1);
  run(state, tree, flow_sets::ring_all_reduce(tree, 1 * gibibyte));
}
BENCHMARK(BM_RingAllReduce)->ArgName("hosts")->Arg(512)->Arg(1024)->Arg(4096)->Unit(benchmark::kMillisecond);

/// From the tree to the time: building, folding, simulating.
void BM_FoldedRingAllReduce(benchmark::State& state) {
  for (auto _ : state) {
    const FatTree tree = flow_sets::two_levels(static_cast<int>(state.range(0)), 32, 1);
    benchmark::DoNotOptimize(time_alone(
        tree, {.payload = 1 * gibibyte, .endpoints = flow_sets::all_endpoints(tree), .latency = 1 * microsecond}));
  }
}
BENCHMARK(BM_FoldedRingAllReduce)->ArgName("hosts")->Arg(4096)->Arg(16384)->Unit(benchmark::kMillisecond);

void BM_FoldedAllToAll(benchmark::State& state) {
  for (auto _ : state) {
    const FatTree tree = flow_sets::two_levels(static_cast<int>(state.range(0)), 32, 4);
    const std::optional<FoldedFlows> folded = folded_all_to_all(tree, 1 * mebibyte);
    benchmark::DoNotOptimize(simulate(folded->network, folded->set));
  }
}
BENCHMARK(BM_FoldedAllToAll)->ArgName("hosts")->Arg(16384)->Unit(benchmark::kMillisecond);

/// One stream comes and goes among many: what a single change costs.
void BM_SettleOneChange(benchmark::State& state) {
  const FatTree tree = flow_sets::two_levels(1024, 32, 1);
  const FlowSet set = flow_sets::poisson_flows(tree, static_cast<int>(state.range(0)), 0.4, 1);
  std::vector<FairShare::Stream> streams;
  for (const Flow& flow : set.flows) streams.push_back({.route = flow.route});
  FairShare share(tree.network().capacities, set.routes, streams);
  for (int s = 0; s < static_cast<int>(streams.size()); ++s) share.set_weight(s, 1);
  share.settle();
  int next = 0;
  for (auto _ : state) {
    share.set_weight(next, 0);
    benchmark::DoNotOptimize(share.settle().size());
    share.set_weight(next, 1);
    benchmark::DoNotOptimize(share.settle().size());
    next = (next + 1) % static_cast<int>(streams.size());
  }
  state.SetItemsProcessed(2 * state.iterations());
}
BENCHMARK(BM_SettleOneChange)->ArgName("streams")->Arg(250)->Arg(1000)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace fmplan::network
