#pragma once

#include <string>

#include "core/io/scenario_parts.h"

namespace fmplan::io {

/// Lists the measured figures that the speed of a catalogue instance rests on, with where each comes from: efficiency
/// of matrix products and of attention, sustained clock, reach and latency of the links.
void assume_hardware(const std::string& instance, const ScenarioReading& reading);

}  // namespace fmplan::io
