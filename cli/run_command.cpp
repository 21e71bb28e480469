#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/explain.h"
#include "cli/print.h"
#include "cli/run_output.h"
#include "cli/scenario_arguments.h"
#include "cli/shard_output.h"
#include "cli/submit.h"
#include "cli/watch.h"
#include "core/answer/explain_run.h"
#include "core/answer/report_json.h"
#include "core/answer/run_document.h"
#include "core/answer/run_question.h"
#include "core/base/parallel.h"
#include "core/plan/run_study.h"
#include "core/what_if/run_part.h"

namespace fmplan::cli {
namespace {

struct RunArguments {
  ScenarioOptions scenario;
  answer::RunArguments run;
  std::vector<std::string> gates, explain;
  std::string shard;  ///< empty: all of it
  SubmitArguments submit;
  bool full = false;
};

/// What the arguments ask for, read.
struct RunQuestion : answer::RunQuestion {
  what_if::Shard shard;
};

void read_shard(const std::string& text, RunQuestion& question, Issues& issues) {
  collect(issues, [&] {
    question.shard = what_if::parse_shard(text, what_if::kMostRunShards);
    check_shard_file(question.files.answer_file);
  });
  if (!question.files.pictures.empty() || !question.files.timeline.empty())
    issues.push_back({"--shard", "is a part, and shows nothing; leave pictures and timelines to merge"});
}

RunQuestion read_run_question(const RunArguments& arguments, const Options& options, Issues& issues) {
  answer::RunArguments run = arguments.run;
  if (!options.output.empty()) run.files.push_back(options.output);
  RunQuestion question{answer::run_question(run, issues), {}};
  question.options.seed = options.seed;
  question.options.threads = thread_count(options.jobs);
  if (!arguments.shard.empty()) read_shard(arguments.shard, question, issues);
  return question;
}

what_if::PartHead run_shard_head(const RunArguments& arguments, const RunQuestion& question,
                                 const LoadedScenario& loaded, const catalog::Catalog& catalog,
                                 const Options& options) {
  return what_if::signed_head(
      {.kind = what_if::PartKind::kRun,
       .asked = {.name = arguments.scenario.file, .document = loaded.document, .folder = loaded.folder},
       .arguments = what_if::argument_texts(question.options),
       .fail_if = arguments.gates,
       .seed = options.seed,
       .shard = question.shard},
      catalog);
}

int run_shard(const RunQuestion& question, const plan::Scenario& scenario, const what_if::PartHead& head,
              const Options& options) {
  try {
    InterruptibleProgress watch(options, "simulating the run");
    const sim::RunPart part = study_part(scenario, question.options, what_if::stretches_of(question.shard), watch);
    write_part(question.files.answer_file, head, what_if::run_part_json(part));
  } catch (const JobStopped&) {
    return stopped_part(head, options);
  }
  return kOk;
}

int submit_run(const RunArguments& arguments, const RunQuestion& question, const std::string& fingerprint,
               Options options) {
  std::vector<std::string> files;
  for (const answer::RunPicture& picture : question.files.pictures) files.push_back(picture.file);
  if (!question.files.answer_file.empty()) files.push_back(question.files.answer_file);
  if (!question.files.timeline.empty()) files.push_back(question.files.timeline);
  if (files.size() > 1)
    throw InputError("--submit",
                     fmt::format("writes one file, and {} are asked for; leave the others out", files.size()));
  if (!files.empty()) options.output = files.front();
  return submit(arguments.submit,
                {.command = "run",
                 .fingerprint = fingerprint,
                 .num_items = question.options.trials,
                 .items = "trials",
                 .most_shards = what_if::kMostRunShards,
                 .files = {arguments.scenario.file}},
                options);
}

int run_simulation(const RunArguments& arguments, const Options& options) {
  Issues issues;
  RunQuestion question = read_run_question(arguments, options, issues);
  std::vector<answer::Condition> gates;
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  std::optional<LoadedScenario> loaded;
  collect(issues, [&] { check_submit(arguments.submit); });
  collect(issues, [&] { gates = answer::parse_conditions(arguments.gates, answer::run_figures(), "--fail-if"); });
  Options shown = options;
  shown.output.clear();
  if (!question.files.answer_file.empty())
    collect(issues, [&] { shown = for_file(options, question.files.answer_file, {".svg", ".html"}); });
  collect(issues, [&] {
    ScenarioOptions scenario = arguments.scenario;
    if (!arguments.run.spares.empty()) scenario.sets.push_back("run.spare_nodes=" + arguments.run.spares);
    loaded = load_scenario(scenario, catalog);
  });
  if (!issues.empty()) throw InputError(std::move(issues));

  const auto head = [&] { return run_shard_head(arguments, question, *loaded, catalog, options); };
  if (question.shard.of > 0) return run_shard(question, loaded->scenario, head(), options);
  if (arguments.submit.is_asked()) return submit_run(arguments, question, head().fingerprint, shown);
  RunAnswer answer{.trials = question.options.trials,
                   .origin = {loaded->document, catalog.version(), options.seed},
                   .gates = std::move(gates)};
  answer.full = arguments.full;
  {
    // The first interrupt ends the simulation and keeps what there is.
    InterruptibleProgress watch(options, "simulating the run");
    answer.study = study_run(loaded->scenario, question.options, watch);
    answer.interrupted = watch.stopped();
  }
  if (!arguments.explain.empty())
    answer.explained = [&](const text::Json& run_json) {
      const text::Json report = answer::report_json(answer.study.report, answer.origin);
      return answer::explain_run_document(arguments.explain, answer.study,
                                          {answer.study.report, loaded->document, catalog}, report, run_json);
    };
  return print_run(answer, question.files, shown);
}

}  // namespace

void add_run_command(Command& app, const Options& options) {
  Command& command =
      app.add_command("run", "the run simulated over months: dates, money and luck, and what would help most");
  auto arguments = std::make_shared<RunArguments>();
  command.file_endings = {".svg", ".html"};
  add_scenario_arguments(command, arguments->scenario);
  command.add_option("--trials N", &arguments->run.trials, "runs to simulate [default: 10000]");
  command.add_option("--spares auto|N", &arguments->run.spares,
                     "spare nodes, or auto: the number that makes the run cheapest [default: the scenario's]");
  command.add_option("--no-changes", &arguments->run.no_changes,
                     "leave out what would help most; several times as fast");
  command.add_option("--full", &arguments->full, "show every table and picture instead of the answer alone");
  command.add_option("-o, --output FILE", &arguments->run.files,
                     "FILE.svg: the charts; FILE.html: charts and tables on a page; FILE.json, .csv, .md or .txt: the "
                     "answer; may be repeated");
  command.add_option("--timeline FILE", &arguments->run.timeline,
                     "FILE.json: one trial as a timeline for ui.perfetto.dev");
  command.add_option("--trial N", &arguments->run.trial,
                     "the trial that the timeline shows [default: the one of median length among the first hundred]");
  command.add_option("--shard I/N", &arguments->shard, "only the I-th of N parts of the trials, for fmplan merge");
  command.add_option("--fail-if CONDITION", &arguments->gates,
                     "exit with 4 if it holds of the simulated run, for instance 'days.p90>120'; may be repeated");
  add_explain_option(command, arguments->explain);
  add_submit_options(command, arguments->submit);
  command.footer =
      "Examples:\n"
      "  fmplan run scenarios/llama3-70b-p5.json\n"
      "  fmplan run scenarios/llama3-70b-p5.json --spares auto -o run.svg -o run.html\n"
      "  fmplan run scenarios/llama3-70b-p5.json --timeline one-trial.json --trial 17\n"
      "  fmplan run scenarios/llama3-70b-p5.json --trials 1000 --no-changes --format json\n"
      "  fmplan run scenarios/llama3-70b-p5.json --fail-if 'cost_p90>60M'\n"
      "Ctrl-C ends the simulation and shows what there is.";
  command.run = [arguments, &options] { return run_simulation(*arguments, options); };
}

}  // namespace fmplan::cli
