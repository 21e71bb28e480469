#include "core/sim/step/step_breakdown.h"

namespace fmplan::sim {

Seconds StepTime::total() const {
  Seconds sum;
  for (const Seconds part : parts) sum += part;
  return sum;
}

}  // namespace fmplan::sim
