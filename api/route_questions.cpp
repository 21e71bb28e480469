#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "api/openapi.h"
#include "api/question_examples.h"
#include "api/service_state.h"
#include "core/text/json_writer.h"

namespace fmplan::api {
namespace {

/// "answerPlan"
std::string operation_of(const QuestionKind& kind) {
  std::string name = fmt::format("answer{}", kind.name);
  constexpr std::size_t kAfterAnswer = 6;  // letters of "answer"
  name[kAfterAnswer] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[kAfterAnswer])));
  return name;
}

Response answer_now(ServiceState& state, const QuestionKind& kind, const nlohmann::json& body) {
  AnswerWatch watch(state, state.options.most_at_once_s);
  return answered(kind, body, [&](const Asked& asked) {
    const QuestionAnswer answer = kind.answer(asked, {.catalog = state.catalog, .watch = watch});
    if (answer.stopped)
      throw Refusal{.status = 503,
                    .detail = fmt::format("it took more than {} s; hand it in as a job: POST /v1/jobs",
                                          state.options.most_at_once_s),
                    .headers = {{"Retry-After", "60"}}};
    ++state.questions_answered;
    return Response{.body = with_gates(answer)};
  });
}

double estimated_s(const ServiceState& state, const QuestionKind& kind, const nlohmann::json& body) {
  if (!kind.work_s) return 0;
  return answered(kind, body, [&](const Asked& asked) { return kind.work_s(asked, {.catalog = state.catalog}); });
}

Response answer_question(ServiceState& state, const QuestionKind& kind, const Request& request) {
  require_json(request);
  const std::string question = fmt::format("{} {}", kind.name, request.body);
  if (std::optional<std::string> known = state.answers.find(question)) {
    ++state.questions_answered;
    ++state.answers_known;
    return {.body = std::move(*known)};
  }
  const nlohmann::json body = json_body(request);
  if (estimated_s(state, kind, body) > state.options.at_once_s) return submit_job(state, request, kind, body);
  Response response = answer_now(state, kind, body);
  state.answers.keep(question, response.body);
  return response;
}

}  // namespace

std::string with_gates(const QuestionAnswer& answer) {
  if (answer.gates.empty()) return answer.json;
  text::Json gates = text::Json::array();
  for (const GateResult& gate : answer.gates)
    gates.push_back({{"condition", gate.condition}, {"exceeded", gate.exceeded}, {"told", gate.told}});
  // One level deeper than it is written alone.
  std::string text = gates.dump(2);
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
    text.insert(at + 1, "  ");
  std::string whole = answer.json.substr(0, answer.json.find_last_of('}'));
  while (!whole.empty() && std::isspace(static_cast<unsigned char>(whole.back()))) whole.pop_back();
  return fmt::format("{},\n  \"gates\": {}\n}}\n", whole, text);
}

std::vector<Route> question_routes(ServiceState& state) {
  std::vector<Route> routes;
  for (const QuestionKind& kind : question_kinds()) {
    RouteDoc doc{.method = "POST",
                 .path = fmt::format("/v1/{}", kind.name),
                 .operation = operation_of(kind),
                 .group = "questions",
                 .summary = std::string(kind.summary),
                 .answers = {{.description = "The answer, as the command of this name writes it.",
                              .schema = answer_schema_name(kind)}},
                 .body_schema = question_schema_name(kind),
                 .example = question_example(kind.name)};
    if (kind.work_s) {
      doc.answers.push_back({.status = 202, .description = "It takes longer, and is a job now.", .schema = "job"});
      doc.request_headers = {"Idempotency-Key"};
    }
    routes.push_back({std::move(doc), [&state, &kind](const Request& request, const PathValues&) {
                        return answer_question(state, kind, request);
                      }});
  }
  return routes;
}

}  // namespace fmplan::api
