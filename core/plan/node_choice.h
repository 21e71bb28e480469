#pragma once

/// @file
/// How many of the nodes train, and how many to take.

#include <optional>
#include <vector>

#include "core/plan/report.h"
#include "core/plan/scenario.h"

namespace fmplan::plan {

/// Numbers of nodes beyond this are not searched.
inline constexpr int kMostSearchedNodes = 20000;

/// 1 … `most`, those of so many binary digits: with six, each is within 3 % of the next.
std::vector<int> searched_numbers(int most, int digits = 6);

/// Fills in what "parallel": "auto" asks for, phase by phase; where nothing was found there is no plan, and why is told
/// under `obstacles`.
void choose_plans(Scenario& scenario, Notices& obstacles);

/// The scenario with `num_nodes` that train of those it holds; the others are spares, but where the number of spares is
/// searched: those that no phase has, of the nodes that it states itself, at any time.  Unless it is strict, batches
/// are the nearest that the plans divide.  None where it cannot run so.
std::optional<Report> plan_on(const Scenario& scenario, int num_nodes);

/// The same, also where the closed form sees no end, which its obstacles say.
std::optional<Report> plan_that_may_never_end(const Scenario& scenario, int num_nodes);

/// The fastest at P50 of all numbers of nodes up to those that the scenario holds, by plan_on(): days never rise with
/// nodes.  Where all phases state their own nodes, there is one number to look at.  Numbers below are looked at until
/// they would have to be more efficient than a bound to be faster: down to half of them those of nine binary digits,
/// below those of six.  None where it can run on none of the upper half.  So many are planned at once in threads.
std::optional<Report> fastest_within(const Scenario& scenario, int threads = 1);

/// The cheapest number of nodes that keeps the deadline with the scenario's confidence, with 0, 1, 2, 4 … spares where
/// these are not stated; by node-hours where the price is unknown.  Numbers looked at have six binary digits, so that
/// each is within 3 % of the next, and end at four times the fewest that keep it.  Where none does, the likeliest to.
Report cheapest_in_time(const Scenario& scenario);

}  // namespace fmplan::plan
