#pragma once

#include <optional>
#include <string>

#include "core/programme/study.h"

namespace fmplan::programme {

/// "$3.2M", or "480M JPY" in another currency; "unknown".
std::string money_text(const scenario::Currency& currency, std::optional<double> dollars);
/// "3200000.00" in the programme's currency.
std::string money_decimal(const scenario::Currency& currency, double dollars);
/// "2025-03-15", so many days after the start; part days are dropped.  "never" where that is infinite.
std::string day_text(const scenario::Programme& programme, double day);
/// The date of finish_day().
std::string finish_text(const scenario::Programme& programme, double until);

/// One line: what is planned, and how many projects are kept.
std::string headline(const Study& study);

}  // namespace fmplan::programme
