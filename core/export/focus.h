#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/catalog/catalog.h"
#include "core/export/exported_file.h"
#include "core/programme/programme_answer.h"

namespace fmplan::exports {

/// Versions of the specification that a dataset can be of, the usual one first.
inline constexpr std::array<std::string_view, 2> kFocusVersions = {"1.2", "1.4"};

/// A programme's forecast as a dataset of the FinOps Open Cost & Usage Specification (FOCUS), CSV: a row for every
/// organisation, pool and month, and one for what no organisation has of a pool, whose sub-account is null.  A plan is
/// no bill: BilledCost holds the planned amount, x_CostBasis is "forecast", and x_CostP10, P50 and P90 are its
/// quantiles.  Money is in the programme's currency, times are UTC, null is an empty field.
///
///   ListCost = ListUnitPrice · PricingQuantity exactly, in as many decimals as it takes;
///   BilledCost, EffectiveCost and ContractedCost are the ledger's (ledger_of()), in hundredths;
///   x_FailureHours, x_IdleHours and x_StepTimeSeconds are what planned_use() expects of the hours.
///
/// Months whose price is unknown are left out, with a warning.
///
/// Of version 1.4 this much is known: it removed ProviderName and PublisherName, in place of which HostProviderName and
/// ServiceProviderName came with 1.3 and are mandatory in a draft that follows 1.4.  All else is written as in 1.2, and
/// a warning names the columns that nothing was there to hold against 1.4.
/// @throws InputError for a version that is none of kFocusVersions
ExportedFile focus_file(const programme::ProgrammeAnswer& answer, const catalog::Catalog& catalog,
                        std::string_view focus_version = kFocusVersions.front());

/// What tells the rows of one forecast from another's: the programme's name and a fingerprint of the document with its
/// changes, the catalogues, the trials and the seed.
std::string scenario_id(const programme::ProgrammeAnswer& answer);

}  // namespace fmplan::exports
