// How long it takes to build, write out and question the network of a large cluster.

#include <filesystem>

#include <benchmark/benchmark.h>

#include "core/catalog/catalog.h"
#include "core/network/topology_build.h"
#include "core/network/topology_draw.h"
#include "core/network/topology_query.h"

namespace fmplan {
namespace {

network::Topology p5_network(int nodes) {
  const catalog::Catalog catalog({std::filesystem::path(FMPLAN_SOURCE_DIR) / "catalogs"});
  return network::topology({.instance = catalog.instance("p5.48xlarge"), .num_nodes = nodes, .checkpoint_storage = {}});
}

/// From the catalogue's instance: 1 s at most for 16,384 accelerators.
void BM_TopologyWrittenOut(benchmark::State& state) {
  const catalog::Catalog catalog({std::filesystem::path(FMPLAN_SOURCE_DIR) / "catalogs"});
  const hardware::Cluster cluster{.instance = catalog.instance("p5.48xlarge"),
                                  .num_nodes = static_cast<int>(state.range(0)) / 8,
                                  .checkpoint_storage = {}};
  std::size_t bytes = 0;
  for (auto _ : state) {
    const auto links = network::topology(cluster).links();
    bytes = links.size() * sizeof(network::TopologyLink);
    benchmark::DoNotOptimize(links.data());
  }
  state.counters["MB"] = static_cast<double>(bytes) / 1e6;
}
BENCHMARK(BM_TopologyWrittenOut)->Arg(128)->Arg(1024)->Arg(16384)->Arg(131072)->Unit(benchmark::kMillisecond);

void BM_Route(benchmark::State& state) {
  const network::Topology topology = p5_network(2048);
  std::vector<int> links;
  int from = 0;
  for (auto _ : state) {
    links.clear();
    from = (from + 4099) % topology.num_accelerators();
    topology.append_route(from, topology.num_accelerators() - 1 - from, links);
    benchmark::DoNotOptimize(links.data());
  }
}
BENCHMARK(BM_Route);

void BM_BisectionBandwidth(benchmark::State& state) {
  const network::Topology topology = p5_network(static_cast<int>(state.range(0)) / 8);
  for (auto _ : state) benchmark::DoNotOptimize(bisection_bandwidth(topology));
}
BENCHMARK(BM_BisectionBandwidth)->Arg(1024)->Arg(16384)->Unit(benchmark::kMillisecond);

void BM_Bottleneck(benchmark::State& state) {
  const network::Topology topology = p5_network(2048);
  for (auto _ : state) benchmark::DoNotOptimize(bottleneck(topology, {.num_ranks = 2048, .stride = 8}));
}
BENCHMARK(BM_Bottleneck)->Unit(benchmark::kMillisecond);

void BM_TopologySvg(benchmark::State& state) {
  const network::Topology topology = p5_network(2048);
  for (auto _ : state) benchmark::DoNotOptimize(topology_svg(topology, {}));
}
BENCHMARK(BM_TopologySvg)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace fmplan
