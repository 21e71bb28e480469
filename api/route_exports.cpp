#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "api/ask_programme.h"
#include "api/openapi.h"
#include "api/question_examples.h"
#include "api/service_state.h"
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

Response export_programme(ServiceState& state, const exports::ExportKind& kind, const Request& request) {
  const nlohmann::json body = json_body(request);
  AnswerWatch watch(state, state.options.most_at_once_s);
  return answered(export_question(), body, [&](const Asked& asked) {
    const programme::ProgrammeAnswer answer =
        programme_answer(asked, {.catalog = state.catalog, .watch = watch}, false);
    if (watch.stopped()) throw JobStopped();
    exports::ExportedFile file = kind.make(answer, state.catalog, asked.text("from"));
    ++state.questions_answered;
    Response response{.content_type = std::string(kind.media_type), .body = std::move(file.text)};
    response.headers = {{"Content-Disposition", fmt::format("attachment; filename=\"fmplan{}\"", kind.ending)},
                        {"X-Fmplan-Warnings", std::to_string(file.warnings.size())}};
    std::string told;
    for (std::size_t i = 0; i < std::min(kMostWarnings, file.warnings.size()); ++i)
      told += (i > 0 ? " | " : "") + header_text(file.warnings[i]);
    if (!told.empty()) response.headers.push_back({"X-Fmplan-Warning-Texts", std::move(told)});
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
    routes.push_back({{.method = "POST",
                       .path = fmt::format("/v1/export/{}", kind.name),
                       .operation = std::move(operation),
                       .group = "files",
                       .summary = std::string(kind.description),
                       .answers = {{.description = "The file; its warnings are in the headers.",
                                    .content_type = type,
                                    .schema = type == "application/json" ? "aws_budget" : ""}},
                       .body_schema = "export_question",
                       .example = question_example("export")},
                      [&state, &kind](const Request& request, const PathValues&) {
                        return export_programme(state, kind, request);
                      }});
  }
  return routes;
}

}  // namespace fmplan::api
