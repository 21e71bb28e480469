#include <memory>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/gate.h"
#include "cli/output.h"
#include "cli/print.h"
#include "cli/scenario_arguments.h"
#include "core/answer/gate.h"
#include "core/answer/report_document.h"
#include "core/plan/evaluate.h"
#include "core/plan/outlook.h"
#include "core/text/terminal_text.h"

namespace fmplan::cli {
void add_plan_command(Command& app, const Options& options) {
  Command& command = app.add_command("plan", "the whole answer: nodes, step time, memory, GPU-hours, days, money");
  auto scenario = std::make_shared<ScenarioArguments>();
  auto gates = std::make_shared<std::vector<std::string>>();
  auto view = std::make_shared<answer::PlanView>();
  add_scenario_arguments(command, *scenario);
  command.add_option("--fail-if CONDITION", gates.get(),
                     "exit with 4 if it holds, for instance 'cost>2.5M or days.p90>30'; may be repeated");
  command.add_option("--full", &view->full, "show every table instead of the summary");
  command
      .add_option("--show SECTIONS", &view->sections,
                  "show these tables alone: plan, step, memory, hours, cost, failures, neighbours, decides, "
                  "assumptions; phases, checkpoints and data where there are any")
      .separator = ',';
  command.footer =
      "Examples:\n"
      "  fmplan plan scenarios/llama3-70b-p5.json\n"
      "  fmplan plan scenarios/llama3-70b-p5.json --show memory,assumptions\n"
      "  fmplan plan scenarios/llama3-70b-p5.json --set cluster.nodes=128 --format json\n"
      "  fmplan plan scenarios/llama3-70b-p5.json --set cluster.nodes=auto --set run.deadline=2025-06-30\n"
      "  fmplan plan scenarios/llama3-70b-p5.json --fail-if 'cost>20M'";
  command.run = [scenario, gates, view, &options] {
    const std::vector<answer::Condition> bounds = answer::parse_conditions(*gates, answer::plan_figures(), "--fail-if");
    const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
    const LoadedScenario loaded = load_scenario(*scenario, catalog);
    const plan::Report report = evaluate(loaded.scenario);
    const plan::Outlook outlook{neighbours(loaded.scenario, report), deciding_assumptions(report)};
    const answer::Document document =
        answer::plan_document(report, {loaded.document, catalog.version(), options.seed}, outlook, *view);
    print(document, options);
    const int code = exit_code(report);
    if (code == kCannotRun && !options.quiet) write_message(text::printable(answer::plan_headline(report)));
    if (code != kOk) return code;
    return static_cast<int>(
        report_gates(answer::exceeded_gates(bounds, answer::report_values(report, document.json)), options));
  };
}

void add_step_command(Command& app, const Options& options) {
  Command& command = app.add_command("step", "the time of one training step, by cause");
  auto scenario = std::make_shared<ScenarioArguments>();
  add_scenario_arguments(command, *scenario);
  command.footer = "Example:\n  fmplan step scenarios/llama3-70b-p5.json --set training.parallel.tensor=4";
  command.run = [scenario, &options] {
    const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
    const plan::Report report = evaluate(load_scenario(*scenario, catalog).scenario);
    print(answer::step_document(report), options);
    return exit_code(report);
  };
}

}  // namespace fmplan::cli
