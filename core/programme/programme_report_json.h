#pragma once

#include <string>

#include "core/programme/programme_answer.h"
#include "core/text/json_writer.h"

namespace fmplan::programme {

/// The answer, version 1 (docs/report_format.md): days as dates, money as decimal strings in the programme's currency,
/// null where a price is unknown.
text::Json programme_report_json(const ProgrammeAnswer& answer);

/// How far a placement may be from the best: "no placement is more than 14 weighted project-days better".
std::string placement_gap_text(const Study& study);

}  // namespace fmplan::programme
