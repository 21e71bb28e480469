#pragma once

#include "core/export/workbook.h"
#include "core/programme/programme_answer.h"

namespace fmplan::exports {

/// A programme's answer as a workbook of four sheets, whose sums and shares are formulas:
///
///   assumptions    what was asked, pools and their prices, what the file left out, what to know
///   months         a row for every month, organisation and pool, as ledger_of() has them
///   organisations  by month, with total, share, budget and what is left; sums over the rows of months
///   projects       who gets what and when, the chance of the deadline, money
///
/// Money is in the programme's currency.  What is unknown says so; a sum with an unknown part is unknown.
Workbook programme_workbook(const programme::ProgrammeAnswer& answer);

}  // namespace fmplan::exports
