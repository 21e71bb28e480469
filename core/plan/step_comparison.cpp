#include "core/plan/step_comparison.h"

#include <cmath>
#include <utility>

namespace fmplan::plan {
namespace {

bool errors_are_common(const calibration::StepPosition& a, const calibration::StepPosition& b) {
  return a.framework == b.framework && a.accelerator == b.accelerator && a.architecture == b.architecture;
}

/// Of base/step: it is high where the base takes longer than predicted and the step less.
calibration::DifferenceInterval independent(const calibration::StepInterval& base,
                                            const calibration::StepInterval& step) {
  const auto high = [](double of_base, double of_step) {
    return std::exp(std::hypot(std::log(of_base), std::log(of_step)));
  };
  return {.low_95 = 1 / high(base.low_95, step.high_95),
          .low_80 = 1 / high(base.low_80, step.high_80),
          .high_80 = high(base.high_80, step.low_80),
          .high_95 = high(base.high_95, step.low_95)};
}

}  // namespace

std::optional<ComparableStep> comparable_step(const Scenario& scenario, const Phase& phase, const PhaseReport& report) {
  if (!scenario.step_errors || !report.interval) return std::nullopt;
  Phase planned = phase;
  planned.num_nodes = report.num_nodes;
  planned.parallel = report.parallel;
  model::Transformer nameless = scenario.model;
  nameless.name.clear();
  // How tokens are routed is how the same work is done.
  if (nameless.moe) nameless.moe->balanced_routing = false;
  return ComparableStep{.time_per_token = 1 * second / report.tokens_per_second,
                        .side = step_side(report.step, calibration::position_of(step_job(scenario, planned))),
                        .interval = *report.interval,
                        .difference = scenario.step_errors->outlook.difference,
                        .model = std::move(nameless)};
}

std::optional<ComparableStep> comparable_step(const Report& report) {
  if (report.phases.empty()) return std::nullopt;
  return comparable_step(report.scenario, report.scenario.phases[report.main_phase], report.phases[report.main_phase]);
}

StepComparison compare_steps(const ComparableStep& base, const ComparableStep& step) {
  StepComparison result;
  result.speed = base.time_per_token / step.time_per_token;
  result.common = errors_are_common(base.side.position, step.side.position);
  result.same_work = result.tie = base.model == step.model;
  if (result.common && base.side == step.side) return result;
  result.interval = result.common ? difference_interval(base.difference, base.side, step.side)
                                  : independent(base.interval, step.interval);
  result.tie = result.same_work && is_tie(result.speed, result.interval);
  return result;
}

}  // namespace fmplan::plan
