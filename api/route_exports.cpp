#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "api/answering.h"
#include "api/ask_programme.h"
#include "api/ask_scenario.h"
#include "api/openapi.h"
#include "api/question_examples.h"
#include "api/service_state.h"
#include "core/answer/compare_side.h"
#include "core/base/suggestion.h"
#include "core/export/export_kind.h"
#include "core/export/ledger.h"

namespace fmplan::api {
namespace {

/// Warnings told in headers, at most, and characters of each: all headers together stay below what proxies take.
constexpr std::size_t kMostWarnings = 10, kMostWarningBytes = 400;

/// Text as a header may have it: what is not plain is written as in an address.
std::string header_text(std::string_view text) {
  std::string encoded;
  for (const char c : text.substr(0, kMostWarningBytes)) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) || std::string_view(" ,.;:()-_/$").find(c) != std::string_view::npos)
      encoded += c;
    else
      encoded += fmt::format("%{:02X}", byte);
  }
  return encoded;
}

/// Of files that are JSON.
std::string schema_of(const exports::ExportKind& kind) {
  if (kind.name == "aws-budgets") return "aws_budget";
  return kind.name == "vantage" ? "vantage_budget" : "";
}

Response file_answer(const exports::ExportKind& kind, exports::ExportedFile file) {
  Response response{.content_type = std::string(kind.media_type), .body = std::move(file.text)};
  response.headers = {{"Content-Disposition", fmt::format("attachment; filename=\"fmplan{}\"", kind.ending)},
                      {"X-Fmplan-Warnings", std::to_string(file.warnings.size())}};
  std::string told;
  for (std::size_t i = 0; i < std::min(kMostWarnings, file.warnings.size()); ++i)
    told += (i > 0 ? " | " : "") + header_text(file.warnings[i]);
  if (!told.empty()) response.headers.push_back({"X-Fmplan-Warning-Texts", std::move(told)});
  return response;
}

/// What stands beside a scenario or an answer and says something of programmes alone, or is asked of what was answered.
void check_alone(const Asked& asked) {
  const bool is_answer = asked.has(kAnswerName);
  Issues issues;
  const auto refuse = [&](std::string_view name, const char* why) {
    if (asked.has(name)) issues.push_back({fmt::format("#/{}", name), why});
  };
  for (const std::string_view name : {"programme", "drop", "only", "trials", "no_proof"})
    refuse(name, "is of a programme; give a programme, a scenario or an answer, one of them");
  if (is_answer)
    for (const std::string_view name : {kScenarioName, kSetName, kSeedName})
      refuse(name, "is of what is to be answered, and this was; leave it out");
  if (!issues.empty()) throw InputError(std::move(issues));
}

/// What another kind of file asks for.
void check_options(const exports::ExportKind& kind, const Asked& asked) {
  Issues issues;
  const auto refuse = [&](std::string_view name, std::string_view of_kind) {
    if (asked.has(name) && kind.name != of_kind)
      issues.push_back(
          {fmt::format("#/{}", name), fmt::format("is of {}, and {} has none; leave it out", of_kind, kind.name)});
  };
  refuse("from", "aws-budgets");
  refuse("focus_version", "focus");
  if (!issues.empty()) throw InputError(std::move(issues));
}

exports::ExportedFile made(ServiceState& state, const exports::ExportKind& kind, const Asked& asked) {
  AnswerWatch watch(state, state.options.most_at_once_s);
  const AnswerContext context{.catalog = state.catalog, .watch = watch};
  check_options(kind, asked);
  if (asked.has(kAnswerName) || asked.has(kScenarioName)) check_alone(asked);
  if (asked.has(kAnswerName)) return kind.make_of_answer(asked.document(kAnswerName), "#/answer");
  if (asked.has(kScenarioName)) return kind.make_of_answer(nlohmann::json::parse(answer_plan(asked, context).json), "");
  if (!asked.has("programme"))
    throw InputError("#/programme", "is missing; give a programme, a scenario, or what plan or sweep answered");
  const programme::ProgrammeAnswer answer = programme_answer(asked, context, false);
  if (watch.stopped()) throw JobStopped();
  exports::ExportOptions options{.first_month = asked.text("from")};
  asked.take("focus_version", options.focus_version);
  return kind.make(answer, state.catalog, options);
}

Response export_file(ServiceState& state, const exports::ExportKind& kind, const Request& request) {
  const nlohmann::json body = json_body(request);
  // An answer by itself: it has members that are called as fields of the question are.
  if (kind.make_of_answer && answer::is_saved_answer(body)) {
    try {
      Response response = file_answer(kind, kind.make_of_answer(body, ""));
      ++state.questions_answered;
      return response;
    } catch (const InputError& error) {
      throw Refusal{422, "the answer cannot be read", error.issues()};
    }
  }
  return answered(kind.make_of_answer ? workbook_question(body) : export_question(), body, [&](const Asked& asked) {
    Response response = file_answer(kind, made(state, kind, asked));
    ++state.questions_answered;
    return response;
  });
}

}  // namespace

std::vector<Route> export_routes(ServiceState& state) {
  std::vector<Route> routes;
  for (const exports::ExportKind& kind : exports::export_kinds()) {
    const std::string type(kind.media_type.substr(0, kind.media_type.find(';')));
    std::string operation = fmt::format("export_{}", kind.name);
    std::ranges::replace(operation, '-', '_');
    routes.push_back(
        {{.method = "POST",
          .path = fmt::format("/v1/export/{}", kind.name),
          .operation = std::move(operation),
          .group = "files",
          .summary = std::string(kind.description),
          .answers = {{.description = "The file; its warnings are in the headers.",
                       .content_type = type,
                       .schema = schema_of(kind)}},
          .body_schema = kind.make_of_answer ? "workbook_question" : "export_question",
          .example = question_example("export")},
         [&state, &kind](const Request& request, const PathValues&) { return export_file(state, kind, request); }});
  }
  return routes;
}

}  // namespace fmplan::api
