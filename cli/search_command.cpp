#include <chrono>
#include <memory>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/gate.h"
#include "cli/print.h"
#include "cli/scenario_arguments.h"
#include "cli/watch.h"
#include "core/answer/document.h"
#include "core/answer/gate.h"
#include "core/answer/search_document.h"
#include "core/answer/search_json.h"
#include "core/answer/search_question.h"
#include "core/answer/search_size.h"
#include "core/plan/search_report.h"

namespace fmplan::cli {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  const std::chrono::duration<double> elapsed = Clock::now() - start;
  return elapsed.count();
}

int run_search(const ScenarioArguments& scenario_arguments, const answer::SearchArguments& arguments,
               const std::vector<std::string>& fail_if, const Options& options) {
  const std::vector<answer::Condition> gates = answer::parse_conditions(fail_if, answer::search_figures(), "--fail-if");
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  plan::Scenario scenario = load_scenario(scenario_arguments, catalog).scenario;
  const bool contended = scenario.network_flows.has_value();
  scenario.network_flows.reset();
  const plan::Phase& phase = answer::searched_phase(scenario, arguments);
  const plan::SearchQuestion question = answer::search_question(scenario, phase, arguments);
  answer::check_search_size(scenario, phase, question, arguments);

  const Clock::time_point start = Clock::now();
  plan::SearchResult result;
  {
    InterruptibleProgress watch(options, "searching plans");
    result = search(scenario, phase, question, watch);
  }
  const double seconds = seconds_since(start);
  const plan::SearchReport report = report_search(scenario, phase, question, std::move(result));
  answer::Document document = answer::search_document(report, scenario, question, seconds);
  document.json = answer::search_json(report, scenario, question,
                                      {.phase = phase.name, .catalog_version = catalog.version(), .seconds = seconds});
  if (contended)
    document.warnings.push_back(
        "Plans are searched, and shown, with every collective as if alone; what flows cost one is for plan and trace.");
  answer::add_stated_plan(document, report, scenario, phase, question);
  print(document, options);
  if (report.result.stopped) return kInterrupted;
  if (report.leaders.empty()) return kCannotRun;
  return report_gates(exceeded_gates(gates, answer::search_values(scenario, report.leaders.front().plan)), options);
}

void add_space_options(Command& command, answer::SearchArguments& arguments) {
  const auto list = [&command](const char* label, std::string* text, const char* what) {
    command.add_option(label, text, what).problem = [](const std::string& given) {
      return given.empty() ? "is empty; leave it out for all" : "";
    };
  };
  command.add_option("--space NAME", &arguments.space,
                     "whole: what the scenario's framework can be told; all: what a plan can say, whatever runs it; "
                     "framework: what \"parallel\": \"auto\" varies [default: whole]");
  list("--nodes LIST", &arguments.nodes, "numbers of nodes: 32,64 or 32..128 or 32..128:8 [default: the scenario's]");
  list("--tensor LIST", &arguments.tensor, "tensor-parallel degrees, those alone: 4,8");
  command.add_option("--tensor-across-domains", &arguments.tensor_across_domains,
                     "also tensor parallelism that leaves the scale-up domain");
  list("--pipeline LIST", &arguments.pipeline, "pipeline stages, those alone");
  list("--virtual-pipeline LIST", &arguments.virtual_pipeline,
       "model chunks a stage of 1F1B and breadth-first, those alone");
  list("--context LIST", &arguments.context, "context-parallel degrees, those alone");
  list("--expert LIST", &arguments.expert, "expert-parallel degrees, those alone");
  list("--micro-batch-size LIST", &arguments.micro_batch_sizes, "sequences of a micro-batch, those alone");
  list("--min-micro-batches LIST", &arguments.min_micro_batches, "micro-batches of a pipeline in a step, at least");
  list("--schedules LIST", &arguments.schedules, "1f1b, gpipe, breadth_first, zb_h1, zb_v, dualpipe");
  list("--zero LIST", &arguments.zero_stages, "ZeRO stages: 0 to 3");
  list("--recompute LIST", &arguments.recompute, "none, selective, full");
  command.add_option("--no-offload", &arguments.no_offload, "nothing lies in the host's memory");
}

}  // namespace

void add_search_command(Command& app, const Options& options) {
  Command& command = app.add_command("search", "the best of all parallel plans, by time, money or energy");
  auto scenario = std::make_shared<ScenarioArguments>();
  auto arguments = std::make_shared<answer::SearchArguments>();
  auto gates = std::make_shared<std::vector<std::string>>();
  add_scenario_arguments(command, *scenario);
  command.add_option("--objective NAME", &arguments->objective,
                     "step_time, gpu_hours, cost or energy [default: step_time]");
  command.add_option("--top K", &arguments->top, "plans to show [default: 10]");
  command.add_option("--fit-confidence CHANCE", &arguments->fit_confidence,
                     "chance of fitting in memory that a plan must have [default: the scenario's, 90%]");
  command.add_option("--phase NAME", &arguments->phase, "phase to search for [default: the one with most tokens]");
  command.add_option("--max-plans N", &arguments->max_plans, "refuse larger spaces [default: 2B]");
  command.add_option("--fail-if CONDITION", gates.get(),
                     "exit with 4 if it holds of the best plan, for instance 'step_time>10 s'; may be repeated");
  add_space_options(command, *arguments);
  command.footer =
      "Examples:\n"
      "  fmplan search scenarios/gpt3-175b-a100.json\n"
      "  fmplan search scenarios/gpt3-175b-a100.json --nodes 32..128:8 --objective gpu_hours\n"
      "  fmplan search scenarios/llama3-70b-p5.json --space framework --schedules 1f1b,zb_v --top 5\n"
      "Ctrl-C ends the search and shows the best so far.";
  command.run = [scenario, arguments, gates, &options] { return run_search(*scenario, *arguments, *gates, options); };
}

}  // namespace fmplan::cli
