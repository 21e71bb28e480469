#include "core/sim/run/trial_strikes.h"

#include <algorithm>

#include "core/sim/run/trial_work.h"

namespace fmplan::sim {
namespace {

/// Nothing but hazards and the end can come.
bool is_quiet(const TrialState& t) {
  return !t.troubles.corruption && !t.troubles.is_slow && t.absences.empty() && t.calendar.next_pause_s() == kForever_s;
}

/// Which of its forms a failure of a node takes.
RunCause draw_failure(TrialState& t) {
  const double process_share = t.run.recovery.process_share;
  if (process_share > 0 && t.kinds.uniform() < process_share) return RunCause::kProcess;
  return draw_node(t, t.kinds);
}

}  // namespace

RunCause draw_node(const TrialState& t, RandomStream& kinds) {
  if (t.pool.lemons() == 0) return RunCause::kNode;
  // Of shared spares one may come to a job that knows of no lemons: there it fails as others do.
  const double weight = t.pool.lemons() * (t.run.hazards.lemons ? t.run.hazards.lemons->factor : 1);
  const bool is_lemon = kinds.uniform() * (weight + t.figures.rates.num_nodes - t.pool.lemons()) < weight;
  return is_lemon ? RunCause::kLemon : RunCause::kNode;
}

NextHappening next_happening(const TrialState& t) {
  const NextHappening end{Happening::kEnd, t.progress.until_end_s(t.clock_s)};
  const NextHappening hazard{Happening::kHazard, t.clocks.until_next_s()};
  if (is_quiet(t)) return end.after_s <= hazard.after_s ? end : hazard;
  // Of what comes at once the first one listed.
  const NextHappening all[] = {
      end,
      hazard,
      {Happening::kCorruptionFound, t.troubles.corruption ? t.troubles.corruption_left_s : kForever_s},
      {Happening::kSlowNodeGone, t.troubles.is_slow ? t.troubles.slow_left_s : kForever_s},
      {Happening::kPause, t.calendar.next_pause_s() - t.clock_s},
      {Happening::kReturn, next_return_s(t) - t.clock_s}};
  NextHappening next = *std::ranges::min_element(all, {}, &NextHappening::after_s);
  next.after_s = std::max(0.0, next.after_s);
  return next;
}

RunCause draw_strike(TrialState& t) {
  const RunCause cause = t.clocks.next(t.kinds);
  return cause == RunCause::kNode ? draw_failure(t) : cause;
}

}  // namespace fmplan::sim
