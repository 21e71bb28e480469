#pragma once

/// @file
/// What value meets a bound, and which of those is best: sweeps read backwards (docs/what_if.md).

#include <optional>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/what_if/sweep.h"

namespace fmplan::what_if {

/// A value of the scenario that is looked for.
struct Unknown {
  Axis axis;                ///< the values that are tried first, all of them
  bool continuous = false;  ///< between two of them there are others, which are tried near the answer
};

/// "PATH=LIST" as parse_axis() reads it, or PATH alone, whose usual values are then tried: for nodes 1 … 2,048, for
/// tokens a sixteenth to sixteen times the scenario's, for degrees powers of two, for prices, regions and machines
/// those of the catalogue; for nodes of a programme's delivery 1 to twice what is delivered, for spares 0 … 16.  A
/// range without a step is continuous where its ends carry a unit or are fractions: it is then tried at 65 places,
/// evenly in the logarithm.
/// @throws InputError for a path that has no usual values, and a range of more than kMostWhole whole numbers
Unknown parse_unknown(const std::string& text, const AskedScenario& asked, const catalog::Catalog& catalog);

/// Whole numbers that a range without a step is tried at one by one, at most (chosen).
inline constexpr double kMostWhole = 100'000;

enum class Goal { kMinimize, kMaximize };

struct SolveQuestion {
  AskedScenario scenario;
  PointSettings settings{};         ///< plans, or programmes simulated
  std::vector<std::string> sets{};  ///< PATH=VALUE that are already in it, for the line to paste
  std::vector<Unknown> unknowns;    ///< one to three
  answer::Condition until;
  Goal goal = Goal::kMinimize;
  answer::Figure objective;  ///< a figure of the plan, or the path of an unknown
  bool states_goal = true;   ///< whether goal and objective were asked for, or are the usual ones
};

/// A point that was looked at.
struct SolvePoint {
  std::vector<std::string> inputs;
  plan::Verdict status = plan::Verdict::kRefused;
  std::string reason{};
  std::string note{};                        ///< what was planned instead of what was asked
  std::vector<PointFigure> figures{};        ///< by SolveAnswer::columns
  std::optional<double> objective{};         ///< none: unknown
  answer::Truth meets = answer::Truth::kNo;  ///< the bound
  double misses_by = 0;                      ///< how far it is from the bound, as a share of it; 0 where it is met
  std::string clause{};                      ///< the first that does not hold; empty where all do
  std::string by{};                          ///< the same distance in words; of a day, days
};

struct SolveAnswer {
  std::vector<answer::Figure> columns;   ///< of the points
  std::optional<SolvePoint> best;        ///< meets the bound and can run; none: nothing does
  std::optional<SolvePoint> fails_next;  ///< the nearest that would be better and does not; none: nothing would be
  std::optional<SolvePoint> nearest;     ///< without an answer: of the points that can run the one that misses least
  std::int64_t without_objective = 0;    ///< points that meet the bound, but whose objective is unknown
  std::optional<SolvePoint> cannot_run;  ///< the first of those that cannot; none: all can
  SweepCounts scanned;
  std::int64_t num_points = 0;  ///< that there were to scan
  bool at_edge = false;         ///< the answer is the last value that was tried, so that there may be a better one
  bool stopped = false;
};

/// How many points solve() looks at between those it was asked for, at the most.
std::int64_t most_refined(const SolveQuestion& question);

/// Scans every point, then between the neighbours of the answer where values are continuous; where the one unknown is
/// the objective itself, from its best value on, and no further than the first that meets the bound.  Ties go to the
/// point scanned first.  Nothing is taken to be monotone, so nothing that was scanned is overlooked.
/// @throws InputError where no goal is stated and the least amount that was tried does: few would ask for that.
SolveAnswer solve(const SolveQuestion& question, const catalog::Catalog& catalog, int threads, const Watch& watch = {});

/// What keeps a condition from holding.
struct Miss {
  double distance = 0;
  std::string clause{};  ///< those of "and" that do not hold, of "or" the nearest, with their figures; empty: it holds
  std::string by{};      ///< "by 12.0 %", "by 163 days": the one furthest from holding
};

/// How far `values` are from meeting the condition: of a bound on a figure v over b, (v − b) / |b|, of a day the days
/// by which it is missed over a year; of "and" the largest, of "or" the smallest; 0 where it holds; infinite where a
/// figure is unknown.
Miss miss_of(const answer::Condition& condition, const answer::FigureValues& values);

}  // namespace fmplan::what_if
