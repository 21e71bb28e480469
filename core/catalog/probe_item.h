#pragma once

/// @file
/// What a probe of one's own machine found, as a catalogue item ("of": "probe"): `fmplan calibrate probe` writes it,
/// and a scenario on that instance takes it from a folder laid over the catalogues.  Format: docs/models/probe.md.

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/date.h"
#include "core/base/issue.h"
#include "core/calibration/machine_probe.h"
#include "core/catalog/documents.h"
#include "core/text/json_writer.h"

namespace fmplan::catalog {

/// Reads an item; what is told of the measurements and not computed with is skipped.
calibration::MachineProbe read_machine_probe(const nlohmann::json& item, const std::string& where, Issues& issues);

/// "<instance>-probe", as the items are named.
std::string machine_probe_name(std::string_view instance);

/// The probe of an instance; none if no item laid over the shipped catalogues is one.
/// @throws InputError if an item is not well-formed, or if two are of the same instance.
std::optional<calibration::MachineProbe> load_machine_probe(const Documents& documents, std::string_view instance);

/// The item, with what the machine told of itself.
text::Json machine_probe_json(const calibration::MachineProbe& probe, const std::vector<std::string>& software,
                              Date date);

}  // namespace fmplan::catalog
