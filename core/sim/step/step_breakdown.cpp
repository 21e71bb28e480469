#include "core/sim/step/step_breakdown.h"

namespace fmplan::sim {

Seconds StepTime::total() const {
  Seconds sum;
  for (const Seconds part : parts) sum += part;
  return sum;
}

void scale(StepTime& step, double factor) {
  for (Seconds& part : step.parts) part *= factor;
  step.hidden_data_parallel *= factor;
  step.data_parallel_slowdown *= factor;
}

}  // namespace fmplan::sim
