#pragma once

/// @file
/// How far the copies of a routed token are spread over domains or ranks.

#include <algorithm>
#include <cmath>

#include "core/model/transformer.h"

namespace fmplan::model {

/// Of `places` that share all experts evenly, the number that hold one of a token's k experts, on average:
///
///   L·(1 − (1 − 1/L)^k)      L = places, or with groups of experts the M·max(1, places/G) that M of G groups lie in
///
/// for experts drawn evenly and each by itself.  A dispatcher that deduplicates sends so many copies, others k.
/// Neglected: that experts of one token differ (8 of 256 on 8 places: 5.30, not 5.25), and that a router prefers some.
/// @pre places ≥ 1
inline double places_of_token(const MixtureOfExperts& moe, double places) {
  const double limit = moe.num_groups > 0 ? moe.groups_per_token * std::max(1.0, places / moe.num_groups) : places;
  const double within = std::min(places, limit);
  return within * (1 - std::pow(1 - 1 / within, moe.experts_per_token));
}

}  // namespace fmplan::model
