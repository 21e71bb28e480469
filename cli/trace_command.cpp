#include <memory>
#include <optional>
#include <utility>

#include <unistd.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/output.h"
#include "cli/print.h"
#include "cli/scenario_arguments.h"
#include "cli/terminal.h"
#include "core/answer/document.h"
#include "core/answer/trace_document.h"
#include "core/answer/trace_files.h"
#include "core/base/issue.h"
#include "core/base/parallel.h"
#include "core/picture/step_picture.h"
#include "core/plan/evaluate.h"

namespace fmplan::cli {
namespace {

struct TraceArguments {
  ScenarioOptions scenario;
  std::vector<std::string> files;
  answer::TraceArguments step;
};

int trace(const TraceArguments& arguments, const Options& options) {
  Issues issues;
  std::vector<std::string> files = arguments.files;
  if (!options.output.empty()) files.push_back(options.output);
  const answer::TraceFiles wanted =
      answer::trace_files(files, options.format_given && options.format == answer::Format::kJson);
  Options shown = options;
  shown.output.clear();
  sim::SimulationSettings settings = answer::simulation_settings(arguments.step, issues);
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  std::optional<LoadedScenario> loaded;
  if (!wanted.answer_file.empty()) collect(issues, [&] { shown = for_file(options, wanted.answer_file, {".svg"}); });
  collect(issues, [&] { loaded = load_scenario(arguments.scenario, catalog); });
  if (!issues.empty()) throw InputError(std::move(issues));

  const plan::Report report = evaluate(loaded->scenario, thread_count(options.jobs));
  if (report.phases.empty()) {
    print(answer::untraced_document(report), shown);
    return exit_code(report);
  }
  const bool to_terminal = wanted.pictures.empty() && shown.format == answer::Format::kTable && shown.output.empty() &&
                           is_terminal(STDOUT_FILENO);
  settings.keep_tasks = to_terminal || !wanted.pictures.empty();
  const answer::TracedStep step =
      answer::trace_step(report, answer::traced_phase(report, arguments.step.phase), settings);
  answer::Document document = answer::trace_document(step);
  write_trace_files(wanted, step, document);
  if (to_terminal) write_stdout(picture::step_picture(step.asked(), output_width(), use_color(options)) + "\n");
  print(document, shown);
  return exit_code(report);
}

}  // namespace

void add_trace_command(Command& app, const Options& options) {
  Command& command = app.add_command("trace", "one training step simulated task by task: timeline, picture, slow GPUs");
  auto arguments = std::make_shared<TraceArguments>();
  command.file_endings = {".svg", ".json"};
  add_scenario_arguments(command, arguments->scenario);
  command.add_option("-o, --output FILE", &arguments->files,
                     "FILE.json: a timeline for ui.perfetto.dev; FILE.svg: a picture of the schedule; "
                     "FILE.csv, .md, .txt or, with --format json, .json: the answer; may be repeated");
  command.add_option("--phase NAME", &arguments->step.phase, "of the scenario [default: the one with most tokens]");
  command.add_option("--slow RANK", &arguments->step.slow,
                     "a pipeline rank that takes longer, for instance 3:1.1, or 5/3:1.1 in replica 5; may be repeated");
  command.add_option("--jitter RATIO", &arguments->step.jitter,
                     "by how much the passes of ranks vary at random, for instance 2% (see --seed)");
  command.footer =
      "Examples:\n"
      "  fmplan trace scenarios/llama3-70b-p5.json\n"
      "  fmplan trace scenarios/llama3-70b-p5.json -o step.json -o step.svg\n"
      "  fmplan trace scenarios/llama3-70b-p5.json --slow 2:1.1\n"
      "  fmplan trace scenarios/llama3-70b-p5.json --jitter 2% --seed 7\n"
      "  fmplan trace scenarios/llama3-70b-p5.json --network flows";
  command.run = [arguments, &options] {
    arguments->step.seed = options.seed;
    return trace(*arguments, options);
  };
}

}  // namespace fmplan::cli
