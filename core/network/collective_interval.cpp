#include "core/network/collective_interval.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace fmplan::network {
namespace {

/// How far a cell may lie from the group to speak for it, as a ratio: chosen.
constexpr double kNear = 2;

using Bands = std::array<TimeFactors, kNumSizeBands>;
// 10 % and 90 % of measured over predicted, of rows of systems left out, each system with one vote: `fmplan validate
// collectives`.
constexpr Bands kInside = {{{0.61, 1.26}, {0.70, 1.39}, {0.78, 1.38}, {0.86, 1.30}, {0.78, 1.10}}};
constexpr Bands kAcross = {{{0.50, 3.2}, {0.65, 2.5}, {0.75, 2.8}, {0.77, 1.65}, {0.78, 1.45}}};

double distance(int a, int b) { return std::abs(std::log(static_cast<double>(a) / b)); }

/// With two domains they exchange once; beyond two trees and rings grow alike.
bool same_kind(int a, int b) { return a == b || (a > 2 && b > 2); }

}  // namespace

TimeFactors unmeasured_factors(int size_band, bool across) {
  return (across ? kAcross : kInside)[static_cast<std::size_t>(size_band)];
}

CollectiveInterval collective_interval(const CollectiveProfile& profile, Collective collective, Bytes payload,
                                       const CollectiveGroup& group) {
  if (profile.cells.empty() && !profile.unmeasured)
    return {payload < 1 * mebibyte ? profile.small_factors : profile.large_factors, std::nullopt};
  const int band = size_band(payload);
  const MeasuredCell* nearest = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (const MeasuredCell& cell : profile.cells) {
    if (cell.collective != collective || cell.size_band != band || !same_kind(cell.num_domains, group.num_domains))
      continue;
    const double domains = distance(cell.num_domains, group.num_domains);
    const double ranks = distance(cell.ranks_per_domain, group.ranks_per_domain);
    if (domains > std::log(kNear) * (1 + 1e-9) || ranks > std::log(kNear) * (1 + 1e-9) || domains + ranks >= least)
      continue;
    nearest = &cell;
    least = domains + ranks;
  }
  if (nearest) return {nearest->factors, nearest->num_points};
  return {unmeasured_factors(band, group.num_domains > 1), 0};
}

Seconds program_floor(Collective collective) {
  // The middle of what the header lists, measured.
  constexpr Seconds kCall = 45 * microsecond;
  // Of an all-to-all of eight, likewise.
  constexpr Seconds kAllToAllCall = 80 * microsecond;
  return collective == Collective::kAllToAll ? kAllToAllCall : kCall;
}

}  // namespace fmplan::network
