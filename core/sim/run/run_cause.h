#pragma once

/// @file
/// What an interruption takes away, and why a run stands still: one table.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/names.h"

namespace fmplan::sim {

/// What an interruption takes away, each with all before it; and what a checkpoint survives.
enum class LossScope : std::uint8_t {
  kProcess,  ///< accelerator memory
  kNode,     ///< one node's memory and drives
  kGroup,    ///< those of the nodes behind one switch
  kJob,      ///< those of all nodes
};
inline constexpr auto kLossScopeNames = names<LossScope>({{"process", LossScope::kProcess},
                                                          {"node", LossScope::kNode},
                                                          {"group", LossScope::kGroup},
                                                          {"job", LossScope::kJob}});
inline constexpr std::size_t kNumLossScopes = kLossScopeNames.count;
constexpr std::string_view loss_scope_name(LossScope scope) { return kLossScopeNames.name(scope); }

/// Why a run stands still.
enum class RunCause : std::uint8_t {
  kNode,              ///< a node is lost
  kProcess,           ///< processes die, their nodes go on
  kLemon,             ///< a node that fails far more often than the others is lost
  kGroup,             ///< nodes behind one switch, or of one rack, are lost together
  kSilentCorruption,  ///< wrong numbers, found late
  kSlowNode,          ///< a node that was found to be slow is taken out
  kPreemption,        ///< spot capacity is taken back
  kSiteOutage,        ///< power or cooling stops the whole cluster
  kMaintenance,       ///< planned
  kCapacityEnd,       ///< a capacity block ends, the next one begins later
};

struct RunCauseTraits {
  RunCause cause;
  std::string_view name;   ///< in JSON
  std::string_view label;  ///< for people
  LossScope takes;
  bool is_planned = false;
};

/// In the order of the enumeration.
inline constexpr std::array kRunCauses = {
    RunCauseTraits{RunCause::kNode, "node", "node lost", LossScope::kNode},
    RunCauseTraits{RunCause::kProcess, "process", "process died", LossScope::kProcess},
    RunCauseTraits{RunCause::kLemon, "lemon", "lemon node lost", LossScope::kNode},
    RunCauseTraits{RunCause::kGroup, "group", "group of nodes lost", LossScope::kGroup},
    RunCauseTraits{RunCause::kSilentCorruption, "silent_corruption", "silent corruption", LossScope::kNode},
    RunCauseTraits{RunCause::kSlowNode, "slow_node", "slow node taken out", LossScope::kNode},
    RunCauseTraits{RunCause::kPreemption, "preemption", "preemption", LossScope::kJob},
    RunCauseTraits{RunCause::kSiteOutage, "site_outage", "outage of the site", LossScope::kJob},
    RunCauseTraits{RunCause::kMaintenance, "maintenance", "maintenance", LossScope::kJob, true},
    RunCauseTraits{RunCause::kCapacityEnd, "capacity_end", "capacity block ended", LossScope::kJob, true},
};
inline constexpr std::size_t kNumRunCauses = kRunCauses.size();

constexpr const RunCauseTraits& traits(RunCause cause) { return kRunCauses[static_cast<std::size_t>(cause)]; }
constexpr std::string_view run_cause_name(RunCause cause) { return traits(cause).name; }
constexpr bool is_planned(RunCause cause) { return traits(cause).is_planned; }

static_assert(
    [] {
      for (std::size_t i = 0; i < kNumRunCauses; ++i)
        if (kRunCauses[i].cause != static_cast<RunCause>(i)) return false;
      return true;
    }(),
    "rows of kRunCauses are in the order of RunCause");

}  // namespace fmplan::sim
