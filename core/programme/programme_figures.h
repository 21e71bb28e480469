#pragma once

#include "core/answer/condition.h"
#include "core/answer/figure.h"
#include "core/text/json_writer.h"

namespace fmplan::programme {

/// What questions are asked about a programme: "on_time>=90%", --minimize cost.  Money is in dollars whatever currency
/// the programme is reported in.
const answer::FigureSet& programme_figures();

/// From programme_report_json().
answer::FigureValues programme_values(const text::Json& report);

}  // namespace fmplan::programme
