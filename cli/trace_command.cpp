#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/output.h"
#include "cli/print.h"
#include "cli/scenario_arguments.h"
#include "cli/terminal.h"
#include "core/answer/document.h"
#include "core/answer/report_tables.h"
#include "core/base/quantity_text.h"
#include "core/base/suggestion.h"
#include "core/picture/step_picture.h"
#include "core/picture/step_svg.h"
#include "core/picture/step_trace.h"
#include "core/plan/evaluate.h"
#include "core/scenario/plan_json.h"
#include "core/sim/step/step_simulation.h"
#include "core/text/json_text.h"

namespace fmplan::cli {
namespace {

using text::Json;

/// A table on a terminal shows as many ranks; JSON and CSV have all.
constexpr std::size_t kMostRanksShown = 32;

struct TraceArguments {
  ScenarioArguments scenario;
  std::vector<std::string> files;
  std::string phase;  ///< empty: the one with most tokens
  std::string jitter;
  std::vector<std::string> slow;
};

enum class PictureKind { kTimeline, kDrawing };

struct Picture {
  PictureKind kind;
  std::string file;
};

void add_issues(const InputError& error, Issues& issues) {
  issues.insert(issues.end(), error.issues().begin(), error.issues().end());
}

std::vector<Picture> pictures_of(const std::vector<std::string>& files, Issues& issues) {
  std::vector<Picture> pictures;
  for (const std::string& file : files) {
    const std::string extension = std::filesystem::path(file).extension().string();
    if (extension == ".json") {
      pictures.push_back({PictureKind::kTimeline, file});
    } else if (extension == ".svg") {
      pictures.push_back({PictureKind::kDrawing, file});
    } else {
      issues.push_back({"--output", fmt::format("\"{}\" ends neither in .json (a timeline for Perfetto) nor in .svg (a "
                                                "picture); the answer itself goes to stdout",
                                                file)});
    }
  }
  return pictures;
}

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// "3:1.1" or "0/3:1.1".
std::optional<sim::SlowRank> slow_rank(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view place = text.substr(0, colon);
  const std::size_t slash = place.find('/');
  const bool has_replica = slash != std::string_view::npos;
  const auto replica = has_replica ? number_in<int>(place.substr(0, slash)) : 0;
  const auto rank = number_in<int>(has_replica ? place.substr(slash + 1) : place);
  const auto factor = number_in<double>(text.substr(colon + 1));
  if (!replica || !rank || !factor || !std::isfinite(*factor)) return std::nullopt;
  return sim::SlowRank{.replica = *replica, .pipeline_rank = *rank, .factor = *factor};
}

sim::SimulationSettings settings_of(const TraceArguments& arguments, std::uint64_t seed, Issues& issues) {
  sim::SimulationSettings settings{.seed = seed};
  if (!arguments.jitter.empty()) {
    const auto jitter = parse_ratio(arguments.jitter);
    if (jitter && std::isfinite(*jitter)) {
      settings.jitter = *jitter;
    } else {
      issues.push_back({"--jitter", fmt::format("\"{}\" is no ratio; write 2% or 0.02", arguments.jitter)});
    }
  }
  for (const std::string& text : arguments.slow) {
    const auto slow = slow_rank(text);
    if (!slow) {
      issues.push_back({"--slow", fmt::format("\"{}\" is not RANK:FACTOR; write 3:1.1 for a pipeline rank 3 that takes "
                                              "10 % longer, or 5/3:1.1 for that of replica 5",
                                              text)});
      continue;
    }
    const bool twice = std::any_of(settings.slow.begin(), settings.slow.end(), [&](const sim::SlowRank& other) {
      return other.replica == slow->replica && other.pipeline_rank == slow->pipeline_rank;
    });
    if (twice)
      issues.push_back(
          {"--slow", fmt::format("rank {}/{} stands twice; keep one", slow->replica, slow->pipeline_rank)});
    settings.slow.push_back(*slow);
  }
  return settings;
}

std::size_t phase_of(const plan::Report& report, const std::string& name) {
  if (name.empty()) return report.main_phase;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < report.phases.size(); ++i) {
    if (report.phases[i].name == name) return i;
    names.push_back(report.phases[i].name);
  }
  throw InputError("--phase", fmt::format("there is no phase \"{}\", but \"{}\"{}", name, fmt::join(names, "\", \""),
                                          did_you_mean(name, names)));
}

/// check_simulation() in the words of the command line.
void check(const sim::StepJob& job, const sim::SimulationSettings& settings) {
  Issues issues = check_simulation(job, settings);
  for (Issue& issue : issues) {
    if (issue.where.starts_with("slow ")) {
      issue.where = "--slow " + issue.where.substr(5);
    } else if (issue.where == "jitter") {
      issue.where = "--jitter";
    } else if (issue.where == "/micro_batches") {
      issue.where = "/training/global_batch_size";
    } else {
      issue.where = "/training/parallel" + issue.where;
    }
  }
  if (!issues.empty()) throw InputError(std::move(issues));
}

/// What is shown: the step as asked, and without what --slow and --jitter do to it.
struct TracedStep {
  const plan::Report& report;
  const plan::PhaseReport& phase;
  Seconds closed_form;
  sim::StepTime closed_parts;
  sim::StepSimulation even;                   ///< all ranks alike
  std::optional<sim::StepSimulation> uneven;  ///< with --slow or --jitter

  const sim::StepSimulation& asked() const { return uneven ? *uneven : even; }
  double cost() const { return asked().step_time / even.step_time - 1; }
};

std::string plan_text(const plan::PhaseReport& phase) {
  std::string text = answer::parallel_text(phase.parallel);
  // parallel_text() names the others.
  const model::PipelineSchedule usual = model::PipelineSchedule::kOneForwardOneBackward;
  if (phase.parallel.pipeline > 1 && phase.parallel.schedule == usual)
    text += fmt::format(" · {}", scenario::schedule_name(usual));
  return text + fmt::format(" · {} micro-batch{}", phase.step.num_micro_batches,
                            phase.step.num_micro_batches == 1 ? "" : "es");
}

answer::Table answer_of(const TracedStep& step, const std::vector<Picture>& pictures) {
  const sim::StepSimulation& asked = step.asked();
  answer::Table table{.title = "Simulated step", .header = {}, .align = {}, .rows = {}, .notes = {}};
  const auto add = [&](const char* label, std::string text) { table.rows.push_back({label, std::move(text)}); };
  if (step.report.phases.size() > 1) add("phase", step.phase.name);
  add("plan", plan_text(step.phase));
  add("step time", time_text(asked.step_time));
  if (step.uneven)
    add("unevenness",
        fmt::format("costs {}: {} with all ranks alike", ratio_text(step.cost()), time_text(step.even.step_time)));
  add("closed form", fmt::format("{}: the simulated step{} takes {:.3f} of it", time_text(step.closed_form),
                                 step.uneven ? " of even ranks" : "", step.even.step_time / step.closed_form));
  if (const auto& contention = step.phase.contention)
    add("network", fmt::format("flows: sends × {:.2f}, gradients and parameters × {:.2f}", contention->send_slowdown,
                               contention->data_parallel_slowdown));
  add("idle",
      fmt::format("{} of the ranks' time: bubble, and traffic that compute waits for (bubble of the closed form {})",
                  ratio_text(picture::idle_share(asked)), ratio_text(step.closed_parts.bubble_fraction)));
  const Seconds outside = asked.step_time - 1e-9 * static_cast<double>(asked.makespan_ns) * second;
  add("beside them", fmt::format("{} of the step time for stragglers and kernels slowed by traffic, in no rank's time",
                                 time_text(outside)));
  add("tasks", fmt::format("{}{}", asked.num_tasks,
                           asked.num_replicas > 1 ? fmt::format(" in {} replicas", asked.num_replicas) : ""));
  for (const Picture& picture : pictures)
    table.notes.push_back(picture.kind == PictureKind::kTimeline
                              ? fmt::format("{}: open it at https://ui.perfetto.dev", picture.file)
                              : fmt::format("{}: a picture for any browser", picture.file));
  return table;
}

std::vector<std::string> rank_cells(const TracedStep& step, const sim::SimulatedRank& rank,
                                    const std::vector<std::vector<int>>& stages) {
  const sim::StepSimulation& asked = step.asked();
  const double makespan_ns = std::max(1.0, static_cast<double>(asked.makespan_ns));
  std::vector<std::string> cells{
      fmt::format("{}", rank.pipeline_rank),
      fmt::format("{}", rank.stands_for),
      fmt::format("{}", fmt::join(stages[static_cast<std::size_t>(rank.pipeline_rank)], " ")),
      time_text(rank.busy),
      time_text(rank.idle),
      ratio_text(rank.idle / nanosecond / makespan_ns),
      fmt::format("{:.4g}", rank.peak_in_flight),
      data_text(rank.memory)};
  if (asked.num_replicas > 1) cells.insert(cells.begin(), fmt::format("{}", rank.replica));
  return cells;
}

answer::Table ranks_of(const TracedStep& step, answer::Format format) {
  const sim::StepSimulation& asked = step.asked();
  answer::Table table{
      .title = "Ranks",
      .header = {"rank", "GPUs", "stages", "busy", "idle", "share", "in flight", "memory"},
      .align = {answer::Align::kRight, answer::Align::kRight, answer::Align::kLeft, answer::Align::kRight,
                answer::Align::kRight, answer::Align::kRight, answer::Align::kRight, answer::Align::kRight},
      .rows = {},
      .notes = {}};
  if (asked.num_replicas > 1) {
    table.header.insert(table.header.begin(), "replica");
    table.align.insert(table.align.begin(), answer::Align::kRight);
  }
  const std::vector<std::vector<int>> stages = picture::stages_by_rank(step.even);
  const bool all = format == answer::Format::kCsv || asked.ranks.size() <= kMostRanksShown;
  for (std::size_t r = 0; r < (all ? asked.ranks.size() : kMostRanksShown); ++r)
    table.rows.push_back(rank_cells(step, asked.ranks[r], stages));
  if (!all)
    table.notes.push_back(
        fmt::format("and {} more ranks; --format csv or json has all", asked.ranks.size() - kMostRanksShown));
  table.notes.push_back(
      "in flight: micro-batches whose activations the rank holds at its peak, where the memory is of");
  return table;
}

Json simulation_json(const sim::StepSimulation& simulation) {
  return {{"step_time_s", simulation.step_time / second},
          {"makespan_s", static_cast<double>(simulation.makespan_ns) * 1e-9},
          {"idle_share", picture::idle_share(simulation)},
          {"tasks", simulation.num_tasks},
          {"replicas", simulation.num_replicas}};
}

Json json_of(const TracedStep& step, const std::vector<Picture>& pictures, const sim::SimulationSettings& settings) {
  const sim::StepSimulation& asked = step.asked();
  Json json = {{"version", 1},
               {"obstacles", step.report.obstacles},
               {"phase", step.phase.name},
               {"parallel", scenario::parallel_json(step.phase.parallel)},
               {"micro_batches", step.phase.step.num_micro_batches},
               {"simulation", simulation_json(asked)},
               {"closed_form",
                {{"step_time_s", step.closed_form / second}, {"bubble_fraction", step.closed_parts.bubble_fraction}}},
               {"simulated_to_closed_form", step.even.step_time / step.closed_form}};
  if (step.uneven) {
    json["seed"] = settings.seed;
    json["jitter"] = settings.jitter;
    json["slow"] = Json::array();
    for (const sim::SlowRank& slow : settings.slow)
      json["slow"].push_back({{"replica", slow.replica}, {"rank", slow.pipeline_rank}, {"factor", slow.factor}});
    json["ranks_alike"] = simulation_json(step.even);
    json["cost_of_unevenness"] = step.cost();
  }
  const std::vector<std::vector<int>> stages = picture::stages_by_rank(step.even);
  json["ranks"] = Json::array();
  for (const sim::SimulatedRank& rank : asked.ranks)
    json["ranks"].push_back({{"replica", rank.replica},
                             {"rank", rank.pipeline_rank},
                             {"gpus", rank.stands_for},
                             {"stages", stages[static_cast<std::size_t>(rank.pipeline_rank)]},
                             {"busy_s", rank.busy / second},
                             {"idle_s", rank.idle / second},
                             {"peak_in_flight", rank.peak_in_flight},
                             {"memory_bytes", rank.memory / byte}});
  json["files"] = Json::array();
  for (const Picture& picture : pictures)
    json["files"].push_back(
        {{"file", picture.file}, {"format", picture.kind == PictureKind::kTimeline ? "trace_event" : "svg"}});
  return json;
}

void write(const std::vector<Picture>& pictures, const TracedStep& step, const sim::StepJob& job) {
  if (pictures.empty()) return;
  const sim::StepSimulation& asked = step.asked();
  std::string name = step.report.scenario.name;
  if (step.report.phases.size() > 1) name += ", " + step.phase.name;
  const picture::StepCaption caption{
      .scenario = name, .plan = plan_text(step.phase), .memory = picture::held_memory(job, asked)};
  for (const Picture& picture : pictures) {
    if (picture.kind == PictureKind::kTimeline) {
      text::write_text_file(picture.file, [&](std::ostream& out) { write_step_trace(out, asked, caption); });
    } else {
      text::write_text_file(picture.file, step_svg(asked, caption));
    }
  }
}

int trace(const TraceArguments& arguments, const Options& options) {
  Issues issues;
  std::vector<std::string> files = arguments.files;
  if (!options.output.empty()) files.push_back(options.output);
  const std::vector<Picture> pictures = pictures_of(files, issues);
  sim::SimulationSettings settings = settings_of(arguments, options.seed, issues);
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  std::optional<LoadedScenario> loaded;
  try {
    loaded = load_scenario(arguments.scenario, catalog);
  } catch (const InputError& error) {
    add_issues(error, issues);
  }
  if (!issues.empty()) throw InputError(std::move(issues));

  const plan::Report report = evaluate(loaded->scenario);
  answer::Document document;
  document.headline = report.scenario.name;
  document.warnings = answer::report_warnings(report);
  document.json = {{"version", 1}, {"obstacles", report.obstacles}};
  if (report.phases.empty()) {
    Options to_terminal_only = options;
    to_terminal_only.output.clear();
    print(document, to_terminal_only);
    return exit_code(report);
  }
  const std::size_t index = phase_of(report, arguments.phase);
  const sim::StepJob job = step_job(report.scenario, report.scenario.phases[index]);
  check(job, settings);
  const auto& interval = report.phases[index].interval;
  if (interval && interval->factor != 1)
    document.warnings.push_back(
        fmt::format("Anchors correct the step time by a factor of {:.3f} in plan and step; the "
                    "times shown here are as simulated.",
                    interval->factor));
  const auto& contention = report.phases[index].contention;
  const sim::StepTime closed = (contention ? contended_step_time(job, *contention) : step_time(job)).value();
  sim::SimulationSettings even{.keep_tasks = true};
  if (contention) {
    even.send_slowdown = settings.send_slowdown = contention->send_slowdown;
    even.data_parallel_slowdown = settings.data_parallel_slowdown = contention->data_parallel_slowdown;
  }
  const bool to_terminal = pictures.empty() && options.format == answer::Format::kTable && is_terminal(STDOUT_FILENO);
  // Passes by rank are told from the tasks, and those of even ranks are few.
  TracedStep step{.report = report,
                  .phase = report.phases[index],
                  .closed_form = closed.total(),
                  .closed_parts = closed,
                  .even = simulate_step(job, even).value(),
                  .uneven = std::nullopt};
  if (settings.jitter > 0 || !settings.slow.empty()) {
    settings.keep_tasks = to_terminal || !pictures.empty();
    step.uneven = simulate_step(job, settings);
  }
  write(pictures, step, job);
  document.tables = {answer_of(step, pictures), ranks_of(step, options.format)};
  document.json = json_of(step, pictures, settings);
  Options to_stdout = options;
  to_stdout.output.clear();
  if (to_terminal) write_stdout(picture::step_picture(step.asked(), output_width(), use_color(options)) + "\n");
  print(document, to_stdout);
  return exit_code(report);
}

}  // namespace

void add_trace_command(Command& app, const Options& options) {
  Command& command = app.add_command("trace", "one training step simulated task by task: timeline, picture, slow GPUs");
  auto arguments = std::make_shared<TraceArguments>();
  add_scenario_arguments(command, arguments->scenario);
  command.add_option("-o, --output FILE", &arguments->files,
                     "FILE.json: a timeline for ui.perfetto.dev; FILE.svg: a picture of the schedule; may be repeated");
  command.add_option("--phase NAME", &arguments->phase, "of the scenario [default: the one with most tokens]");
  command.add_option("--slow RANK", &arguments->slow,
                     "a pipeline rank that takes longer, for instance 3:1.1, or 5/3:1.1 in replica 5; may be repeated");
  command.add_option("--jitter RATIO", &arguments->jitter,
                     "by how much the passes of ranks vary at random, for instance 2% (see --seed)");
  command.footer =
      "Examples:\n"
      "  fmplan trace scenarios/llama3-70b-p5.json\n"
      "  fmplan trace scenarios/llama3-70b-p5.json -o step.json -o step.svg\n"
      "  fmplan trace scenarios/llama3-70b-p5.json --slow 2:1.1\n"
      "  fmplan trace scenarios/llama3-70b-p5.json --jitter 2% --seed 7\n"
      "  fmplan trace scenarios/llama3-70b-p5.json --network flows";
  command.run = [arguments, &options] { return trace(*arguments, options); };
}

}  // namespace fmplan::cli
