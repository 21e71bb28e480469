#pragma once

/// @file
/// What pictures of a simulated step (step_trace.h, step_svg.h) write beside it, and how they name ranks and tasks.

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/quantity.h"
#include "core/sim/step/step_simulation.h"

namespace fmplan::picture {

struct StepCaption {
  std::string scenario;
  std::string plan;
  /// What each rank holds at each of its activation counts, in the order of SimulatedRank::activations.  Empty:
  /// unknown.
  std::vector<std::vector<Bytes>> memory{};
};

/// StepCaption::memory of a simulated job: at each count what stage_memory_use() returns for a rank that holds as many
/// micro-batches.
std::vector<std::vector<Bytes>> held_memory(const sim::StepJob& job, const sim::StepSimulation& simulation);

/// `F3`, `B3`, `I3` (gradients of inputs), `W3` (of weights), `F5+B2`, `send F3`, `send B3` (the gradient of its
/// input), `gather`, `reduce`, … with the micro-batch where there is one.
std::string task_label(const sim::StepTask& task);

/// "rank 3"; "replica 1, rank 3" where several replicas were simulated.
std::string rank_label(const sim::StepSimulation& simulation, const sim::SimulatedRank& rank);

/// The stages whose passes each rank takes, in ascending order.  Empty lists if no tasks were kept.
std::vector<std::vector<int>> stages_by_rank(const sim::StepSimulation& simulation);

/// "stage 3", "stages 0, 4, 8, 12"; of more than `most` "stages 0, 4 … 76"; empty for none.  @pre most >= 3
std::string stages_text(const std::vector<int>& stages, std::size_t most = 4);

/// Share of the step in which compute streams have nothing to do: the bubble, and traffic that compute waits for.  Mean
/// over the accelerators that the ranks stand for.
double idle_share(const sim::StepSimulation& simulation);

}  // namespace fmplan::picture
