#include "gui/model/plan_file.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "core/catalog/hf_config.h"
#include "core/document/plan_text.h"
#include "core/programme/edit.h"
#include "core/scenario/scenario_json.h"
#include "core/text/json_text.h"

namespace fmplan::gui {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// The one version of scenarios and programmes that there is (docs/scenario_format.md).
constexpr double kKnownVersion = 1;

/// `value` with the keys of objects in the order of `pattern`, those that it lacks last.
ordered_json inOrderOf(const ordered_json& pattern, const json& value) {
  if (value.is_array()) {
    ordered_json list = ordered_json::array();
    for (std::size_t i = 0; i < value.size(); ++i)
      list.push_back(inOrderOf(pattern.is_array() && i < pattern.size() ? pattern[i] : ordered_json(), value[i]));
    return list;
  }
  if (!value.is_object()) return ordered_json(value);
  ordered_json object = ordered_json::object();
  if (pattern.is_object())
    for (auto member = pattern.begin(); member != pattern.end(); ++member)
      if (const auto found = value.find(member.key()); found != value.end())
        object[member.key()] = inOrderOf(member.value(), *found);
  for (auto member = value.begin(); member != value.end(); ++member)
    if (!object.contains(member.key())) object[member.key()] = inOrderOf(ordered_json(), member.value());
  return object;
}

/// Why a document is not one of this program's, with what to do; empty: it is.
std::string whyForeign(const json& document) {
  if (!document.is_object()) return "holds no JSON object; open a scenario or a programme";
  if (catalog::looks_like_hf_config(document))
    return "is a model's config.json; drop it onto the window of an open scenario, or write its path as the model";
  const bool scenario = document.contains("training") || document.contains("cluster");
  if (!scenario && !programme::is_programme(document))
    return "is neither a scenario (it has no \"training\" and no \"cluster\") nor a programme (no \"pools\" with "
           "\"organisations\"); open one of these, or begin one with fmplan init";
  const auto version = document.find("version");
  if (version != document.end() && version->is_number() && version->get<double>() > kKnownVersion)
    return fmt::format(
        "is of version {}, which a newer fmplan writes; this one knows version {:.0f}: install the newer one",
        version->dump(), kKnownVersion);
  return {};
}

json checked(const std::string& text, const std::string& name) {
  json document = text::parse_json(text, name);
  if (const std::string why = whyForeign(document); !why.empty()) throw InputError(name, why);
  return document;
}

PlanFile::Kind kindOf(const json& document) {
  return programme::is_programme(document) ? PlanFile::Kind::kProgramme : PlanFile::Kind::kScenario;
}

}  // namespace

std::filesystem::path PlanFile::folder() const {
  const std::filesystem::path& lies = path.empty() ? source : path;
  return lies.empty() ? "." : lies.parent_path();
}

PlanFile readPlanFile(const std::filesystem::path& path) {
  PlanFile file{.path = path, .original = document::read_text(path)};
  file.document = checked(file.original, path.string());
  file.kind = kindOf(file.document);
  return file;
}

OpenedFile openPlanFile(const std::filesystem::path& path) {
  if (!document::is_database(path)) return {.file = readPlanFile(path)};
  document::OpenedStore opened = document::open_store(path);
  document::StoredDocument& stored = opened.document;
  // Where one version is not what it should be the others are not believed either: undo would come to it some day.
  const PlanFile::Kind kind = kindOf(checked(stored.shown_version().text, path.string()));
  for (const document::Version& version : stored.versions) {
    if (kindOf(checked(version.text, path.string())) != kind)
      throw InputError(path.string(), "holds versions of a scenario and of a programme; open a copy of it");
    readQuestions(version.questions, path.string());
  }
  PlanFile file{.kind = kind,
                .path = path,
                .original = std::move(stored.original),
                .format = PlanFile::Format::kFmplan,
                .locked = opened.locked,
                .source = stored.source};
  if (!file.original.empty()) text::parse_json(file.original, path.string());
  file.document = text::parse_json(stored.shown_version().text, path.string());
  file.questions = readQuestions(stored.shown_version().questions, path.string());
  return {.file = std::move(file),
          .versions = std::move(stored.versions),
          .first = stored.first,
          .shown = stored.shown,
          .answers = std::move(stored.answers),
          .store = std::move(opened.store),
          .copy = std::move(opened.copy)};
}

json readQuestions(const std::string& text, const std::string& name) {
  if (text.empty()) return json::object();
  json questions = text::parse_json(text, name);
  if (!questions.is_object())
    throw InputError(name,
                     "holds questions about its document in a form that fmplan does not write; open a copy of it");
  return questions;
}

bool isFmplanName(const std::filesystem::path& path) { return path.extension() == ".fmplan"; }

std::string textOf(const PlanFile& file) { return textOf(file.original, file.document); }

std::string textOf(const std::string& original, const json& document) {
  // It was parsed strictly when it was read.
  const ordered_json pattern = original.empty() ? ordered_json() : ordered_json::parse(original);
  if (!original.empty() && json(pattern) == document) return original;
  return inOrderOf(pattern, document).dump(2) + "\n";
}

bool changedOnDisk(const PlanFile& file) {
  if (file.path.empty() || file.original.empty() || file.format != PlanFile::Format::kJson) return false;
  std::error_code error;
  if (!std::filesystem::exists(file.path, error)) return false;
  try {
    return text::read_text_file(file.path) != file.original;
  } catch (const InputError&) {
    return true;
  }
}

void writePlanFile(PlanFile& file, const std::filesystem::path& path) {
  std::string text = textOf(file);
  text::write_text_file(path, text);
  file.path = path;
  file.original = std::move(text);
  file.format = PlanFile::Format::kJson;
  file.locked = document::Locked::kNo;
  file.source.clear();
}

void exportJson(const PlanFile& file, const std::filesystem::path& path) { text::write_text_file(path, textOf(file)); }

std::string pointerOf(const std::string& path) {
  if (path.starts_with('/')) return path;
  std::string pointer = "/" + path;
  std::ranges::replace(pointer, '.', '/');
  return pointer;
}

std::string pointerOf(const Issue& issue) {
  constexpr std::string_view kOption = "--set ";
  return issue.where.starts_with(kOption) ? pointerOf(issue.where.substr(kOption.size())) : issue.where;
}

std::optional<std::string> fieldText(const json& document, const std::string& path) {
  const json::json_pointer pointer(pointerOf(path));
  if (!document.contains(pointer)) return std::nullopt;
  const json& value = document.at(pointer);
  if (value.is_null()) return std::nullopt;
  if (value.is_string()) return value.get<std::string>();
  if (value.is_object()) return "{…}";
  if (value.is_array()) return "[…]";
  return value.dump();
}

json withField(json document, const std::string& path, const std::string& text) {
  if (!text.empty()) {
    scenario::set_value(document, path, text);
    return document;
  }
  const json::json_pointer pointer(pointerOf(path));
  if (document.contains(pointer)) document.at(pointer.parent_pointer()).erase(pointer.back());
  return document;
}

}  // namespace fmplan::gui
