#pragma once

#include <cstddef>

#include "core/plan/run_study.h"

namespace fmplan::picture {

inline sim::Estimate& time_of(sim::RunSimulation& run, sim::RunTime time) {
  return run.time_h[static_cast<std::size_t>(time)];
}

/// A hundred days of 2,400 h in round figures, 2,160 h of them steps that count: what pictures and tables show of it
/// can be told by heart.
inline plan::RunStudy pictured_run() {
  using enum sim::RunTime;
  sim::RunSimulation run;
  run.trials = run.finished = 1000;
  run.wall_clock_days = {.estimate = {100, 0.25}, .p10 = 90, .p50 = 99, .p90 = 112};
  run.goodput = {.estimate = {0.9, 0.001}, .p10 = 0.88, .p50 = 0.9, .p90 = 0.92};
  run.interruptions = {.estimate = {50, 0.2}, .p10 = 41, .p50 = 50, .p90 = 59};
  run.lost_h = {.estimate = {120, 1}, .p10 = 100, .p50 = 119, .p90 = 140};
  run.planned_interruptions = {3, 0};
  run.first_interruption_h = {48, 1.5};
  run.starved_share = {0.0125, 0.001};
  time_of(run, kProductive) = {2160, 0};
  time_of(run, kLost) = {120, 1};
  time_of(run, kRestart) = {60, 0.5};
  time_of(run, kDetection) = {30, 0.25};
  time_of(run, kPlanned) = {24, 0};
  time_of(run, kCheckpoint) = {6, 0.1};
  run.causes[static_cast<std::size_t>(sim::RunCause::kNode)] = {
      {50, 0.2}, {.estimate = {120, 1}, .p10 = 100, .p50 = 119, .p90 = 140}, {90, 0.5}};
  run.causes[static_cast<std::size_t>(sim::RunCause::kMaintenance)] = {
      {3, 0}, {.estimate = {0, 0}, .p10 = 0, .p50 = 0, .p90 = 0}, {24, 0}};
  run.wall_clock_histogram = {.low = 80, .high = 120, .counts = {100, 400, 400, 100}};
  plan::RunStudy study;
  study.report.scenario.model.name = "A <model> & \"more\"";
  study.report.scenario.start = Date{20000};  // 2024-10-04
  study.report.run.time.productive = 99 * day;
  study.settings.failures.name = "counted";
  study.settings.failures.num_events = 400;
  study.settings.spare_nodes = 2;
  study.luck = study.with_rate = study.with_step_time = run;
  study.luck.wall_clock_days = {.estimate = {100, 0.25}, .p10 = 99, .p50 = 100, .p90 = 101};
  study.with_rate.wall_clock_days = {.estimate = {100, 0.25}, .p10 = 98, .p50 = 100, .p90 = 102};
  study.has_step_time_error = true;
  study.accelerator_hours = {.productive = 2160, .lost = 120, .job = 2400};
  study.cost =
      plan::MoneySpread{.mean = 1e6 * dollar, .p10 = 9e5 * dollar, .p50 = 9.9e5 * dollar, .p90 = 1.12e6 * dollar};
  study.changes = {{.name = "detection in half the time",
                    .setting = "detection 1 min → 30 s",
                    .days = {1.5, 0.1},
                    .money = 1000 * dollar,
                    .money_error = 10 * dollar},
                   {.name = "more <spares>",
                    .setting = "2 → 4",
                    .days = {-0.5, 0.1},
                    .money = 2000 * dollar,
                    .money_error = 10 * dollar}};
  study.spare_cases = {
      {.spare_nodes = 0, .wall_clock_days = {104, 0.3}, .starved_share = 1, .node_hours = 3000, .cost = 1.1e6 * dollar},
      {.spare_nodes = 2,
       .wall_clock_days = {100, 0.25},
       .starved_share = 0.01,
       .node_hours = 2900,
       .cost = 1e6 * dollar}};
  return study;
}

}  // namespace fmplan::picture
