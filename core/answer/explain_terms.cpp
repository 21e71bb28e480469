#include "core/answer/explain_terms.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/statistics.h"
#include "core/plan/phase_report.h"
#include "core/plan/run_settings.h"
#include "core/sim/run/trial.h"

namespace fmplan::answer {
namespace {

using plan::Report;
using Value = std::optional<double>;

/// Of the phase that memory is told of.
std::size_t memory_phase(const Report& report) {
  const auto found = std::ranges::find(report.phases, report.memory.phase, &plan::PhaseReport::name);
  return report.memory.phase.empty() ? report.main_phase : static_cast<std::size_t>(found - report.phases.begin());
}
const plan::Phase& asked_phase(const Report& report) { return report.scenario.phases[report.main_phase]; }

/// Only of a run of one phase: of several there is a sum.
Value of_one_phase(const Report& report, double value) {
  return report.phases.size() == 1 ? Value(value) : std::nullopt;
}

double productive_days(const Report& report) {
  Seconds productive;
  for (const plan::PhaseReport& phase : report.phases) productive += phase.productive;
  return productive / day;
}

double all_tokens(const Report& report) {
  double tokens = 0;
  for (const plan::PhaseReport& phase : report.phases) tokens += static_cast<double>(phase.tokens);
  return tokens;
}

double mean_flop_per_token(const Report& report) {
  double flops = 0;
  for (const plan::PhaseReport& phase : report.phases)
    flops += static_cast<double>(phase.tokens) * (phase.model_flop_per_token / flop);
  return flops / all_tokens(report);
}

int accelerators_per_node(const Report& report) { return report.scenario.cluster.instance.accelerators_per_node; }

double mean_gpus(const Report& report) { return report.accelerator_hours.job / (report.run.time.total() / hour); }

// ---- the run ----

sim::RunSettings settings_of(const Report& report) {
  return run_settings(report.scenario, report.phases, report.storage);
}

double mean_error(const Report& report) {
  const auto error = time_error(report);
  return error ? mean_factor(*error) : 1;
}

sim::RunSettings at_median_rate(sim::RunSettings settings) {
  if (rate_shape(settings.failures)) settings.failures.per_1000_node_days *= rate_factor(settings.failures, 0.5);
  return settings;
}

Value goodput_of_mean(const Report& report) {
  sim::RunSettings settings = settings_of(report);
  settings.productive *= mean_error(report);
  return mean_run(settings).goodput;
}

Value rate_spread(const Report& report) {
  sim::RunSettings settings = settings_of(report);
  if (!rate_shape(settings.failures)) return std::nullopt;
  settings.productive *= mean_error(report);
  return rate_spread_factor(settings);
}

Value goodput_of_median(const Report& report) { return mean_run(at_median_rate(settings_of(report))).goodput; }

Value goodput_of_physics(const Report& report) {
  sim::RunSettings settings = settings_of(report);
  settings.overhead_share = 0;
  return mean_run(at_median_rate(settings)).goodput;
}

/// None where failures alone are such stops: it is the time between them then.
Value hours_between_losses(const Report& report) {
  const Seconds time = time_between_losses(settings_of(report));
  return time == report.run.mtbf ? std::nullopt : Value(time / hour);
}

/// A segment of the closed form: what lies between two checkpoints that outlive a node.
struct Segment {
  Seconds work, stall, length, persist_lag, reload;
  double count = 0;
};
Segment segment_of(const Report& report) {
  const sim::RunSettings settings = settings_of(report);
  const auto& levels = settings.checkpoint.levels;
  const auto outlives = [](const sim::CheckpointLevel& level) { return level.survives >= sim::LossScope::kNode; };
  const auto found = std::ranges::find_if(levels, outlives);
  const sim::CheckpointLevel& safe = found == levels.end() ? levels.back() : *found;
  Segment segment{.work = settings.productive /
                          (1 - settings.evaluation_share - settings.data_stall_share - settings.overhead_share),
                  .stall = {},
                  .length = {},
                  .persist_lag = safe.persist_lag,
                  .reload = safe.reload};
  for (const sim::CheckpointLevel& level : levels) segment.stall += level.stall / level.every;
  const Seconds interval = report.run.checkpoint_interval;
  const Seconds safe_work = std::min(safe.every * interval, segment.work);
  segment.length = safe_work + safe_work / interval * segment.stall;
  segment.count = segment.work / safe_work;
  return segment;
}

// ---- money ----

Value component(const Report& report, std::string_view name) {
  for (const plan::CostComponent& part : report.cost.components)
    if (part.name == name && part.amount) return *part.amount / dollar;
  return std::nullopt;
}

/// Of storage that is not the cluster's; none where there is none.
Value other_storage(const Report& report) {
  double sum = 0;
  bool any = false;
  for (const plan::StorageRent& rent : report.storage.rents)
    if (const Value amount = component(report, rent.name)) {
      sum += *amount;
      any = true;
    }
  return any ? Value(sum) : std::nullopt;
}

double paid_over_held(const Report& report) {
  return report.cost.block_days ? *report.cost.block_days / report.mean_days : 1;
}

double mean_nodes(const Report& report) { return mean_gpus(report) / accelerators_per_node(report); }

// ---- intervals and chances ----

/// Of intervals that no measured step of one's own narrows.
template <double calibration::ErrorQuantiles::*kEnd>
Value step_quantile(const Report& report) {
  if (!report.scenario.step_errors || !report.scenario.step_errors->anchors.empty()) return std::nullopt;
  return report.scenario.step_errors->outlook.errors.quantiles.*kEnd;
}

Value step_spread(const Report& report) {
  const auto& interval = main_phase(report).interval;
  return interval && report.scenario.step_errors->anchors.empty() ? Value(interval->spread) : std::nullopt;
}

Value days_to_deadline(const Report& report) {
  if (!report.scenario.deadline) return std::nullopt;
  return report.scenario.deadline->days_since_epoch - report.scenario.start.days_since_epoch + 1;
}

Value deadline_spread(const Report& report) {
  const Value days = days_to_deadline(report);
  if (!days) return std::nullopt;
  const Range& band = report.wall_clock_days_80;
  const double median = report.median_days;
  return (*days > median ? std::log(band.high / median) : std::log(median / band.low)) / kNormal80;
}

using Unit = FigureUnit;

/// In the order in which the table of explanations comes to them.
constexpr ExplainTerm kTerms[] = {
    // of a report's values, each by its own line
    {"global_batch_size", Unit::kNumber, "sequences of a step",
     [](const Report& r) -> Value { return asked_phase(r).global_batch_size; }},
    {"sequence_length", Unit::kNumber, "tokens of a sequence",
     [](const Report& r) -> Value { return asked_phase(r).sequence_length; }},
    {"tokens_per_step", Unit::kNumber, "tokens of a batch",
     [](const Report& r) -> Value { return 1.0 * asked_phase(r).global_batch_size * asked_phase(r).sequence_length; }},
    {"data_parallel", Unit::kNumber, "copies of the model",
     [](const Report& r) -> Value { return main_phase(r).parallel.data; }},
    {"micro_batch_size", Unit::kNumber, "sequences that pass at once",
     [](const Report& r) -> Value { return main_phase(r).parallel.micro_batch_size; }},
    {"memory_micro_batches", Unit::kNumber, "micro-batches of a step, in the phase that needs most memory",
     [](const Report& r) -> Value { return r.phases[memory_phase(r)].step.num_micro_batches; }},
    {"memory_micro_batch_size", Unit::kNumber, "sequences that pass at once, in the phase that needs most memory",
     [](const Report& r) -> Value { return r.phases[memory_phase(r)].parallel.micro_batch_size; }},
    {"memory_sequence_length", Unit::kNumber, "tokens of a sequence, in the phase that needs most memory",
     [](const Report& r) -> Value { return r.scenario.phases[memory_phase(r)].sequence_length; }},
    {"phase_gpus", Unit::kNumber, "accelerators of the phase with most tokens",
     [](const Report& r) -> Value { return main_phase(r).num_accelerators; }},
    {"phase_nodes", Unit::kNumber, "machines of the phase with most tokens",
     [](const Report& r) -> Value { return main_phase(r).num_nodes; }},
    {"straggler_share", Unit::kRatio, "by which a step grows with each doubling of hosts",
     [](const Report& r) -> Value { return r.scenario.framework.habits[sim::StepHabit::kStraggler]; }},
    {"accelerators_per_node", Unit::kNumber, "accelerators of a machine",
     [](const Report& r) -> Value { return accelerators_per_node(r); }},
    {"hardware_flop_per_token", Unit::kNumber, "FLOP of a token with what is recomputed",
     [](const Report& r) -> Value { return main_phase(r).hardware_flop_per_token / flop; }},
    {"tokens", Unit::kNumber, "tokens asked for",
     [](const Report& r) { return of_one_phase(r, static_cast<double>(asked_phase(r).tokens)); }},
    {"steps", Unit::kNumber, "whole batches",
     [](const Report& r) { return of_one_phase(r, static_cast<double>(main_phase(r).num_steps)); }},
    {"trained_tokens", Unit::kNumber, "tokens of all whole batches",
     [](const Report& r) -> Value { return all_tokens(r); }},
    {"mean_flop_per_token", Unit::kNumber, "model FLOP of a token, over all phases",
     [](const Report& r) -> Value { return mean_flop_per_token(r); }},
    {"productive_days", Unit::kDay, "steps alone", [](const Report& r) -> Value { return productive_days(r); }},
    {"work_days", Unit::kDay, "steps, evaluation, stalls of data and what campaigns take beside",
     [](const Report& r) -> Value { return segment_of(r).work / day; }},
    {"days_as_predicted", Unit::kDay, "wall-clock days if every step takes what is predicted",
     [](const Report& r) -> Value { return r.run.time.total() / day; }},
    {"mean_error", Unit::kNumber, "mean over median of what steps and campaigns take: the law is skewed",
     [](const Report& r) -> Value { return mean_error(r); }},
    {"goodput_of_mean", Unit::kRatio, "goodput where steps take their mean", goodput_of_mean},
    {"rate_spread", Unit::kNumber, "mean days over what the failure rate may be, over the days at its mean",
     rate_spread},
    {"goodput_of_median", Unit::kRatio, "goodput at the median of the failure rate", goodput_of_median},
    {"goodput_of_physics", Unit::kRatio, "goodput without what campaigns take beside", goodput_of_physics},
    {"mean_gpus", Unit::kNumber, "accelerators at work, over the phases",
     [](const Report& r) -> Value { return mean_gpus(r); }},
    {"mean_nodes", Unit::kNumber, "machines at work, over the phases",
     [](const Report& r) -> Value { return mean_nodes(r); }},
    {"evaluation_share", Unit::kRatio, "share of the training time",
     [](const Report& r) -> Value { return r.scenario.evaluation_share; }},
    {"segments", Unit::kNumber, "stretches between checkpoints that outlive a node",
     [](const Report& r) -> Value { return segment_of(r).count; }},
    {"segment_s", Unit::kSecond, "such a stretch with its checkpoints",
     [](const Report& r) -> Value { return segment_of(r).length / second; }},
    {"hours_between_losses", Unit::kHour, "between failures and hazards that cost the work since a checkpoint",
     hours_between_losses},
    {"checkpoint_stall_s", Unit::kSecond, "training stands still for a checkpoint",
     [](const Report& r) -> Value { return segment_of(r).stall / second; }},
    {"persist_lag_s", Unit::kSecond, "until a checkpoint can be read back",
     [](const Report& r) -> Value { return segment_of(r).persist_lag / second; }},
    {"checkpoint_bytes_per_parameter", Unit::kNumber, "bytes of the state kept, run.checkpoint_state",
     [](const Report& r) -> Value {
       double bytes = 0;
       for (const model::CheckpointPart& part : checkpoint_parts(r.scenario)) bytes += part.bytes_per_parameter;
       return bytes;
     }},
    {"written_bytes", Unit::kByte, "of a checkpoint in the last place, copies included",
     [](const Report& r) -> Value { return r.storage.levels.back().bytes / byte; }},
    {"write_bytes_per_s", Unit::kNumber, "at which a checkpoint gets there",
     [](const Report& r) -> Value { return r.storage.levels.back().write_rate / byte_per_second; }},
    {"reload_s", Unit::kSecond, "a checkpoint read back",
     [](const Report& r) -> Value { return segment_of(r).reload / second; }},
    {"initialisation_s", Unit::kSecond, "start of processes and communicators",
     [](const Report& r) -> Value { return r.scenario.recovery.initialisation / second; }},
    {"initialisation_per_gpu_s", Unit::kSecond, "and for every accelerator",
     [](const Report& r) -> Value { return r.scenario.recovery.initialisation_per_rank / second; }},
    {"warm_up_s", Unit::kSecond, "compilation and caches",
     [](const Report& r) -> Value { return r.scenario.recovery.warm_up / second; }},
    {"detection_s", Unit::kSecond, "until a failure is noticed",
     [](const Report& r) -> Value { return r.scenario.recovery.detection / second; }},
    {"diagnosis_s", Unit::kSecond, "which node it was",
     [](const Report& r) -> Value { return r.scenario.recovery.diagnosis / second; }},
    {"process_share", Unit::kRatio, "failures that need no other node",
     [](const Report& r) -> Value { return r.scenario.recovery.process_share; }},
    {"cold_start_hours", Unit::kHour, "before the first step",
     [](const Report& r) -> Value { return settings_of(r).cold_start / hour; }},
    {"campaign_share", Unit::kRatio, "what campaigns take beside, at the median",
     [](const Report& r) -> Value {
       return r.scenario.campaign_overhead ? Value(r.scenario.campaign_overhead->share) : std::nullopt;
     }},
    {"campaign_log_sd", Unit::kNumber, "its spread, as a logarithm",
     [](const Report& r) -> Value {
       return r.scenario.campaign_overhead ? Value(r.scenario.campaign_overhead->log_sd) : std::nullopt;
     }},
    {"campaign_step_share", Unit::kRatio, "of the step time's spread, as a logarithm, that campaigns show",
     [](const Report& r) -> Value {
       return r.scenario.campaign_overhead ? Value(r.scenario.campaign_overhead->step_share) : std::nullopt;
     }},
    {"step_spread", Unit::kNumber, "σ of ln(measured/predicted), put together from causes", step_spread},
    {"quantile_low_80", Unit::kNumber, "of held-out errors over σ",
     step_quantile<&calibration::ErrorQuantiles::low_80>},
    {"quantile_high_80", Unit::kNumber, "of held-out errors over σ",
     step_quantile<&calibration::ErrorQuantiles::high_80>},
    {"quantile_low_95", Unit::kNumber, "of held-out errors over σ",
     step_quantile<&calibration::ErrorQuantiles::low_95>},
    {"quantile_high_95", Unit::kNumber, "of held-out errors over σ",
     step_quantile<&calibration::ErrorQuantiles::high_95>},
    {"memory_low_80", Unit::kNumber, "measured peak over predicted",
     [](const Report& r) -> Value { return r.memory.interval.low_80; }},
    {"memory_high_80", Unit::kNumber, "measured peak over predicted",
     [](const Report& r) -> Value { return r.memory.interval.high_80; }},
    {"memory_low_95", Unit::kNumber, "measured peak over predicted",
     [](const Report& r) -> Value { return r.memory.interval.low_95; }},
    {"memory_high_95", Unit::kNumber, "measured peak over predicted",
     [](const Report& r) -> Value { return r.memory.interval.high_95; }},
    {"days_to_deadline", Unit::kDay, "from the start to the end of that day", days_to_deadline},
    {"deadline_spread", Unit::kNumber, "σ of ln(days), on the deadline's side of the median", deadline_spread},
    {"node_power_kw", Unit::kNumber, "kW of a machine at work",
     [](const Report& r) -> Value {
       return r.scenario.power.node ? Value(*r.scenario.power.node / kilowatt) : std::nullopt;
     }},
    {"accelerator_power_kw", Unit::kNumber, "kW of an accelerator, as published",
     [](const Report& r) -> Value {
       const auto& power = r.scenario.cluster.instance.accelerator.power;
       return power ? Value(*power / kilowatt) : std::nullopt;
     }},
    {"waiting_share", Unit::kRatio, "power of a waiting machine over one at work",
     [](const Report& r) -> Value { return r.scenario.power.waiting_share; }},
    {"pue", Unit::kNumber, "energy of the site over energy of the computers",
     [](const Report& r) -> Value { return r.scenario.power.pue; }},
    {"grid_kg_per_kwh", Unit::kNumber, "carbon of the grid",
     [](const Report& r) -> Value { return r.scenario.power.grid_kg_per_kwh; }},
    {"cost_compute", Unit::kDollar, "the nodes that train", [](const Report& r) { return component(r, "compute"); }},
    {"cost_spares", Unit::kDollar, "spare nodes", [](const Report& r) { return component(r, "spare_nodes"); }},
    {"cost_storage", Unit::kDollar, "the cluster's storage",
     [](const Report& r) { return component(r, "checkpoint_storage"); }},
    {"cost_other_storage", Unit::kDollar, "rent of other storage, and requests", other_storage},
    {"paid_over_held", Unit::kNumber, "time that is paid for over time that nodes are held",
     [](const Report& r) -> Value { return paid_over_held(r); }},
    {"storage_gb", Unit::kNumber, "capacity of the cluster's storage",
     [](const Report& r) -> Value {
       const auto& storage = r.scenario.cluster.checkpoint_storage;
       return storage ? Value(storage->capacity / gigabyte) : std::nullopt;
     }},
    {"storage_price_per_gb_month", Unit::kDollar, "of the cluster's storage; a month is 730 hours",
     [](const Report& r) -> Value {
       return r.scenario.price.storage ? Value(*r.scenario.price.storage * gigabyte * billing_month / dollar)
                                       : std::nullopt;
     }},
};

}  // namespace

std::span<const ExplainTerm> explain_terms() { return kTerms; }

const ExplainTerm* explain_term(std::string_view name) {
  const auto found = std::ranges::find(kTerms, name, &ExplainTerm::name);
  return found == std::end(kTerms) ? nullptr : found;
}

}  // namespace fmplan::answer
