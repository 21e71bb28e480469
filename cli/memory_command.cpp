#include <memory>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/explain.h"
#include "cli/print.h"
#include "cli/scenario_arguments.h"
#include "core/answer/report_document.h"
#include "core/base/parallel.h"
#include "core/plan/evaluate.h"

namespace fmplan::cli {
namespace {

constexpr const char* kMegatronMode = "megatron_theoretical";

}  // namespace

void add_memory_command(Command& app, const Options& options) {
  Command& command = app.add_command("memory", "the memory of one GPU, by cause, and whether it fits");
  auto scenario = std::make_shared<ScenarioOptions>();
  auto mode = std::make_shared<std::string>();
  auto explain = std::make_shared<std::vector<std::string>>();
  add_scenario_arguments(command, *scenario);
  add_explain_option(command, *explain);
  command.add_option("--mode MODE", mode.get(), "megatron_theoretical: add Megatron-LM's own estimate").choices = {
      kMegatronMode};
  command.footer =
      "Examples:\n"
      "  fmplan memory scenarios/llama3-70b-p5.json --set training.parallel.recompute=full\n"
      "  fmplan memory scenarios/llama3-70b-p5.json --explain memory,headroom\n"
      "  fmplan memory scenarios/llama3-405b-16k.json --mode megatron_theoretical";
  command.run = [scenario, mode, explain, &options] {
    const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
    const LoadedScenario loaded = load_scenario(*scenario, catalog);
    const plan::Report report = evaluate(loaded.scenario, thread_count(options.jobs));
    if (!print_explanations(*explain, report, loaded.document, catalog, options))
      print(answer::memory_document(report, *mode == kMegatronMode), options);
    return exit_code(report);
  };
}

}  // namespace fmplan::cli
