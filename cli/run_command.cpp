#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/gate.h"
#include "cli/output.h"
#include "cli/print.h"
#include "cli/scenario_arguments.h"
#include "cli/terminal.h"
#include "cli/watch.h"
#include "core/answer/document.h"
#include "core/answer/gate.h"
#include "core/answer/run_document.h"
#include "core/answer/text_table.h"
#include "core/base/parallel.h"
#include "core/base/quantity_text.h"
#include "core/base/version.h"
#include "core/picture/run_caption.h"
#include "core/picture/run_html.h"
#include "core/picture/run_picture.h"
#include "core/picture/run_svg.h"
#include "core/picture/run_timeline.h"
#include "core/plan/run_study.h"
#include "core/plan/subject.h"
#include "core/text/json_text.h"
#include "core/text/terminal_text.h"

namespace fmplan::cli {
namespace {

/// Chosen: hours of simulation, where ten thousand trials tell as much.
constexpr std::int64_t kMostTrials = 100'000'000;

struct RunArguments {
  ScenarioArguments scenario;
  std::vector<std::string> files;
  std::string trials;    ///< empty: as RunStudyOptions has it
  std::string spares;    ///< empty: what the scenario says
  std::string timeline;  ///< empty: none
  std::string trial;     ///< of the timeline; empty: a typical one
  std::vector<std::string> gates;
  bool no_changes = false;
};

enum class PictureKind { kDrawing, kPage };

struct Picture {
  PictureKind kind;
  std::string file;
};

/// What the arguments ask for, read.
struct RunQuestion {
  plan::RunStudyOptions options;
  std::vector<Picture> pictures;
  std::string answer_file;  ///< empty: stdout
  std::string timeline;
  std::optional<std::int64_t> trial;
};

std::optional<std::int64_t> count_between(const std::string& text, std::int64_t least, std::int64_t most) {
  const std::optional<std::int64_t> count = parse_count(text);
  return count && *count >= least && *count <= most ? count : std::nullopt;
}

/// The pictures among `files`, and where the answer goes: the last of the others.
void sort_files(const std::vector<std::string>& files, RunQuestion& question) {
  for (const std::string& file : files) {
    if (has_ending(file, {".svg", ".html"}))
      question.pictures.push_back({has_ending(file, {".svg"}) ? PictureKind::kDrawing : PictureKind::kPage, file});
    else
      question.answer_file = file;
  }
}

RunQuestion question_of(const RunArguments& arguments, const Options& options, Issues& issues) {
  RunQuestion question;
  std::vector<std::string> files = arguments.files;
  if (!options.output.empty()) files.push_back(options.output);
  sort_files(files, question);
  question.options.seed = options.seed;
  question.options.threads = thread_count(options.jobs);
  if (!arguments.trials.empty()) {
    const auto trials = count_between(arguments.trials, 1, kMostTrials);
    if (!trials)
      issues.push_back({"--trials", fmt::format("\"{}\" is not a whole number from 1 to {}; for example 10000",
                                                arguments.trials, kMostTrials)});
    question.options.trials = trials.value_or(question.options.trials);
    question.options.trials_per_change = std::min(question.options.trials_per_change, question.options.trials);
  }
  if (arguments.no_changes) question.options.trials_per_change = 0;
  if (!arguments.spares.empty() && arguments.spares != "auto" && !count_between(arguments.spares, 0, 1'000'000))
    issues.push_back(
        {"--spares", fmt::format("\"{}\" is neither auto nor a number of nodes; for example 4", arguments.spares)});
  question.timeline = arguments.timeline;
  if (!question.timeline.empty() && std::filesystem::path(question.timeline).extension() != ".json")
    issues.push_back({"--timeline", fmt::format("\"{}\" does not end in .json; write for example one-trial.json",
                                                question.timeline)});
  if (!arguments.trial.empty()) {
    question.trial = count_between(arguments.trial, 0, kMostTrials);
    if (!question.trial)
      issues.push_back(
          {"--trial", fmt::format("\"{}\" is not a whole number from 0 on; for example 17", arguments.trial)});
    if (question.timeline.empty())
      issues.push_back({"--trial", "says which trial the timeline shows; add --timeline one-trial.json"});
  }
  return question;
}

/// Simulates with a line of progress; the first interrupt ends it and keeps what there is.
struct Studied {
  plan::RunStudy study;
  bool interrupted = false;
};
Studied study_of(const plan::Scenario& scenario, const RunQuestion& question, const Options& options) {
  InterruptibleProgress watch(options, "simulating the run");
  Studied studied{study_run(scenario, question.options, watch)};
  studied.interrupted = watch.stopped();
  return studied;
}

/// Of the luck alone: the rate and the step time as predicted.  Returns the note of what was written.
std::string write_timeline(const plan::RunStudy& study, const RunQuestion& question) {
  const sim::TrialSettings trials{.trials = question.options.trials, .seed = question.options.seed};
  const std::int64_t trial = question.trial ? *question.trial : sim::typical_trial(study.settings, trials);
  std::vector<sim::RunEvent> events;
  const sim::RunTrial shown = simulate_trial(study.settings, trials, trial, &events);
  const picture::TimelineCaption caption{
      .scenario = subject_text(study.report), .trial = trial, .seed = question.options.seed};
  text::write_text_file(question.timeline,
                        [&](std::ostream& out) { write_run_timeline(out, shown, events, study.settings, caption); });
  return fmt::format("{}: trial {} of luck alone{}, {:.1f} days, {} interruptions; open it at https://ui.perfetto.dev",
                     question.timeline, trial, question.trial ? "" : " (--trial N shows another)",
                     shown.wall_clock_s / 86400, shown.num_interruptions());
}

std::string page_of(const answer::Document& document, const std::string& picture, const std::string& catalog_version,
                    const RunQuestion& question) {
  picture::RunPage page{.headline = document.headline,
                        .picture = picture,
                        .tables = {},
                        .warnings = document.warnings,
                        .foot = fmt::format("fmplan {}, catalogues {}, seed {}, {} trials", version(), catalog_version,
                                            question.options.seed, question.options.trials)};
  for (const answer::Table& table : document.tables) page.tables.push_back(answer::page_table(table));
  return run_html(page);
}

/// Writes what was asked for and names it below the first table.
void write_files(answer::Document& document, const plan::RunStudy& study, const RunQuestion& question,
                 const std::string& catalog_version) {
  std::vector<std::string> notes;
  if (!question.timeline.empty()) notes.push_back(write_timeline(study, question));
  if (!question.pictures.empty()) {
    const std::string picture = picture::run_svg(study, question.options.seed);
    for (const auto& [kind, file] : question.pictures) {
      const bool is_page = kind == PictureKind::kPage;
      text::write_text_file(file, is_page ? page_of(document, picture, catalog_version, question) : picture);
      notes.push_back(fmt::format("{}: {} for any browser", file, is_page ? "a page" : "a picture"));
    }
  }
  auto& shown = document.tables.front().notes;
  shown.insert(shown.end(), notes.begin(), notes.end());
}

int run(const RunArguments& arguments, const Options& options) {
  Issues issues;
  RunQuestion question = question_of(arguments, options, issues);
  std::vector<answer::Condition> gates;
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  std::optional<LoadedScenario> loaded;
  const auto collect = [&issues](const auto& read) {
    try {
      read();
    } catch (const InputError& error) {
      issues.insert(issues.end(), error.issues().begin(), error.issues().end());
    }
  };
  collect([&] { gates = answer::parse_conditions(arguments.gates, answer::run_figures(), "--fail-if"); });
  Options shown = options;
  shown.output.clear();
  if (!question.answer_file.empty())
    collect([&] { shown = for_file(options, question.answer_file, {".svg", ".html"}); });
  collect([&] {
    ScenarioArguments scenario = arguments.scenario;
    if (!arguments.spares.empty()) scenario.sets.push_back("run.spare_nodes=" + arguments.spares);
    loaded = load_scenario(scenario, catalog);
  });
  if (!issues.empty()) throw InputError(std::move(issues));

  const Studied studied = study_of(loaded->scenario, question, options);
  const plan::RunStudy& study = studied.study;
  const bool simulated = answer::has_simulation(study);
  answer::Document document = answer::run_document(study, {loaded->document, catalog.version(), options.seed},
                                                   question.options.trials, studied.interrupted);
  if (simulated) write_files(document, study, question, catalog.version());

  if (simulated && shown.format == answer::Format::kTable && shown.output.empty()) {
    const picture::PictureStyle style{
        .width = output_width(), .color = use_color(options), .blocks = picture::shows_blocks()};
    write_stdout(text::bold(text::printable(document.headline), style.color) + "\n\n" +
                 picture::run_picture(study, style) + "\n");
    document.headline.clear();
  }
  print(document, shown);
  if (studied.interrupted) return kInterrupted;
  if (!answer::mostly_finishes(study)) return kCannotRun;
  return report_gates(answer::exceeded_gates(gates, answer::run_values(study, document.json)), options);
}

}  // namespace

void add_run_command(Command& app, const Options& options) {
  Command& command =
      app.add_command("run", "the run simulated over months: dates, money and luck, and what would help most");
  auto arguments = std::make_shared<RunArguments>();
  command.file_endings = {".svg", ".html"};
  add_scenario_arguments(command, arguments->scenario);
  command.add_option("--trials N", &arguments->trials, "runs to simulate [default: 10000]");
  command.add_option("--spares auto|N", &arguments->spares,
                     "spare nodes, or auto: the number that makes the run cheapest [default: the scenario's]");
  command.add_option("--no-changes", &arguments->no_changes, "leave out what would help most; several times as fast");
  command.add_option("-o, --output FILE", &arguments->files,
                     "FILE.svg: the charts; FILE.html: charts and tables on a page; FILE.json, .csv, .md or .txt: the "
                     "answer; may be repeated");
  command.add_option("--timeline FILE", &arguments->timeline, "FILE.json: one trial as a timeline for ui.perfetto.dev");
  command.add_option("--trial N", &arguments->trial,
                     "the trial that the timeline shows [default: the one of median length among the first hundred]");
  command.add_option("--fail-if CONDITION", &arguments->gates,
                     "exit with 4 if it holds of the simulated run, for instance 'days.p90>120'; may be repeated");
  command.footer =
      "Examples:\n"
      "  fmplan run scenarios/llama3-70b-p5.json\n"
      "  fmplan run scenarios/llama3-70b-p5.json --spares auto -o run.svg -o run.html\n"
      "  fmplan run scenarios/llama3-70b-p5.json --timeline one-trial.json --trial 17\n"
      "  fmplan run scenarios/llama3-70b-p5.json --trials 1000 --no-changes --format json\n"
      "  fmplan run scenarios/llama3-70b-p5.json --fail-if 'cost_p90>60M'\n"
      "Ctrl-C ends the simulation and shows what there is.";
  command.run = [arguments, &options] { return run(*arguments, options); };
}

}  // namespace fmplan::cli
