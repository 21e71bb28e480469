#include "core/picture/step_caption.h"

#include <algorithm>
#include <cstddef>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fmplan::picture {
namespace {

using sim::StepTask;
using sim::StepTaskKind;

std::string with_micro_batch(const char* name, const StepTask& task) {
  return task.micro_batch < 0 ? name : fmt::format("{} {}", name, task.micro_batch);
}

bool is_pass(StepTaskKind kind) {
  return kind == StepTaskKind::kForward || kind == StepTaskKind::kBackward || kind == StepTaskKind::kBackwardInput ||
         kind == StepTaskKind::kBackwardWeight || kind == StepTaskKind::kForwardAndBackward;
}

}  // namespace

std::vector<std::vector<Bytes>> held_memory(const sim::StepJob& job, const sim::StepSimulation& simulation) {
  const model::MemorySettings settings = memory_settings(job.settings, job.framework);
  std::vector<double> in_flight(static_cast<std::size_t>(job.settings.plan.pipeline));
  std::vector<std::vector<Bytes>> memory;
  for (const sim::SimulatedRank& rank : simulation.ranks) {
    // Counts come back again and again.
    std::map<double, Bytes> known;
    std::vector<Bytes>& of_rank = memory.emplace_back();
    for (const sim::ActivationCount& count : rank.activations) {
      const auto [found, is_new] = known.try_emplace(count.micro_batches);
      if (is_new) {
        in_flight[static_cast<std::size_t>(rank.pipeline_rank)] = count.micro_batches;
        found->second = stage_memory_use(job.model, settings, rank.pipeline_rank, in_flight).total();
      }
      of_rank.push_back(found->second);
    }
  }
  return memory;
}

std::string task_label(const StepTask& task) {
  switch (task.kind) {
    case StepTaskKind::kForward: return fmt::format("F{}", task.micro_batch);
    case StepTaskKind::kBackward: return fmt::format("B{}", task.micro_batch);
    case StepTaskKind::kBackwardInput: return fmt::format("I{}", task.micro_batch);
    case StepTaskKind::kBackwardWeight: return fmt::format("W{}", task.micro_batch);
    case StepTaskKind::kForwardAndBackward: return fmt::format("F{}+B{}", task.micro_batch, task.beside_micro_batch);
    case StepTaskKind::kSendForward: return fmt::format("send F{}", task.micro_batch);
    case StepTaskKind::kSendBackward: return fmt::format("send B{}", task.micro_batch);
    case StepTaskKind::kGather: return with_micro_batch("gather", task);
    case StepTaskKind::kReduce: return with_micro_batch("reduce", task);
    case StepTaskKind::kOptimizer: return "optimizer";
    case StepTaskKind::kHost: return "host";
  }
  return {};
}

std::string rank_label(const sim::StepSimulation& simulation, const sim::SimulatedRank& rank) {
  return simulation.num_replicas > 1 ? fmt::format("replica {}, rank {}", rank.replica, rank.pipeline_rank)
                                     : fmt::format("rank {}", rank.pipeline_rank);
}

std::vector<std::vector<int>> stages_by_rank(const sim::StepSimulation& simulation) {
  std::vector<std::vector<int>> stages(simulation.ranks.size());
  // A rank has few stages and takes them in turn, so that a look through those found is enough.
  const auto add = [&](int rank, int stage) {
    std::vector<int>& found = stages[static_cast<std::size_t>(rank)];
    if (std::find(found.begin(), found.end(), stage) == found.end()) found.push_back(stage);
  };
  for (const StepTask& task : simulation.tasks) {
    if (!is_pass(task.kind)) continue;
    add(task.rank, task.stage);
    if (task.kind == StepTaskKind::kForwardAndBackward) add(task.rank, task.beside_stage);
  }
  for (std::vector<int>& found : stages) std::sort(found.begin(), found.end());
  return stages;
}

std::string stages_text(const std::vector<int>& stages, std::size_t most) {
  if (stages.empty()) return {};
  if (stages.size() == 1) return fmt::format("stage {}", stages.front());
  if (stages.size() <= most) return fmt::format("stages {}", fmt::join(stages, ", "));
  return fmt::format("stages {} … {}",
                     fmt::join(stages.begin(), stages.begin() + static_cast<std::ptrdiff_t>(most) - 1, ", "),
                     stages.back());
}

double idle_share(const sim::StepSimulation& simulation) {
  double accelerators = 0, idle_ns = 0;
  for (const sim::SimulatedRank& rank : simulation.ranks) {
    accelerators += static_cast<double>(rank.stands_for);
    idle_ns += static_cast<double>(rank.stands_for) * (rank.idle / nanosecond);
  }
  const double whole_ns = accelerators * static_cast<double>(simulation.makespan_ns);
  return whole_ns > 0 ? idle_ns / whole_ns : 0;
}

}  // namespace fmplan::picture
