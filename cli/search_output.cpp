#include "cli/search_output.h"

#include <utility>

#include "cli/gate.h"
#include "cli/print.h"
#include "core/answer/document.h"
#include "core/answer/gate.h"
#include "core/answer/search_document.h"
#include "core/answer/search_json.h"
#include "core/answer/search_size.h"
#include "core/plan/evaluate.h"
#include "core/plan/search_report.h"

namespace fmplan::cli {
namespace {

/// The best plan found, planned whole: what `--explain` of a search is of.
plan::Report best_report(plan::Scenario scenario, const std::string& phase, const plan::FoundPlan& best) {
  scenario.search_parallel = false;
  scenario.search_nodes = false;
  scenario.parallel = best.parallel;
  scenario.stated_data.reset();
  if (scenario.phases.size() == 1) scenario.cluster.num_nodes = best.num_nodes;
  for (plan::Phase& each : scenario.phases)
    if (each.name == phase) {
      each.parallel = best.parallel;
      each.stated_data.reset();
      if (scenario.phases.size() > 1) each.num_nodes = best.num_nodes;
    }
  return evaluate(scenario);
}

}  // namespace

SearchAsked search_asked(plan::Scenario scenario, const answer::SearchArguments& arguments,
                         std::vector<answer::Condition> gates) {
  SearchAsked asked{.scenario = std::move(scenario), .arguments = arguments, .question = {}, .gates = std::move(gates)};
  asked.contended = asked.scenario.network_flows.has_value();
  asked.scenario.network_flows.reset();
  asked.question = answer::search_question(asked.scenario, asked.phase(), arguments);
  answer::check_search_size(asked.scenario, asked.phase(), asked.question, arguments);
  return asked;
}

ExitCode print_search(const SearchAsked& asked, plan::SearchResult result, std::optional<double> seconds,
                      const std::string& catalog_version, const Options& options) {
  const plan::Scenario& scenario = asked.scenario;
  const plan::Phase& phase = asked.phase();
  const plan::SearchReport report = report_search(scenario, phase, asked.question, std::move(result));
  answer::Document document = answer::search_document(report, scenario, asked.question, seconds);
  document.json = answer::search_json(report, scenario, asked.question,
                                      {.phase = phase.name, .catalog_version = catalog_version, .seconds = seconds});
  if (asked.contended)
    document.warnings.push_back(
        "Plans are searched, and shown, with every collective as if alone; what flows cost one is for plan and trace.");
  answer::add_stated_plan(document, report, scenario, phase, asked.question);
  const bool explains = asked.explain && !report.leaders.empty();
  if (!explains || !asked.explain(best_report(scenario, phase.name, report.leaders.front().plan.found)))
    print(document, options);
  if (report.result.stopped) return kInterrupted;
  if (report.leaders.empty()) return kCannotRun;
  return report_gates(exceeded_gates(asked.gates, answer::search_values(scenario, report.leaders.front().plan)),
                      options);
}

}  // namespace fmplan::cli
