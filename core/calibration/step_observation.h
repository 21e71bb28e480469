#pragma once

#include <string>

#include "core/base/quantity.h"
#include "core/sim/step/step_time.h"

namespace fmplan::calibration {

/// One measured step.
struct StepObservation {
  sim::StepJob job;
  std::string source;
  std::string site{};  ///< the machine, whose links stray together; empty: they are any user's
  std::string group;   ///< rows that are held out together
  Seconds time;
  bool judges = false;  ///< no fit sees it: it tells what fits are worth, as a row of a source that was left out
};

}  // namespace fmplan::calibration
