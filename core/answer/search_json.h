#pragma once

#include <optional>
#include <string>

#include "core/plan/scenario.h"
#include "core/plan/search_report.h"
#include "core/text/json_writer.h"

namespace fmplan::answer {

/// What a search says of itself beside what it found.
struct SearchOrigin {
  std::string phase;
  std::string catalog_version;
  std::optional<double> seconds{};  ///< that the search took; none: it was merged from parts
};

/// The search, version 1 (docs/report_format.md).  All but `seconds` and `plans_per_second` is the same for the same
/// question.
text::Json search_json(const plan::SearchReport& report, const plan::Scenario& scenario,
                       const plan::SearchQuestion& question, const SearchOrigin& origin);

}  // namespace fmplan::answer
