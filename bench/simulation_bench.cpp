// The event engine on pipelines; an event is the end of a task (a pass or a send).

#include <benchmark/benchmark.h>

#include "core/sim/step/pipeline_simulation.h"
#include "core/sim/step/task_graph.h"

namespace fmplan::sim {
namespace {

PipelineShape shape_of(const benchmark::State& state) {
  return {.schedule = model::PipelineSchedule::kOneForwardOneBackward,
          .pipeline = static_cast<int>(state.range(0)),
          .virtual_pipeline = static_cast<int>(state.range(1)),
          .num_micro_batches = static_cast<int>(state.range(2))};
}

/// Times that do not coincide, so that the queue has something to order.
PipelineTimes uneven_times(const PipelineShape& shape) {
  PipelineTimes times = equal_stages(
      shape,
      {.forward_ns = 1'000'003, .backward_input_ns = 1'000'033, .backward_weight_ns = 900'001, .send_ns = 50'021});
  for (std::size_t stage = 0; stage < times.forward_ns.size(); ++stage)
    times.forward_ns[stage] += static_cast<std::int64_t>(stage * stage % 1009);
  return times;
}

TaskGraph graph_of(const PipelineShape& shape) {
  TaskGraph graph;
  build_pipeline(graph, pipeline_operations(shape), uneven_times(shape));
  return graph;
}

/// From the shape to the timeline: order, graph, events, times of every rank.
void BM_PipelineWhole(benchmark::State& state) {
  const PipelineShape shape = shape_of(state);
  const PipelineTimes times = uneven_times(shape);
  for (auto _ : state) benchmark::DoNotOptimize(simulate_pipeline(shape, times).makespan_ns);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(graph_of(shape).num_tasks()));
}

void BM_PipelineGraph(benchmark::State& state) {
  const PipelineShape shape = shape_of(state);
  const PipelineTimes times = uneven_times(shape);
  for (auto _ : state) {
    TaskGraph graph;
    build_pipeline(graph, pipeline_operations(shape), times);
    benchmark::DoNotOptimize(graph.num_tasks());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(graph_of(shape).num_tasks()));
}

void BM_PipelineEvents(benchmark::State& state) {
  const TaskGraph graph = graph_of(shape_of(state));
  for (auto _ : state) benchmark::DoNotOptimize(simulate(graph).makespan_ns);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(graph.num_tasks()));
}

void pipelines(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"p", "v", "m"})
      ->Args({16, 8, 128})
      ->Args({8, 1, 64})
      ->Args({64, 4, 1024})
      ->Unit(benchmark::kMillisecond);
}
BENCHMARK(BM_PipelineWhole)->Apply(pipelines);
BENCHMARK(BM_PipelineGraph)->Apply(pipelines);
BENCHMARK(BM_PipelineEvents)->Apply(pipelines);

}  // namespace
}  // namespace fmplan::sim
