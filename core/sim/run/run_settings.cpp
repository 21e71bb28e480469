#include "core/sim/run/run_settings.h"

#include <array>

namespace fmplan::sim {

std::string_view run_cause_name(RunCause cause) {
  constexpr std::array<std::string_view, kNumRunCauses> kNames = {"node",       "process",           "lemon",
                                                                  "group",      "silent_corruption", "slow_node",
                                                                  "preemption", "maintenance",       "capacity_end"};
  return kNames[static_cast<std::size_t>(cause)];
}

std::string_view loss_scope_name(LossScope scope) {
  constexpr std::array<std::string_view, kNumLossScopes> kNames = {"process", "node", "group", "job"};
  return kNames[static_cast<std::size_t>(scope)];
}

}  // namespace fmplan::sim
