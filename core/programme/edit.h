#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace fmplan::programme {

/// Replaces a value of a programme's document: "pools.p5-tokyo.deliveries.0.on=+14d".  Items of lists are meant by name
/// or by number; a step into a scenario that is a file puts its content in its place (relative to `folder`).  The text
/// is read as scenario::set_value() does; "+14d" and "-2w" move a day, "+8" and "-8" a whole number that is there.
/// @throws InputError with the nearest name where a step names no item.
void set_programme_value(nlohmann::json& document, const std::string& assignment,
                         const std::optional<std::filesystem::path>& folder);

/// The value at such a path; none: nothing stands there.  @throws InputError as set_programme_value() does.
std::optional<nlohmann::json> programme_value(nlohmann::json document, const std::string& path,
                                              const std::optional<std::filesystem::path>& folder);

/// The paths of all texts, numbers and flags of a programme, as set_programme_value() reads them, named items by name.
std::vector<std::string> programme_paths(const nlohmann::json& document);

/// The name of a project, a pool or another item of a list; empty where it has none.
std::string item_name(const nlohmann::json& item);

/// A name as a step of a path that begins with "/": "~" as "~0", "/" as "~1".
std::string path_step(const std::string& name);

/// Nothing comes after projects that are there no longer.  Says of which projects that was so.
std::vector<std::string> forget_missing_projects(nlohmann::json& document);

/// Takes projects of a name out, also out of what comes after them, as forget_missing_projects() says.
/// @throws InputError where there is none.
std::vector<std::string> drop_project(nlohmann::json& document, const std::string& name);

/// Leaves one organisation's projects alone; says as drop_project() does.  @throws InputError where there is none.
std::vector<std::string> keep_organisation(nlohmann::json& document, const std::string& name);

/// Whether a document is a programme's and no scenario's: it has pools and organisations.
bool is_programme(const nlohmann::json& document);

}  // namespace fmplan::programme
