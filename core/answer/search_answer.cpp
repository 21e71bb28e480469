#include "core/answer/search_answer.h"

#include <utility>

#include "core/answer/search_document.h"
#include "core/answer/search_json.h"
#include "core/answer/search_size.h"
#include "core/plan/evaluate.h"

namespace fmplan::answer {

SearchAsked search_asked(plan::Scenario scenario, const SearchArguments& arguments) {
  SearchAsked asked{.scenario = std::move(scenario), .arguments = arguments, .question = {}};
  asked.contended = asked.scenario.network_flows.has_value();
  asked.scenario.network_flows.reset();
  asked.question = search_question(asked.scenario, asked.phase(), arguments);
  check_search_size(asked.scenario, asked.phase(), asked.question, arguments);
  return asked;
}

SearchAnswer search_answer(const SearchAsked& asked, plan::SearchResult result, const std::string& catalog_version) {
  const plan::Scenario& scenario = asked.scenario;
  const plan::Phase& phase = asked.phase();
  const plan::SearchReport report = report_search(scenario, phase, asked.question, std::move(result));
  SearchAnswer answer{.document = search_document(report, scenario, asked.question)};
  answer.document.json =
      search_json(report, scenario, asked.question, {.phase = phase.name, .catalog_version = catalog_version});
  if (asked.contended)
    answer.document.warnings.push_back(
        "Plans are searched, and shown, with every collective as if alone; what flows cost one is for plan and trace.");
  add_stated_plan(answer.document, report, scenario, phase, asked.question);
  if (!report.leaders.empty()) answer.best = report.leaders.front().plan;
  return answer;
}

plan::Report best_report(const SearchAsked& asked, const plan::PlanReport& best) {
  plan::Scenario scenario = asked.scenario;
  const std::string phase = asked.phase().name;
  scenario.search_parallel = false;
  scenario.search_nodes = false;
  scenario.parallel = best.found.parallel;
  scenario.stated_data.reset();
  if (scenario.phases.size() == 1) scenario.cluster.num_nodes = best.found.num_nodes;
  for (plan::Phase& each : scenario.phases)
    if (each.name == phase) {
      each.parallel = best.found.parallel;
      each.stated_data.reset();
      if (scenario.phases.size() > 1) each.num_nodes = best.found.num_nodes;
    }
  return evaluate(scenario);
}

}  // namespace fmplan::answer
