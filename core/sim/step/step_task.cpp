#include "core/sim/step/step_task.h"

#include <array>

namespace fmplan::sim {

std::string_view step_task_name(StepTaskKind kind) {
  static constexpr std::array<std::string_view, kNumStepTaskKinds> kNames = {
      "forward",      "backward",      "backward_input", "backward_weight", "forward_and_backward",
      "send_forward", "send_backward", "gather",         "reduce",          "optimizer",
      "host"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view step_stream_name(StepStream stream) {
  static constexpr std::array<std::string_view, kNumStepStreams> kNames = {"compute", "send forward", "send backward",
                                                                           "data parallel"};
  return kNames[static_cast<std::size_t>(stream)];
}

}  // namespace fmplan::sim
