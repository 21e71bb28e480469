#include "core/network/collective_judge.h"

#include <algorithm>

#include "core/network/collective_interval.h"

namespace fmplan::network {

Judgement judge(Collective collective, Bytes payload, Seconds measured, const CollectiveGroup& group,
                const CollectiveProfile& profile, const NcclRestriction& only) {
  constexpr double kRounding = 0.99;  // nccl-tests prints times with three or four digits
  Judgement result;
  result.expected = collective_time(collective, payload, group, profile, only);
  result.bound = collective_bound_time(collective, payload, group, profile.in_switch_reduction, profile.sharp);
  result.over_expected = measured / result.expected.total;
  if (measured < kRounding * result.bound) {
    result.verdict = Verdict::kImpossible;
  } else if (measured < result.expected.low) {
    result.verdict = Verdict::kFast;
  } else if (measured > std::max(result.expected.high, program_floor(collective))) {
    result.verdict = Verdict::kSlow;
  }
  return result;
}

}  // namespace fmplan::network
