#include <vector>

#include "api/service_state.h"

namespace fmplan::api {
namespace {

Response health(const ServiceState& state) {
  return state.stopping ? Response{.status = 503, .body = "{\"status\": \"stopping\"}\n"}
                        : Response{.body = "{\"status\": \"ok\"}\n"};
}

Response metrics(const ServiceState& state) {
  std::vector<Gauge> gauges = {{"fmplan_resident_memory_bytes", "Memory that the process has.", resident_bytes()},
                               {"fmplan_questions_answered", "Questions answered since the start.",
                                static_cast<double>(state.questions_answered.load())},
                               {"fmplan_answers_known", "Questions among them that were asked before.",
                                static_cast<double>(state.answers_known.load())}};
  if (const ServerCounts* const counts = state.server_counts ? state.server_counts() : nullptr) {
    gauges.push_back(
        {"fmplan_http_connections", "Connections that are open.", static_cast<double>(counts->connections.load())});
    gauges.push_back({"fmplan_http_requests_waiting", "Requests that wait for a worker.",
                      static_cast<double>(counts->waiting.load())});
  }
  const auto jobs = state.store->counts();
  static constexpr std::string_view kNames[] = {"fmplan_jobs_queued", "fmplan_jobs_running", "fmplan_jobs_done",
                                                "fmplan_jobs_failed", "fmplan_jobs_cancelled"};
  for (std::size_t i = 0; i < jobs.size(); ++i)
    gauges.push_back({kNames[i], "Jobs in this state.", static_cast<double>(jobs[i])});
  return {.content_type = "text/plain; version=0.0.4", .body = state.metrics.text(gauges)};
}

}  // namespace

std::vector<Route> server_routes(ServiceState& state) {
  std::vector<Route> routes;
  const auto add = [&routes](std::string path, std::string operation, std::string summary,
                             std::vector<DocumentedAnswer> answers, bool open, std::function<Response()> make) {
    routes.push_back({{.method = "GET",
                       .path = std::move(path),
                       .operation = std::move(operation),
                       .group = "server",
                       .summary = std::move(summary),
                       .answers = std::move(answers),
                       .open = open},
                      [make = std::move(make)](const Request&, const PathValues&) { return make(); }});
  };
  const DocumentedAnswer stopping{.status = 503, .description = "It is being stopped.", .schema = "health"};
  add("/openapi.json", "showInterface", "This document", {{.description = "OpenAPI 3.1.", .schema = "openapi"}}, true,
      [&state] { return Response{.body = state.openapi}; });
  add("/healthz", "showHealth", "Whether the process answers",
      {{.description = "It does.", .schema = "health"}, stopping}, true, [&state] { return health(state); });
  add("/readyz", "showReadiness", "Whether questions are answered",
      {{.description = "They are.", .schema = "health"}, stopping}, true, [&state] { return health(state); });
  add("/metrics", "showMetrics", "What is counted, as Prometheus reads it",
      {{.description = "Text format 0.0.4.", .content_type = "text/plain"}}, false,
      [&state] { return metrics(state); });
  return routes;
}

}  // namespace fmplan::api
