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

/// A measured time below this share of collective_bound_time() is none: nccl-tests prints three or four digits.
inline constexpr double kFasterThanLinks = 0.99;
/// "326 us are faster than the links allow, 40.2 ms at least: …".
std::string impossible_text(Seconds measured, Seconds bound);

/// Holds one measured time against what is expected of the machine: impossible below the bound (but for the rounding of
/// a printed time), else fast, healthy or slow as it lies below, in or above the interval of the prediction.
/// @pre as collective_time(); measured > 0
Judgement judge(Collective collective, Bytes payload, Seconds measured, const CollectiveGroup& group,
                const CollectiveProfile& profile, const NcclRestriction& only = {});

}  // namespace fmplan::network
