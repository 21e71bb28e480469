#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/model/memory_use.h"
#include "core/plan/outlook.h"
#include "core/plan/report.h"
#include "core/sim/step/step_time.h"
#include "core/text/json_writer.h"

namespace fmplan::answer {

/// What a report says of itself beside its content.
struct ReportOrigin {
  nlohmann::json scenario;  ///< the document as read, `--set` applied
  std::string catalog_version;
  std::uint64_t seed = 1;
};

/// The report, version 1 (docs/report_format.md): SI numbers with the unit in the key, money as decimal strings, null
/// for what is unknown.  Every key of the first level is there, whether the plan can run or not.
text::Json report_json(const plan::Report& report, const ReportOrigin& origin);

/// The sections that commands also print alone.
text::Json step_json(const plan::PhaseReport& phase, const plan::Scenario& scenario);
text::Json memory_json(const plan::MemoryReport& memory);

/// What stands beside the report of a plan.
text::Json neighbours_json(const std::vector<plan::Neighbour>& neighbours, Date start);
text::Json deciding_json(const std::vector<plan::DecidingAssumption>& assumptions);

}  // namespace fmplan::answer
