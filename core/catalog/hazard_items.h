#pragma once

/// @file
/// Catalogue items of kind "hazard": published figures of what happens to runs, for what a scenario leaves open.

#include <map>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/catalog/documents.h"

namespace fmplan::catalog {

/// A figure and who published it.
struct HazardFigure {
  double value = 0;  ///< a share, a factor, a count, days; times in seconds
  std::string source;

  friend bool operator==(const HazardFigure&, const HazardFigure&) = default;
};

/// The figures of a hazard by their names; those that nobody published are not there.
using HazardItem = std::map<std::string, HazardFigure, std::less<>>;

/// The name of a figure that a provider has of its own: "notice_of/aws".
std::string figure_of_provider(std::string_view figure, std::string_view provider);

HazardItem read_hazard(const nlohmann::json& item, const std::string& where, Issues& issues);

}  // namespace fmplan::catalog
