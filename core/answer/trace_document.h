#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/answer/document.h"
#include "core/base/issue.h"
#include "core/picture/step_caption.h"
#include "core/plan/report.h"
#include "core/sim/step/step_simulation.h"
#include "core/sim/step/step_time.h"

namespace fmplan::answer {

/// Options of `fmplan trace` as typed; empty: not given.
struct TraceArguments {
  std::string phase;              ///< empty: the one with most tokens
  std::string jitter;             ///< "2%"
  std::vector<std::string> slow;  ///< "3:1.1", rank 3 takes 10 % longer; "5/3:1.1", that of replica 5
  std::uint64_t seed = 1;
};

/// Adds an issue for all that cannot be read.
sim::SimulationSettings simulation_settings(const TraceArguments& arguments, Issues& issues);

/// @throws InputError if there is no phase of that name.  @pre the report has phases.
std::size_t traced_phase(const plan::Report& report, const std::string& name);

/// A step as asked, and without what slow ranks and jitter do to it.
struct TracedStep {
  const plan::Report& report;
  std::size_t phase_index = 0;
  sim::StepJob job;
  sim::SimulationSettings settings;
  sim::StepTime closed_form;
  sim::StepSimulation even;                   ///< all ranks alike, with its tasks
  std::optional<sim::StepSimulation> uneven;  ///< with slow ranks or jitter

  const plan::PhaseReport& phase() const { return report.phases[phase_index]; }
  const sim::StepSimulation& asked() const { return uneven ? *uneven : even; }
  /// Of unevenness: its time over that of even ranks, minus 1.
  double cost() const { return asked().step_time / even.step_time - 1; }
};

/// The result refers to `report`.  `settings.keep_tasks` is of the uneven step: tasks by the million are kept only for
/// pictures.
/// @throws InputError in the words of the command line where the plan or the settings cannot be simulated.
TracedStep trace_step(const plan::Report& report, std::size_t phase, sim::SimulationSettings settings);

/// "tensor 8 · pipeline 4 · … · 16 micro-batches".
std::string traced_plan_text(const plan::PhaseReport& phase);

/// What is written beside the picture of a step.  @pre step.asked().tasks were kept
picture::StepCaption step_caption(const TracedStep& step);

/// That plan and step correct the time, and by how much; empty where they do not.
std::string correction_text(const TracedStep& step);

/// What is said of a plan without phases.
Document untraced_document(const plan::Report& report);

/// The step and its ranks.  `files` of the JSON is empty: write_trace_files() (trace_files.h) fills it in.
Document trace_document(const TracedStep& step);

}  // namespace fmplan::answer
