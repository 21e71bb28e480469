#pragma once

/// @file
/// In which order each rank of a pipeline takes its micro-batches.  Here are orders only; when things happen is
/// core/sim/step/pipeline_simulation.h, and the laws of the schedules are core/model/schedule_laws.h.
///
/// The model is cut into *stages*, numbered from its first layer to its last; a rank holds one or several of them, its
/// *chunks*, numbered from 0 on each rank.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/issue.h"
#include "core/model/parallel_plan.h"

namespace fmplan::sim {

struct PipelineShape {
  model::PipelineSchedule schedule = model::PipelineSchedule::kOneForwardOneBackward;
  int pipeline = 1;           ///< ranks, p
  int virtual_pipeline = 1;   ///< stages a rank holds, v; 1 for DualPipe, whose ranks hold a second stage as a copy
  int num_micro_batches = 1;  ///< m

  friend bool operator==(const PipelineShape&, const PipelineShape&) = default;
};

/// What the simulation takes on: forward passes p·v·m of one step.
inline constexpr std::int64_t kMaxForwardPasses = std::int64_t{1} << 21;

/// The rules that a shape breaks, with what to use instead; `where` is the key within "parallel", or
/// "micro_batches".  Empty when pipeline_operations() can be asked.
///
///   all                p, v, m >= 1, p·v·m <= kMaxForwardPasses
///   GPipe, ZB-H1       v = 1
///   1F1B with v > 1    m a multiple of p [Narayanan et al. 2021, §2.2.2; Megatron-LM with groups of p]
///   ZB-V               v = 2
///   DualPipe           v = 1, p even, m even, m >= 2p [DeepSeek-AI, github.com/deepseek-ai/DualPipe]
Issues check_shape(const PipelineShape& shape);

/// Stages of the model: p·v; of DualPipe p, each held by two ranks.
int num_stages(const PipelineShape& shape);
/// Chunks that a rank passes in turn: v; of DualPipe 2.
int num_chunks(const PipelineShape& shape);

struct StagePlace {
  int rank = 0;
  int chunk = 0;

  friend bool operator==(const StagePlace&, const StagePlace&) = default;
};

/// Where a micro-batch meets a stage: at rank `stage` mod p, chunk `stage` div p; of ZB-V the second chunks run back
/// from the last rank to the first; of DualPipe the second half of the micro-batches runs through the second copy,
/// which lies in opposite order.
StagePlace place_of(const PipelineShape& shape, int stage, int micro_batch);

/// The stage that a chunk is.  Inverse of place_of().
int stage_of(const PipelineShape& shape, StagePlace place);

enum class PassKind : std::int8_t {
  kForward,
  kBackward,           ///< gradients of inputs and weights
  kBackwardInput,      ///< of inputs only
  kBackwardWeight,     ///< of weights, for which kBackwardInput left them
  kForwardAndBackward  ///< a forward pass and another micro-batch's backward pass, kernel beside kernel
};

/// One thing a rank does.
struct Operation {
  PassKind kind = PassKind::kForward;
  int micro_batch = 0;
  int chunk = 0;
  int beside_micro_batch = 0;  ///< of kForwardAndBackward: the backward pass's
  int beside_chunk = 0;

  friend bool operator==(const Operation&, const Operation&) = default;
};

/// All operations of a step, rank by rank in the order in which the rank takes them.
struct PipelineOperations {
  PipelineShape shape;
  std::vector<Operation> list;
  std::vector<std::size_t> first{0};  ///< of each rank in `list`, and one behind the last

  std::span<const Operation> of_rank(int rank) const;

  friend bool operator==(const PipelineOperations&, const PipelineOperations&) = default;
};

/// The order of a schedule.  A pipeline of one stage takes each micro-batch's backward pass after its forward pass,
/// whatever the schedule, but breadth-first.  @pre check_shape(shape).empty().
///
///   GPipe          all forward passes, then all backward passes [Huang et al. 2019, arXiv:1811.06965, §2.3]
///   1F1B           p − i − 1 forward passes on rank i, then one forward, one backward
///                  [Narayanan et al. 2021, arXiv:2104.04473, §2.2.1]
///   interleaved    the same with chunks, in groups of p micro-batches a chunk; 2(p − i − 1) + (v − 1)p first
///                  [§2.2.2; Megatron-LM, core/pipeline_parallel/schedules.py]
///   breadth-first  a chunk for all micro-batches, then the next [Lamy-Poirier 2023, arXiv:2211.05953]
///   ZB-H1          1F1B; weight gradients follow i micro-batches later and fill the end
///                  [Qi et al. 2024, arXiv:2401.10241, §2.1]
///   ZB-V           down the ranks with chunk 0, up with chunk 1, backward passes split [§6; PyTorch,
///                  torch/distributed/pipelining/schedules.py]
///   DualPipe       micro-batches from both ends; forward beside backward passes, few of them split
///                  [DeepSeek-AI 2024, arXiv:2412.19437, §3.2.1; github.com/deepseek-ai/DualPipe]
PipelineOperations pipeline_operations(const PipelineShape& shape);

/// Most micro-batches whose activations each rank holds at once, in units of its whole stages (a chunk is 1/v).  Held
/// are they from the start of the forward pass to the end of the backward pass, of a split one to the end of its weight
/// gradients.  As a rank does one thing after the other, this follows from the order alone, whatever the times.  Where
/// chunks of a rank differ, `shares` are those of each in its activations, by stage (model::chunk_shares()).
std::vector<double> peak_in_flight(const PipelineOperations& operations, std::span<const double> shares = {});

/// `F3`, `B3`, `I3` (input gradients), `W3`, `F5+B2`; of several chunks with the chunk, `F3.1`.
std::string operation_name(const Operation& operation, bool with_chunk);

}  // namespace fmplan::sim
