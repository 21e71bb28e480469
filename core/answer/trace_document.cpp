#include "core/answer/trace_document.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/answer/notice_text.h"
#include "core/answer/report_tables.h"
#include "core/base/quantity_text.h"
#include "core/base/suggestion.h"
#include "core/picture/step_caption.h"
#include "core/plan/evaluate.h"
#include "core/plan/subject.h"
#include "core/scenario/plan_json.h"
#include "core/text/json_writer.h"

namespace fmplan::answer {
namespace {

using text::Json;

/// A table for people shows as many ranks; JSON and CSV have all.
constexpr std::size_t kMostRanksShown = 32;

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

Table answer_of(const TracedStep& step) {
  const sim::StepSimulation& asked = step.asked();
  Table table{.title = "Simulated step", .header = {}, .align = {}, .rows = {}, .notes = {}};
  const auto add = [&](const char* label, std::string text) { table.rows.push_back({label, std::move(text)}); };
  if (step.report.phases.size() > 1) add("phase", step.phase().name);
  add("plan", traced_plan_text(step.phase()));
  add("step time", time_text(asked.step_time));
  if (step.uneven)
    add("unevenness",
        fmt::format("costs {}: {} with all ranks alike", ratio_text(step.cost()), time_text(step.even.step_time)));
  add("closed form", fmt::format("{}: the simulated step{} takes {:.3f} of it", time_text(step.closed_form.total()),
                                 step.uneven ? " of even ranks" : "", step.even.step_time / step.closed_form.total()));
  if (const auto& contention = step.phase().contention)
    add("network", fmt::format("flows: sends × {:.2f}, gradients and parameters × {:.2f}", contention->send_slowdown,
                               contention->data_parallel_slowdown));
  add("idle",
      fmt::format("{} of the ranks' time: bubble, and traffic that compute waits for (bubble of the closed form {})",
                  ratio_text(picture::idle_share(asked)), ratio_text(step.closed_form.bubble_fraction)));
  const Seconds outside = asked.step_time - 1e-9 * static_cast<double>(asked.makespan_ns) * second;
  add("beside them", fmt::format("{} of the step time for stragglers and kernels slowed by traffic, in no rank's time",
                                 time_text(outside)));
  add("tasks", fmt::format("{}{}", asked.num_tasks,
                           asked.num_replicas > 1 ? fmt::format(" in {} replicas", asked.num_replicas) : ""));
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

Table ranks_of(const TracedStep& step) {
  const sim::StepSimulation& asked = step.asked();
  Table table{.title = "Ranks",
              .header = {"rank", "GPUs", "stages", "busy", "idle", "share", "in flight", "memory"},
              .align = {Align::kRight, Align::kRight, Align::kLeft, Align::kRight, Align::kRight, Align::kRight,
                        Align::kRight, Align::kRight},
              .rows = {},
              .notes = {}};
  if (asked.num_replicas > 1) {
    table.header.insert(table.header.begin(), "replica");
    table.align.insert(table.align.begin(), Align::kRight);
  }
  const std::vector<std::vector<int>> stages = picture::stages_by_rank(step.even);
  const std::size_t num_shown = std::min(kMostRanksShown, asked.ranks.size());
  for (std::size_t r = 0; r < num_shown; ++r) table.rows.push_back(rank_cells(step, asked.ranks[r], stages));
  if (num_shown < asked.ranks.size())
    table.notes.push_back(
        fmt::format("and {} more ranks; --format csv or json has all", asked.ranks.size() - num_shown));
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

Json traced_step_json(const TracedStep& step) {
  const sim::StepSimulation& asked = step.asked();
  Json json = {
      {"version", 1},
      {"obstacles", notice_texts(step.report.obstacles)},
      {"phase", step.phase().name},
      {"parallel", scenario::parallel_json(step.phase().parallel)},
      {"micro_batches", step.phase().step.num_micro_batches},
      {"simulation", simulation_json(asked)},
      {"closed_form",
       {{"step_time_s", step.closed_form.total() / second}, {"bubble_fraction", step.closed_form.bubble_fraction}}},
      {"simulated_to_closed_form", step.even.step_time / step.closed_form.total()}};
  if (step.uneven) {
    json["seed"] = step.settings.seed;
    json["jitter"] = step.settings.jitter;
    json["slow"] = Json::array();
    for (const sim::SlowRank& slow : step.settings.slow)
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
  return json;
}

}  // namespace

sim::SimulationSettings simulation_settings(const TraceArguments& arguments, Issues& issues) {
  sim::SimulationSettings settings{.seed = arguments.seed};
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

std::size_t traced_phase(const plan::Report& report, const std::string& name) {
  if (name.empty()) return report.main_phase;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < report.phases.size(); ++i) {
    if (report.phases[i].name == name) return i;
    names.push_back(report.phases[i].name);
  }
  throw InputError("--phase", fmt::format("there is no phase \"{}\", but \"{}\"{}", name, fmt::join(names, "\", \""),
                                          did_you_mean(name, names)));
}

TracedStep trace_step(const plan::Report& report, std::size_t phase, sim::SimulationSettings settings) {
  const std::optional<sim::PlanContention>& contention = report.phases[phase].contention;
  const sim::StepJob job = step_job(report.scenario, report.scenario.phases[phase]);
  check(job, settings);
  sim::SimulationSettings even{.keep_tasks = true};
  if (contention) {
    even.send_slowdown = settings.send_slowdown = contention->send_slowdown;
    even.data_parallel_slowdown = settings.data_parallel_slowdown = contention->data_parallel_slowdown;
  }
  TracedStep step{.report = report,
                  .phase_index = phase,
                  .job = job,
                  .settings = settings,
                  .closed_form = (contention ? contended_step_time(job, *contention) : step_time(job)).value(),
                  .even = simulate_step(job, even).value(),
                  .uneven = std::nullopt};
  if (settings.jitter > 0 || !settings.slow.empty()) step.uneven = simulate_step(job, settings);
  return step;
}

std::string traced_plan_text(const plan::PhaseReport& phase) {
  std::string text = parallel_text(phase.parallel);
  // parallel_text() names the others.
  const model::PipelineSchedule usual = model::PipelineSchedule::kOneForwardOneBackward;
  if (phase.parallel.pipeline > 1 && phase.parallel.schedule == usual)
    text += fmt::format(" · {}", model::kPipelineScheduleNames.name(usual));
  return text + fmt::format(" · {} micro-batch{}", phase.step.num_micro_batches,
                            phase.step.num_micro_batches == 1 ? "" : "es");
}

picture::StepCaption step_caption(const TracedStep& step) {
  std::string name = subject_text(step.report);
  if (step.report.phases.size() > 1) name += ", " + step.phase().name;
  return {.scenario = std::move(name),
          .plan = traced_plan_text(step.phase()),
          .memory = picture::held_memory(step.job, step.asked())};
}

std::string correction_text(const TracedStep& step) {
  const double correction = step.phase().correction;
  if (correction == 1) return {};
  std::vector<std::string> reasons;
  const auto add = [&reasons](bool is_so, const char* reason) {
    if (is_so) reasons.emplace_back(reason);
  };
  const auto& interval = step.phase().interval;
  const double software = software_factor(step.job);
  add(software != 1, "the date of the software");
  add(interval && interval->factor != 1, "anchors");
  add(interval && interval->exchange != 1, "the exchange between experts over this network");
  return fmt::format(
      "plan and step correct the step time by a factor of {:.3f}, for {}; the times shown here are as simulated.",
      correction, fmt::join(reasons, " and "));
}

Document untraced_document(const plan::Report& report) {
  Document document;
  document.headline = subject_text(report);
  document.warnings = report_warnings(report);
  document.json = {{"version", 1}, {"obstacles", notice_texts(report.obstacles)}};
  return document;
}

Document trace_document(const TracedStep& step) {
  Document document = untraced_document(step.report);
  if (std::string correction = correction_text(step); !correction.empty())
    document.warnings.push_back(std::move(correction));
  document.tables = {answer_of(step), ranks_of(step)};
  document.json = traced_step_json(step);
  document.csv_table = "ranks";
  return document;
}

}  // namespace fmplan::answer
