#pragma once

#include <optional>

#include "core/export/ledger.h"
#include "core/programme/study.h"

namespace fmplan::exports {

/// What a plan expects of the node-hours of a ledger's row: what a bill's are held against, beside their price.
struct PlannedUse {
  std::optional<double> failure_hours{};  ///< held by jobs and not productive: failures, recoveries, checkpoints
  std::optional<double> idle_hours{};     ///< kept by a project between two of its tasks
  std::optional<double> step_time_s{};    ///< predicted, of the runs that have the other hours
};

/// Hours are the row's times the share that the pool's have over all simulated trials, alike for its organisations and
/// months: trials are not summed up by both.  A step time is there where, by the placement, all that the organisation
/// does on the pool in that month are runs of one.  Nothing is known of nodes that no organisation has.
PlannedUse planned_use(const programme::Study& study, const LedgerEntry& entry);

}  // namespace fmplan::exports
