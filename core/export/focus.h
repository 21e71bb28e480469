#pragma once

#include <string>

#include "core/catalog/catalog.h"
#include "core/export/exported_file.h"
#include "core/programme/programme_answer.h"

namespace fmplan::exports {

/// A programme's forecast as a dataset of the FinOps Open Cost & Usage Specification 1.2 (FOCUS), CSV: a row for every
/// organisation, pool and month, and one for what no organisation has of a pool, whose sub-account is null.  A plan is
/// no bill: BilledCost holds the planned amount, x_CostBasis is "forecast", and x_CostP10, P50 and P90 are its
/// quantiles.  Money is in the programme's currency, times are UTC, null is an empty field.
///
///   ListCost = ListUnitPrice · PricingQuantity exactly, in as many decimals as it takes;
///   BilledCost, EffectiveCost and ContractedCost are the ledger's (ledger_of()), in hundredths;
///   x_FailureHours, x_IdleHours and x_StepTimeSeconds are what planned_use() expects of the hours.
///
/// Months whose price is unknown are left out, with a warning.
ExportedFile focus_file(const programme::ProgrammeAnswer& answer, const catalog::Catalog& catalog);

/// What tells the rows of one forecast from another's: the programme's name and a fingerprint of the document with its
/// changes, the catalogues, the trials and the seed.
std::string scenario_id(const programme::ProgrammeAnswer& answer);

}  // namespace fmplan::exports
