#pragma once

/// @file
/// The profile of step times as a catalogue item: calibration/steps.json, which fmplan calibrate steps writes.

#include <optional>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/date.h"
#include "core/base/issue.h"
#include "core/calibration/step_fit.h"
#include "core/calibration/step_profile.h"
#include "core/catalog/documents.h"
#include "core/catalog/fitted_row.h"
#include "core/text/json_writer.h"

namespace fmplan::catalog {

/// The item's name in the catalogue.
inline constexpr const char* kStepProfileName = "steps";

/// Reads an item ("of": "steps"); what is told of the fit and not computed with is skipped.
calibration::StepProfile read_step_profile(const nlohmann::json& item, const std::string& where, Issues& issues);

/// The catalogue's profile; none if it has none.  @throws InputError if it is not well-formed.
std::optional<calibration::StepProfile> load_step_profile(const Documents& documents);

/// The fingerprints of the rows that the catalogue's profile was fitted to; empty without a profile.
/// @throws InputError
std::set<std::string> fitted_fingerprints(const Documents& documents);

/// The item for what a calibration found: numbers of six digits, so that the same rows and build give the same bytes.
text::Json step_profile_json(const calibration::StepCalibration& found, const std::vector<FittedRow>& rows, Date date);

}  // namespace fmplan::catalog
