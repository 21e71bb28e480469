#pragma once

#include <map>
#include <string>

#include <QStringList>

#include <nlohmann/json.hpp>

namespace fmplan::gui {

/// What somebody gave a name to: the document, its organisations, projects, phases, pools and whatever else has a field
/// "name" in it; variants that the Compare page asks for, as the answer calls them.
/// @param variants by field, as that page keeps them
QStringList givenNames(const nlohmann::json& document, const std::map<std::string, std::string>& variants);

}  // namespace fmplan::gui
