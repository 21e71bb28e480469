#include "core/scenario/scenario_json.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/number_text.h"
#include "core/catalog/hf_config.h"
#include "core/catalog/model_json.h"
#include "core/plan/rounding.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario_parts.h"
#include "core/text/json_text.h"

namespace fmplan::scenario {
namespace {

using nlohmann::json;

/// "~1" as "/" and "~0" as "~" (RFC 6901).
std::string unescaped(std::string_view token) {
  std::string text;
  for (std::size_t i = 0; i < token.size(); ++i) {
    const bool escape = token[i] == '~' && i + 1 < token.size() && (token[i + 1] == '0' || token[i + 1] == '1');
    text += escape ? (token[i + 1] == '0' ? '~' : '/') : token[i];
    if (escape) ++i;
  }
  return text;
}

std::vector<std::string> path_tokens(std::string_view path) {
  const bool pointer = path.starts_with('/');
  const char separator = pointer ? '/' : '.';
  if (pointer) path.remove_prefix(1);
  std::vector<std::string> tokens;
  while (true) {
    const std::size_t end = path.find(separator);
    const std::string_view token = path.substr(0, end);
    tokens.push_back(pointer ? unescaped(token) : std::string(token));
    if (end == std::string_view::npos) return tokens;
    path.remove_prefix(end + 1);
  }
}

bool is_utf8(const std::string& text) {
  try {
    return !json(text).dump().empty();
  } catch (const json::type_error&) {
    return false;
  }
}

json value_of(const std::string& path, const std::string& text) {
  const bool structured = !text.empty() && (text.front() == '{' || text.front() == '[' || text.front() == '"');
  if (structured) return text::parse_json(text, "--set " + path);
  json value = json::parse(text, nullptr, false);
  return value.is_discarded() ? json(text) : value;
}

/// What to write where a value of a recovery known by name is to change.
std::string instead_of_step(const json& at, const std::string& token, const std::string& path) {
  const bool of_recovery = path.starts_with("run.recovery.") || path.starts_with("/run/recovery/");
  if (!of_recovery || !at.is_string()) return "set the value itself";
  return fmt::format("to change it, set run.recovery={{\"like\": {}, \"{}\": …}}", text::value_text(at), token);
}

/// The value that `token` names in `at`; made if an object lacks it.
json& step_into(json& at, const std::string& token, const std::string& path) {
  if (at.is_array()) {
    const auto index = parse_integer<std::size_t>(token);
    if (!index || *index >= at.size())
      throw InputError("--set " + path,
                       at.empty() ? fmt::format("\"{}\" is not an element of an empty list; set the whole list", token)
                                  : fmt::format("\"{}\" is not an element of a list of {}; use 0 to {}", token,
                                                at.size(), at.size() - 1));
    return at[*index];
  }
  // "parallel": "auto" gives way to an object when one of its fields is set.
  if (at == "auto") at = json::object();
  if (!at.is_object() && !at.is_null())
    throw InputError("--set " + path, fmt::format("{} is neither an object nor a list: it has no \"{}\"; {}",
                                                  text::value_text(at), token, instead_of_step(at, token, path)));
  return at[token];
}

/// A document's section, or an empty object if it is absent.
const json& section(text::ObjectReader& reader, const std::string& key) {
  static const json kEmpty = json::object();
  const json* found = reader.find(key);
  return found ? *found : kEmpty;
}

model::Transformer model_from_document(const json& document, const std::string& name, const std::string& where,
                                       Issues& issues) {
  if (!catalog::looks_like_hf_config(document)) return catalog::read_transformer(document, where, issues);
  Issues found;
  model::Transformer model = catalog::transformer_from_hf_config(document, name, found);
  for (Issue& issue : found) issues.push_back({where + issue.where, std::move(issue.message)});
  return model;
}

/// The model in a file; what is wrong in the file is told where the scenario names it.
model::Transformer model_from_file(const std::filesystem::path& path, const std::string& where, Issues& issues) {
  Issues found;
  model::Transformer model =
      model_from_document(text::read_json_file(path), path.stem().string(), path.string() + "#", found);
  for (const Issue& issue : found) issues.push_back({where, fmt::format("{}: {}", issue.where, issue.message)});
  return model;
}

bool is_file(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::exists(path, error) && !error;
}

/// "Llama-3.1-8B" of "meta-llama/Llama-3.1-8B", as Hugging Face has it; none where that is a path: of a .json file, of
/// more steps, or into a folder that is there.
std::optional<std::string> without_organisation(const std::string& name,
                                                const std::optional<std::filesystem::path>& folder) {
  const std::size_t slash = name.find('/');
  if (slash == std::string::npos || slash == 0 || name.find('/', slash + 1) != std::string::npos) return std::nullopt;
  const std::string organisation = name.substr(0, slash);
  if (name.ends_with(".json") || organisation.starts_with('.') || name.find('\0') != std::string::npos)
    return std::nullopt;
  std::error_code error;
  if (folder && std::filesystem::is_directory(*folder / organisation, error)) return std::nullopt;
  return name.substr(slash + 1);
}

bool has_value(const json& document, const std::string& pointer) {
  return document.contains(json::json_pointer(pointer));
}

/// Where a value of the scenario is written: check_scenario() speaks of phases as the scenario holds them, while a
/// document may give a value once for all phases, and one phase with or without a list.
std::string written_pointer(const std::string& pointer, const json& document) {
  constexpr std::string_view kTraining = "/training/";
  if (!pointer.starts_with(kTraining)) return pointer;
  const json::json_pointer phases("/training/phases");
  std::string only_phase = "/training/phases/0/" + pointer.substr(kTraining.size());
  const bool one_phase = document.contains(phases) && document.at(phases).size() == 1;
  if (one_phase && !pointer.starts_with("/training/parallel") && has_value(document, only_phase)) return only_phase;
  const std::string common = std::string(kTraining) + pointer.substr(pointer.rfind('/') + 1);
  return !has_value(document, pointer) && has_value(document, common) ? common : pointer;
}

}  // namespace

void set_value(json& document, const std::string& path, const std::string& text) {
  constexpr const char* kExample = "for instance --set cluster.nodes=128";
  if (!is_utf8(path) || !is_utf8(text)) throw InputError("--set", "is not UTF-8; retype it");
  const std::vector<std::string> tokens = path_tokens(path);
  if (std::find(tokens.begin(), tokens.end(), "") != tokens.end())
    throw InputError("--set " + path, fmt::format("names a value by its path, {}", kExample));
  if (tokens.size() > static_cast<std::size_t>(text::kMaxDocumentDepth))
    throw InputError("--set", fmt::format("a path of {} steps leads nowhere; {}", tokens.size(), kExample));
  json* at = &document;
  for (const std::string& token : tokens) at = &step_into(*at, token, path);
  *at = value_of(path, text);
}

void set_value(json& document, const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0)
    throw InputError("--set " + assignment, "write PATH=VALUE, for instance --set cluster.nodes=128");
  set_value(document, assignment.substr(0, equals), assignment.substr(equals + 1));
}

model::Transformer resolve_model(const json& value, const std::string& where, const catalog::Catalog& catalog,
                                 const std::optional<std::filesystem::path>& folder, Issues& issues) {
  if (value.is_object()) {
    const auto name = value.find("name");
    const bool named = name != value.end() && name->is_string();
    return model_from_document(value, named ? name->get<std::string>() : "inline model", where, issues);
  }
  if (!value.is_string()) {
    issues.push_back({where, fmt::format("{} is neither a catalogue name, a path nor an object; write for instance "
                                         "\"llama-3-70b\"",
                                         text::value_text(value))});
    return {};
  }
  const std::string name = value.get<std::string>();
  try {
    const bool looks_like_path = name.ends_with(".json") || name.find('/') != std::string::npos;
    if (!looks_like_path || catalog.has("models", name)) return catalog.model(name);
    const bool is_there = folder && name.find('\0') == std::string::npos && is_file(*folder / name);
    if (const auto model = without_organisation(name, folder); !is_there && model && catalog.has("models", *model))
      return catalog.model(*model);
    if (!folder) {
      issues.push_back({where, fmt::format("{} names a file, and none is read here; give a catalogue name such as "
                                           "\"llama-3-70b\", or the content of the config.json in its place",
                                           text::value_text(value))});
      return {};
    }
    if (is_there) return model_from_file(*folder / name, where, issues);
    issues.push_back(
        {where, fmt::format("{}: no such file; give a catalogue name such as \"llama-3-70b\", or the path of a "
                            "config.json relative to the scenario",
                            text::value_text(value))});
  } catch (const InputError& error) {
    for (const Issue& issue : error.issues()) issues.push_back({where, located_message(issue)});
  }
  return {};
}

plan::Scenario read_scenario(const json& document, const catalog::Catalog& catalog,
                             const std::optional<std::filesystem::path>& folder) {
  plan::Scenario scenario;
  Issues issues;
  std::vector<std::string> unread;
  const ScenarioReading reading{catalog, folder, issues, unread, scenario};
  text::FieldReader reader(document, "", fields::kScenario, issues);
  reader.whole("version");
  if (const json* model = reader.require("model"))
    scenario.model = resolve_model(*model, "/model", catalog, folder, issues);
  scenario.name = reader.string_or("name", scenario.model.name);
  scenario.start = start_of(document, catalog);
  if (const json* training = reader.require("training")) read_training(*training, reading);
  if (const json* cluster = reader.require("cluster")) read_cluster(*cluster, reading);
  read_run(section(reader, "run"), reading);
  read_step_errors(document, reading);
  read_price(section(reader, "price"), reading);
  read_power(section(reader, "power"), reading);
  reading.finish(reader);
  for (const Issue& issue : issues) unread.push_back(issue.where);
  for (Issue& issue : check_question(scenario, unread))
    issues.push_back({written_pointer(issue.where, document), std::move(issue.message)});
  if (!issues.empty()) throw InputError(std::move(issues));
  return scenario;
}

}  // namespace fmplan::scenario
