#pragma once

/// @file
/// clasp (Potassco, MIT; Debian's package of the name) as an OpbSolver: a process of its own, so that it can neither
/// crash nor hang this one.

#include <chrono>
#include <string>
#include <string_view>

#include "core/plan/placement/opb_solver.h"

namespace fmplan::plan {

struct ClaspSettings {
  std::string program = "clasp";  ///< of the PATH, or a path
  /// Chosen: far above what the conflicts of a question take, so that it ends nothing but what hangs.
  std::chrono::milliseconds guard = std::chrono::minutes(2);
};

/// Starts clasp for every question, without a shell, in a process group of its own, and ends it where the watch says
/// stop, at the guard, and where it writes more than it could have to say.  Whatever it does, an answer comes:
/// OpbAnswer::trouble says why there is none.
OpbSolver clasp_solver(const ClaspSettings& settings = {});

/// What clasp wrote, in the format of the pseudo-Boolean competitions; `num_variables` of the question.
OpbAnswer read_clasp_output(std::string_view text, int num_variables);

}  // namespace fmplan::plan
