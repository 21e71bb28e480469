#include "core/network/collective_judge.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/network/collective_interval.h"

namespace fmplan::network {

std::string impossible_time(Seconds measured, Seconds bound) {
  constexpr double kRounding = 0.99;  // nccl-tests prints times with three or four digits
  if (measured >= kRounding * bound) return {};
  return fmt::format(
      "{} are faster than the links allow, {} at least: is the time in microseconds, are GPUs and nodes "
      "as stated?",
      time_text(measured), time_text(bound));
}

Judgement judge(Collective collective, Bytes payload, Seconds measured, const CollectiveGroup& group,
                const CollectiveProfile& profile, const NcclRestriction& only) {
  Judgement result;
  result.expected = collective_time(collective, payload, group, profile, only);
  result.bound = collective_bound_time(collective, payload, group, profile.in_switch_reduction, profile.sharp);
  result.over_expected = measured / result.expected.total;
  if (!impossible_time(measured, result.bound).empty()) {
    result.verdict = Verdict::kImpossible;
  } else if (measured < result.expected.low) {
    result.verdict = Verdict::kFast;
  } else if (measured > std::max(result.expected.high, program_floor(collective))) {
    result.verdict = Verdict::kSlow;
  }
  return result;
}

}  // namespace fmplan::network
