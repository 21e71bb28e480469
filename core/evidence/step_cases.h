#pragma once

/// @file
/// Files of measured rows as what step_time() is asked and what was measured.

#include <string>
#include <string_view>
#include <vector>

#include "core/calibration/step_observation.h"
#include "core/catalog/fitted_row.h"
#include "core/evidence/step_question.h"
#include "core/evidence/step_rows.h"

namespace fmplan::evidence {

/// One row that can be predicted.
struct StepCase {
  std::string file;
  StepRow row;
  std::string fingerprint;  ///< as step_fingerprint() of the row
  calibration::StepObservation observation;
  std::string_view measured_from;  ///< as MeasuredStep::from
  std::vector<std::string> assumptions;
};

struct RefusedStep {
  std::string file;
  text::RefusedRow row;
};

struct StepCases {
  std::vector<StepCase> cases;       ///< in the order of files and lines
  std::vector<RefusedStep> refused;  ///< with the reason
  std::vector<std::string> notes;
};

/// 12 hexadecimal digits of FNV-1a, 64 bits, over what the row configures and what was measured, whatever it is called,
/// noted or where it stands: the same row of another file has the same fingerprint.
std::string step_fingerprint(const StepRow& row);

/// The rows as what anchors other predictions of the same cluster.  @pre step_time() answers each.
std::vector<calibration::StepAnchor> anchors_of(const calibration::StepProfile& profile,
                                                const std::vector<StepCase>& cases);

/// What is wrong with rows that took ten times as long as is predicted, or a tenth: no public step is five times off
/// its prediction, so that these are in another unit, or of another run than they say.
/// @param anchors anchors_of() the cases, one for each
std::vector<std::string> rows_unlike_any_step(const std::vector<StepCase>& cases,
                                              const std::vector<calibration::StepAnchor>& anchors);

/// The row as the item of a profile that is fitted to it names it.
catalog::FittedRow fitted_row(const StepCase& row);

/// @throws InputError if a file cannot be read or is not a table of rows.
StepCases read_step_cases(const std::vector<std::string>& paths, const catalog::Catalog& catalog);

}  // namespace fmplan::evidence
