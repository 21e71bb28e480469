#pragma once

/// @file
/// Measured steps as the text of their columns, before anything is made of it.

#include <map>
#include <string>
#include <vector>

namespace fmplan::evidence {

/// The columns of step rows, in the order in which they are written (docs/models/step_validation.md).
const std::vector<std::string>& step_columns();

/// Values of step columns as text; what is not there is unknown.
using StepColumns = std::map<std::string, std::string>;

/// The CSV of measured steps, with its header.
std::string step_rows_csv(const std::vector<StepColumns>& rows);

}  // namespace fmplan::evidence
