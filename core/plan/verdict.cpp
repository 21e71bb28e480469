#include "core/plan/verdict.h"

#include <algorithm>

namespace fmplan::plan {
namespace {

Verdict verdict_of(NoticeKind kind) {
  switch (kind) {
    case NoticeKind::kDeadlineMissed:
    case NoticeKind::kNoNodesInTime: return Verdict::kMissesDeadline;
    case NoticeKind::kOutOfMemory:
    case NoticeKind::kNoPlanFits: return Verdict::kDoesNotFit;
    default: return says_no_end(kind) ? Verdict::kNeverEnds : Verdict::kRefused;
  }
}

}  // namespace

Verdict verdict_of(const Notices& obstacles) {
  Verdict first = Verdict::kOk;
  for (const Notice& obstacle : obstacles) first = std::min(first, verdict_of(obstacle.kind));
  return first;
}

bool voids_price(NoticeKind warning) {
  return warning == NoticeKind::kTooManyForBlocks || warning == NoticeKind::kTooLongForBlock;
}

bool doubts_plan(NoticeKind warning) {
  return warning == NoticeKind::kPriceLongUnseen || warning == NoticeKind::kReservedForLonger ||
         warning == NoticeKind::kHazardsLeftOut || warning == NoticeKind::kFrameworkElsewhere ||
         warning == NoticeKind::kNoUnitsForRecipe || warning == NoticeKind::kFourBitsElsewhere;
}

}  // namespace fmplan::plan
