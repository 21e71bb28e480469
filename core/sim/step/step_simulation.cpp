#include "core/sim/step/step_simulation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "core/base/integers.h"
#include "core/sim/step/build_step.h"
#include "core/sim/step/step_time.h"

namespace fmplan::sim {
namespace {

/// What one simulation takes on, all replicas together.
constexpr std::int64_t kMostTasks = std::int64_t{1} << 24;

/// Replicas to simulate: those that something sets apart, and one for all others.
std::vector<int> replicas_of(const StepJob& job, const SimulationSettings& settings) {
  std::vector<int> replicas;
  const int num = job.settings.plan.data;
  if (settings.jitter > 0) {
    for (int replica = 0; replica < num; ++replica) replicas.push_back(replica);
    return replicas;
  }
  for (const SlowRank& slow : settings.slow) replicas.push_back(slow.replica);
  std::sort(replicas.begin(), replicas.end());
  replicas.erase(std::unique(replicas.begin(), replicas.end()), replicas.end());
  for (int replica = 0; replica < num; ++replica)
    if (!std::binary_search(replicas.begin(), replicas.end(), replica)) {
      replicas.push_back(replica);
      break;
    }
  return replicas;
}

/// Activations of a rank over time; `shares` as of peak_in_flight().
std::vector<ActivationCount> activations_of(const PipelineOperations& operations, const PipelineTasks& tasks,
                                            const TaskTimes& times, std::span<const double> shares, int rank) {
  const PipelineShape& shape = operations.shape;
  const auto share = [&](int chunk) {
    return shares.empty() ? 1.0 / shape.virtual_pipeline : shares[at(stage_of(shape, {rank, chunk}))];
  };
  std::vector<ActivationCount> counts = {{0, 0}};
  const auto add = [&](std::int64_t time_ns, double change) {
    counts.push_back({time_ns, counts.back().micro_batches + change});
  };
  const auto list = operations.of_rank(rank);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::size_t task = at(tasks.operations[operations.first[at(rank)] + i]);
    const double chunk = share(list[i].chunk);
    switch (list[i].kind) {
      case PassKind::kForward: add(times.start_ns[task], chunk); break;
      case PassKind::kForwardAndBackward:
        add(times.start_ns[task], chunk);
        add(times.end_ns[task], -share(list[i].beside_chunk));
        break;
      case PassKind::kBackward:
      case PassKind::kBackwardWeight: add(times.end_ns[task], -chunk); break;
      case PassKind::kBackwardInput: break;
    }
  }
  return counts;
}

SimulatedRank rank_of(const StepGraph& step, const TaskTimes& times, std::size_t simulated_replica, int rank,
                      Seconds optimizer) {
  const PipelineOperations& operations = step.operations;
  const PipelineTasks& tasks = step.pipelines[simulated_replica];
  const PipelineShape& shape = operations.shape;
  std::int64_t busy_ns = 0, sending_ns = 0;
  for (std::size_t i = operations.first[at(rank)]; i < operations.first[at(rank) + 1]; ++i)
    busy_ns += step.graph.durations_ns()[at(tasks.operations[i])];
  const bool blocking = step.times.send == PipelineSend::kBlocking;
  for (int stage = 0; stage < num_stages(shape); ++stage)
    for (int micro_batch = 0; micro_batch < shape.num_micro_batches; ++micro_batch) {
      if (place_of(shape, stage, micro_batch).rank != rank) continue;
      const std::size_t pass = at(stage) * at(shape.num_micro_batches) + at(micro_batch);
      for (const auto& [made, arrival] : {std::pair{tasks.forward[pass], tasks.forward_arrival[pass]},
                                          std::pair{tasks.backward_input[pass], tasks.backward_arrival[pass]}})
        if (made != arrival)
          sending_ns += blocking ? step.graph.durations_ns()[at(arrival)] : step.times.send_launch_ns;
    }
  SimulatedRank out;
  out.pipeline_rank = rank;
  out.busy = 1e-9 * static_cast<double>(busy_ns) * second;
  const Seconds span = 1e-9 * static_cast<double>(times.makespan_ns - sending_ns) * second;
  out.idle = std::max(Seconds{}, span - out.busy - optimizer);
  return out;
}

}  // namespace

Issues check_simulation(const StepJob& job, const SimulationSettings& settings) {
  const PipelineShape shape = pipeline_shape(job.settings);
  Issues issues = check_shape(shape);
  const model::ParallelPlan& plan = job.settings.plan;
  for (const SlowRank& slow : settings.slow) {
    const std::string where = fmt::format("slow {}/{}", slow.replica, slow.pipeline_rank);
    if (slow.replica < 0 || slow.replica >= plan.data)
      issues.push_back({where, fmt::format("there is no replica {}; use 0 to {}", slow.replica, plan.data - 1)});
    if (slow.pipeline_rank < 0 || slow.pipeline_rank >= plan.pipeline)
      issues.push_back(
          {where, fmt::format("there is no pipeline rank {}; use 0 to {}", slow.pipeline_rank, plan.pipeline - 1)});
    if (!(slow.factor >= 1 && slow.factor <= 1000))
      issues.push_back({where, fmt::format("factor {} is not from 1 to 1,000; 1.1 takes 10 % longer", slow.factor)});
  }
  if (!(settings.jitter >= 0 && settings.jitter <= 1))
    issues.push_back({"jitter", fmt::format("{} is not from 0 to 1; 0.02 is 2 %", settings.jitter)});
  if (!issues.empty()) return issues;
  // A pass has an operation, a send with its launch and, fully sharded, five tasks of traffic, either way.
  const double tasks = 16.0 * shape.pipeline * shape.virtual_pipeline * shape.num_micro_batches;
  const double replicas = static_cast<double>(replicas_of(job, settings).size());
  if (tasks * replicas > static_cast<double>(kMostTasks))
    issues.push_back(
        {"/micro_batches",
         fmt::format("{}{} × {} × {} passes are more tasks than the {} that a simulation takes on; {}use fewer "
                     "micro-batches",
                     replicas > 1 ? fmt::format("{} replicas of ", replicas) : "", shape.pipeline,
                     shape.virtual_pipeline, shape.num_micro_batches, kMostTasks,
                     settings.jitter > 0 ? "leave jitter out, or " : "")});
  return issues;
}

std::optional<StepSimulation> simulate_step(const StepJob& job, const SimulationSettings& settings) {
  const auto rates = step_rates(job.settings, job.instance, job.framework);
  const auto closed = step_time(job);
  if (!rates || !closed) return std::nullopt;
  const StageTable table = stage_table(job, *rates);
  const std::vector<int> replicas = replicas_of(job, settings);
  const StepGraph step = step_graph(job, table, settings, replicas);
  const TaskTimes times = simulate(step.graph);

  StepSimulation simulation;
  simulation.makespan_ns = times.makespan_ns;
  simulation.num_tasks = static_cast<std::int64_t>(step.graph.num_tasks());
  simulation.num_replicas = static_cast<int>(replicas.size());
  const model::MemorySettings memory = memory_settings(job.settings, job.framework);
  const model::StageLayout layout = stage_layout(job.model, memory);
  const std::vector<double> shares = chunk_shares(job.model, memory, layout);
  const std::vector<double> in_flight = peak_in_flight(step.operations, shares);
  simulation.memory = memory_use(job.model, memory, layout, in_flight);
  const model::ParallelPlan& plan = job.settings.plan;
  const Seconds update = table.optimizer + job.framework.habits[StepHabit::kHostPerStep] * second;
  Seconds busiest;
  for (std::size_t r = 0; r < replicas.size(); ++r)
    for (int rank = 0; rank < plan.pipeline; ++rank) {
      SimulatedRank out = rank_of(step, times, r, rank, update);
      out.replica = replicas[r];
      const bool for_others = r + 1 == replicas.size() && settings.jitter == 0;
      const std::int64_t alike = for_others ? plan.data - static_cast<std::int64_t>(replicas.size()) + 1 : 1;
      out.stands_for = alike * plan.tensor * plan.context;
      out.peak_in_flight = in_flight[at(rank)];
      out.memory = stage_memory_use(job.model, memory, layout, rank, in_flight).total();
      if (settings.keep_tasks)
        out.activations = activations_of(step.operations, step.pipelines[r], times, shares, rank);
      busiest = std::max(busiest, out.busy);
      simulation.ranks.push_back(std::move(out));
    }

  // Traffic that nothing hides lengthens the step; the rest slows the kernels it runs beside.
  std::vector<std::int64_t> durations_ns(step.graph.durations_ns().begin(), step.graph.durations_ns().end());
  for (const TaskId task : step.data_parallel) durations_ns[at(task)] = 0;
  const std::int64_t alone_ns = simulate(step.graph, durations_ns).makespan_ns;
  const Seconds exposed = 1e-9 * static_cast<double>(times.makespan_ns - alone_ns) * second;
  const Seconds traffic =
      closed->hidden_data_parallel + (*closed)[StepPart::kDataParallel] - closed->data_parallel_slowdown;
  const Seconds hidden = std::max(Seconds{}, settings.data_parallel_slowdown * traffic - exposed);
  const StepHabits& habits = job.framework.habits;
  const Seconds slower =
      hardware::beside_collective_time(busiest, hidden, habits[StepHabit::kBesideCollective]) - busiest;
  simulation.step_time = (1 + straggler_share(habits, plan, job.instance)) *
                         (1e-9 * static_cast<double>(times.makespan_ns) * second + slower);

  for (const StepGraph::Placed& placed : step.placed) {
    StepTask task = placed.what;
    task.start_ns = times.start_ns[at(placed.task)];
    task.end_ns = times.end_ns[at(placed.task)];
    if (task.end_ns > task.start_ns) simulation.tasks.push_back(task);
  }
  std::stable_sort(simulation.tasks.begin(), simulation.tasks.end(), [](const StepTask& a, const StepTask& b) {
    return std::tie(a.rank, a.stream, a.start_ns) < std::tie(b.rank, b.stream, b.start_ns);
  });
  return simulation;
}

}  // namespace fmplan::sim
