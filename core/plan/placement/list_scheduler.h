#pragma once

/// @file
/// Placements by serial schedule generation: phases in some order, each as soon as its nodes are free, and a local
/// search over orders and widths [Kolisch & Hartmann 1999, Heuristic algorithms for the resource-constrained project
/// scheduling problem].  Every schedule in which nothing can start sooner is that of some order and some widths, and
/// one of these is best, as neither lateness nor money asks for a later start.

#include <cstdint>

#include "core/base/job.h"
#include "core/plan/placement/counted_problem.h"

namespace fmplan::plan {

/// Orders (deadline, slack, weight, work, …), each phase by phase or project by project, with several ways to choose a
/// width: so many schedules are made.
inline constexpr int kNumListSchedules = 42;

/// The best of kNumListSchedules; stopped, of those made by then, the first at least.
Schedule list_schedule(const CountedProblem& problem, const Watch& watch = {});

struct LocalSearch {
  std::int64_t num_steps = 0;
  std::uint64_t seed = 1;
  /// Of the start, where 1 lets it take back two weighted slots of lateness now and then; less keeps nearer to `start`.
  double warmth = 1;
};

/// `start` or what is better, found by simulated annealing over orders and widths: so many changes, each drawn from the
/// seed and its number, so that the same is found every time.  Ends early at what is no worse than `bound`, and, with
/// the best so far, where the watch says stop.
Schedule local_search(const CountedProblem& problem, const Schedule& start, const CountedObjective& bound,
                      const LocalSearch& search, const Watch& watch = {});

/// Steps that take some 0.2 s on one core whatever the size: the fewer, the more phases and slots there are.
std::int64_t usual_num_steps(const CountedProblem& problem);

}  // namespace fmplan::plan
