#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/programme/simulating.h"
#include "core/programme/study.h"

namespace fmplan::programme {

/// Why a project is not placed, misses its deadline or keeps it with less than the programme's confidence, ends with
/// less than that, or has a queue that grows without end; empty if nothing is wrong.
std::vector<std::string> what_is_wrong(const Study& study, std::size_t project);

/// The same in one short line, "87 % by 2025-04-01: P90 is 29.2 days after a median that leaves 25.5".
std::string risk_line(const Study& study, std::size_t project);

/// The share of the trials in which a placed project ends.
double share_that_ends(const Study& study, const ProjectAnswer& project);

/// Of a pool whose queue grows without end: what streams of jobs ask of it, and the nodes that there are for projects.
struct Overload {
  int pool = 0;
  StreamLoad load;
  int most = 0;
};
/// The first such pool that has a stream of the project; none: their queues keep up.
std::optional<Overload> overload_of(const Study& study, std::size_t project);

/// The chance of its deadline that a project is to have: kDeadlineConfidence of a scenario.
double confidence_of(const scenario::Programme& programme);

/// Why an organisation's money is not enough; empty if it is, or nothing is known.
std::string budget_trouble(const Study& study, std::size_t organisation);

}  // namespace fmplan::programme
