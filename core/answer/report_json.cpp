#include "core/answer/report_json.h"

#include <algorithm>
#include <cmath>

#include "core/answer/assumption_text.h"
#include "core/answer/json_values.h"
#include "core/answer/notice_text.h"
#include "core/answer/width_words.h"
#include "core/base/quantity_text.h"
#include "core/base/statistics.h"
#include "core/base/version.h"
#include "core/plan/cost.h"
#include "core/plan/verdict.h"
#include "core/scenario/plan_json.h"
#include "core/scenario/resolved_scenario.h"
#include "core/text/json_conversion.h"

namespace fmplan::answer {
namespace {

using text::Json;

Json day_json(Date start, double days) {
  return std::isfinite(days) ? Json(date_text(date_after(start, days * day))) : Json(nullptr);
}

Json days_range_json(double mean, double median, const Range& range) {
  return {{"mean", finite(mean)}, {"p10", finite(range.low)}, {"p50", finite(median)}, {"p90", finite(range.high)}};
}

Json low_high_json(const Range& range) { return {{"low", finite(range.low)}, {"high", finite(range.high)}}; }

/// Factors on the step time as times.
Json interval_json(Seconds step_time, double low, double high) {
  return {{"low_s", low * step_time / second}, {"high_s", high * step_time / second}};
}

Json failure_case_json(const plan::FailureCase& value) {
  return {{"name", value.name},
          {"failures_per_1000_node_days", value.per_1000_node_days},
          {"wall_clock_days", finite(value.wall_clock_days)},
          {"interruptions", finite(value.interruptions)},
          {"goodput", value.goodput}};
}

Json with_spares_json(const std::optional<plan::MoreSpares>& more) {
  if (!more) return nullptr;
  return {{"spare_nodes", more->spare_nodes}, {"more_days", more->more_days}, {"more_cost", money(more->more_cost)}};
}

Json levels_json(const plan::Report& report) {
  Json levels = Json::array();
  for (const plan::CheckpointLevelReport& level : report.storage.levels) {
    levels.push_back({{"to", level.name},
                      {"every", level.every},
                      {"bytes", level.bytes / byte},
                      {"write_s", finite(level.write / second)},
                      {"write_bytes_per_s", level.write_rate / byte_per_second},
                      {"write_held_by", level.write_held_by},
                      {"stall_s", finite(level.stall / second)},
                      {"persist_lag_s", finite(level.persist_lag / second)},
                      {"reload_s", finite(level.read / second)},
                      {"reload_held_by", level.read_held_by},
                      {"survives", loss_scope_name(level.survives)},
                      {"kept", level.kept},
                      {"kept_bytes", level.held / byte}});
  }
  return levels;
}

Json data_json(const plan::DataReport& data) {
  Json staging = Json::array();
  for (const plan::StagingStep& step : data.staging)
    staging.push_back(
        {{"from", step.from}, {"to", step.to}, {"time_s", finite(step.time / second)}, {"held_by", step.held_by}});
  return {{"needed_bytes_per_s", data.needed / byte_per_second},
          {"given_bytes_per_s", data.given ? Json(*data.given / byte_per_second) : Json(nullptr)},
          {"held_by", data.given ? Json(data.held_by) : Json(nullptr)},
          {"stall_share", data.stall_share},
          {"staging", staging},
          {"cold_start_s", finite(data.cold_start / second)}};
}

/// Factors on the physics' days.
Json overhead_json(const plan::Report& report) {
  const auto& overhead = report.scenario.campaign_overhead;
  if (!overhead) return nullptr;
  const auto at = [&](double deviations) { return (1 + overhead->share) * std::exp(deviations * overhead->log_sd); };
  return {{"p10", at(-kNormal80)}, {"p50", at(0)}, {"p90", at(kNormal80)}};
}

Json deadline_json(const plan::Report& report) {
  const auto& deadline = report.scenario.deadline;
  if (!deadline) return nullptr;
  const auto& chance = report.deadline_chance;
  const double confidence = report.scenario.deadline_confidence;
  return {{"on", date_text(*deadline)},
          {"chance", chance ? Json(*chance) : Json(nullptr)},
          {"confidence", confidence},
          {"kept", chance ? Json(*chance >= confidence) : Json(nullptr)}};
}

/// Nodes and batches as they were asked for and as they are planned.
Json sizes_json(const plan::Report& report) {
  const plan::Scenario& scenario = report.scenario;
  const int training = most_phase_nodes(scenario);
  const int held = report.rounding ? report.rounding->nodes_held : training;
  Json batches = Json::array();
  for (std::size_t i = 0; i < scenario.phases.size(); ++i) {
    const int used = scenario.phases[i].global_batch_size;
    batches.push_back({{"phase", scenario.phases[i].name},
                       {"asked", report.rounding ? report.rounding->batches_asked[i] : used},
                       {"used", used}});
  }
  return {{"nodes_held", held},
          {"nodes_training", training},
          {"nodes_left_over", held - training},
          {"batches", std::move(batches)}};
}

/// P10 and P90 of the days, of each cause alone; null where it is not known.
Json days_by_cause_json(const plan::Report& report) {
  const auto ends = [](const std::optional<Range>& days) { return days ? low_high_json(*days) : Json(nullptr); };
  return {{"failures", ends(report.run.wall_clock_days_80)},
          {"step_time", ends(report.step_time_days_80)},
          {"campaigns", ends(report.campaign_days_80)}};
}

Json run_json(const plan::Report& report) {
  const sim::RunOutcome& run = report.run;
  const Date start = report.scenario.start;
  Json section = {{"method", "closed form"},
                  {"wall_clock_days", days_range_json(report.mean_days, report.median_days, report.wall_clock_days_80)},
                  {"wall_clock_days_80_by_cause", days_by_cause_json(report)},
                  {"physics_days", finite(report.physics_days)},
                  {"campaign_overhead", overhead_json(report)},
                  {"start", date_text(start)},
                  {"finish",
                   {{"p10", day_json(start, report.wall_clock_days_80.low)},
                    {"p50", day_json(start, report.median_days)},
                    {"p90", day_json(start, report.wall_clock_days_80.high)}}},
                  {"deadline", deadline_json(report)},
                  {"goodput", run.goodput},
                  {"interruptions",
                   {{"mean", finite(run.interruptions)},
                    {"p10", finite(run.interruptions_80.low)},
                    {"p90", finite(run.interruptions_80.high)}}},
                  {"mtbf_h", finite(run.mtbf / hour)},
                  {"lost_days", run.time.lost / day},
                  {"checkpoint_interval_s", finite(run.checkpoint_interval / second)},
                  {"young_interval_s", finite(run.young_interval / second)},
                  {"daly_interval_s", finite(run.daly_interval / second)},
                  {"checkpoint_bytes", report.checkpoint_bytes / byte},
                  {"checkpoint_write_s", finite(report.checkpoint_write / second)},
                  {"downtime_s", finite(run.downtime / second)},
                  {"restart_s", finite(run.restart / second)},
                  {"spare_nodes", report.scenario.spare_nodes},
                  {"failures",
                   {{"name", report.scenario.failures.name},
                    {"failures_per_1000_node_days",
                     rate_of_nodes(report.scenario.failures, report.scenario.cluster.instance.accelerators_per_node)},
                    {"confirmed", report.scenario.failures.confirmed}}},
                  {"failures_while_down", report.scenario.failures_while_down}};
  section["replacement_cases"] = Json::array();
  for (const plan::ReplacementCase& other : report.replacement_cases)
    section["replacement_cases"].push_back({{"name", other.name},
                                            {"replacement_s", other.replacement / second},
                                            {"more_days", finite(other.more_days)},
                                            {"more_cost", money(other.more_cost)},
                                            {"with_spares", with_spares_json(other.with_spares)}});
  section["checkpoint_state"] = Json::array();
  for (const model::CheckpointPart& part : checkpoint_parts(report.scenario))
    if (part.bytes_per_parameter > 0)
      section["checkpoint_state"].push_back({{"state", part.state}, {"bytes_per_parameter", part.bytes_per_parameter}});
  section["failure_rate_80"] = nullptr;
  if (report.rate_low && report.rate_high)
    section["failure_rate_80"] = {{"low", failure_case_json(*report.rate_low)},
                                  {"high", failure_case_json(*report.rate_high)}};
  section["failure_presets"] = Json::array();
  for (const plan::FailureCase& value : report.failure_cases)
    section["failure_presets"].push_back(failure_case_json(value));
  // One level is told by the keys above.
  if (report.storage.levels.size() > 1) section["checkpoint_levels"] = levels_json(report);
  if (report.storage.data) section["data"] = data_json(*report.storage.data);
  return section;
}

Json kilowatt_hours(const std::optional<Joules>& energy) {
  return energy ? finite(*energy / kilowatt_hour) : Json(nullptr);
}

Json totals_json(const plan::Report& report) {
  const plan::AcceleratorHours& hours = report.accelerator_hours;
  int nodes = 0;
  int gpus = 0;
  for (const plan::PhaseReport& phase : report.phases) {
    nodes = std::max(nodes, phase.num_nodes);
    gpus = std::max(gpus, phase.num_accelerators);
  }
  Json section = {{"gpus", gpus},
                  {"nodes", nodes},
                  {"gpu_hours", finite(hours.job)},
                  {"gpu_hours_ledger",
                   {{"productive", hours.productive},
                    {"lost", hours.lost},
                    {"checkpoint", hours.checkpoint},
                    {"waiting", finite(hours.waiting)},
                    {"evaluation", hours.evaluation},
                    {"campaign_overhead", hours.overhead},
                    {"spares", finite(hours.spares)}}},
                  {"node_hours", finite(report.node_hours)},
                  {"training_flop", report.training_flop / flop},
                  {"energy_kwh", kilowatt_hours(report.energy.machines)},
                  {"co2_kg", or_null(report.energy.machines_co2_kg)},
                  {"accelerators_energy_kwh", kilowatt_hours(report.energy.accelerators)},
                  {"accelerators_co2_kg", or_null(report.energy.accelerators_co2_kg)}};
  if (report.storage.data) section["gpu_hours_ledger"]["data_stall"] = finite(hours.data_stall);
  return section;
}

Json report_cost_json(const plan::Report& report) {
  const plan::CostReport& cost = report.cost;
  const plan::PriceTerms& terms = report.scenario.price;
  const hardware::PricePoint* last = last_price(report.scenario, report.mean_days * day);
  Json section = {
      {"currency", "USD"},
      {"total", money(cost.total)},
      {"at_least", money(cost.at_least)},
      {"unpriced", Json::array()},
      {"low", money(cost.low)},
      {"high", money(cost.high)},
      {"interval_80", nullptr},
      {"price_per_node_hour", cost.price_per_node ? Json(money_rate_decimal(*cost.price_per_node)) : Json(nullptr)},
      {"kind", terms.kind},
      {"region", terms.region},
      {"price_date", terms.on ? Json(date_text(*terms.on)) : Json(nullptr)},
      {"price_last_seen", last && last->last_seen ? Json(date_text(*last->last_seen)) : Json(nullptr)},
      {"capacity_block_days", or_null(cost.block_days)},
      {"components", Json::array()},
      {"by_kind", Json::array()}};
  if (cost.total_80)
    section["interval_80"] = {{"low", money(cost.total_80->low)}, {"high", money(cost.total_80->high)}};
  for (const plan::CostComponent& part : cost.components)
    if (!part.amount) section["unpriced"].push_back(part.name);
  for (const plan::CostComponent& part : cost.components)
    section["components"].push_back({{"name", part.name}, {"amount", money(part.amount)}, {"note", part.note}});
  for (const plan::CostComponent& part : cost.alternatives)
    section["by_kind"].push_back({{"kind", part.name}, {"total", money(part.amount)}, {"note", part.note}});
  return section;
}

Json phase_json(const plan::PhaseReport& phase, const plan::Scenario& scenario) {
  Json section = {{"name", phase.name},
                  {"nodes", phase.num_nodes},
                  {"gpus", phase.num_accelerators},
                  {"steps", phase.num_steps},
                  {"tokens", phase.tokens},
                  {"productive_days", phase.productive / day},
                  {"parallel", scenario::parallel_json(phase.parallel)}};
  section["step"] = step_json(phase, scenario);
  return section;
}

}  // namespace

Json step_json(const plan::PhaseReport& phase, const plan::Scenario& scenario) {
  Json breakdown;
  for (std::size_t i = 0; i < sim::kNumStepParts; ++i)
    breakdown[std::string(sim::kStepPartNames.texts[i])] = phase.step.parts[i] / second;
  const Seconds time = phase.step.total();
  const auto& interval = phase.interval;
  return {{"step_time_s", time / second},
          {"tokens_per_s", phase.tokens_per_second},
          {"tokens_per_s_per_gpu", phase.tokens_per_second / phase.num_accelerators},
          {"tflop_per_s_per_gpu", phase.rate_per_accelerator / teraflop_per_second},
          {"mfu", phase.mfu},
          {"hfu", phase.hfu},
          {"flop_convention", flop_convention_name(scenario.flop_convention)},
          {"peak_tflop_per_s", phase.peak / teraflop_per_second},
          {"peak_precision", sim::precision_name(scenario.precision)},
          {"model_flop_per_token", phase.model_flop_per_token / flop},
          {"micro_batches", phase.step.num_micro_batches},
          {"bubble_fraction", phase.step.bubble_fraction},
          {"breakdown_s", breakdown},
          {"hidden_data_parallel_s", phase.step.hidden_data_parallel / second},
          // Without a profile nothing was measured, and no interval is better than an invented one.
          {"interval_80", interval ? interval_json(time, interval->low_80, interval->high_80) : Json(nullptr)},
          {"interval_95", interval ? interval_json(time, interval->low_95, interval->high_95) : Json(nullptr)},
          {"interval_from", width_json(plan::step_width(scenario, phase))},
          {"software_factor", phase.correction / (interval ? interval->factor * interval->exchange : 1)},
          {"exchange_factor", interval ? Json(interval->exchange) : Json(nullptr)},
          {"anchor_factor", interval ? Json(interval->factor) : Json(nullptr)}};
}

Json memory_json(const plan::MemoryReport& memory) {
  Json per_gpu;
  for (const auto& [name, bytes] : memory_parts(memory.use)) per_gpu[std::string(name)] = bytes / byte;
  per_gpu["total"] = memory.use.total() / byte;
  const auto between = [&](double low, double high) {
    return Json{{"low_bytes", low * memory.use.total() / byte}, {"high_bytes", high * memory.use.total() / byte}};
  };
  Json section = {{"verdict", memory_verdict_name(memory.verdict())},
                  {"chance_of_fitting", memory.chance},
                  {"capacity_bytes", memory.capacity / byte},
                  {"per_gpu_bytes", per_gpu},
                  {"headroom_bytes", (memory.capacity - memory.use.total()) / byte},
                  {"total_interval_80", between(memory.interval.low_80, memory.interval.high_80)},
                  {"total_interval_95", between(memory.interval.low_95, memory.interval.high_95)},
                  {"worst_stage", memory.use.worst_stage},
                  {"largest_part", largest_part(memory.use)},
                  {"nearest_plan_that_fits", nullptr}};
  if (!memory.phase.empty()) section["phase"] = memory.phase;
  if (memory.nearest)
    section["nearest_plan_that_fits"] = {
        {"parallel", scenario::parallel_json(memory.nearest->parallel)},
        {"step_time_s", memory.nearest->step_time / second},
        {"memory_bytes", memory.nearest->memory / byte},
        {"frozen_weights", model::kFrozenWeightsNames.name(memory.nearest->frozen_weights)}};
  return section;
}

Json report_json(const plan::Report& report, const ReportOrigin& origin) {
  const plan::Scenario& scenario = report.scenario;
  Json document = {{"version", 1},
                   {"scenario", text::json_of(scenario::resolved_scenario(origin.scenario, report))},
                   {"catalog_version", origin.catalog_version},
                   {"fmplan_version", version()},
                   {"seed", origin.seed},
                   {"name", scenario.name},
                   {"model",
                    {{"name", scenario.model.name},
                     {"parameters", count_parameters(scenario.model).total},
                     {"active_parameters", count_parameters(scenario.model).active}}},
                   {"cluster",
                    {{"instance", scenario.cluster.instance.name},
                     {"accelerator", scenario.cluster.instance.accelerator.name},
                     {"nodes", scenario.cluster.num_nodes}}},
                   {"can_run", report.obstacles.empty()},
                   {"verdict", plan::kVerdictNames.name(verdict_of(report.obstacles))},
                   {"obstacles", notice_texts(report.obstacles)}};
  // Every key is there whatever the answer: null where no plan could be evaluated.
  for (const char* key : {"sizes", "step", "phases", "memory", "run", "totals", "cost"}) document[key] = nullptr;
  if (!report.phases.empty()) {
    document["sizes"] = sizes_json(report);
    document["step"] = step_json(report.phases[report.main_phase], scenario);
    document["phases"] = Json::array();
    for (const plan::PhaseReport& phase : report.phases) document["phases"].push_back(phase_json(phase, scenario));
    document["memory"] = memory_json(report.memory);
    document["run"] = run_json(report);
    document["totals"] = totals_json(report);
    document["cost"] = report_cost_json(report);
  }
  document["assumptions"] = Json::array();
  for (const plan::Assumption& entry : report.assumptions)
    document["assumptions"].push_back({{"path", entry.path},
                                       {"value", entry.value},
                                       {"why", assumption_text(entry)},
                                       {"source", entry.source},
                                       {"code", plan::kAssumptionCodes.name(entry.why.kind)},
                                       {"values", notice_values_json(entry.why.values)}});
  document["warnings"] = notice_texts(report.warnings);
  document["notices"] = notices_json(report.obstacles, report.warnings);
  return document;
}

Json neighbours_json(const std::vector<plan::Neighbour>& neighbours, Date start) {
  Json list = Json::array();
  for (const plan::Neighbour& other : neighbours)
    list.push_back({{"nodes_held", other.nodes_held},
                    {"nodes_training", other.nodes_training},
                    {"batch_instead", other.other_batch ? Json(*other.other_batch) : Json(nullptr)},
                    {"verdict", plan::kVerdictNames.name(other.verdict)},
                    {"chance_of_fitting", or_null(other.fit_chance)},
                    {"days_p50", or_null(other.median_days)},
                    {"days_p90", or_null(other.p90_days)},
                    {"finish_p50", other.median_days ? day_json(start, *other.median_days) : Json(nullptr)},
                    {"finish_p90", other.p90_days ? day_json(start, *other.p90_days) : Json(nullptr)},
                    {"deadline_chance", or_null(other.chance)},
                    {"cost", money(other.cost)}});
  return list;
}

Json deciding_json(const std::vector<plan::DecidingAssumption>& assumptions) {
  Json list = Json::array();
  for (const plan::DecidingAssumption& entry : assumptions)
    list.push_back({{"name", plan::kDecidingNames.name(entry.kind)},
                    {"path", entry.path},
                    {"value", entry.value},
                    {"more_days", finite(entry.more_days)},
                    {"more_cost", money(entry.more_cost)},
                    {"with_spares", with_spares_json(entry.with_spares)}});
  return list;
}

}  // namespace fmplan::answer
