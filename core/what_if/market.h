#pragma once

/// @file
/// Which machine, where, bought how, and how many: every offer of the catalogue, on every number of nodes
/// (docs/what_if.md).

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/job.h"
#include "core/plan/report.h"
#include "core/plan/step_comparison.h"
#include "core/what_if/market_offers.h"
#include "core/what_if/solve.h"

namespace fmplan::what_if {

/// One number of nodes of an offer, for a curve.
struct MarketPoint {
  int nodes = 0;
  double days = 0;               ///< median
  std::optional<double> cost{};  ///< expected, dollars
  bool meets = false;            ///< the bound, the deadline too
};

/// The best of a machine.
struct MarketLine {
  Offer offer;
  int nodes = 0;
  plan::Report report;                ///< as `fmplan plan` has it with the offer's sets and so many nodes
  std::optional<double> objective{};  ///< none: unknown
  std::optional<double> at_least{};   ///< what is known of one that is not known whole
  /// What keeps the next better number of nodes from being the answer: a clause of the bound, "memory", "deadline", the
  /// numbers that were asked for or that phases state; empty: none is better.
  std::string binds{};
  std::optional<bool> told_apart{};  ///< from the best line; none: unknown, or it is the best
  std::vector<MarketPoint> curve{};  ///< all numbers of nodes that were looked at and can run, ascending
};

/// A machine of which no number of nodes does.
struct MarketRefusal {
  std::string instance;
  std::string reason;
};

/// What comes nearest to the bound and the deadline where nothing keeps them.
struct MarketMiss {
  Offer offer;
  int nodes = 0;
  Miss miss;
};

struct MarketAnswer {
  std::vector<MarketLine> lines;  ///< by the objective; behind those of which a part is known, then by GPU-hours
  std::vector<MarketRefusal> refused;
  std::optional<MarketMiss> nearest{};  ///< where there is no line
  std::int64_t num_points = 0;          ///< machine × number of nodes that there were to look at
  std::int64_t num_looked_at = 0;
  bool stopped = false;
};

/// The best offer of every machine.  On each number of nodes the plan is searched once; offers of one machine differ in
/// money, hazards and carbon alone.  A line is planned again by evaluate(), which may leave a node idle where that is
/// faster.  Ties go to the offer that is first, then to fewer nodes.  The same answer for any number of threads.
///
/// Where the question refines, whole numbers between two that were asked for are looked at, too: beside the best of
/// each machine, and of machines within 3 % of the winner wherever the next that can run meets the bound or misses it
/// by at most 6 %, and is within 3 % of the best, the bound aside.  Numbers that divide well are better by about so
/// much.  Where it does not refine, numbers far apart are asked for, of which some divide no batch well: each is then
/// judged by the plan that its line would show, of more than 64 numbers those that are the best of their machine, or
/// miss by little, when all nodes train.
MarketAnswer look_at_market(const MarketQuestion& question, const catalog::Catalog& catalog, int threads,
                            const Watch& watch = {});

}  // namespace fmplan::what_if
