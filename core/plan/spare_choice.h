#pragma once

/// @file
/// How many nodes stand by, in closed form.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/plan/report.h"

namespace fmplan::plan {

/// What a plan is bought by: money, and behind all that is known node-hours, those of spares included.
std::pair<bool, double> price_of(const Report& report);

/// Fills in how many stand by, and why.
void assume_spares(Scenario& scenario, int spares, AssumptionReason why, std::string source);

/// closed_form(); where the number of spares is asked for ("auto") with that by which the run ends and is cheapest: of
/// 0, 1, 2, 4 … up to one in kNodesPerSpare nodes, and two at least, and of numbers between the best and its
/// neighbours. The scenario of the report still asks for it.
Report with_spares_found(Scenario asked);

/// A run that comes to an end or not, with 1, 2, 4 … of those, where the scenario does not state a number; without
/// those that have an obstacle.
std::vector<Report> with_other_spares(const Report& report);

/// As many of those on top of the stated ones as are cheapest, where it leaves the run a hundredth shorter at least and
/// makes it cheaper: failed nodes are waited for.
std::optional<Notice> spares_that_pay(const Report& report);

}  // namespace fmplan::plan
