#include <memory>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/gate.h"
#include "cli/print.h"
#include "cli/scenario_arguments.h"
#include "core/answer/document.h"
#include "core/answer/gate.h"
#include "core/answer/report_json.h"
#include "core/answer/report_tables.h"
#include "core/base/quantity_text.h"
#include "core/plan/evaluate.h"
#include "core/scenario/plan_json.h"

namespace fmplan::cli {
namespace {

std::string headline(const plan::Report& report) {
  const std::string& name = report.scenario.name;
  if (!report.obstacles.empty()) return fmt::format("{}: cannot run as planned", name);
  const double days = report.run.time.total() / day;
  return fmt::format("{}: {:.1f} days, ready on {}, {}", name, days,
                     date_text(date_after(report.scenario.start, days * day)),
                     report.cost.total ? money_text(*report.cost.total) : "cost unknown");
}

answer::Document plan_document(const plan::Report& report, const answer::ReportOrigin& origin) {
  answer::Document document;
  document.headline = headline(report);
  document.json = answer::report_json(report, origin);
  document.warnings = answer::report_warnings(report);
  if (!report.phases.empty()) {
    document.tables = {
        answer::answer_table(report),        answer::step_table(report.phases[report.main_phase], report.scenario),
        answer::memory_table(report.memory), answer::hours_table(report.accelerator_hours),
        answer::cost_table(report),          answer::failures_table(report)};
    if (report.phases.size() > 1) document.tables.insert(document.tables.begin() + 1, answer::phases_table(report));
    if (report.storage.levels.size() > 1) document.tables.push_back(answer::levels_table(report));
    if (report.storage.data) document.tables.push_back(answer::data_table(*report.storage.data));
  }
  document.tables.push_back(answer::assumptions_table(report.assumptions));
  return document;
}

}  // namespace

void add_plan_command(Command& app, const Options& options) {
  Command& command = app.add_command("plan", "the whole answer: nodes, step time, memory, GPU-hours, days, money");
  auto scenario = std::make_shared<ScenarioArguments>();
  auto gates = std::make_shared<std::vector<std::string>>();
  add_scenario_arguments(command, *scenario);
  command.add_option(
      "--fail-if GATE", gates.get(),
      "exit with 4 if the answer exceeds a bound, for instance 'cost>2.5M' or 'days>30'; may be repeated");
  command.footer =
      "Examples:\n"
      "  fmplan plan scenarios/llama3-70b-p5.json\n"
      "  fmplan plan scenarios/llama3-70b-p5.json --set cluster.nodes=128 --format json\n"
      "  fmplan plan scenarios/llama3-70b-p5.json --set cluster.nodes=auto --set run.deadline=2025-06-30\n"
      "  fmplan plan scenarios/llama3-70b-p5.json --fail-if 'cost>20M'";
  command.run = [scenario, gates, &options] {
    const std::vector<answer::Gate> bounds = answer::parse_gates(*gates);
    const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
    const LoadedScenario loaded = load_scenario(*scenario, catalog);
    const plan::Report report = evaluate(loaded.scenario);
    print(plan_document(report, {loaded.document, catalog.version(), options.seed}), options);
    const int code = exit_code(report);
    return code == kOk ? report_gates(answer::exceeded_gates(report, bounds), options) : code;
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
    answer::Document document;
    document.headline = report.scenario.name;
    document.warnings = answer::report_warnings(report);
    document.json = {{"version", 1}, {"obstacles", report.obstacles}, {"phases", text::Json::array()}};
    for (const plan::PhaseReport& phase : report.phases) {
      answer::Table table = answer::step_table(phase, report.scenario);
      if (report.phases.size() > 1) table.title += ", " + phase.name;
      table.notes.push_back(answer::parallel_text(phase.parallel));
      table.notes.push_back(fmt::format(
          "{} per GPU, MFU {} ({}, of {} dense {}), HFU {}", flop_rate_text(phase.rate_per_accelerator),
          ratio_text(phase.mfu), flop_convention_name(report.scenario.flop_convention), flop_rate_text(phase.peak),
          sim::precision_name(report.scenario.precision), ratio_text(phase.hfu)));
      document.tables.push_back(std::move(table));
      document.json["phases"].push_back({{"name", phase.name},
                                         {"parallel", scenario::parallel_json(phase.parallel)},
                                         {"step", answer::step_json(phase, report.scenario)}});
    }
    if (!report.phases.empty())
      document.json["step"] = answer::step_json(report.phases[report.main_phase], report.scenario);
    print(document, options);
    return exit_code(report);
  };
}

}  // namespace fmplan::cli
