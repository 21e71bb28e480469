#pragma once

#include <string>
#include <string_view>

#include "core/sim/step_simulation.h"

namespace fmplan::io {

/// The colour of a task, as "#rrggbb".  Forward and backward passes are blue and orange, which stay apart for the
/// colour-blind, and in print, with relative luminances of 0.15 and 0.46; gradients of weights are paler still.
std::string_view task_color(sim::StepTaskKind kind);

/// `color` with a share of white mixed in.  @pre "#rrggbb" in lower case, 0 <= share <= 1
std::string lighter(std::string_view color, double share);

/// Of text on a colour: white where its contrast is at least 4, else near black [W3C, WCAG 2.2, contrast ratio].
/// @pre as lighter()
std::string_view ink_on(std::string_view color);

}  // namespace fmplan::io
