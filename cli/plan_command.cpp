#include <memory>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/explain.h"
#include "cli/output.h"
#include "cli/print.h"
#include "cli/scenario_arguments.h"
#include "cli/terminal.h"
#include "core/answer/gate.h"
#include "core/answer/report_document.h"
#include "core/base/issue.h"
#include "core/base/parallel.h"
#include "core/export/answer_workbook.h"
#include "core/plan/evaluate.h"
#include "core/plan/outlook.h"
#include "core/plan/verdict.h"
#include "core/text/json_conversion.h"
#include "core/text/json_text.h"
#include "core/text/terminal_text.h"

namespace fmplan::cli {
namespace {

/// To a person, what answers the question that a missed deadline leaves.
void hint_at_solve(const std::string& file, const plan::Report& report, const Options& options) {
  if (!options.hints || options.quiet || !is_terminal(STDERR_FILENO)) return;
  write_message(
      fmt::format("hint: fmplan solve {} --vary cluster.nodes --until 'finish.p90<={}' finds the fewest nodes "
                  "that keep it",
                  file, date_text(*report.scenario.deadline)));
}

/// To a person, who looks at plans that "auto" and the nearest one leave out.
void hint_at_search(const std::string& file, const Options& options) {
  if (!options.hints || options.quiet || !is_terminal(STDERR_FILENO)) return;
  write_message(fmt::format("hint: fmplan search {} looks at every plan, offload and other schedules included", file));
}

}  // namespace

void add_plan_command(Command& app, const Options& options) {
  Command& command = app.add_command("plan", "the whole answer: nodes, step time, memory, GPU-hours, days, money");
  auto scenario = std::make_shared<ScenarioOptions>();
  auto gates = std::make_shared<std::vector<std::string>>();
  auto view = std::make_shared<answer::PlanView>();
  auto explain = std::make_shared<std::vector<std::string>>();
  command.file_endings = {".xlsx"};
  add_scenario_arguments(command, *scenario);
  command.add_option("--fail-if CONDITION", gates.get(),
                     "exit with 4 if it holds, for instance 'cost>2.5M or days.p90>30'; may be repeated");
  command.add_option("--full", &view->full, "show every table instead of the summary");
  command
      .add_option("--show SECTIONS", &view->sections,
                  "show these tables alone: plan, step, memory, hours, cost, failures, neighbours, decides, "
                  "assumptions; phases, checkpoints and data where there are any")
      .separator = ',';
  add_explain_option(command, *explain);
  command.footer =
      "Examples:\n"
      "  fmplan plan scenarios/llama3-70b-p5.json\n"
      "  fmplan plan scenarios/llama3-70b-p5.json --explain days,step.mfu\n"
      "  fmplan plan scenarios/llama3-70b-p5.json --show memory,assumptions\n"
      "  fmplan plan scenarios/llama3-70b-p5.json --set cluster.nodes=128 --format json\n"
      "  fmplan plan scenarios/llama3-70b-p5.json --set cluster.nodes=auto --set run.deadline=2025-06-30\n"
      "  fmplan plan scenarios/llama3-70b-p5.json -o plan.xlsx\n"
      "  fmplan plan scenarios/llama3-70b-p5.json --fail-if 'cost>20M'";
  command.run = [scenario, gates, view, explain, &options] {
    if (!explain->empty() && has_ending(options.output, {".xlsx"}))
      throw InputError("--explain", "is words, of which no workbook is made; write -o FILE.txt, or leave it out");
    const std::vector<answer::Condition> bounds = answer::parse_conditions(*gates, answer::plan_figures(), "--fail-if");
    const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
    const LoadedScenario loaded = load_scenario(*scenario, catalog);
    const plan::Report report = evaluate(loaded.scenario, thread_count(options.jobs));
    const plan::Outlook outlook{neighbours(loaded.scenario, report, thread_count(options.jobs)),
                                deciding_assumptions(report)};
    const answer::Document document =
        answer::plan_document(report, {loaded.document, catalog.version(), options.seed}, outlook, *view);
    if (has_ending(options.output, {".xlsx"}))
      text::write_text_file(options.output, exports::answer_xlsx(text::parsed(document.json), "").text);
    else if (!print_explanations(*explain, report, loaded.document, catalog, options))
      print(document, options);
    const ExitCode code = exit_code(report);
    if (code == kCannotRun && !options.quiet) write_message(text::printable(answer::plan_headline(report)));
    const plan::Verdict verdict = plan::verdict_of(report.obstacles);
    if (verdict == plan::Verdict::kMissesDeadline) hint_at_solve(scenario->file, report, options);
    if (verdict == plan::Verdict::kDoesNotFit) hint_at_search(scenario->file, options);
    if (code != kOk && verdict != plan::Verdict::kMissesDeadline) return code;
    // Gates are told beside a deadline that is missed.
    const ExitCode of_gates =
        report_gates(answer::exceeded_gates(bounds, answer::report_values(report, document.json)), options);
    return code != kOk ? code : of_gates;
  };
}

void add_step_command(Command& app, const Options& options) {
  Command& command = app.add_command("step", "the time of one training step, by cause");
  auto scenario = std::make_shared<ScenarioOptions>();
  auto explain = std::make_shared<std::vector<std::string>>();
  auto gates = std::make_shared<std::vector<std::string>>();
  add_scenario_arguments(command, *scenario);
  add_explain_option(command, *explain);
  command.add_option("--fail-if CONDITION", gates.get(),
                     "exit with 4 if it holds, for instance 'step_time>10 s or mfu<40%'; may be repeated");
  command.footer =
      "Examples:\n"
      "  fmplan step scenarios/llama3-70b-p5.json --set training.parallel.tensor=4\n"
      "  fmplan step scenarios/llama3-70b-p5.json --explain step.breakdown_s.tensor_parallel";
  command.run = [scenario, explain, gates, &options] {
    const std::vector<answer::Condition> bounds = answer::parse_conditions(*gates, answer::plan_figures(), "--fail-if");
    const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
    const LoadedScenario loaded = load_scenario(*scenario, catalog);
    const plan::Report report = evaluate(loaded.scenario, thread_count(options.jobs));
    if (!print_explanations(*explain, report, loaded.document, catalog, options))
      print(answer::step_document(report), options);
    if (const ExitCode code = exit_code(report); code != kOk || bounds.empty()) return code;
    const text::Json json = answer::report_json(report, {loaded.document, catalog.version(), options.seed});
    return report_gates(answer::exceeded_gates(bounds, answer::report_values(report, json)), options);
  };
}

}  // namespace fmplan::cli
