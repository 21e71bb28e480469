#include "core/answer/report_tables.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/answer/assumption_text.h"
#include "core/answer/notice_text.h"
#include "core/answer/outlook_text.h"
#include "core/answer/width_words.h"
#include "core/base/quantity_text.h"
#include "core/model/recomputation.h"
#include "core/plan/subject.h"
#include "core/scenario/pipeline_layout.h"

namespace fmplan::answer {
namespace {

std::string adapters_text(int rank, model::AdapterTargets targets) {
  switch (targets) {
    case model::AdapterTargets::kQueryKeyValue:
      return fmt::format("low-rank adapters of rank {} on the query, key and value product; all else is frozen", rank);
    case model::AdapterTargets::kAttention:
      return fmt::format("low-rank adapters of rank {} on attention's products; all else is frozen", rank);
    case model::AdapterTargets::kAllLinear:
      return fmt::format("low-rank adapters of rank {} on all linear layers; all else is frozen", rank);
  }
  return {};
}

const std::vector<Align> kLabelThenNumbers = {Align::kLeft,  Align::kRight, Align::kRight,
                                              Align::kRight, Align::kRight, Align::kRight};

std::string part_label(std::string_view name) {
  std::string label(name);
  std::replace(label.begin(), label.end(), '_', ' ');
  return label;
}

std::string unpriced_text(const plan::CostReport& cost) {
  std::string names;
  for (const plan::CostComponent& part : cost.components)
    if (!part.amount) names += (names.empty() ? "" : ", ") + part_label(part.name);
  return names;
}

/// " (80 %: 3.2 s – 3.9 s)"; empty where nothing was measured.
std::string interval_text(const plan::PhaseReport& phase) {
  if (!phase.interval) return "";
  const Seconds time = phase.step.total();
  return fmt::format(" (80 %: {} – {})", time_text(phase.interval->low_80 * time),
                     time_text(phase.interval->high_80 * time));
}

std::string verdict_text(model::MemoryVerdict verdict) {
  std::string text(memory_verdict_name(verdict));
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string share_text(double part, double whole) { return whole > 0 ? ratio_text(part / whole) : ""; }

/// "10 min for another node; 2 h (deep health checks): +0.4 days, +$243,000; …".
std::string replacement_text(const plan::Report& report) {
  std::string text = fmt::format("{} for another node", time_text(report.scenario.recovery.replacement));
  for (const plan::ReplacementCase& other : report.replacement_cases) {
    text += fmt::format("; {} ({}): ", time_text(other.replacement), other.name);
    // What is added makes a zero of minus zero.
    text += std::isfinite(other.more_days) ? fmt::format("{:+.1f} days", std::round(10 * other.more_days) / 10 + 0.0)
                                           : "no end";
    if (other.more_cost) text += fmt::format(", {}", money_difference_text(*other.more_cost));
    if (other.with_spares) text += fmt::format(", or {}", with_spares_text(*other.with_spares));
  }
  return text;
}

std::string band_causes(const plan::Report& report) {
  const auto& overhead = report.scenario.campaign_overhead;
  const bool has_history = overhead && overhead->log_sd > 0;
  if (report.step_time_days_80)
    return has_history ? "for failures, the step time's own error and what campaigns take"
                       : "for failures, in closed form, and the step time's own error";
  return has_history ? "for failures and what campaigns take; the step time's own error is not in it"
                     : "for failures alone, in closed form; the step time's own error is not in it";
}

/// How long it takes, what it costs and draws, as far as the run ends.
void add_run_rows(const plan::Report& report, Table& table) {
  const sim::RunOutcome& run = report.run;
  const Range days = report.wall_clock_days_80;
  table.rows.push_back({"GPU-hours", hours_text(report)});
  table.rows.push_back(
      {"duration", fmt::format("{} days (80 %: {} – {}, {}; {})", days_text(report.median_days), days_text(days.low),
                               days_text(days.high), band_causes(report), mean_days_text(report))});
  if (auto physics = physics_text(report)) table.rows.push_back({"physics", std::move(*physics)});
  table.rows.push_back(
      {"finish", fmt::format("{}, {}", day_text(report, report.median_days), nine_in_ten_text(report))});
  if (report.deadline_chance) table.rows.push_back({"deadline", deadline_text(report)});
  table.rows.push_back({"cost", cost_text(report)});
  if (!report.replacement_cases.empty()) table.rows.push_back({"replacement", replacement_text(report)});
  const plan::EnergyReport& energy = report.energy;
  table.rows.push_back({"energy", energy_text_of(energy.machines, energy.machines_co2_kg)});
  table.rows.push_back({"GPU energy", energy_text_of(energy.accelerators, energy.accelerators_co2_kg)});
  table.rows.push_back(
      {"interruptions", fmt::format("{:.0f} expected (80 %: {:.0f} – {:.0f}), goodput {}{}", run.interruptions,
                                    run.interruptions_80.low, run.interruptions_80.high, ratio_text(run.goodput),
                                    report.accelerator_hours.overhead > 0 ? " but for campaigns' overhead" : "")});
}

}  // namespace

std::string day_text(const plan::Report& report, double days) {
  if (!std::isfinite(days)) return "never";
  return date_text(date_after(report.scenario.start, days * day));
}

std::string nine_in_ten_text(const plan::Report& report) {
  const double days = report.wall_clock_days_80.high;
  return std::isfinite(days) ? "9 in 10 by " + day_text(report, days) : "fewer than 9 in 10 ever are";
}

std::string mean_days_text(const plan::Report& report) {
  return std::isfinite(report.mean_days) ? "mean " + days_text(report.mean_days) : "no mean";
}

std::string cost_text(const plan::Report& report) {
  const plan::CostReport& cost = report.cost;
  const auto others = [&cost](const char* how) {
    return *cost.low == *cost.high ? fmt::format("; {} {}", money_text(*cost.low), how)
                                   : fmt::format("; {} – {} {}", money_text(*cost.low), money_text(*cost.high), how);
  };
  if (!cost.known()) return "unknown" + (cost.low ? others("by other ways of buying") : "");
  std::string text = known_cost_text(cost);
  if (cost.total_80)
    text += fmt::format(" (80 %: {} – {})", money_text(cost.total_80->low), money_text(cost.total_80->high));
  if (cost.low && *cost.low != *cost.high) text += others("over the ways of buying");
  if (!cost.total) text += fmt::format("; without {}, whose price is unknown", unpriced_text(cost));
  return text;
}

std::string energy_text_of(const std::optional<Joules>& energy, const std::optional<double>& co2_kg) {
  if (!energy) return "unknown";
  constexpr double kTonnes_kg = 9500;  // below it a whole number of tonnes is hardly a figure
  const std::string carbon = !co2_kg ? ", carbon unknown (no grid)"
                             : *co2_kg < kTonnes_kg
                                 ? fmt::format(", {} kg CO₂eq (location-based)", amount_text(*co2_kg))
                                 : fmt::format(", {:.0f} t CO₂eq (location-based)", *co2_kg / 1000);
  return energy_text(*energy) + carbon;
}

std::string sizes_text(const plan::Report& report) {
  const plan::Scenario& scenario = report.scenario;
  const std::string& instance = scenario.cluster.instance.name;
  const int training = most_phase_nodes(scenario);
  const int left_over = report.rounding ? report.rounding->nodes_held - training : 0;
  std::string text = plan::held_text(held_nodes(report), instance);
  if (!report.rounding) return text;
  if (left_over > 0 && scenario.search_spares)
    text += fmt::format(": {} asked for, {} not held", report.rounding->nodes_held, left_over);
  else if (left_over > 0)
    text += fmt::format(": {} train, {} spare", training, scenario.spare_nodes);
  for (std::size_t i = 0; i < scenario.phases.size(); ++i) {
    const int asked = report.rounding->batches_asked[i], used = scenario.phases[i].global_batch_size;
    if (asked == used) continue;
    const std::string batch = fmt::format(" batch {} instead of {}", count_text(used), count_text(asked));
    // Phases that are rounded alike are told once.
    if (text.find(batch) == std::string::npos) text += (left_over > 0 ? ";" : ",") + batch;
  }
  return text;
}

std::string step_text(const plan::PhaseReport& phase) {
  const std::int64_t tokens_per_step = phase.tokens / phase.num_steps;
  return fmt::format("{}{} for {} tokens", time_text(phase.step.total()), interval_text(phase),
                     count_text(static_cast<double>(tokens_per_step)));
}

std::string memory_text(const plan::MemoryReport& memory) {
  const std::string text =
      fmt::format("{} of {} per GPU: {} (chance {})", data_text(memory.use.total()), data_text(memory.capacity),
                  verdict_text(memory.verdict()), chance_text(memory.chance));
  return memory.phase.empty() ? text : fmt::format("of phase {}: {}", memory.phase, text);
}

std::string hours_text(const plan::Report& report) {
  return fmt::format("{} ({} node-hours), at the median pace", amount_text(report.accelerator_hours.job),
                     amount_text(report.node_hours));
}

std::optional<std::string> physics_text(const plan::Report& report) {
  const auto& overhead = report.scenario.campaign_overhead;
  if (!overhead || overhead->share == 0) return std::nullopt;
  const std::string share =
      fmt::format("{} {}", ratio_text(std::abs(overhead->share)), overhead->share > 0 ? "more" : "less");
  const std::string added =
      overhead->log_sd > 0 ? "published campaigns took " + share : fmt::format("{} is stated", share);
  // A run whose failures outrun it in closed form may still end when it is simulated.
  if (!std::isfinite(report.physics_days)) return added + " than the machine alone";
  return fmt::format("{} days by the machine alone, failures included; {}", days_text(report.physics_days), added);
}

std::string deadline_text(const plan::Report& report) {
  const double chance = *report.deadline_chance, confidence = report.scenario.deadline_confidence;
  return fmt::format("{}: kept with a chance of {}{}", date_text(*report.scenario.deadline), chance_text(chance),
                     chance >= confidence ? "" : fmt::format("; {} is asked", ratio_text(confidence)));
}

std::string money_or_unknown(const std::optional<Dollars>& amount) { return amount ? money_text(*amount) : "unknown"; }

std::string known_cost_text(const plan::CostReport& cost) {
  if (!cost.known()) return "cost unknown";
  return (cost.total ? "" : "at least ") + money_text(*cost.known());
}

std::string parallel_text(const model::ParallelPlan& plan) {
  struct Switch {
    bool on;
    const char* name;
  };
  const auto listed = [](std::initializer_list<Switch> switches) {
    std::string names;
    for (const auto& [on, name] : switches)
      if (on) names += fmt::format("{}{}", names.empty() ? "" : ", ", name);
    return names;
  };
  std::string text = fmt::format("tensor {} · pipeline {}", plan.tensor, plan.pipeline);
  if (plan.virtual_pipeline > 1) text += fmt::format(" · virtual {}", plan.virtual_pipeline);
  if (plan.context > 1) text += fmt::format(" · context {}", plan.context);
  if (plan.expert > 1) text += fmt::format(" · expert {}", plan.expert);
  text += fmt::format(" · data {} · micro-batch {} · ZeRO {}", plan.data, plan.micro_batch_size,
                      model::kZeroStageNames.name(plan.zero_stage));
  if (plan.sequence_parallel && plan.tensor > 1) text += " · sequence-parallel";
  if (plan.recompute.kind != model::Recompute::kNone)
    text += fmt::format(" · {} recompute", model::kRecomputeNames.name(plan.recompute.kind));
  if (const std::string detail = recomputation_detail(plan.recompute); !detail.empty())
    text += fmt::format(" ({})", detail);
  if (plan.schedule != model::PipelineSchedule::kOneForwardOneBackward)
    text += fmt::format(" · {}", model::kPipelineScheduleNames.name(plan.schedule));
  if (plan.expert_tensor > 0) text += fmt::format(" · expert tensor {}", plan.expert_tensor);
  if (plan.expert > 1 && plan.dispatcher != model::Dispatcher::kAllToAll)
    text += fmt::format(" · {} dispatch", model::kDispatcherNames.name(plan.dispatcher));
  if (plan.shard_group > 0) text += fmt::format(" · sharded over {}", plan.shard_group);
  if (!plan.layout.empty()) text += fmt::format(" · layout {}", scenario::layout_text(plan.layout));
  const std::string offloaded =
      listed({{plan.offload.optimizer, "optimizer"}, {plan.offload.activations, "activations"}});
  if (!offloaded.empty()) text += fmt::format(" · {} offloaded", offloaded);
  const std::string exposed = listed({{!plan.overlap.tensor, "tensor"},
                                      {!plan.overlap.gradients, "gradients"},
                                      {!plan.overlap.parameters, "parameters"}});
  if (!exposed.empty()) text += fmt::format(" · {} not overlapped", exposed);
  if (plan.overlap.expert) text += " · two-batch overlap";
  return text;
}

std::string nearest_text(const plan::NearestPlan& nearest) {
  return parallel_text(nearest.parallel) +
         (nearest.frozen_weights == model::FrozenWeights::kNf4 ? " · training.frozen_weights=nf4" : "");
}

namespace {

/// "fp8 with mxfp8 scaling, primary weights in 16 bit".
std::string precision_text(const plan::Scenario& scenario) {
  std::string name(sim::precision_name(scenario.precision));
  if (!is_quantised(scenario.precision)) return name;
  return fmt::format("{} with {} scaling, primary weights {}", name, model::kScalingRecipeNames.name(scenario.recipe),
                     scenario.framework.memory.quantised_primary_weights ? "in " + name : "in 16 bit");
}

}  // namespace

Table answer_table(const plan::Report& report) {
  const plan::Scenario& scenario = report.scenario;
  const plan::PhaseReport& phase = report.phases[report.main_phase];
  const sim::RunOutcome& run = report.run;
  const model::ParameterCount count = count_parameters(scenario.model);
  const std::string active =
      count.active == count.total ? "" : fmt::format(", {} active", count_text(static_cast<double>(count.active)));
  Table table;
  table.title = "Plan";
  table.rows = {
      {"model",
       fmt::format("{}, {} parameters{}", scenario.model.name, count_text(static_cast<double>(count.total)), active)},
      {"nodes", sizes_text(report)},
      {"GPUs", fmt::format("{} × {}", count_text(phase.num_accelerators), scenario.cluster.instance.accelerator.name)},
      {"parallel", parallel_text(phase.parallel)},
      {"precision", precision_text(scenario)},
      {"step time", step_text(phase)},
      {"throughput", fmt::format("{} tokens/s, {:.0f} tokens/s per GPU", count_text(phase.tokens_per_second),
                                 phase.tokens_per_second / phase.num_accelerators)},
      {"MFU", fmt::format("{} = {} of {} dense {} ({}); HFU {}", ratio_text(phase.mfu),
                          flop_rate_text(phase.rate_per_accelerator), flop_rate_text(phase.peak),
                          sim::precision_name(scenario.precision), flop_convention_name(scenario.flop_convention),
                          ratio_text(phase.hfu))},
      {"memory", memory_text(report.memory)}};
  if (scenario.adapter_rank > 0)
    table.rows.insert(table.rows.begin() + 1,
                      {"trains", adapters_text(scenario.adapter_rank, scenario.adapter_targets)});
  if (run.end == sim::RunEnd::kReached)
    add_run_rows(report, table);
  else
    table.rows.push_back({"duration", "no end is seen in closed form"});
  table.rows.push_back(
      {"checkpoint", fmt::format("{} every {}, {} to storage", data_text(report.checkpoint_bytes),
                                 time_text(run.checkpoint_interval), time_text(report.checkpoint_write))});
  table.notes.emplace_back("fmplan run simulates the failures, and shows where the time goes and what would help");
  return table;
}

Table phases_table(const plan::Report& report) {
  Table table{.title = "Phases",
              .header = {"phase", "nodes", "sequence", "batch", "tokens", "step time", "TFLOP/s per GPU", "MFU",
                         "days of steps"},
              .align = {Align::kLeft, Align::kRight, Align::kRight, Align::kRight, Align::kRight, Align::kRight,
                        Align::kRight, Align::kRight, Align::kRight},
              .rows = {},
              .notes = {}};
  for (std::size_t i = 0; i < report.phases.size(); ++i) {
    const plan::PhaseReport& phase = report.phases[i];
    table.rows.push_back(
        {phase.name, fmt::format("{}", phase.num_nodes), fmt::format("{}", report.scenario.phases[i].sequence_length),
         fmt::format("{}", report.scenario.phases[i].global_batch_size), count_text(static_cast<double>(phase.tokens)),
         time_text(phase.step.total()), fmt::format("{:.0f}", phase.rate_per_accelerator / teraflop_per_second),
         ratio_text(phase.mfu), fmt::format("{:.1f}", phase.productive / day)});
  }
  return table;
}

Table step_table(const plan::PhaseReport& phase, const plan::Scenario& scenario) {
  Table table{.title = "Step time by cause",
              .header = {"part", "time", "share"},
              .align = kLabelThenNumbers,
              .rows = {},
              .notes = {}};
  const Seconds total = phase.step.total();
  for (std::size_t i = 0; i < sim::kNumStepParts; ++i) {
    const Seconds part = phase.step.parts[i];
    if (part > Seconds{})
      table.rows.push_back({part_label(sim::kStepPartNames.texts[i]), time_text(part), ratio_text(part / total)});
  }
  table.rows.push_back({"total", time_text(total), ratio_text(1)});
  if (phase.interval)
    table.notes.push_back(fmt::format(
        "80 %: {} – {}, 95 %: {} – {}{}", time_text(phase.interval->low_80 * total),
        time_text(phase.interval->high_80 * total), time_text(phase.interval->low_95 * total),
        time_text(phase.interval->high_95 * total),
        phase.interval->factor == 1
            ? ""
            : fmt::format("; your own rows correct the prediction by {:+.1f} %", 100 * (phase.interval->factor - 1))));
  constexpr double kTold = 0.05;  // chosen: what is less than this says nothing beside the interval
  if (phase.interval && std::abs(std::log(phase.interval->exchange)) > kTold)
    table.notes.push_back(fmt::format(
        "a factor of {:.2f} is in it, by which other sites' mixtures differ over {}", phase.interval->exchange,
        calibration::interconnect_of(scenario.cluster.instance, world_size(phase.parallel))));
  for (std::string& note : width_notes(plan::step_width(scenario, phase))) table.notes.push_back(std::move(note));
  table.notes.push_back(fmt::format("{} micro-batches; {} of data-parallel traffic hidden behind compute; {} kernels",
                                    phase.step.num_micro_batches, time_text(phase.step.hidden_data_parallel),
                                    scenario.framework.name));
  return table;
}

std::string memory_title(const plan::MemoryReport& memory) {
  if (memory.phase.empty()) return fmt::format("Memory per GPU (pipeline stage {})", memory.use.worst_stage);
  return fmt::format("Memory per GPU (phase {}, pipeline stage {})", memory.phase, memory.use.worst_stage);
}

Table memory_table(const plan::MemoryReport& memory) {
  Table table{.title = memory_title(memory),
              .header = {"part", "bytes", "of capacity"},
              .align = kLabelThenNumbers,
              .rows = {},
              .notes = {}};
  const auto add = [&](std::string_view name, Bytes bytes) {
    table.rows.push_back({part_label(name), data_text(bytes), ratio_text(bytes / memory.capacity)});
  };
  for (const auto& [name, bytes] : memory_parts(memory.use))
    if (bytes > Bytes{}) add(name, bytes);
  add("total", memory.use.total());
  const Bytes headroom = memory.capacity - memory.use.total();
  table.notes.push_back(fmt::format("{}: a chance of {} that the peak stays within {}; {} {}",
                                    verdict_text(memory.verdict()), chance_text(memory.chance),
                                    data_text(memory.capacity), data_text(headroom >= Bytes{} ? headroom : -headroom),
                                    headroom >= Bytes{} ? "left by the prediction" : "short by the prediction"));
  table.notes.push_back(fmt::format(
      "80 % of measured peaks lie between {} and {}, 95 % between {} and {}",
      data_text(memory.interval.low_80 * memory.use.total()), data_text(memory.interval.high_80 * memory.use.total()),
      data_text(memory.interval.low_95 * memory.use.total()), data_text(memory.interval.high_95 * memory.use.total())));
  // Cards are named by GiB: 80 of them are 85.9 GB.
  table.notes.push_back(
      fmt::format("GB are 10⁹ bytes: {} are {:.1f} GiB, which programs are shown of the card's memory",
                  data_text(memory.capacity), memory.capacity / gibibyte));
  if (memory.nearest)
    table.notes.push_back(fmt::format("nearest plan that fits: {} ({}, step {})", nearest_text(*memory.nearest),
                                      data_text(memory.nearest->memory), time_text(memory.nearest->step_time)));
  return table;
}

Table levels_table(const plan::Report& report) {
  Table table{
      .title = "Checkpoint levels",
      .header = {"to", "every", "bytes", "write", "held by", "stall", "safe after", "reload", "survives", "kept"},
      .align = {Align::kLeft, Align::kRight, Align::kRight, Align::kRight, Align::kLeft, Align::kRight, Align::kRight,
                Align::kRight, Align::kLeft, Align::kRight},
      .rows = {},
      .notes = {}};
  for (const plan::CheckpointLevelReport& level : report.storage.levels)
    table.rows.push_back({part_label(level.name), time_text(level.every * report.run.checkpoint_interval),
                          data_text(level.bytes), time_text(level.write), level.write_held_by, time_text(level.stall),
                          time_text(level.stall + level.persist_lag), time_text(level.read),
                          fmt::format("loss of a {}", loss_scope_name(level.survives)),
                          fmt::format("{} × {}", level.kept, data_text(level.bytes))});
  table.notes.push_back(
      fmt::format("the levels take no more than a checkpoint every {}", time_text(report.storage.shortest_interval)));
  if (report.storage.shortest_interval == Seconds{}) table.notes.clear();
  return table;
}

Table data_table(const plan::DataReport& data) {
  Table table{.title = "Data", .header = {}, .align = {}, .rows = {}, .notes = {}};
  table.rows.push_back({"steps read", bandwidth_text(data.needed)});
  if (data.given)
    table.rows.push_back(
        {"storage gives", fmt::format("{} (held by its {})", bandwidth_text(*data.given), data.held_by)});
  table.rows.push_back({"steps wait", fmt::format("{} of the time", ratio_text(data.stall_share))});
  for (const plan::StagingStep& step : data.staging)
    table.rows.push_back({fmt::format("{} to {}", step.from, step.to),
                          fmt::format("{} (held by the {})", time_text(step.time), step.held_by)});
  if (data.cold_start > Seconds{}) table.rows.push_back({"before the first step", time_text(data.cold_start)});
  return table;
}

Table hours_table(const plan::AcceleratorHours& hours) {
  Table table{
      .title = "GPU-hours", .header = {"", "hours", "share"}, .align = kLabelThenNumbers, .rows = {}, .notes = {}};
  const auto add = [&](const char* name, double value) {
    table.rows.push_back({name, amount_text(value), share_text(value, hours.job)});
  };
  add("productive", hours.productive);
  add("lost work", hours.lost);
  add("checkpoints", hours.checkpoint);
  add("waiting", hours.waiting);
  add("evaluation", hours.evaluation);
  if (hours.data_stall > 0) add("waiting for data", hours.data_stall);
  if (hours.overhead > 0) add("campaign's overhead", hours.overhead);
  add("job", hours.job);
  if (hours.spares > 0) table.rows.push_back({"spares", amount_text(hours.spares), "on top"});
  return table;
}

Table failures_table(const plan::Report& report) {
  Table table{.title = "If failures came as often as …",
              .header = {"observed at", "per 1000 node-days", "days", "interruptions", "goodput"},
              .align = kLabelThenNumbers,
              .rows = {},
              .notes = {}};
  const auto add = [&](const plan::FailureCase& value, const std::string& name) {
    table.rows.push_back({name, fmt::format("{:.2f}", value.per_1000_node_days), days_text(value.wall_clock_days),
                          std::isfinite(value.interruptions) ? fmt::format("{:.0f}", value.interruptions) : "",
                          ratio_text(value.goodput)});
  };
  if (report.rate_low) add(*report.rate_low, report.rate_low->name + ", low (80 %)");
  if (report.rate_high) add(*report.rate_high, report.rate_high->name + ", high (80 %)");
  std::vector<plan::FailureCase> cases = report.failure_cases;
  std::stable_sort(cases.begin(), cases.end(),
                   [](const auto& a, const auto& b) { return a.per_1000_node_days < b.per_1000_node_days; });
  for (const plan::FailureCase& value : cases)
    add(value, value.name == report.scenario.failures.name ? value.name + " (used)" : value.name);
  return table;
}

Table cost_table(const plan::Report& report) {
  const plan::PriceTerms& terms = report.scenario.price;
  Table table{
      .title = fmt::format("Cost ({}, {}, {})", terms.kind, terms.region, terms.on ? date_text(*terms.on) : "no day"),
      .header = {"", "amount", ""},
      .align = {Align::kLeft, Align::kRight, Align::kLeft},
      .rows = {},
      .notes = {}};
  for (const plan::CostComponent& part : report.cost.components)
    table.rows.push_back({part_label(part.name), money_or_unknown(part.amount), part.note});
  table.rows.push_back(
      {report.cost.total || !report.cost.at_least ? "total" : "at least", money_or_unknown(report.cost.known()),
       report.cost.price_per_node ? money_rate_text(*report.cost.price_per_node) + " per node" : "price unknown"});
  constexpr double kSeen = 0.05;  // days: what one decimal shows
  if (std::abs(report.mean_days - report.median_days) > kSeen)
    table.notes.push_back(fmt::format("what is expected: of the mean duration, {} days; {} days are P50",
                                      days_text(report.mean_days), days_text(report.median_days)));
  if (report.cost.block_days)
    table.notes.push_back(
        fmt::format("Capacity Blocks are paid for in advance, by days up to 14 and by weeks beyond: {:.1f} "
                    "days expected",
                    *report.cost.block_days));
  for (const plan::CostComponent& part : report.cost.alternatives)
    table.rows.push_back({"as " + part_label(part.name), money_or_unknown(part.amount), part.note});
  return table;
}

Table assumptions_table(const std::vector<plan::Assumption>& assumptions) {
  Table table{
      .title = "Assumptions", .header = {"set by", "value", "why", "source"}, .align = {}, .rows = {}, .notes = {}};
  for (const plan::Assumption& entry : assumptions) {
    table.rows.push_back({entry.path, entry.value, assumption_text(entry), entry.source});
    table.marked.push_back(is_unconfirmed(entry));
  }
  return table;
}

std::vector<std::string> report_warnings(const plan::Report& report) {
  std::vector<std::string> lines = notice_texts(report.obstacles);
  for (const plan::Notice& warning : report.warnings) lines.push_back(notice_text(warning));
  return lines;
}

}  // namespace fmplan::answer
