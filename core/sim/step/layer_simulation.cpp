#include "core/sim/step/layer_simulation.h"

#include <algorithm>
#include <array>

#include "core/sim/step/task_graph.h"

namespace fmplan::sim {
namespace {

Seconds makespan(const TaskGraph& graph) { return 1e-9 * static_cast<double>(simulate(graph).makespan_ns) * second; }

void expose_ring(PassTime& pass, int context) {
  const Seconds exposed = ring_attention_time(pass.attention, pass.context_exchange, context) - pass.attention;
  pass.context_parallel = std::max(pass.context_parallel, exposed);
}

void expose_two_batches(PassTime& pass, int num_layers) {
  const Seconds compute = pass.total() - pass.expert_parallel;
  const Seconds exposed = two_batch_time(compute, pass.expert_exchange, num_layers) / (2.0 * num_layers) - compute;
  pass.expert_parallel = std::max(pass.expert_parallel, exposed);
}

}  // namespace

Seconds ring_attention_time(Seconds attention, Seconds exchange, int context) {
  if (context == 1) return attention;
  TaskGraph graph;
  const ResourceId compute = graph.add_stream(), ring = graph.add_stream();
  graph.add_task(compute, whole_nanoseconds(attention / context));
  for (int block = 1; block < context; ++block) {
    const TaskId arrival = graph.add_task(ring, whole_nanoseconds(exchange / (context - 1)));
    const TaskId attend = graph.add_task(compute, whole_nanoseconds(attention / context));
    graph.add_dependency(arrival, attend);
  }
  return makespan(graph);
}

Seconds two_batch_time(Seconds compute, Seconds exchange, int num_layers) {
  TaskGraph graph;
  const ResourceId kernels = graph.add_stream(), network = graph.add_stream();
  const std::int64_t half_ns = whole_nanoseconds(compute / 2), way_ns = whole_nanoseconds(exchange / 2);
  constexpr TaskId kNothing = -1;  // no task yet
  std::array<TaskId, 2> before = {kNothing, kNothing};
  for (int layer = 0; layer < num_layers; ++layer)
    for (int half = 0; half < 2; ++half)
      for (TaskId& last : before) {
        const TaskId work = graph.add_task(kernels, half_ns);
        if (last != kNothing) graph.add_dependency(last, work);
        last = graph.add_task(network, way_ns);
        graph.add_dependency(work, last);
      }
  return makespan(graph);
}

LayerSet with_simulated_exchange(LayerSet layers, const model::ParallelPlan& plan, int num_layers) {
  const auto expose = [&](LayerTime& layer, bool mixture) {
    for (PassTime* pass : {&layer.forward, &layer.backward}) {
      expose_ring(*pass, plan.context);
      if (mixture && plan.overlap.expert) expose_two_batches(*pass, num_layers);
    }
  };
  for (std::size_t kind = 0; kind < model::kNumLayerKinds; ++kind)
    expose(layers.layers[kind], has_experts(static_cast<model::LayerKind>(kind)));
  expose(layers.module, false);
  return layers;
}

}  // namespace fmplan::sim
