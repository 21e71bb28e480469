#pragma once

#include <string>

#include "core/sim/step/step_simulation.h"

namespace fmplan::picture {

/// A simulated step on a terminal `width` columns wide: a line for each rank, its passes as `F3`, `B3`, …
/// (picture::task_label) drawn out to their length, idle time blank; below them the time and what the letters mean.
/// Where the whole step would be too narrow, its beginning and its end; of more than 32 ranks the first and the last.
/// @pre simulation.tasks were kept
std::string step_picture(const sim::StepSimulation& simulation, int width, bool color);

}  // namespace fmplan::picture
