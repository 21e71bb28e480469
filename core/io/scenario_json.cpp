#include "core/io/scenario_json.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "core/base/suggestion.h"
#include "core/io/hf_config.h"
#include "core/io/json_text.h"
#include "core/io/model_json.h"
#include "core/io/scenario_parts.h"

namespace fmplan::io {
namespace {

using nlohmann::json;

std::vector<std::string> path_tokens(std::string_view path) {
  const char separator = path.starts_with('/') ? '/' : '.';
  if (path.starts_with('/')) path.remove_prefix(1);
  std::vector<std::string> tokens;
  while (true) {
    const std::size_t end = path.find(separator);
    tokens.emplace_back(path.substr(0, end));
    if (end == std::string_view::npos) return tokens;
    path.remove_prefix(end + 1);
  }
}

json value_of(const std::string& text) {
  const bool number_or_name = !text.empty() && (text.front() == '{' || text.front() == '[' || text.front() == '"');
  if (number_or_name) return parse_json(text, "--set value");
  json value = json::parse(text, nullptr, false);
  return value.is_discarded() ? json(text) : value;
}

/// A document's section, or an empty object if it is absent.
const json& section(ObjectReader& reader, const std::string& key) {
  static const json kEmpty = json::object();
  const json* found = reader.find(key);
  return found ? *found : kEmpty;
}

/// True if some issue concerns what check_scenario() reasons about, which then would only repeat or mislead.
bool concerns_structure(const Issues& issues) {
  return std::any_of(issues.begin(), issues.end(), [](const Issue& issue) {
    return issue.where.starts_with("/model") || issue.where.starts_with("/training") ||
           issue.where.starts_with("/cluster");
  });
}

model::Transformer model_from_document(const json& document, const std::string& name, const std::string& where,
                                       Issues& issues) {
  if (looks_like_hf_config(document)) {
    Issues found;
    model::Transformer model = transformer_from_hf_config(document, name, found);
    for (Issue& issue : found) issues.push_back({where + issue.where, std::move(issue.message)});
    return model;
  }
  return read_transformer(document, where, issues);
}

}  // namespace

void set_value(json& document, const std::string& path, const std::string& text) {
  if (path.empty() || path == "/") throw InputError("--set", "needs a path, for instance --set cluster.nodes=128");
  json* at = &document;
  for (const std::string& token : path_tokens(path)) {
    if (at->is_array()) {
      std::size_t index = 0;
      const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), index);
      if (error != std::errc{} || end != token.data() + token.size() || index >= at->size())
        throw InputError("--set " + path, fmt::format("\"{}\" is not an element of a list of {}", token, at->size()));
      at = &(*at)[index];
    } else if (at->is_object() || at->is_null()) {
      at = &(*at)[token];
    } else {
      // "parallel": "auto" gives way to an object when one of its fields is set.
      *at = json::object();
      at = &(*at)[token];
    }
  }
  *at = value_of(text);
}

void set_value(json& document, const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0)
    throw InputError("--set " + assignment, "write PATH=VALUE, for instance --set cluster.nodes=128");
  set_value(document, assignment.substr(0, equals), assignment.substr(equals + 1));
}

model::Transformer resolve_model(const json& value, const std::string& where, const Catalog& catalog,
                                 const std::filesystem::path& folder, Issues& issues) {
  if (value.is_object())
    return model_from_document(value, value.value("name", std::string("inline model")), where, issues);
  if (!value.is_string()) {
    issues.push_back({where, fmt::format("{} is neither a catalogue name, a path nor an object", value_text(value))});
    return {};
  }
  const std::string name = value.get<std::string>();
  try {
    if (catalog.has("models", name)) return catalog.model(name);
    const std::filesystem::path path = folder / name;
    const bool looks_like_path = name.ends_with(".json") || name.find('/') != std::string::npos;
    if (looks_like_path && !std::filesystem::exists(path)) {
      issues.push_back(
          {where, fmt::format("{}: no such file; give a catalogue name, or the path of a config.json relative to the "
                              "scenario",
                              value_text(value))});
      return {};
    }
    if (looks_like_path) return model_from_document(read_json_file(path), path.stem().string(), where, issues);
    return catalog.model(name);
  } catch (const InputError& error) {
    for (const Issue& issue : error.issues()) issues.push_back({where, issue.message});
    return {};
  }
}

plan::Scenario read_scenario(const json& document, const Catalog& catalog, const std::filesystem::path& folder) {
  plan::Scenario scenario;
  Issues issues;
  const ScenarioReading reading{catalog, folder, issues, scenario};
  ObjectReader reader(document, "", issues);
  if (reader.integer("version", 1, 1) != 1) reader.report("version", "only version 1 is known");
  if (const json* model = reader.require("model"))
    scenario.model = resolve_model(*model, "/model", catalog, folder, issues);
  scenario.name = reader.string_or("name", scenario.model.name);
  if (const json* training = reader.require("training")) read_training(*training, reading);
  if (const json* cluster = reader.require("cluster")) read_cluster(*cluster, reading);
  read_run(section(reader, "run"), reading);
  if (scenario.cluster.instance.name.empty()) {
    // Prices and power are the instance's: without one, only their keys could be checked.
    reader.find("price");
    reader.find("power");
  } else {
    read_price(section(reader, "price"), reading);
    read_power(section(reader, "power"), reading);
  }
  reader.find("notes");  // for people
  reader.refuse_unknown_keys();
  if (!concerns_structure(issues))
    for (Issue& issue : check_scenario(scenario)) issues.push_back(std::move(issue));
  if (!issues.empty()) throw InputError(std::move(issues));
  return scenario;
}

}  // namespace fmplan::io
