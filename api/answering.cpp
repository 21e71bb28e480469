#include "api/answering.h"

#include <fmt/format.h>

#include "core/answer/gate.h"
#include "core/scenario/scenario_json.h"

namespace fmplan::api {

AskedAbout scenario_of(const Asked& asked, const AnswerContext& context) {
  AskedAbout about{.document = asked.document(kScenarioName), .scenario = {}};
  scenario::set_values(about.document, asked.sets(kSetName), context.catalog);
  about.scenario = scenario::read_scenario(about.document, context.catalog, std::nullopt);
  return about;
}

std::uint64_t seed_of(const Asked& asked) { return asked.count_or(kSeedName, 1); }

std::int64_t trials_of(const Asked& asked, std::int64_t usual) {
  constexpr std::uint64_t kMostTrials = 1'000'000;  // chosen: minutes of simulation, where ten thousand tell as much
  const std::uint64_t trials = asked.count_or("trials", static_cast<std::uint64_t>(usual));
  if (trials < 1 || trials > kMostTrials)
    throw InputError("#/trials", fmt::format("{} is not from 1 to {}; for example 1000", trials, kMostTrials));
  return static_cast<std::int64_t>(trials);
}

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

std::string json_text(const answer::Document& document, const AnswerContext& context,
                      const std::function<std::string()>& page) {
  constexpr int kAnyWidth = 100;  // of tables alone
  const auto rendered = [&document](answer::Format format) { return render(document, format, false, kAnyWidth); };
  if (context.form) {
    context.form("csv", rendered(answer::Format::kCsv));
    context.form("html", page ? page() : rendered(answer::Format::kHtml));
    context.form("jsonl", rendered(answer::Format::kJsonLines));
  }
  return rendered(answer::Format::kJson);
}

}  // namespace fmplan::api
