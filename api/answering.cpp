#include "api/answering.h"

#include "core/answer/gate.h"
#include "core/scenario/scenario_json.h"

namespace fmplan::api {

AskedAbout scenario_of(const Asked& asked, const AnswerContext& context) {
  AskedAbout about{.document = asked.document(kScenarioName), .scenario = {}};
  for (const std::string& assignment : asked.sets(kSetName)) scenario::set_value(about.document, assignment);
  about.scenario = scenario::read_scenario(about.document, context.catalog, std::nullopt);
  return about;
}

std::uint64_t seed_of(const Asked& asked) { return asked.count_or(kSeedName, 1); }

std::vector<answer::Condition> bounds_of(const Asked& asked, const answer::FigureSet& figures) {
  return answer::parse_conditions(asked.texts(kFailIfName), figures, "--fail-if");
}

std::vector<GateResult> judged(const Asked& asked, const answer::FigureSet& figures,
                               const answer::FigureValues& values) {
  std::vector<GateResult> results;
  for (const std::string& text : asked.texts(kFailIfName)) {
    const std::vector<std::string> told =
        answer::exceeded_gates(answer::parse_conditions({text}, figures, "--fail-if"), values);
    results.push_back({.condition = text, .exceeded = !told.empty(), .told = told.empty() ? "" : told.front()});
  }
  return results;
}

std::string json_text(const answer::Document& document) {
  constexpr int kAnyWidth = 100;  // of tables alone
  return answer::render(document, answer::Format::kJson, false, kAnyWidth);
}

}  // namespace fmplan::api
