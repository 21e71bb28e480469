#pragma once

/// @file
/// What may stand in values that are small languages: assignments to paths of a scenario, figures, conditions.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/answer/figure.h"

namespace fmplan::what_if {

/// The items of a kind of the catalogue.
using ItemNames = std::function<std::vector<std::string>(const std::string& folder)>;

/// "cluster.nodes=" and all other paths of a scenario; behind "=" what the field may be: words, names of the catalogue.
/// Lists are completed at their last value, several assignments ("a=1; b=2") at the last.
std::vector<std::string> assignment_candidates(std::string_view current, const ItemNames& items);
/// The paths of the programme in one of `files`; none: none of them is one.
std::optional<std::vector<std::string>> programme_candidates(const std::vector<std::string>& files);

/// "cost.p90": the figures of a plan, at the end of a list, of a condition ("days<=60 and co") or alone; those with a
/// point are offered once there is one.
std::vector<std::string> figure_candidates(std::string_view current, const answer::FigureSet& figures);

}  // namespace fmplan::what_if
