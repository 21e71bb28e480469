#pragma once

/// @file
/// When a pool's nodes come and go: as announced, and as luck has it.

#include <array>
#include <cstdint>
#include <vector>

#include "core/sim/programme/backfill.h"
#include "core/sim/programme/programme_settings.h"
#include "core/sim/programme/programme_summary.h"

namespace fmplan::sim {

/// What a pool has from some time on.
struct PoolNodes {
  double from_s = 0;
  int held = 0;           ///< delivered and not given back
  int unfit = 0;          ///< of those: being checked, defective, in maintenance
  int spares = 0;         ///< of those, but for those that stand in for defective ones
  int for_jobs = 0;       ///< the rest
  int most_for_jobs = 0;  ///< the most from then on

  friend bool operator==(const PoolNodes&, const PoolNodes&) = default;
};

/// In the order of time, one for each time at which something changes.
using PoolCalendar = std::vector<PoolNodes>;

/// A delivery as luck has it.
struct DeliveryLuck {
  double late_s = 0;
  int defective = 0;
};
/// Of all steps of pool number `pool`; nothing for those that deliver nothing.
std::vector<DeliveryLuck> draw_deliveries(const SimulatedPool& settings, std::uint64_t seed, int pool,
                                          std::int64_t trial);

/// @param luck one for each step
PoolCalendar pool_calendar(const SimulatedPool& pool, const std::vector<DeliveryLuck>& luck);

/// Changes of the nodes for jobs that a queue reckons with: without bad luck.
std::vector<Release> announced_changes(const SimulatedPool& pool);

/// Whether, so many days after each delivery was due, all nodes of the deliveries due by then but for the spares are
/// checked and good.
std::array<bool, kNumDeliveryDays> delivered_in_time(const SimulatedPool& pool, const std::vector<DeliveryLuck>& luck);

}  // namespace fmplan::sim
