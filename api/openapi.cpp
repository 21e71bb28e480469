#include "api/openapi.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "api/ask_programme.h"
#include "core/base/version.h"
#include "core/text/json_conversion.h"

namespace fmplan::api {
namespace {

using text::Json;

constexpr std::string_view kSchemas = "#/components/schemas/";
/// The version of the specification that the document keeps to.
constexpr const char* kOpenApiVersion = "3.1.0";
/// A mebibyte is 2²⁰ bytes.
constexpr int kMebibyteBits = 20;

Json reference(std::string_view place, std::string_view name) { return {{"$ref", fmt::format("{}{}", place, name)}}; }

Json words_schema() { return Json::array({"string", "number", "boolean"}); }

Json sets_schema() { return {{"type", "object"}, {"additionalProperties", true}}; }

Json field_schema(const QuestionField& field, const std::string& place) {
  const auto list_of = [](Json items) { return Json{{"type", "array"}, {"items", std::move(items)}}; };
  Json document = {{"anyOf", Json::array({reference(place, "scenario"), reference(place, "programme")})}};
  switch (field.kind) {
    case FieldKind::kScenario: return reference(place, "scenario");
    case FieldKind::kProgramme: return reference(place, "programme");
    case FieldKind::kDocument: return document;
    case FieldKind::kAnswer: return {{"anyOf", Json::array({reference(place, "report"), reference(place, "sweep")})}};
    case FieldKind::kSides: return list_of({{"type", "object"}});
    case FieldKind::kText: return {{"type", words_schema()}};
    case FieldKind::kTexts:
      return {{"anyOf", Json::array({Json{{"type", words_schema()}}, list_of({{"type", words_schema()}})})}};
    case FieldKind::kFlag: return {{"type", "boolean"}};
    case FieldKind::kCount: return {{"type", "integer"}, {"minimum", 0}};
    case FieldKind::kNumber: return {{"type", "number"}};
    case FieldKind::kSets: return sets_schema();
    case FieldKind::kVariants: return list_of(sets_schema());
  }
  return {};
}

bool judges(const QuestionKind& kind) {
  return std::ranges::any_of(kind.fields, [](const QuestionField& field) { return field.name == "fail_if"; });
}

/// What a question's `fail_if` adds to its answer.
Json gates_schema() {
  return {{"type", "array"},
          {"description", "The bounds of fail_if, in their order."},
          {"items",
           {{"type", "object"},
            {"properties",
             {{"condition", {{"type", "string"}}},
              {"exceeded", {{"type", "boolean"}, {"description", "It holds, or may hold as a figure is unknown."}}},
              {"told", {{"type", "string"}, {"description", "With the figures that it rests on; may be empty."}}}}},
            {"required", Json::array({"condition", "exceeded", "told"})},
            {"additionalProperties", false}}}};
}

Json problem_schema() {
  const Json text = {{"type", "string"}};
  return {{"type", "object"},
          {"title", "Problem (RFC 9457)"},
          {"properties",
           {{"type", text},
            {"title", text},
            {"status", {{"type", "integer"}}},
            {"detail", text},
            {"request", {{"type", "string"}, {"description", "Names the request in the server's log."}}},
            {"errors",
             {{"type", "array"},
              {"items",
               {{"type", "object"},
                {"properties",
                 {{"pointer", {{"type", "string"}, {"description", "JSON Pointer into the body, or the parameter."}}},
                  {"line", {{"type", "integer"}, {"minimum", 1}, {"description", "Of the file that was sent."}}},
                  {"detail", {{"type", "string"}, {"description", "The value, the rule, and what would do."}}},
                  {"suggestion", {{"type", "string"}, {"description", "The name that was probably meant."}}}}},
                {"required", Json::array({"pointer", "detail"})},
                {"additionalProperties", false}}}}}}},
          {"required", Json::array({"type", "title", "status", "detail"})},
          {"additionalProperties", false}};
}

Json job_schema() {
  const Json text = {{"type", "string"}}, time = {{"type", "string"}, {"format", "date-time"}};
  return {{"type", "object"},
          {"properties",
           {{"id", text},
            {"kind", text},
            {"state", {{"enum", Json::array({"queued", "running", "done", "failed", "cancelled"})}}},
            {"cancel_asked", {{"type", "boolean"}}},
            {"progress", {{"type", "number"}, {"minimum", 0}, {"maximum", 1}}},
            {"seconds_left", {{"type", Json::array({"number", "null"})}, {"description", "At the rate so far."}}},
            {"attempts", {{"type", "integer"}, {"description", "How often it was begun."}}},
            {"rows", {{"type", "integer"}, {"description", "Whole rows that can be read already."}}},
            {"catalog_fingerprint", text},
            {"created", time},
            {"started", {{"type", Json::array({"string", "null"})}, {"format", "date-time"}}},
            {"ended", {{"type", Json::array({"string", "null"})}, {"format", "date-time"}}},
            {"problem", {{"type", "string"}, {"description", "Why it failed; else empty."}}}}},
          {"required", Json::array({"id", "kind", "state", "cancel_asked", "progress", "seconds_left", "attempts",
                                    "rows", "catalog_fingerprint", "created", "started", "ended", "problem"})},
          {"additionalProperties", false}};
}

/// As `aws budgets create-budget --budget` takes it [AWS Budgets API, Budget].
Json aws_budget_schema() {
  const Json seconds = {{"type", "integer"}, {"description", "Since 1970, UTC."}};
  const Json amount = {{"type", "object"},
                       {"properties", {{"Amount", {{"type", "string"}}}, {"Unit", {{"const", "USD"}}}}},
                       {"required", Json::array({"Amount", "Unit"})},
                       {"additionalProperties", false}};
  return {{"type", "object"},
          {"properties",
           {{"BudgetName", {{"type", "string"}}},
            {"BudgetType", {{"const", "COST"}}},
            {"TimeUnit", {{"const", "MONTHLY"}}},
            {"TimePeriod",
             {{"type", "object"},
              {"properties", {{"Start", seconds}, {"End", seconds}}},
              {"required", Json::array({"Start", "End"})},
              {"additionalProperties", false}}},
            {"PlannedBudgetLimits",
             {{"type", "object"}, {"description", "By the start of the month."}, {"additionalProperties", amount}}}}},
          {"required", Json::array({"BudgetName", "BudgetType", "TimeUnit", "TimePeriod", "PlannedBudgetLimits"})},
          {"additionalProperties", false}};
}

/// The fields of vantage_budget of Vantage's Terraform provider, without cost_report_token.
Json vantage_budget_schema() {
  const Json day = {{"type", "string"}, {"format", "date"}};
  const Json period = {{"type", "object"},
                       {"properties", {{"start_at", day}, {"end_at", day}, {"amount", {{"type", "number"}}}}},
                       {"required", Json::array({"start_at", "end_at", "amount"})},
                       {"additionalProperties", false}};
  return {{"type", "object"},
          {"properties", {{"name", {{"type", "string"}}}, {"periods", {{"type", "array"}, {"items", period}}}}},
          {"required", Json::array({"name", "periods"})},
          {"additionalProperties", false}};
}

Json job_list_schema() {
  return {{"type", "object"},
          {"properties",
           {{"jobs", {{"type", "array"}, {"items", reference(kSchemas, "job")}}},
            {"cursor",
             {{"type", Json::array({"string", "null"})}, {"description", "Of the next page; null after the last."}}}}},
          {"required", Json::array({"jobs", "cursor"})},
          {"additionalProperties", false}};
}

Json job_question_schema() {
  Json kinds = Json::array();
  for (const QuestionKind& kind : question_kinds()) kinds.push_back(kind.name);
  return {{"type", "object"},
          {"properties",
           {{"kind", {{"enum", std::move(kinds)}}},
            {"question", {{"type", "object"}, {"description", "As POST /v1/{kind} takes it."}}}}},
          {"required", Json::array({"kind", "question"})},
          {"additionalProperties", false}};
}

Json bundled_schema() {
  const Json entry = {{"type", "object"},
                      {"properties",
                       {{"name", {{"type", "string"}}},
                        {"kind", {{"enum", Json::array({"scenario", "programme"})}}},
                        {"title", {{"type", "string"}}}}},
                      {"required", Json::array({"name", "kind", "title"})},
                      {"additionalProperties", false}};
  return {{"type", "object"},
          {"properties", {{"scenarios", {{"type", "array"}, {"items", entry}}}}},
          {"required", Json::array({"scenarios"})},
          {"additionalProperties", false}};
}

Json health_schema() {
  return {{"type", "object"},
          {"properties", {{"status", {{"enum", Json::array({"ok", "stopping"})}}}}},
          {"required", Json::array({"status"})},
          {"additionalProperties", false}};
}

Json schemas() {
  std::set<std::string_view> judged;
  for (const QuestionKind& kind : question_kinds())
    if (judges(kind))
      for (const std::string_view name : kind.answer_schemas) judged.insert(name);
  Json all = Json::object();
  const std::string place(kSchemas);
  for (const SchemaFile& file : schema_files()) {
    Json schema = schema_component(file.name, place);
    if (judged.contains(file.name)) schema["properties"]["gates"] = gates_schema();
    all[file.name] = std::move(schema);
  }
  for (const QuestionKind& kind : question_kinds()) {
    Json question = question_schema(kind, place);
    if (!kind.body.empty()) question = {{"anyOf", Json::array({reference(place, kind.body), std::move(question)})}};
    all[question_schema_name(kind)] = std::move(question);
    Json answers = Json::array();
    for (const std::string_view name : kind.answer_schemas) answers.push_back(reference(place, name));
    all[answer_schema_name(kind)] = answers.size() == 1 ? answers.at(std::size_t{0}) : Json{{"anyOf", answers}};
  }
  all["export_question"] = {
      {"anyOf", Json::array({reference(place, "programme"), question_schema(export_question(), place)})}};
  all["workbook_question"] = {
      {"anyOf", Json::array({reference(place, "programme"), reference(place, "scenario"), reference(place, "report"),
                             reference(place, "sweep"), question_schema(workbook_question(nullptr), place)})}};
  Json results = Json::array();
  for (const QuestionKind& kind : question_kinds()) results.push_back(reference(place, answer_schema_name(kind)));
  all["job_result"] = {{"anyOf", std::move(results)}};
  all["aws_budget"] = aws_budget_schema();
  all["vantage_budget"] = vantage_budget_schema();
  all["problem"] = problem_schema();
  all["job"] = job_schema();
  all["job_list"] = job_list_schema();
  all["job_question"] = job_question_schema();
  all["bundled_scenarios"] = bundled_schema();
  all["health"] = health_schema();
  all["document"] = {{"anyOf", Json::array({reference(place, "scenario"), reference(place, "programme")})}};
  all["openapi"] = {{"type", "object"},
                    {"properties", {{"openapi", {{"const", kOpenApiVersion}}}, {"paths", {{"type", "object"}}}}},
                    {"required", Json::array({"openapi", "paths"})}};
  return all;
}

/// Adds the names of the schemas that `value` refers to, and of those that these do.
void add_used(const Json& value, const Json& all, std::set<std::string>& used) {
  for (const Json& element : value.elements()) add_used(element, all, used);
  for (const Json::Member& member : value.members()) {
    const bool is_reference = member.key == "$ref" && member.value.is_text();
    const std::string& place = is_reference ? member.value.as_text() : member.key;
    if (!is_reference || !place.starts_with(kSchemas)) {
      add_used(member.value, all, used);
      continue;
    }
    const std::string name = place.substr(kSchemas.size(), place.find('/', kSchemas.size()) - kSchemas.size());
    if (used.insert(name).second && all.contains(name)) add_used(all.at(name), all, used);
  }
}

/// Those of all schemas that something of the interface is: commands have more.
Json schemas_of(const Json& paths, const Json& responses) {
  const Json all = schemas();
  std::set<std::string> used;
  add_used(paths, all, used);
  add_used(responses, all, used);
  Json result = Json::object();
  for (const Json::Member& schema : all.members())
    if (used.contains(schema.key)) result[schema.key] = schema.value;
  return result;
}

Json content(const std::string& type, const std::string& schema, const std::string& example = {}) {
  Json media = {{"schema", schema.empty() ? Json{{"type", "string"}} : reference(kSchemas, schema)}};
  if (!example.empty()) media["example"] = text::json_of(nlohmann::ordered_json::parse(example));
  Json result = Json::object();
  result[type] = std::move(media);
  return result;
}

Json parameter(const char* in, const std::string& name, const std::string& description, bool required, Json schema) {
  return {
      {"name", name}, {"in", in}, {"description", description}, {"required", required}, {"schema", std::move(schema)}};
}

Json query_parameter(const QueryParameter& one) {
  Json schema = {{"type", one.is_number ? "integer" : "string"}};
  if (one.repeats) schema = {{"type", "array"}, {"items", std::move(schema)}};
  Json result = parameter("query", one.name, one.description, false, std::move(schema));
  if (!one.example.empty()) result["example"] = one.example;
  return result;
}

/// A file, as any of its media types.
Json file_content(const RouteDoc& doc) {
  Json result = Json::object();
  for (const std::string& type : doc.body_types) {
    const bool is_json = type == "application/json", is_first = type == doc.body_types.front();
    Json media = {{"schema", {{"type", is_json ? "object" : "string"}}}};
    if (is_first && is_json) media["example"] = text::json_of(nlohmann::ordered_json::parse(doc.example));
    if (is_first && !is_json) media["example"] = doc.example;
    result[type] = std::move(media);
  }
  return result;
}

Json parameters(const RouteDoc& doc) {
  Json all = Json::array();
  for (const PathParameter& one : doc.path_parameters)
    all.push_back(parameter("path", one.name, one.description, true, {{"type", "string"}}));
  for (const QueryParameter& one : doc.query_parameters) all.push_back(query_parameter(one));
  for (const std::string& name : doc.request_headers)
    all.push_back(parameter("header", name,
                            name == "If-None-Match" ? "The ETag of what is there already."
                                                    : "The client's own name for this request: sent "
                                                      "again, it makes no second job.",
                            false, {{"type", "string"}}));
  return all;
}

Json operation(const RouteDoc& doc) {
  Json answers = Json::object();
  for (const DocumentedAnswer& answer : doc.answers) {
    // Answers of one status are forms of one.
    Json& one = answers[std::to_string(answer.status)];
    if (!one.contains("description")) one["description"] = answer.description;
    if (answer.status != 304 && answer.status != 204)
      one["content"].update(content(answer.content_type, answer.schema));
    if (answer.status == 202)
      one["headers"] = {{"Location", {{"description", "Of the job."}, {"schema", {{"type", "string"}}}}}};
  }
  answers["4XX"] = {{"$ref", "#/components/responses/problem"}};
  answers["5XX"] = {{"$ref", "#/components/responses/problem"}};
  Json result = {{"operationId", doc.operation},
                 {"summary", doc.summary},
                 {"description", doc.summary + "."},
                 {"tags", Json::array({doc.group})}};
  if (doc.open) result["security"] = Json::array();
  if (Json all = parameters(doc); !all.empty()) result["parameters"] = std::move(all);
  if (!doc.body_schema.empty())
    result["requestBody"] = {{"required", true},
                             {"content", content("application/json", doc.body_schema, doc.example)}};
  if (!doc.body_types.empty())
    result["requestBody"] = {
        {"required", true},
        {"description", fmt::format("The file, of at most {} MiB.", doc.most_file_bytes >> kMebibyteBits)},
        {"content", file_content(doc)}};
  result["responses"] = std::move(answers);
  return result;
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

}  // namespace

std::string question_schema_name(const QuestionKind& kind) { return fmt::format("{}_question", kind.name); }
std::string answer_schema_name(const QuestionKind& kind) { return fmt::format("{}_answer", kind.name); }

Json question_schema(const QuestionKind& kind, const std::string& place) {
  Json properties = Json::object(), required = Json::array();
  for (const QuestionField& field : kind.fields) {
    Json schema = field_schema(field, place);
    schema["description"] = field.description;
    properties[field.name] = std::move(schema);
    if (field.required) required.push_back(field.name);
  }
  Json schema = {{"type", "object"}, {"description", kind.summary}, {"properties", std::move(properties)}};
  if (!required.empty()) schema["required"] = std::move(required);
  schema["additionalProperties"] = false;
  return schema;
}

Json schema_component(std::string_view name, const std::string& place) {
  std::string text(std::ranges::find(schema_files(), name, &SchemaFile::name)->text);
  const std::string before = "\"#/$defs/", after = fmt::format("\"{}{}/$defs/", place, name);
  for (std::size_t at = text.find(before); at != std::string::npos; at = text.find(before, at + after.size()))
    text.replace(at, before.size(), after);
  Json schema = text::json_of(nlohmann::ordered_json::parse(text));
  schema.erase("$schema");
  schema.erase("$id");
  return schema;
}

Json openapi_document(const std::vector<Route>& routes) {
  Json paths = Json::object(), tags = Json::array();
  std::set<std::string> groups;
  for (const Route& route : routes) {
    if (route.doc.for_browsers) continue;
    paths[route.doc.path][lower(route.doc.method)] = operation(route.doc);
    if (groups.insert(route.doc.group).second)
      tags.push_back({{"name", route.doc.group}, {"description", route.doc.group}});
  }
  Json responses = {{"problem",
                     {{"description", "What is wrong, and what to send instead."},
                      {"content", content("application/problem+json", "problem")}}}};
  Json used = schemas_of(paths, responses);
  return {
      {"openapi", kOpenApiVersion},
      {"info",
       {{"title", "fmplan"},
        {"version", std::string(version())},
        {"description",
         "What training a foundation model takes: nodes, GPU-hours, days, money, energy and risk.  "
         "Every answer is the command line's JSON; money is in decimal strings, null where a price is "
         "unknown."},
        {"contact", {{"name", "fmplan"}}},
        {"license", {{"name", "Apache-2.0"}, {"identifier", "Apache-2.0"}}}}},
      {"servers", Json::array({Json{{"url", "http://127.0.0.1:8080"}, {"description", "fmplan serve"}}})},
      {"security", Json::array({Json{{"token", Json::array()}}, Json::object()})},
      {"tags", std::move(tags)},
      {"paths", std::move(paths)},
      {"components",
       {{"securitySchemes",
         {{"token",
           {{"type", "http"}, {"scheme", "bearer"}, {"description", "Where the server was given a file of tokens."}}}}},
        {"responses", std::move(responses)},
        {"schemas", std::move(used)}}}};
}

}  // namespace fmplan::api
