#pragma once

#include <string_view>

#include "core/base/names.h"
#include "core/network/nccl_model.h"

namespace fmplan::network {

/// kFast is a time that the profile has rarely seen but that no bound forbids: newer software, or a profile that is too
/// old.
enum class Verdict { kHealthy, kSlow, kFast, kImpossible };
inline constexpr auto kVerdictNames = names<Verdict>({{"healthy", Verdict::kHealthy},
                                                      {"slow", Verdict::kSlow},
                                                      {"fast", Verdict::kFast},
                                                      {"impossible", Verdict::kImpossible}});
inline std::string_view verdict_name(Verdict verdict) { return kVerdictNames.name(verdict); }

struct Judgement {
  Verdict verdict = Verdict::kHealthy;
  CalibratedTime expected;
  Seconds bound;             ///< collective_bound_time(): no algorithm is faster at the line rates
  double over_expected = 1;  ///< measured / expected
};

/// Why a measured time is none, below collective_bound_time() by more than the rounding of three or four printed
/// digits: "326 us are faster than the links allow, 40.2 ms at least: …"; empty: it may be one.
std::string impossible_time(Seconds measured, Seconds bound);

/// Holds one measured time against what is expected of the machine: impossible below the bound (but for the rounding of
/// a printed time), else fast, healthy or slow as it lies below, in or above the interval of the prediction.
/// @pre as collective_time(); measured > 0
Judgement judge(Collective collective, Bytes payload, Seconds measured, const CollectiveGroup& group,
                const CollectiveProfile& profile, const NcclRestriction& only = {});

}  // namespace fmplan::network
