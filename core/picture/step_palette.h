#pragma once

#include <string>
#include <string_view>

#include "core/sim/step/step_simulation.h"

namespace fmplan::picture {

/// The colour of a task, as "#rrggbb".  What stands side by side differs in hue and, for print and for the
/// colour-blind, in relative luminance: forward passes are blue with 0.15, backward passes orange with 0.46, gathering
/// 0.38 and reducing 0.09; gradients of weights are paler still.
std::string_view task_color(sim::StepTaskKind kind);

/// `color` with a share of white mixed in.  @pre "#rrggbb" in lower case, 0 <= share <= 1
std::string lighter(std::string_view color, double share);

/// Of text on a colour: white where its contrast is at least 4, else near black [W3C, WCAG 2.2, contrast ratio].
/// @pre as lighter()
std::string_view ink_on(std::string_view color);

}  // namespace fmplan::picture
