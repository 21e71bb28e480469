#include "api/question.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <utility>

#include "core/base/quantity_text.h"
#include "core/base/suggestion.h"
#include "core/text/json_text.h"

namespace fmplan::api {
namespace {

using nlohmann::json;

bool is_word(const json& value) { return value.is_string() || value.is_number() || value.is_boolean(); }

bool is_list_of(const json& value, bool (*is_one)(const json&)) {
  return value.is_array() && std::ranges::all_of(value, is_one);
}

bool is_object(const json& value) { return value.is_object(); }

bool is_of(FieldKind kind, const json& value) {
  switch (kind) {
    case FieldKind::kScenario:
    case FieldKind::kProgramme:
    case FieldKind::kDocument:
    case FieldKind::kAnswer:
    case FieldKind::kSets: return value.is_object();
    case FieldKind::kSides:
    case FieldKind::kVariants: return is_list_of(value, is_object);
    case FieldKind::kText: return is_word(value);
    case FieldKind::kTexts: return is_word(value) || is_list_of(value, is_word);
    case FieldKind::kFlag: return value.is_boolean();
    case FieldKind::kCount: return value.is_number_unsigned();
    case FieldKind::kNumber: return value.is_number();
  }
  return false;
}

/// What would do, for somebody who wrote something else.
std::string_view wanted(FieldKind kind) {
  switch (kind) {
    case FieldKind::kScenario: return "a scenario, which is an object";
    case FieldKind::kProgramme: return "a programme, which is an object";
    case FieldKind::kDocument: return "a scenario or a programme, which is an object";
    case FieldKind::kAnswer: return "an answer that was saved, which is an object";
    case FieldKind::kSides: return "a list of scenarios, programmes or saved answers, which are objects";
    case FieldKind::kText: return "a text or a number";
    case FieldKind::kTexts: return "a text, or a list of texts";
    case FieldKind::kFlag: return "true or false";
    case FieldKind::kCount: return "a whole number from 0 on";
    case FieldKind::kNumber: return "a number";
    case FieldKind::kSets: return "an object of paths and values, for instance {\"cluster.nodes\": 128}";
    case FieldKind::kVariants: return "a list of objects of paths and values, for instance [{\"cluster.nodes\": 128}]";
  }
  return {};
}

std::string word(const json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

std::vector<std::string> assignments(const json& sets, const std::function<std::string(const json&)>& text) {
  std::vector<std::string> result;
  for (const auto& [path, value] : sets.items()) result.push_back(path + "=" + text(value));
  return result;
}

/// What somebody would type for it: texts as they are, "+14d" of a date that moves, but for those that as JSON mean
/// something else.
std::string typed(const json& value) {
  const bool plain = value.is_string() && !json::accept(value.get_ref<const std::string&>());
  return plain ? value.get<std::string>() : value.dump();
}

/// "--min-headroom" → "/min_headroom"; "--vary a=1" → "/vary"; "SCENARIO" → "/scenario".
std::string pointer_of_option(std::string_view where) {
  const bool is_option = where.starts_with("--");
  const std::string_view name = where.substr(is_option ? 2 : 0);
  std::string pointer = "/";
  for (const char c : name.substr(0, name.find_first_of(" ,:=")))
    pointer += c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return pointer;
}

}  // namespace

Asked::Asked(const json& body, std::span<const QuestionField> fields) : body_(body) {
  if (!body.is_object()) throw InputError("", "is no object; write {…}");
  std::vector<std::string> names;
  for (const QuestionField& field : fields) names.emplace_back(field.name);
  Issues issues;
  for (const auto& [key, value] : body.items()) {
    const auto field = std::ranges::find(fields, std::string_view(key), &QuestionField::name);
    const std::string where = "/" + text::pointer_token(key);
    if (field == fields.end())
      issues.push_back({where, fmt::format("unknown key{}", did_you_mean(key, names))});
    else if (!is_of(field->kind, value))
      issues.push_back({where, fmt::format("{} is not {}", text::value_text(value), wanted(field->kind))});
  }
  for (const QuestionField& field : fields)
    if (field.required && !body.contains(std::string(field.name)))
      issues.push_back({fmt::format("/{}", field.name), fmt::format("is missing; give {}", wanted(field.kind))});
  if (!issues.empty()) throw InputError(std::move(issues));
}

const json* Asked::find(std::string_view name) const {
  const auto found = body_.find(std::string(name));
  return found == body_.end() ? nullptr : &*found;
}

const json& Asked::document(std::string_view name) const { return body_.at(std::string(name)); }

std::vector<json> Asked::documents(std::string_view name) const {
  const json* const value = find(name);
  return value ? value->get<std::vector<json>>() : std::vector<json>();
}

std::string Asked::text(std::string_view name) const {
  const json* const value = find(name);
  return value ? word(*value) : "";
}

void Asked::take(std::string_view name, std::string& text) const {
  if (const json* const value = find(name)) text = word(*value);
}

std::vector<std::string> Asked::texts(std::string_view name) const {
  const json* const value = find(name);
  if (!value) return {};
  if (!value->is_array()) return {word(*value)};
  std::vector<std::string> result;
  for (const json& one : *value) result.push_back(word(one));
  return result;
}

bool Asked::flag(std::string_view name) const {
  const json* const value = find(name);
  return value && value->get<bool>();
}

std::uint64_t Asked::count_or(std::string_view name, std::uint64_t otherwise) const {
  const json* const value = find(name);
  return value ? value->get<std::uint64_t>() : otherwise;
}

double Asked::number_or(std::string_view name, double otherwise) const {
  const json* const value = find(name);
  return value ? value->get<double>() : otherwise;
}

std::vector<std::string> Asked::sets(std::string_view name) const {
  const json* const value = find(name);
  return value ? assignments(*value, typed) : std::vector<std::string>();
}

std::vector<std::string> Asked::lists(std::string_view name) const {
  const json* const value = find(name);
  return value ? assignments(*value, word) : std::vector<std::string>();
}

std::vector<std::string> Asked::variants(std::string_view name) const {
  std::vector<std::string> result;
  for (const json& variant : documents(name)) {
    std::string text;
    // What is typed names the variant in the answer.
    for (const auto& [path, value] : variant.items()) text += (text.empty() ? "" : "; ") + path + "=" + typed(value);
    result.push_back(std::move(text));
  }
  return result;
}

const QuestionKind* question_kind(std::string_view name) {
  const auto kinds = question_kinds();
  const auto found = std::ranges::find(kinds, name, &QuestionKind::name);
  return found == kinds.end() ? nullptr : &*found;
}

namespace {

/// Whether the body is the question's one document and not the question.
bool is_bare(const QuestionKind& kind, const json& body) {
  return !kind.body.empty() && body.is_object() && !body.contains(std::string(kind.body)) &&
         std::ranges::none_of(kind.fields,
                              [&body](const QuestionField& field) { return body.contains(std::string(field.name)); });
}

/// A place in what was set is the caller's, not the scenario's.
std::optional<std::string> place_of_set(const std::string& where, const json& body) {
  const json sets = body.value("set", json::object());
  for (const auto& [path, value] : sets.items()) {
    std::string pointer = path.starts_with('/') ? path : "/" + path;
    std::ranges::replace(pointer, '.', '/');
    if (where == pointer || where.starts_with(pointer + "/")) return "/set/" + text::pointer_token(path);
  }
  return std::nullopt;
}

}  // namespace

Asked read_question(const QuestionKind& kind, const json& body) {
  if (is_bare(kind, body)) return {json{{std::string(kind.body), body}}, kind.fields};
  return {body, kind.fields};
}

Issues in_body(const Issues& issues, const QuestionKind& kind, const json& body) {
  const bool bare = is_bare(kind, body);
  Issues placed = issues;
  for (Issue& issue : placed) {
    if (issue.where.starts_with('#')) {
      issue.where.erase(0, 1);
    } else if (issue.where == kind.name) {
      issue.where.clear();  // the question as a whole
    } else if (!issue.where.empty() && !issue.where.starts_with('/')) {
      issue.where = pointer_of_option(issue.where);
    } else if (!bare && !kind.body.empty()) {
      issue.where = place_of_set(issue.where, body).value_or(fmt::format("/{}{}", kind.body, issue.where));
    }
  }
  return placed;
}

}  // namespace fmplan::api
