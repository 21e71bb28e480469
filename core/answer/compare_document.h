#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/answer/document.h"
#include "core/plan/step_comparison.h"

namespace fmplan::answer {

/// A report in the form that report_json() gives it.
struct Compared {
  std::string name;
  nlohmann::json report;
  std::optional<plan::ComparableStep> step{};  ///< none: nothing was measured, or the report's steps are not ours
};

/// Whether a document says that it is a report.
bool is_report(const nlohmann::json& document);
/// A report that was read of `file`.  @throws InputError for what somebody who edited it has broken.
Compared read_report(nlohmann::json document, const std::string& file);

/// Figure by figure, with the difference to the first, and whether they train faster than it.  @pre !reports.empty().
Document compare_document(const std::vector<Compared>& reports);

}  // namespace fmplan::answer
