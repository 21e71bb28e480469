#pragma once

/// @file
/// Numbers of nodes and batches that a plan divides, near those that a scenario states.

#include <string>
#include <vector>

#include "core/base/issue.h"
#include "core/plan/scenario.h"

namespace fmplan::plan {

/// check_scenario() of a question: unless it is strict, numbers of nodes and batches that do not divide are no problem
/// where a neighbour does.
Issues check_question(const Scenario& scenario, const std::vector<std::string>& unread = {});

/// What a number of nodes must be a multiple of: the machines of one replica, under the plans that are stated for
/// phases on the cluster's nodes.  1 where all are searched.
int node_quantum(const Scenario& scenario);

/// Gives every phase whose stated plan does not divide its batch the nearest that it divides and its schedule takes.
/// False if one would change by more than kMostBatchChange.
bool deal_batches(Scenario& scenario);

}  // namespace fmplan::plan
