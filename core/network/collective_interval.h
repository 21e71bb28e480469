#pragma once

/// @file
/// How far a predicted collective may be off, by what was measured: of this collective, in this band of sizes, over so
/// many domains of so many ranks.  Where no row lies the interval is wide, however well another cell is known.

#include <optional>

#include "core/network/collective_group.h"
#include "core/network/collective_profile.h"

namespace fmplan::network {

struct CollectiveInterval {
  TimeFactors factors;        ///< 80 % of measurements lie between, over the prediction
  std::optional<int> points;  ///< sizes measured in the cell; 0: none, so that systems left out say how wide; none: the
                              ///< profile does not say
};

/// The profile's cell of the collective and size band with as many domains as the group (beyond two: the nearest, at
/// most twice as many or half) and ranks a domain at most twice as many or half; else unmeasured_factors().
CollectiveInterval collective_interval(const CollectiveProfile& profile, Collective collective, Bytes payload,
                                       const CollectiveGroup& group);

/// Where a machine was not measured: what 80 % of rows of whole systems lie between when only other systems are known
/// [validation/COLLECTIVES.md], by size band, inside a domain or across.
TimeFactors unmeasured_factors(int size_band, bool across);

/// What one call takes at least where a program starts it from its own thread and waits, as benchmarks written in
/// Python and one process that drives eight GPUs do, on whatever GPU: 35 µs (SuperBench, A100), 46 µs (SimuMax, H100),
/// 48 µs (stas00, B200), of an all-to-all of eight, which posts a send and a receive for each peer, 76 and 87 µs.  Time
/// of the host, which kernels in a queue hide.
Seconds program_floor(Collective collective);

}  // namespace fmplan::network
