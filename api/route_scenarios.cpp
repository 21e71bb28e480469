#include <algorithm>

#include "api/service_state.h"
#include "core/base/suggestion.h"
#include "core/text/json_writer.h"

namespace fmplan::api {
namespace {

Response list_bundled(const ServiceState& state) {
  text::Json list = text::Json::array();
  for (const Bundled& one : state.bundled)
    list.push_back({{"name", one.name}, {"kind", one.is_programme ? "programme" : "scenario"}, {"title", one.title}});
  const text::Json json = {{"scenarios", std::move(list)}};
  return {.body = json.dump(2) + "\n"};
}

Response show_bundled(const ServiceState& state, const std::string& name) {
  const auto found = std::ranges::find(state.bundled, name, &Bundled::name);
  if (found != state.bundled.end()) return {.body = found->text};
  std::vector<std::string> names;
  for (const Bundled& one : state.bundled) names.push_back(one.name);
  constexpr std::size_t kMostSuggested = 100;  // longer ones are nobody's mistake in typing
  throw Refusal{404, "no scenario of this name is bundled" +
                         (name.size() > kMostSuggested ? std::string() : did_you_mean(name, names))};
}

}  // namespace

std::vector<Route> scenario_routes(ServiceState& state) {
  std::vector<Route> routes;
  routes.push_back({{.method = "GET",
                     .path = "/v1/scenarios",
                     .operation = "listScenarios",
                     .group = "scenarios",
                     .summary = "The scenarios and programmes that come with the program",
                     .answers = {{.description = "Their names.", .schema = "bundled_scenarios"}}},
                    [&state](const Request&, const PathValues&) { return list_bundled(state); }});
  routes.push_back(
      {{.method = "GET",
        .path = "/v1/scenarios/{name}",
        .operation = "showScenario",
        .group = "scenarios",
        .summary = "One of them, to be asked about",
        .answers = {{.description = "The scenario or programme.", .schema = "document"}},
        .path_parameters = {{"name", "Of the scenario."}}},
       [&state](const Request&, const PathValues& values) { return show_bundled(state, values.front().second); }});
  return routes;
}

}  // namespace fmplan::api
