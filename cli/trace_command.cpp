#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/output.h"
#include "cli/print.h"
#include "cli/scenario_arguments.h"
#include "cli/terminal.h"
#include "core/answer/document.h"
#include "core/answer/trace_document.h"
#include "core/picture/step_picture.h"
#include "core/picture/step_svg.h"
#include "core/picture/step_trace.h"
#include "core/plan/evaluate.h"
#include "core/text/json_text.h"

namespace fmplan::cli {
namespace {

struct TraceArguments {
  ScenarioArguments scenario;
  std::vector<std::string> files;
  answer::TraceArguments step;
};

enum class PictureKind { kTimeline, kDrawing };

struct Picture {
  PictureKind kind;
  std::string file;
};

struct TraceFiles {
  std::vector<Picture> pictures;
  std::string answer;  ///< empty: stdout
};

/// FILE.json is a timeline, unless the answer is asked for as JSON.
TraceFiles files_of(const std::vector<std::string>& files, const Options& options) {
  const bool wants_json = options.format_given && options.format == answer::Format::kJson;
  TraceFiles sorted;
  for (const std::string& file : files) {
    if (has_ending(file, {".svg"}))
      sorted.pictures.push_back({PictureKind::kDrawing, file});
    else if (has_ending(file, {".json"}) && !wants_json)
      sorted.pictures.push_back({PictureKind::kTimeline, file});
    else
      sorted.answer = file;
  }
  return sorted;
}

/// Writes the pictures and names them in the document.
void write(const std::vector<Picture>& pictures, const answer::TracedStep& step, answer::Document& document) {
  if (pictures.empty()) return;
  const sim::StepSimulation& asked = step.asked();
  const picture::StepCaption caption = answer::step_caption(step);
  for (const auto& [kind, file] : pictures) {
    const bool is_timeline = kind == PictureKind::kTimeline;
    if (is_timeline) {
      text::write_text_file(file, [&](std::ostream& out) { write_step_trace(out, asked, caption); });
    } else {
      text::write_text_file(file, step_svg(asked, caption));
    }
    document.json["files"].push_back({{"file", file}, {"format", is_timeline ? "trace_event" : "svg"}});
    document.tables.front().notes.push_back(is_timeline ? fmt::format("{}: open it at https://ui.perfetto.dev", file)
                                                        : fmt::format("{}: a picture for any browser", file));
  }
}

int trace(const TraceArguments& arguments, const Options& options) {
  Issues issues;
  std::vector<std::string> files = arguments.files;
  if (!options.output.empty()) files.push_back(options.output);
  const auto [pictures, answer_file] = files_of(files, options);
  Options shown = options;
  shown.output.clear();
  sim::SimulationSettings settings = answer::simulation_settings(arguments.step, issues);
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  std::optional<LoadedScenario> loaded;
  const auto collect = [&issues](const auto& read) {
    try {
      read();
    } catch (const InputError& error) {
      issues.insert(issues.end(), error.issues().begin(), error.issues().end());
    }
  };
  if (!answer_file.empty()) collect([&] { shown = for_file(options, answer_file, {".svg"}); });
  collect([&] { loaded = load_scenario(arguments.scenario, catalog); });
  if (!issues.empty()) throw InputError(std::move(issues));

  const plan::Report report = evaluate(loaded->scenario);
  if (report.phases.empty()) {
    print(answer::untraced_document(report), shown);
    return exit_code(report);
  }
  const bool to_terminal =
      pictures.empty() && shown.format == answer::Format::kTable && shown.output.empty() && is_terminal(STDOUT_FILENO);
  settings.keep_tasks = to_terminal || !pictures.empty();
  const answer::TracedStep step =
      answer::trace_step(report, answer::traced_phase(report, arguments.step.phase), settings);
  answer::Document document = answer::trace_document(step);
  write(pictures, step, document);
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
