#pragma once

#include <string>
#include <vector>

#include "core/answer/condition.h"
#include "core/answer/figure.h"
#include "core/scenario/programme.h"
#include "core/text/json_writer.h"

namespace fmplan::programme {

/// What questions are asked about a programme: "on_time>=90%", --minimize cost.  Money is in dollars whatever currency
/// the programme is reported in.
const answer::FigureSet& programme_figures();

/// @throws InputError at `option` for a bound on money that is a bare number, "cost>300M", where what is printed is in
/// another currency than dollars.
void check_money_bounds(const std::vector<answer::Condition>& conditions, const scenario::Currency& currency,
                        const std::string& option);

/// From programme_report_json().
answer::FigureValues programme_values(const text::Json& report);

}  // namespace fmplan::programme
