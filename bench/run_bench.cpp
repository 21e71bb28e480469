// The simulation of a run: Llama 3 405B's 54 days on 16,384 H100 (2,048 nodes), failing as it did.  Items are
// interruptions.

#include <sys/resource.h>

#include <benchmark/benchmark.h>

#include "core/sim/run/run.h"
#include "core/sim/run/run_simulation.h"

namespace fmplan::sim {
namespace {

/// Sixteen spares; checkpoints in memory at the optimal interval, every tenth on storage too.
RunSettings llama3_run() {
  RunSettings settings;
  settings.productive = 54 * day;
  settings.step = 5 * second;
  settings.mean_nodes = 2048;
  settings.accelerators = 16'384;
  settings.failures.per_1000_node_days = 419 / (54 * 2048.0) * 1000;
  settings.failures.num_events = 419;
  settings.recovery = {.name = "bench",
                       .detection = 1 * minute,
                       .diagnosis = 2 * minute,
                       .swap = 30 * second,
                       .replacement = 2 * hour,
                       .repair = 12 * hour,
                       .initialisation = 2 * minute};
  settings.checkpoint.levels = {
      {.name = "memory",
       .stall = 1 * second,
       .persist_lag = 10 * second,
       .reload = 20 * second,
       .survives = LossScope::kNode},
      {.name = "storage", .every = 10, .stall = 1 * second, .persist_lag = 2 * minute, .reload = 3 * minute}};
  settings.spare_nodes = 16;
  return settings;
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024 / 1e6;
}

/// Trials and levels of checkpoints, on one thread.
void BM_SimulateRun(benchmark::State& state) {
  RunSettings settings = llama3_run();
  if (state.range(1) == 1) settings.checkpoint.levels.erase(settings.checkpoint.levels.begin());
  settings.checkpoint.levels.front().every = 1;
  double interruptions = 0;
  for (auto _ : state) {
    const RunSimulation run = simulate_run(settings, {.trials = state.range(0)});
    interruptions += run.interruptions.estimate.mean * static_cast<double>(run.trials);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(interruptions));
  state.counters["interruptions"] = interruptions / static_cast<double>(state.iterations());
  state.counters["peak_MB"] = peak_megabytes();
}
BENCHMARK(BM_SimulateRun)
    ->ArgNames({"trials", "levels"})
    ->Args({1'000, 1})
    ->Args({1'000, 2})
    ->Args({10'000, 1})
    ->Args({10'000, 2})
    ->Args({100'000, 1})
    ->Unit(benchmark::kMillisecond);

void BM_ExpectedRun(benchmark::State& state) {
  const RunSettings settings = llama3_run();
  for (auto _ : state) benchmark::DoNotOptimize(expected_run(settings));
}
BENCHMARK(BM_ExpectedRun)->Unit(benchmark::kMicrosecond);

void BM_MeanRun(benchmark::State& state) {
  const RunSettings settings = llama3_run();
  for (auto _ : state) benchmark::DoNotOptimize(mean_run(settings));
}
BENCHMARK(BM_MeanRun)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace fmplan::sim
