#include "core/sim/run/trial.h"

#include <numeric>

namespace fmplan::sim {

std::string_view run_time_name(RunTime time) {
  constexpr std::array<std::string_view, kNumRunTimes> kNames = {
      "productive", "evaluation",  "data_stall", "checkpoint", "lost",      "reduced",
      "detection",  "replacement", "restart",    "planned",    "cold_start"};
  return kNames[static_cast<std::size_t>(time)];
}

std::string_view run_event_name(RunEventKind kind) {
  constexpr std::array<std::string_view, kNumRunEventKinds> kNames = {
      "training", "lost_training", "detection", "replacement", "restart", "planned", "reduced", "cold_start"};
  return kNames[static_cast<std::size_t>(kind)];
}

int RunTrial::num_interruptions() const { return std::accumulate(interruptions.begin(), interruptions.end(), 0); }

}  // namespace fmplan::sim
