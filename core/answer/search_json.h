#pragma once

#include <string>

#include "core/plan/scenario.h"
#include "core/plan/search_report.h"
#include "core/text/json_writer.h"

namespace fmplan::answer {

/// What a search says of itself beside what it found.
struct SearchOrigin {
  std::string phase;
  std::string catalog_version;
};

/// The search, version 1 (docs/report_format.md).
text::Json search_json(const plan::SearchReport& report, const plan::Scenario& scenario,
                       const plan::SearchQuestion& question, const SearchOrigin& origin);

}  // namespace fmplan::answer
