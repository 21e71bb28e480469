#include "core/answer/search_document.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/answer/comparison_text.h"
#include "core/answer/report_tables.h"
#include "core/answer/search_json.h"
#include "core/base/quantity_text.h"
#include "core/model/memory_use.h"
#include "core/model/recomputation.h"
#include "core/plan/phase_report.h"
#include "core/plan/subject.h"
#include "core/scenario/pipeline_layout.h"
#include "core/scenario/plan_json.h"

namespace fmplan::answer {
namespace {

using plan::LeaderReport;
using plan::PlanReport;
using plan::SearchReport;

/// Rows and columns that one screen holds: chosen.
constexpr std::size_t kParetoRows = 20;
constexpr int kBarWidth = 30;
const char* const kUnknown = "unknown";

std::string name_words(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string count(std::int64_t number) { return fmt::format("{}", number); }

/// With why it is unknown though the price is not.
std::string steps_cost_text(const PlanReport& plan) {
  return plan.not_sold.empty() ? money_or_unknown(plan.cost) : "unknown, cannot be bought: " + plan.not_sold;
}

std::string interval_80(const plan::PhaseReport& phase) {
  if (!phase.interval) return kUnknown;
  const Seconds time = phase.step.total();
  return fmt::format("{} – {}", time_text(phase.interval->low_80 * time), time_text(phase.interval->high_80 * time));
}

std::string superlative(plan::Objective objective) {
  switch (objective) {
    case plan::Objective::kStepTime: return "fastest";
    case plan::Objective::kGpuHours: return "fewest GPU-hours";
    case plan::Objective::kCost: return "cheapest";
    case plan::Objective::kEnergy: return "least energy";
  }
  return "";
}

/// Where --set puts the plan of a phase.
std::string parallel_path(const plan::Scenario& scenario, const std::string& phase) {
  for (std::size_t i = 0; scenario.phases.size() > 1 && i < scenario.phases.size(); ++i)
    if (scenario.phases[i].name == phase) return fmt::format("training.phases.{}.parallel", i);
  return "training.parallel";
}

std::string search_headline(const SearchReport& report, const plan::Scenario& scenario,
                            const plan::SearchQuestion& question) {
  const plan::SearchResult& result = report.result;
  const std::string stopped = result.stopped ? ", interrupted: the best so far" : "";
  if (report.leaders.empty())
    return fmt::format("{}: none of {} plans can run{}", subject_text(scenario, 0), count(result.counts.total()),
                       stopped);
  const PlanReport& first = report.leaders.front().plan;
  return fmt::format("{}: {} a step, MFU {}, {} of {} plans{}", subject_text(scenario, first.phase.num_nodes),
                     time_text(first.phase.step.total()), ratio_text(first.phase.mfu), superlative(question.objective),
                     count(result.counts.total()), stopped);
}

std::string binding_text(const LeaderReport& leader) {
  const sim::StepTime& step = leader.plan.phase.step;
  std::string text = fmt::format("{}, {} of the step", name_words(step_part_name(leader.largest_part)),
                                 ratio_text(step[leader.largest_part] / step.total()));
  if (const auto& faster = leader.but_for_memory)
    text = fmt::format("memory: with another {} ({}) a step would take {} less, but needs {}; beyond, {}",
                       name_words(faster->field), plan_code(faster->plan.parallel),
                       ratio_text(1 - faster->plan.step_time / leader.plan.found.step_time),
                       data_text(faster->plan.memory), text);
  return text;
}

Table winner_table(const SearchReport& report, const plan::Scenario& scenario) {
  const LeaderReport& leader = report.leaders.front();
  const PlanReport& plan = leader.plan;
  const plan::PhaseReport& phase = plan.phase;
  const Bytes capacity = scenario.cluster.instance.accelerator.usable_memory;
  Table table{.title = report.result.stopped ? "Best plan so far, interrupted" : "Best plan",
              .header = {},
              .align = {},
              .rows = {},
              .notes = {}};
  table.rows = {{"nodes", fmt::format("{} × {}", phase.num_nodes, scenario.cluster.instance.name)},
                {"parallel", parallel_text(phase.parallel)},
                {"step time", fmt::format("{} (80 %: {})", time_text(phase.step.total()), interval_80(phase))},
                {"simulated", leader.simulated ? time_text(*leader.simulated) : "not: " + leader.not_simulated},
                {"memory", fmt::format("{} of {} per GPU, a chance of {} that it fits", data_text(plan.found.memory),
                                       data_text(capacity), chance_text(plan.chance))},
                {"MFU", fmt::format("{} ({})", ratio_text(phase.mfu), flop_convention_name(scenario.flop_convention))},
                {"GPU-hours", fmt::format("{} for the {} steps of phase {}", amount_text(plan.gpu_hours),
                                          phase.num_steps, phase.name)},
                {"cost", steps_cost_text(plan)},
                {"energy", plan.energy ? energy_text(*plan.energy) : kUnknown},
                {"bound by", binding_text(leader)}};
  table.notes = {
      "hours, cost and the accelerators' energy of the steps alone: fmplan plan has failures, checkpoints, spares, "
      "what campaigns take and the machines' own power on top",
      fmt::format("as an option: --set '{}={}'", parallel_path(scenario, phase.name),
                  parallel_snippet(phase.parallel))};
  if (phase.num_nodes != scenario.cluster.num_nodes)
    table.notes.push_back(fmt::format("and --set cluster.nodes={}", phase.num_nodes));
  return table;
}

/// "1, 3, 2": ranks.
std::string ranks_text(const std::vector<std::size_t>& order) {
  std::string text;
  for (const std::size_t index : order) text += fmt::format("{}{}", text.empty() ? "" : ", ", index + 1);
  return text;
}

std::string simulation_note(const SearchReport& report) {
  const std::vector<std::size_t>& order = report.simulated_order;
  if (order.empty()) return "none could be simulated";
  const bool same = std::is_sorted(order.begin(), order.end());
  std::string text = same ? "simulated task by task: order unchanged"
                          : fmt::format("simulated task by task, the order changes: {}", ranks_text(order));
  if (order.size() < report.leaders.size())
    text += fmt::format(" ({} of {} simulated)", order.size(), report.leaders.size());
  return text;
}

std::string alike_note(const SearchReport& report) {
  if (!report.leaders.front().like_first)
    return "nothing was measured of such steps: which plans can be told apart is unknown";
  std::size_t num = 0;
  for (const LeaderReport& leader : report.leaders) num += leader.like_first.value_or(false) ? 1 : 0;
  if (num <= 1) return "the first can be told from all others at 80 %";
  return fmt::format("≈: {} plans tie: the 80 % interval of their difference to the first holds 0", num);
}

bool on_one_number_of_nodes(const SearchReport& report) {
  return std::ranges::all_of(report.leaders, [&](const LeaderReport& leader) {
    return leader.plan.phase.num_nodes == report.leaders.front().plan.phase.num_nodes;
  });
}

/// On one number of nodes MFU, hours and money go with the step time, and the first's are told above, as its interval
/// is; how sure the others' places are is said by their difference to it.
Table leaders_table(const SearchReport& report) {
  struct Column {
    const char* title;
    Align align;
    bool of_nodes;  ///< says something where numbers of nodes differ
    std::function<std::string(const LeaderReport&, std::size_t place)> text;
  };
  const std::vector<Column> columns = {
      {"", Align::kRight, false,
       [](const LeaderReport& leader, std::size_t place) {
         return fmt::format("{}{}", leader.like_first.value_or(false) ? "≈ " : "", place + 1);
       }},
      {"nodes", Align::kRight, true,
       [](const LeaderReport& leader, std::size_t) { return count(leader.plan.phase.num_nodes); }},
      {"plan", Align::kLeft, false,
       [](const LeaderReport& leader, std::size_t) { return plan_code(leader.plan.phase.parallel); }},
      {"step time", Align::kRight, false,
       [](const LeaderReport& leader, std::size_t) { return time_text(leader.plan.phase.step.total()); }},
      {"80 %", Align::kRight, true,
       [](const LeaderReport& leader, std::size_t) { return interval_80(leader.plan.phase); }},
      {"to the first", Align::kRight, false,
       [](const LeaderReport& leader, std::size_t place) {
         return place > 0 && leader.to_first ? short_comparison(*leader.to_first) : "";
       }},
      {"simulated", Align::kRight, false,
       [](const LeaderReport& leader, std::size_t) { return leader.simulated ? time_text(*leader.simulated) : "–"; }},
      {"memory", Align::kRight, false,
       [](const LeaderReport& leader, std::size_t) { return data_text(leader.plan.found.memory); }},
      {"fits", Align::kRight, false,
       [](const LeaderReport& leader, std::size_t) { return chance_text(leader.plan.chance); }},
      {"MFU", Align::kRight, true,
       [](const LeaderReport& leader, std::size_t) { return ratio_text(leader.plan.phase.mfu); }},
      {"GPU-hours", Align::kRight, true,
       [](const LeaderReport& leader, std::size_t) { return amount_text(leader.plan.gpu_hours); }},
      {"cost", Align::kRight, true,
       [](const LeaderReport& leader, std::size_t) { return money_or_unknown(leader.plan.cost); }},
      {"bound by", Align::kLeft, false,
       [](const LeaderReport& leader, std::size_t) { return std::string(name_words(leader.bound_by())); }}};
  const bool one = on_one_number_of_nodes(report);
  Table table{.title = "Best plans", .header = {}, .align = {}, .rows = {}, .notes = {}};
  table.rows.resize(report.leaders.size());
  for (const Column& column : columns) {
    if (one && column.of_nodes) continue;
    table.header.emplace_back(column.title);
    table.align.push_back(column.align);
    for (std::size_t i = 0; i < report.leaders.size(); ++i) table.rows[i].push_back(column.text(report.leaders[i], i));
  }
  table.notes = {simulation_note(report), alike_note(report),
                 "t p v c e d: tensor, pipeline, virtual-pipeline, context, expert, data parallel; b micro-batch; z "
                 "ZeRO stage; sp sequence-parallel; fits: the chance that the peak stays within the card"};
  const auto& interval = report.leaders.front().plan.phase.interval;
  if (interval && interval->factor != 1)
    table.notes.emplace_back("your own rows correct all plans by as much as the first");
  return table;
}

/// Eighths of a cell, so that a bar of few plans is still seen.
std::string bar(double share) {
  static constexpr const char* kEighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const int eighths = share > 0 ? std::max(1, static_cast<int>(std::lround(share * 8 * kBarWidth))) : 0;
  std::string text;
  for (int i = 0; i < eighths / 8; ++i) text += "█";
  return text + kEighths[eighths % 8];
}

Table counts_table(const plan::SearchResult& result) {
  Table table{.title = "Plans looked at",
              .header = {"", "plans", "share", ""},
              .align = {Align::kLeft, Align::kRight, Align::kRight, Align::kLeft},
              .rows = {},
              .notes = {}};
  const auto all = static_cast<double>(std::max<std::int64_t>(1, result.counts.total()));
  const auto add = [&](std::string_view what, std::int64_t number) {
    const double share = static_cast<double>(number) / all;
    table.rows.push_back({std::string(what), count(number), ratio_text(share), bar(share)});
  };
  add("can run", result.counts.num_timed);
  std::vector<std::size_t> obstacles;
  for (std::size_t i = 0; i < plan::kNumPlanObstacles; ++i)
    if (result.counts.infeasible[i] > 0) obstacles.push_back(i);
  std::stable_sort(obstacles.begin(), obstacles.end(), [&](std::size_t a, std::size_t b) {
    return result.counts.infeasible[a] > result.counts.infeasible[b];
  });
  for (const std::size_t i : obstacles)
    add(plan_obstacle_text(plan::kPlanObstacleNames.values[i]), result.counts.infeasible[i]);
  table.notes = {fmt::format("{} plans", count_text(static_cast<double>(result.counts.total())))};
  if (result.stopped)
    table.notes.push_back(
        fmt::format("interrupted: {} of {} plans", count(result.counts.total()), count(result.num_plans)));
  return table;
}

Table pareto_table(const SearchReport& report) {
  Table table{
      .title = "None better in step time, memory, money and nodes at once",
      .header = {"nodes", "plan", "step time", "memory", "MFU", "GPU-hours", "cost"},
      .align = {Align::kRight, Align::kLeft, Align::kRight, Align::kRight, Align::kRight, Align::kRight, Align::kRight},
      .rows = {},
      .notes = {}};
  for (std::size_t i = 0; i < std::min(kParetoRows, report.pareto.size()); ++i) {
    const PlanReport& plan = report.pareto[i];
    table.rows.push_back({count(plan.phase.num_nodes), plan_code(plan.phase.parallel),
                          time_text(plan.phase.step.total()), data_text(plan.found.memory), ratio_text(plan.phase.mfu),
                          amount_text(plan.gpu_hours), money_or_unknown(plan.cost)});
  }
  if (report.pareto.size() > kParetoRows)
    table.notes.push_back(fmt::format("{} more: --format json has all", report.pareto.size() - kParetoRows));
  return table;
}

/// The obstacle of most plans, and the plan that needs least memory.
std::vector<std::string> why_none(const plan::SearchResult& result, const plan::Scenario& scenario,
                                  const plan::SearchQuestion& question) {
  std::vector<std::string> lines;
  const bool may_be_less =
      result.smallest && chance_of_fitting(scenario, result.smallest->memory) >= plan::kLeastFitConfidence;
  if (result.smallest)
    lines.push_back(fmt::format(
        "The plan that needs least memory takes {} of {} (a chance of {} that it fits, {} asked for), on {} nodes: {}. "
        "Use more nodes{} an accelerator with more memory{}.",
        data_text(result.smallest->memory), data_text(scenario.cluster.instance.accelerator.usable_memory),
        chance_text(chance_of_fitting(scenario, result.smallest->memory)), ratio_text(question.fit_confidence),
        result.smallest->num_nodes, parallel_text(result.smallest->parallel), may_be_less ? "," : " or",
        may_be_less ? ", or a smaller --fit-confidence" : ""));
  else if (result.counts.total() > 0)
    lines.push_back("No plan divides the model, the machine and the batch; the table says what keeps them from it.");
  return lines;
}

}  // namespace

std::string plan_code(const model::ParallelPlan& plan) {
  std::string code = fmt::format("t{} p{}", plan.tensor, plan.pipeline);
  if (plan.virtual_pipeline > 1) code += fmt::format(" v{}", plan.virtual_pipeline);
  if (plan.context > 1) code += fmt::format(" c{}", plan.context);
  if (plan.expert > 1) code += fmt::format(" e{}", plan.expert);
  if (plan.expert_tensor > 0) code += fmt::format(" et{}", plan.expert_tensor);
  code += fmt::format(" d{} b{} z{}", plan.data, plan.micro_batch_size, model::kZeroStageNames.name(plan.zero_stage));
  if (plan.shard_group > 0) code += fmt::format("/{}", plan.shard_group);
  if (plan.sequence_parallel && plan.tensor > 1) code += " sp";
  if (plan.recompute.kind != model::Recompute::kNone)
    code += fmt::format(" {}", model::kRecomputeNames.name(plan.recompute.kind));
  if (const std::string detail = recomputation_detail(plan.recompute); !detail.empty())
    code += fmt::format(" ({})", detail);
  if (plan.schedule != model::PipelineSchedule::kOneForwardOneBackward)
    code += fmt::format(" {}", model::kPipelineScheduleNames.name(plan.schedule));
  if (!plan.layout.empty()) code += fmt::format(" {}", scenario::layout_text(plan.layout));
  const model::Overlap& overlap = plan.overlap;
  if (!overlap.tensor || !overlap.gradients || !overlap.parameters)
    code += fmt::format(" exposed:{}{}{}", overlap.tensor ? "" : "t", overlap.gradients ? "" : "g",
                        overlap.parameters ? "" : "p");
  if (overlap.expert) code += " two-batch";
  if (plan.offload.optimizer) code += " offload:optimizer";
  if (plan.offload.activations) code += " offload:activations";
  return code;
}

std::string parallel_snippet(const model::ParallelPlan& plan) {
  text::Json section = scenario::parallel_json(plan);
  if (plan.overlap == model::Overlap{}) section.erase("overlap");
  if (plan.offload == model::Offload{}) section.erase("offload");
  std::string text;
  for (const auto& [key, value] : section.members())
    text += fmt::format("{}\"{}\": {}", text.empty() ? "" : ", ", key, value.dump());
  return "{" + text + "}";
}

Document search_document(const SearchReport& report, const plan::Scenario& scenario,
                         const plan::SearchQuestion& question) {
  Document document;
  document.headline = search_headline(report, scenario, question);
  document.csv_table = "search.best";
  if (!report.leaders.empty()) document.tables = {winner_table(report, scenario), leaders_table(report)};
  document.tables.push_back(counts_table(report.result));
  if (!report.pareto.empty()) document.tables.push_back(pareto_table(report));
  if (report.leaders.empty() && !report.result.stopped) document.warnings = why_none(report.result, scenario, question);
  if (report.result.stopped)
    document.warnings.push_back(fmt::format("Interrupted after {} of {} plans: the best of these, not of all.",
                                            count(report.result.counts.total()), count(report.result.num_plans)));
  return document;
}

void add_stated_plan(Document& document, const plan::SearchReport& report, const plan::Scenario& scenario,
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
  const double chance = chance_of_fitting(scenario, memory);
  document.warnings.push_back(
      fmt::format("The scenario's own plan is faster than the best one found: {}.",
                  chance < question.fit_confidence
                      ? fmt::format("its chance of fitting in memory is {}, and {} are asked for (--fit-confidence)",
                                    chance_text(chance), ratio_text(question.fit_confidence))
                      : std::string("it is not in the space that was searched")));
}

}  // namespace fmplan::answer
