#include "core/plan/phase_report.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/statistics.h"
#include "core/hardware/kernel_time.h"
#include "core/model/recomputation.h"

namespace fmplan::plan {

std::int64_t num_steps(const Phase& phase) {
  const std::int64_t tokens_per_step = std::int64_t{phase.global_batch_size} * phase.sequence_length;
  return (phase.tokens + tokens_per_step - 1) / tokens_per_step;
}

PhaseReport phase_report(const Scenario& scenario, const Phase& phase, std::optional<double> anchored) {
  PhaseReport report;
  report.name = phase.name;
  report.num_nodes = phase_nodes(scenario, phase);
  report.num_accelerators = report.num_nodes * scenario.cluster.instance.accelerators_per_node;
  report.parallel = phase_plan(scenario, phase);
  const sim::StepSettings settings = step_settings(scenario, phase, report.parallel);
  const sim::StepJob job = step_job(scenario, phase);
  if (scenario.network_flows) report.contention = plan_contention(job, *scenario.network_flows);
  report.step = (report.contention ? contended_step_time(job, *report.contention) : step_time(job)).value();
  report.correction = software_factor(job);
  if (scenario.step_errors) {
    report.interval = step_interval(scenario.step_errors->outlook, report.step, job, scenario.step_errors->anchors);
    report.interval->factor = anchored.value_or(report.interval->factor);
    report.correction *= report.interval->factor * report.interval->exchange;
  }
  scale(report.step, report.correction);

  const std::int64_t tokens_per_step = std::int64_t{phase.global_batch_size} * phase.sequence_length;
  report.num_steps = num_steps(phase);
  report.tokens = report.num_steps * tokens_per_step;
  report.productive = static_cast<double>(report.num_steps) * report.step.total();
  report.tokens_per_second = static_cast<double>(tokens_per_step) / (report.step.total() / second);

  const Flop frozen = scenario.adapter_rank > 0 ? weight_gradient_flop_per_token(scenario.model, phase.sequence_length,
                                                                                 scenario.flop_convention)
                                                : Flop{};
  report.model_flop_per_token =
      training_flop_per_token(scenario.model, phase.sequence_length, scenario.flop_convention) - frozen;
  // With fused attention, selective recomputation repeats the activation function alone: no FLOP worth counting.
  const bool repeats_scores = scenario.attention == sim::AttentionKernel::kUnfused;
  const model::ParallelPlan& plan = report.parallel;
  const bool counts = repeats_scores || !plan.recompute.is_cheapest();
  const double chunks = plan.pipeline > 1 ? 1.0 * plan.pipeline * plan.virtual_pipeline : 1;
  report.hardware_flop_per_token =
      hardware_flop_per_token(scenario.model, phase.sequence_length, scenario.flop_convention,
                              counts ? plan.recompute : model::Recomputation{},
                              recomputed_share(plan.recompute, scenario.model.num_layers, chunks)) -
      frozen;
  const double tokens_per_accelerator = report.tokens_per_second / report.num_accelerators;
  report.rate_per_accelerator = tokens_per_accelerator * report.model_flop_per_token / second;
  report.peak =
      hardware::dense_peak(scenario.cluster.instance.accelerator, std::string(sim::precision_name(scenario.precision)))
          .value();
  report.mfu = report.rate_per_accelerator / report.peak;
  report.hfu = tokens_per_accelerator * report.hardware_flop_per_token / second / report.peak;
  return report;
}

std::optional<StepWidth> step_width(const Scenario& scenario, const PhaseReport& report) {
  if (!scenario.step_errors || !report.interval) return std::nullopt;
  const auto of_name = [&](const Phase& phase) { return phase.name == report.name; };
  const auto found = std::find_if(scenario.phases.begin(), scenario.phases.end(), of_name);
  if (found == scenario.phases.end()) return std::nullopt;
  Phase planned = *found;
  planned.num_nodes = report.num_nodes;
  planned.parallel = report.parallel;
  const sim::StepJob job = step_job(scenario, planned);
  StepWidth width{
      .place = calibration::place_of(job),
      .num_accelerators = report.num_accelerators,
      .report = width_report(scenario.step_errors->outlook, report.step, job, scenario.step_errors->anchors)};
  if (!scenario.step_errors->outlook.framework_of_catalog) width.place.framework.clear();
  if (!scenario.step_errors->outlook.accelerator_of_catalog) width.place.chip.clear();
  return width;
}

namespace {

/// None where one is unknown.
std::optional<sim::StepTimeError> step_time_error(const std::vector<PhaseReport>& phases) {
  sim::StepTimeError error{.low_95 = 0, .low_80 = 0, .high_80 = 0, .high_95 = 0};
  Seconds productive;
  for (const PhaseReport& phase : phases) productive += phase.productive;
  for (const PhaseReport& phase : phases) {
    if (!phase.interval) return std::nullopt;
    const double weight = phase.productive / productive;
    error.low_95 += weight * phase.interval->low_95;
    error.low_80 += weight * phase.interval->low_80;
    error.high_80 += weight * phase.interval->high_80;
    error.high_95 += weight * phase.interval->high_95;
  }
  return error;
}

}  // namespace

std::optional<sim::StepTimeError> time_error(const Report& report) {
  const std::optional<sim::StepTimeError> of_steps = step_time_error(report.phases);
  const auto& overhead = report.scenario.campaign_overhead;
  if (!overhead || overhead->log_sd == 0) return of_steps;
  const auto distance = [&](double factor, double quantile) {
    return std::hypot(overhead->step_share * std::log(factor), quantile * overhead->log_sd);
  };
  const sim::StepTimeError steps = of_steps.value_or(sim::StepTimeError{});
  return sim::StepTimeError{.low_95 = std::exp(-distance(steps.low_95, kNormal95)),
                            .low_80 = std::exp(-distance(steps.low_80, kNormal80)),
                            .high_80 = std::exp(distance(steps.high_80, kNormal80)),
                            .high_95 = std::exp(distance(steps.high_95, kNormal95))};
}

}  // namespace fmplan::plan
