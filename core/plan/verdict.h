#pragma once

#include "core/base/names.h"
#include "core/plan/notice.h"

namespace fmplan::plan {

/// What became of a plan, in one word.  Where several hold, the first.
enum class Verdict {
  kRefused,     ///< it breaks a rule, or nothing was found to plan with
  kDoesNotFit,  ///< in the accelerators' memory
  kNeverEnds,   ///< by the closed form
  kMissesDeadline,
  kOk,
};
inline constexpr auto kVerdictNames = names<Verdict>({{"refused", Verdict::kRefused},
                                                      {"does_not_fit", Verdict::kDoesNotFit},
                                                      {"never_ends", Verdict::kNeverEnds},
                                                      {"misses_deadline", Verdict::kMissesDeadline},
                                                      {"ok", Verdict::kOk}});

/// By what keeps it from running.
Verdict verdict_of(const Notices& obstacles);

/// Whether a warning says that the price cannot be paid as it stands: Capacity Blocks of so many nodes or days.
bool voids_price(NoticeKind warning);

/// Whether a plan is less to be trusted than others beside it in a table: its price was last seen long before it is
/// paid or is paid for longer than the run takes, its days leave out hazards, or its machine does not run its framework
/// or its recipe.
bool doubts_plan(NoticeKind warning);

}  // namespace fmplan::plan
