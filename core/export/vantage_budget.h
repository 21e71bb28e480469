#pragma once

#include "core/export/exported_file.h"
#include "core/programme/study.h"

namespace fmplan::exports {

/// A programme's forecast as a budget of Vantage: a period for every calendar month that the programme lies in, with
/// what all pools cost then, whoever uses them.
///
///     {"name": …, "periods": [{"start_at": "2026-03-01", "end_at": "2026-04-01", "amount": 107520.0}, …]}
///
/// The fields are those of the resource vantage_budget of Vantage's Terraform and Pulumi providers (0.1.60), whose
/// example ends a period on the first day of the next month; that its end is not part of it is read from there, and is
/// not confirmed.  The report that it belongs to (cost_report_token) is the taker's to add.  Amounts are in the
/// programme's currency, of which the file has no field.
///
/// A month with a pool whose price is unknown is left out, with a warning, and never 0.
ExportedFile vantage_budget_file(const programme::Study& study);

}  // namespace fmplan::exports
