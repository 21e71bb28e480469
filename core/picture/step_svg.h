#pragma once

#include <string>

#include "core/picture/step_caption.h"

namespace fmplan::picture {

/// A picture of the step as a talk would show it: a row for each rank with its passes as bars, numbered by micro-batch
/// where there is room; below the bars the traffic of gradients and parameters, and what is held of activations over
/// time; sends as lines between rows where there are few.  Idle stays light.  Colours differ in lightness as well, so
/// that they can be told apart in print and by the colour-blind; of several stages on a rank the later are lighter.
///
/// Where the whole step would be too narrow to be read, its beginning and end are drawn, with a break that says what
/// lies between; of more than 32 ranks the first and the last.
/// @pre simulation.tasks were kept
std::string step_svg(const sim::StepSimulation& simulation, const StepCaption& caption);

}  // namespace fmplan::picture
