#include "core/answer/drawn_step.h"

#include <fmt/format.h>

#include "core/answer/trace_document.h"
#include "core/base/issue.h"
#include "core/base/quantity_text.h"
#include "core/picture/step_svg.h"

namespace fmplan::answer {

std::variant<DrawnStep, StepNotDrawn> drawn_step(const plan::Report& report, std::int64_t most_passes,
                                                 const Watch& watch) {
  const plan::PhaseReport& phase = report.phases[report.main_phase];
  const std::int64_t passes =
      std::int64_t{2} * phase.parallel.pipeline * phase.parallel.virtual_pipeline * phase.step.num_micro_batches;
  if (passes > most_passes)
    return StepNotDrawn{fmt::format("{} passes are more than the {} that are drawn here; fmplan trace draws them",
                                    count_text(static_cast<double>(passes)),
                                    count_text(static_cast<double>(most_passes)))};
  constexpr const char* kStopped = "stopped before the end";
  if (watch.stopped()) return StepNotDrawn{kStopped};
  try {
    const TracedStep step = trace_step(report, report.main_phase, {.keep_tasks = true});
    if (watch.stopped()) return StepNotDrawn{kStopped};
    const picture::StepCaption caption = step_caption(step);
    if (watch.stopped()) return StepNotDrawn{kStopped};
    return DrawnStep{
        .svg = step_svg(step.asked(), caption), .document = trace_document(step), .note = correction_text(step)};
  } catch (const InputError& error) {
    return StepNotDrawn{error.issues().front().message};
  }
}

}  // namespace fmplan::answer
