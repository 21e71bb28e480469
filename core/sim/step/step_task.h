#pragma once

/// @file
/// The tasks of a simulated step, and what sets a step's ranks apart.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/names.h"

namespace fmplan::sim {

/// What a task of a step does.
enum class StepTaskKind : std::uint8_t {
  kForward,
  kBackward,
  kBackwardInput,
  kBackwardWeight,
  kForwardAndBackward,
  kSendForward,
  kSendBackward,
  kGather,  ///< parameters of a stage or layer
  kReduce,  ///< their gradients
  kOptimizer,
  kHost  ///< once a step: launches of the optimizer, gradient norm, logging
};
inline constexpr auto kStepTaskKindNames =
    names<StepTaskKind>({{"forward", StepTaskKind::kForward},
                         {"backward", StepTaskKind::kBackward},
                         {"backward_input", StepTaskKind::kBackwardInput},
                         {"backward_weight", StepTaskKind::kBackwardWeight},
                         {"forward_and_backward", StepTaskKind::kForwardAndBackward},
                         {"send_forward", StepTaskKind::kSendForward},
                         {"send_backward", StepTaskKind::kSendBackward},
                         {"gather", StepTaskKind::kGather},
                         {"reduce", StepTaskKind::kReduce},
                         {"optimizer", StepTaskKind::kOptimizer},
                         {"host", StepTaskKind::kHost}});
inline constexpr std::size_t kNumStepTaskKinds = kStepTaskKindNames.count;
/// "forward", "backward", … as traces name them.
inline std::string_view step_task_name(StepTaskKind kind) { return kStepTaskKindNames.name(kind); }

/// What runs side by side on one accelerator.
enum class StepStream : std::uint8_t { kCompute, kSendForward, kSendBackward, kDataParallel };
inline constexpr auto kStepStreamNames = names<StepStream>({{"compute", StepStream::kCompute},
                                                            {"send forward", StepStream::kSendForward},
                                                            {"send backward", StepStream::kSendBackward},
                                                            {"data parallel", StepStream::kDataParallel}});
inline constexpr std::size_t kNumStepStreams = kStepStreamNames.count;
inline std::string_view step_stream_name(StepStream stream) { return kStepStreamNames.name(stream); }

struct StepTask {
  StepTaskKind kind = StepTaskKind::kForward;
  StepStream stream = StepStream::kCompute;
  int rank = 0;           ///< of StepSimulation::ranks
  int stage = 0;          ///< of the model, from its first layer to its last
  int micro_batch = -1;   ///< none: of the whole step
  int beside_stage = -1;  ///< of kForwardAndBackward: the backward pass
  int beside_micro_batch = -1;
  std::int64_t start_ns = 0;
  std::int64_t end_ns = 0;

  friend bool operator==(const StepTask&, const StepTask&) = default;
};

/// An accelerator that takes `factor` times as long for its kernels.
struct SlowRank {
  int replica = 0;
  int pipeline_rank = 0;
  double factor = 1;
};

struct SimulationSettings {
  std::vector<SlowRank> slow{};
  double jitter = 0;  ///< standard deviation of the logarithm of each pass's time, rank by rank
  std::uint64_t seed = 1;
  double send_slowdown = 1;           ///< of sends between stages, by contention
  double data_parallel_slowdown = 1;  ///< of gradient and parameter traffic
  bool keep_tasks = false;
};

}  // namespace fmplan::sim
