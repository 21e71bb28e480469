#include "core/programme/edit.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/date.h"
#include "core/base/issue.h"
#include "core/base/number_text.h"
#include "core/base/suggestion.h"
#include "core/document/plan_text.h"
#include "core/scenario/scenario_json.h"

namespace fmplan::programme {
namespace {

using nlohmann::json;

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

std::vector<std::string> steps_of(const std::string& path) {
  const bool is_pointer = path.starts_with('/');
  std::vector<std::string> steps;
  std::string_view rest = is_pointer ? std::string_view(path).substr(1) : std::string_view(path);
  for (const char separator = is_pointer ? '/' : '.';;) {
    const std::size_t end = rest.find(separator);
    steps.emplace_back(rest.substr(0, end));
    if (is_pointer) {
      replace_all(steps.back(), "~1", "/");
      replace_all(steps.back(), "~0", "~");
    }
    if (end == std::string_view::npos) return steps;
    rest.remove_prefix(end + 1);
  }
}

std::vector<std::string> item_names(const json& list) {
  std::vector<std::string> names;
  for (const json& item : list)
    if (std::string name = item_name(item); !name.empty()) names.push_back(std::move(name));
  return names;
}

/// The lists of projects of all organisations that have one.
std::vector<json*> project_lists(json& document) {
  std::vector<json*> lists;
  for (json& organisation : document.at("organisations"))
    if (organisation.is_object() && organisation.contains("projects") && organisation["projects"].is_array())
      lists.push_back(&organisation["projects"]);
  return lists;
}

/// The number of the item that a step means.  @throws InputError
std::size_t item_of(const json& list, const std::string& step, const std::string& path) {
  for (std::size_t i = 0; i < list.size(); ++i)
    if (item_name(list[i]) == step) return i;
  if (const auto index = parse_integer<std::size_t>(step); index && *index < list.size()) return *index;
  const std::vector<std::string> names = item_names(list);
  std::string would_do = did_you_mean(step, names);
  constexpr std::size_t kMostNames = 6;  // chosen: a line holds them
  if (would_do.empty() && !names.empty() && names.size() <= kMostNames)
    would_do = fmt::format("; there {} {}", names.size() == 1 ? "is" : "are", fmt::join(names, ", "));
  throw InputError("--set", fmt::format("{}: \"{}\" is none of its {} items, by name or by number from 0{}", path, step,
                                        list.size(), would_do));
}

/// "+14d" and "-2w" of a day, "+8" of a number, as the value that it makes; none: it is no such text.
std::optional<std::string> moved(const json& from, const std::string& text) {
  if (text.size() < 2 || (text.front() != '+' && text.front() != '-')) return std::nullopt;
  int by = 0;
  const char* const begin = text.data() + (text.front() == '+' ? 1 : 0);
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), by);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  constexpr int kMost = 100'000;  // chosen: days of three centuries
  if (error != std::errc() || by < -kMost || by > kMost) return std::nullopt;
  if (from.is_string()) {
    std::optional<Date> date = parse_date(from.get<std::string>());
    if (!date || (unit != "d" && unit != "w")) return std::nullopt;
    date->days_since_epoch += unit == "w" ? 7 * by : by;
    return date_text(*date);
  }
  if (from.is_number_integer() && unit.empty()) return std::to_string(from.get<std::int64_t>() + by);
  return std::nullopt;
}

/// Where a path leads.
struct PathEnd {
  std::string pointer;          ///< with numbers in place of names
  const json* value = nullptr;  ///< none: nothing stands there yet
};

PathEnd end_of_path(json& document, const std::string& path, const std::optional<std::filesystem::path>& folder) {
  PathEnd place;
  json* at = &document;
  for (const std::string& step : steps_of(path)) {
    if (at && at->is_array()) {
      const std::size_t index = item_of(*at, step, path);
      place.pointer += "/" + std::to_string(index);
      at = &(*at)[index];
      continue;
    }
    // Into a scenario that is a file.
    if (at && at->is_string() && place.pointer.ends_with("/scenario")) {
      if (!folder) throw InputError("--set", fmt::format("{}: the scenario is a file, which is not opened here", path));
      *at = document::read_json((*folder / at->get<std::string>()).string());
    }
    place.pointer += "/" + path_step(step);
    at = at && at->is_object() && at->contains(step) ? &(*at)[step] : nullptr;
  }
  place.value = at;
  return place;
}

/// The steps to all values that have no others in them.
std::vector<std::vector<std::string>> leaves_of(const json& value) {
  if (!value.is_structured()) return {{}};
  std::vector<std::vector<std::string>> leaves;
  std::size_t index = 0;
  for (const auto& [key, part] : value.items()) {
    const std::string name = value.is_array() ? item_name(part) : key;
    const std::string step = name.empty() ? std::to_string(index) : name;
    ++index;
    for (std::vector<std::string>& leaf : leaves_of(part)) {
      leaf.insert(leaf.begin(), step);
      leaves.push_back(std::move(leaf));
    }
  }
  return leaves;
}

}  // namespace

std::string item_name(const nlohmann::json& item) {
  const bool has_name = item.is_object() && item.contains("name") && item["name"].is_string();
  return has_name ? item["name"].get<std::string>() : std::string();
}

std::string path_step(const std::string& name) {
  std::string step = name;
  replace_all(step, "~", "~0");
  replace_all(step, "/", "~1");
  return step;
}

void set_programme_value(json& document, const std::string& assignment,
                         const std::optional<std::filesystem::path>& folder) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos)
    throw InputError("--set",
                     fmt::format("\"{}\" has no \"=\"; write for example pools.p5.deliveries.0.nodes=64", assignment));
  const std::string path = assignment.substr(0, equals), text = assignment.substr(equals + 1);
  const PathEnd place = end_of_path(document, path, folder);
  const std::optional<std::string> other = place.value ? moved(*place.value, text) : std::nullopt;
  scenario::set_value(document, place.pointer, other.value_or(text));
}

std::optional<json> programme_value(json document, const std::string& path,
                                    const std::optional<std::filesystem::path>& folder) {
  const PathEnd place = end_of_path(document, path, folder);
  return place.value ? std::optional<json>(*place.value) : std::nullopt;
}

std::vector<std::string> programme_paths(const json& document) {
  std::vector<std::string> paths;
  for (const std::vector<std::string>& steps : leaves_of(document)) {
    const bool is_plain = std::ranges::none_of(
        steps, [](const std::string& step) { return step.find_first_of("./") != std::string::npos; });
    std::string path;
    for (const std::string& step : steps) path += is_plain ? (path.empty() ? "" : ".") + step : "/" + path_step(step);
    paths.push_back(std::move(path));
  }
  return paths;
}

std::vector<std::string> forget_missing_projects(json& document) {
  std::vector<std::string> names, said;
  for (const json* projects : project_lists(document))
    for (std::string& name : item_names(*projects)) names.push_back(std::move(name));
  for (json* projects : project_lists(document))
    for (json& project : *projects) {
      if (!project.is_object() || !project.contains("after") || !project["after"].is_array()) continue;
      json after = json::array();
      for (const json& name : project["after"])
        if (name.is_string() && std::ranges::find(names, name.get<std::string>()) != names.end())
          after.push_back(name);
        else if (name.is_string())
          said.push_back(fmt::format("{} no longer comes after {}, which is left out.", item_name(project),
                                     name.get<std::string>()));
      project["after"] = after;
    }
  return said;
}

std::vector<std::string> drop_project(json& document, const std::string& name) {
  bool found = false;
  std::vector<std::string> names;
  for (json* projects : project_lists(document))
    for (std::size_t i = projects->size(); i-- > 0;) {
      names.push_back(item_name((*projects)[i]));
      if (names.back() != name) continue;
      projects->erase(i);
      found = true;
    }
  if (!found)
    throw InputError("--drop", fmt::format("\"{}\" is no project of the programme{}", name, did_you_mean(name, names)));
  return forget_missing_projects(document);
}

std::vector<std::string> keep_organisation(json& document, const std::string& name) {
  json& organisations = document.at("organisations");
  const std::vector<std::string> names = item_names(organisations);
  if (std::ranges::find(names, name) == names.end())
    throw InputError("--only",
                     fmt::format("\"{}\" is no organisation of the programme{}", name, did_you_mean(name, names)));
  for (std::size_t i = organisations.size(); i-- > 0;)
    if (item_name(organisations[i]) != name) organisations.erase(i);
  return forget_missing_projects(document);
}

bool is_programme(const json& document) {
  return document.is_object() && document.contains("pools") && document.contains("organisations") &&
         document["organisations"].is_array();
}

}  // namespace fmplan::programme
