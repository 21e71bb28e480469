#include <chrono>
#include <memory>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/print.h"
#include "cli/scenario_arguments.h"
#include "cli/watch.h"
#include "core/answer/document.h"
#include "core/answer/report_json.h"
#include "core/answer/search_document.h"
#include "core/answer/search_json.h"
#include "core/answer/search_question.h"
#include "core/base/quantity_text.h"
#include "core/model/memory_use.h"
#include "core/plan/phase_report.h"
#include "core/plan/search_report.h"
#include "core/scenario/plan_json.h"

namespace fmplan::cli {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  const std::chrono::duration<double> elapsed = Clock::now() - start;
  return elapsed.count();
}

/// Stops what has taken longer than a limit.
class TimeLimit final : public JobWatcher {
 public:
  explicit TimeLimit(double seconds) : limit_(seconds) {}

  void report(std::int64_t, std::int64_t) override {}
  bool stopped() const override { return elapsed() >= limit_; }
  double elapsed() const { return seconds_since(start_); }

 private:
  Clock::time_point start_ = Clock::now();
  double limit_;
};

/// How long the search would take, by a short one on each of some machines of the question, evenly chosen.  A larger
/// one breaks more rules, and so is not slower by its plans.
double estimated_seconds(const plan::Scenario& scenario, const plan::Phase& phase,
                         const plan::SearchQuestion& question) {
  constexpr std::size_t kMostMachines = 8;
  constexpr double kSecondsEach = 0.1;
  const std::size_t num = question.node_counts.size();
  const std::size_t num_sampled = std::min(num, kMostMachines);
  double seconds = 0;
  for (std::size_t i = 0; i < num_sampled; ++i) {
    plan::SearchQuestion one = question;
    one.node_counts = {question.node_counts[(2 * i + 1) * num / (2 * num_sampled)]};
    TimeLimit limit(kSecondsEach);
    const plan::SearchResult part = search(scenario, phase, one, limit);
    if (part.counts.total() > 0)
      seconds += limit.elapsed() * static_cast<double>(part.num_plans) / static_cast<double>(part.counts.total());
  }
  return seconds * static_cast<double>(num) / static_cast<double>(num_sampled);
}

std::string narrowing_text(const std::vector<answer::Narrowing>& narrowings) {
  constexpr std::size_t kShown = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(kShown, narrowings.size()); ++i)
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", narrowings[i].option,
                        count_text(static_cast<double>(narrowings[i].num_plans)));
  return text;
}

/// @throws InputError where the space is too large or holds nothing.
void check_size(const plan::Scenario& scenario, const plan::Phase& phase, const plan::SearchQuestion& question,
                const answer::SearchArguments& arguments) {
  const std::optional<std::int64_t> most = parse_count(arguments.max_plans);
  if (!most || *most < 1)
    throw InputError("--max-plans", fmt::format("cannot read \"{}\"; write it like 5B", arguments.max_plans));
  const std::int64_t size = num_plans(scenario, phase, question);
  if (size == 0) {
    const std::vector<answer::Narrowing> wider = answer::widenings(scenario, phase, arguments);
    throw InputError("/training/parallel",
                     wider.empty() ? "the options leave no plan at all; leave some of them out"
                                   : fmt::format("the options leave no plan at all; so many there would be without one "
                                                 "of them: {}",
                                                 narrowing_text(wider)));
  }
  if (size <= *most) return;
  const double seconds = estimated_seconds(scenario, phase, question);
  throw InputError(
      "--max-plans",
      fmt::format("the space has {} plans, more than {}; by a sample of it measured now, to search it takes about "
                  "{}. Narrow it by one of: {} plans left; or allow as many with --max-plans {}",
                  size, arguments.max_plans, time_text(seconds * second),
                  narrowing_text(answer::narrowings(scenario, phase, arguments)), size));
}

/// The scenario's own plan beside the best one found.
void add_stated_plan(answer::Document& document, const plan::SearchReport& report, const plan::Scenario& scenario,
                     const plan::Phase& phase, const plan::SearchQuestion& question) {
  if (scenario.search_parallel || report.leaders.empty() || !check_scenario(scenario).empty()) return;
  const plan::PhaseReport stated = phase_report(scenario, phase);
  const Bytes memory = memory_use(scenario.model, memory_settings(scenario, phase, stated.parallel)).total();
  document.json["stated"] = {{"parallel", scenario::parallel_json(stated.parallel)},
                             {"nodes", stated.num_nodes},
                             {"step_time_s", stated.step.total() / second},
                             {"memory_bytes", memory / byte}};
  const plan::PlanReport& best = report.leaders.front().plan;
  const double ratio = stated.step.total() / best.phase.step.total();
  document.tables.front().notes.push_back(fmt::format("the scenario's own plan: {} a step on {} nodes in {}",
                                                      time_text(stated.step.total()), stated.num_nodes,
                                                      data_text(memory)));
  if (stated.num_nodes != best.phase.num_nodes || ratio >= 1) return;
  const Bytes usable = (1 - question.headroom) * scenario.cluster.instance.accelerator.memory;
  document.warnings.push_back(fmt::format(
      "The scenario's own plan is faster than the best one found: {}.",
      memory > usable
          ? fmt::format("it leaves less than {} of memory free (--min-headroom)", ratio_text(question.headroom))
          : std::string("it is not in the space that was searched")));
}

int run_search(const ScenarioArguments& scenario_arguments, const answer::SearchArguments& arguments,
               const Options& options) {
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  plan::Scenario scenario = load_scenario(scenario_arguments, catalog).scenario;
  const bool contended = scenario.network_flows.has_value();
  scenario.network_flows.reset();
  const plan::Phase& phase = answer::searched_phase(scenario, arguments);
  const plan::SearchQuestion question = answer::search_question(scenario, phase, arguments);
  check_size(scenario, phase, question, arguments);

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
  add_stated_plan(document, report, scenario, phase, question);
  print(document, options);
  if (report.result.stopped) return kInterrupted;
  return report.leaders.empty() ? kCannotRun : kOk;
}

void add_space_options(Command& command, answer::SearchArguments& arguments) {
  const auto list = [&command](const char* label, std::string* text, const char* what) {
    command.add_option(label, text, what).problem = [](const std::string& given) {
      return given.empty() ? "is empty; leave it out for all" : "";
    };
  };
  command.add_option("--space NAME", &arguments.space,
                     "whole: all that a plan can say; framework: what \"parallel\": \"auto\" varies [default: whole]");
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
  add_scenario_arguments(command, *scenario);
  command.add_option("--objective NAME", &arguments->objective,
                     "step_time, gpu_hours, cost or energy [default: step_time]");
  command.add_option("--top K", &arguments->top, "plans to show [default: 10]");
  command.add_option("--min-headroom SHARE", &arguments->min_headroom,
                     "share of accelerator memory to leave free [default: 5%]");
  command.add_option("--phase NAME", &arguments->phase, "phase to search for [default: the one with most tokens]");
  command.add_option("--max-plans N", &arguments->max_plans, "refuse larger spaces [default: 2B]");
  add_space_options(command, *arguments);
  command.footer =
      "Examples:\n"
      "  fmplan search scenarios/gpt3-175b-a100.json\n"
      "  fmplan search scenarios/gpt3-175b-a100.json --nodes 32..128:8 --objective gpu_hours\n"
      "  fmplan search scenarios/llama3-70b-p5.json --space framework --schedules 1f1b,zb_v --top 5\n"
      "Ctrl-C ends the search and shows the best so far.";
  command.run = [scenario, arguments, &options] { return run_search(*scenario, *arguments, options); };
}

}  // namespace fmplan::cli
