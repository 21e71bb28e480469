#pragma once

/// @file
/// Why two plans differ, by the inputs that were changed (plan/difference_shares.h).

#include <cstdint>
#include <string>
#include <vector>

#include "core/answer/compare_figures.h"
#include "core/answer/compare_side.h"
#include "core/base/job.h"
#include "core/plan/difference_shares.h"

namespace fmplan::answer {

/// Up to so many changes every set of them is planned, 1,024; beyond, orders are sampled.
inline constexpr int kMostExactChanges = 10;
/// Chosen: standard errors of most shares are then below a hundredth of the difference.
inline constexpr int kOrderPairs = 100;

/// Changes that are made together.
struct ChangeGroup {
  std::string pointer;               ///< of the change; of several, theirs or their sections': "/model /training"
  std::vector<std::size_t> changes;  ///< among all
};

/// Of the difference in one figure.
struct FigureShares {
  const ComparedFigure* figure = nullptr;
  plan::InputShares shares;  ///< by group, rounded to the figure's unit; empty: not told
};

struct Why {
  std::vector<ChangeGroup> groups;
  std::vector<FigureShares> figures;  ///< in which the two differ, and both are known
  bool sampled = false;
  int num_plans = 0;                  ///< sets of changes that were planned
  std::vector<std::string> refusals;  ///< sets that cannot be planned, with the reason; each reason once
  std::string not_told;               ///< why there are no shares at all; empty: there are
};

/// Shares of all `changes` = stated_changes() of the two.  Every set of changes is read and planned as a scenario of
/// its own.  One that is refused (a plan that no longer divides) is no step between the two: orders through it are left
/// out.  Where no order is left, those of model and training are made together, and then those of the cluster with
/// them; where none is left even so, nothing is told, nor is where `watch` says stop.
Why why_by_input(const Compared& base, const Compared& other, const std::vector<InputChange>& changes,
                 const catalog::Catalog& catalog, int threads, std::uint64_t seed, const Watch& watch = {});

}  // namespace fmplan::answer
