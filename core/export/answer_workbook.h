#pragma once

/// @file
/// Answers that were saved as JSON, as workbooks.

#include <string>

#include <nlohmann/json.hpp>

#include "core/export/exported_file.h"
#include "core/export/workbook.h"

namespace fmplan::exports {

/// What `fmplan plan` or `fmplan sweep` answered in JSON as a workbook whose sums, shares and differences are formulas.
///
///     assumptions  what was asked, what the file left out and what was taken, what to know
///     result       a plan's figures with their 80 % intervals, where GPU-hours and step time go, other numbers of
///                  nodes; of a sweep how many points became what, and of each figure the least and the most
///     cost         a plan's money by component, and bought otherwise; a sweep's against its cheapest point
///     points       a row for each point of a sweep
///
/// Money is in dollars.  What is unknown says so, and so does a sum with an unknown part.  The file says that it was
/// created on the first day of the run; a sweep has no such day, and says 1980-01-01, the first that its format knows.
/// @param place  what messages put in front of pointers into the answer: "report.json#"
/// @throws InputError with all that is not as these commands write it, and for answers of other commands.
Workbook answer_workbook(const nlohmann::json& answer, const std::string& place);

/// The same as the bytes of a file; holds_amounts is whether anything can run.
ExportedFile answer_xlsx(const nlohmann::json& answer, const std::string& place);

}  // namespace fmplan::exports
