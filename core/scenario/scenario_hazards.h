#pragma once

/// @file
/// What happens to a run beside its constant failure rate, and how it goes on: read and written.

#include <nlohmann/json_fwd.hpp>

#include "core/scenario/scenario_reading.h"
#include "core/text/json_writer.h"

namespace fmplan::scenario {

/// The section "run.hazards".
void read_hazards(const nlohmann::json& section, const ScenarioReading& reading);
/// The key "continuation" of the section "run".
void read_continuation(text::FieldReader& run, const ScenarioReading& reading);

/// The section that read_hazards() reads to `hazards`.
text::Json hazards_document(const sim::Hazards& hazards);
/// Adds to a section what it leaves open, as `hazards` has it.
void fill_hazards(nlohmann::json& section, const sim::Hazards& hazards);

}  // namespace fmplan::scenario
