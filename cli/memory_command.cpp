#include <memory>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/print.h"
#include "cli/scenario_arguments.h"
#include "core/answer/document.h"
#include "core/answer/report_json.h"
#include "core/answer/report_tables.h"
#include "core/base/quantity_text.h"
#include "core/model/megatron_theoretical.h"
#include "core/plan/evaluate.h"

namespace fmplan::cli {
namespace {

constexpr const char* kMegatronMode = "megatron_theoretical";

/// Megatron-LM's own estimate of each phase, beside the model that plans are made with.
void add_megatron_estimate(const plan::Report& report, answer::Document& document) {
  answer::Table table{
      .title = "Megatron-LM's theoretical_memory_usage",
      .header = {"phase", "weights and optimizer", "activations", "total"},
      .align = {answer::Align::kLeft, answer::Align::kRight, answer::Align::kRight, answer::Align::kRight},
      .rows = {},
      .notes = {"for comparison with a log: it leaves out grouped-query attention, the third matrix of a gated MLP, "
                "top-k and most logits"}};
  document.json[kMegatronMode] = text::Json::array();
  for (std::size_t i = 0; i < report.phases.size(); ++i) {
    const plan::PhaseReport& phase = report.phases[i];
    const model::MegatronTheoretical estimate =
        megatron_theoretical(report.scenario.model, {.plan = phase.parallel,
                                                     .sequence_length = report.scenario.phases[i].sequence_length,
                                                     .num_micro_batches = phase.step.num_micro_batches});
    table.rows.push_back({phase.name, data_text(estimate.weights_and_optimizer), data_text(estimate.activations),
                          data_text(estimate.total())});
    document.json[kMegatronMode].push_back({{"phase", phase.name},
                                            {"weights_and_optimizer_bytes", estimate.weights_and_optimizer / byte},
                                            {"activation_bytes", estimate.activations / byte}});
  }
  document.tables.push_back(std::move(table));
}

answer::Document memory_document(const plan::Report& report, const std::string& mode) {
  answer::Document document;
  document.headline = report.scenario.name;
  document.warnings = answer::report_warnings(report);
  document.json = {{"version", 1}, {"obstacles", report.obstacles}};
  if (report.phases.empty()) return document;
  document.tables = {answer::memory_table(report.memory)};
  document.tables.back().notes.push_back(answer::parallel_text(report.phases[report.main_phase].parallel));
  document.json["memory"] = answer::memory_json(report.memory);
  document.json["checkpoint_bytes"] = report.checkpoint_bytes / byte;
  if (mode == kMegatronMode) add_megatron_estimate(report, document);
  return document;
}

}  // namespace

void add_memory_command(Command& app, const Options& options) {
  Command& command = app.add_command("memory", "the memory of one GPU, by cause, and whether it fits");
  auto scenario = std::make_shared<ScenarioArguments>();
  auto mode = std::make_shared<std::string>();
  add_scenario_arguments(command, *scenario);
  command.add_option("--mode MODE", mode.get(), "megatron_theoretical: add Megatron-LM's own estimate").choices = {
      kMegatronMode};
  command.footer =
      "Examples:\n"
      "  fmplan memory scenarios/llama3-70b-p5.json --set training.parallel.recompute=full\n"
      "  fmplan memory scenarios/llama3-405b-16k.json --mode megatron_theoretical";
  command.run = [scenario, mode, &options] {
    const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
    const plan::Report report = evaluate(load_scenario(*scenario, catalog).scenario);
    print(memory_document(report, *mode), options);
    return exit_code(report);
  };
}

}  // namespace fmplan::cli
