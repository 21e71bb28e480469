#pragma once

#include <cstddef>
#include <string>

#include "core/catalog/catalog.h"
#include "core/export/exported_file.h"
#include "core/programme/study.h"

namespace fmplan::exports {

/// Months that a planned budget of AWS may hold [AWS Budgets API, Budget.PlannedBudgetLimits].
inline constexpr std::size_t kMostBudgetMonths = 12;

/// A planned monthly budget as `aws budgets create-budget --budget file://…` takes it: for every month what a
/// programme's pools on AWS cost, whoever uses them, keyed by the month's start in epoch seconds UTC.  AWS bills in
/// dollars, whatever currency the programme is reported in.  Pools of others and owned ones are left out, with a
/// warning.
/// @param first_month "2026-03", of programmes that last longer than kMostBudgetMonths; empty: the programme's first
/// @throws InputError where that is no month of the programme, the programme lasts longer and none is given, no pool is
/// on AWS, or a price is unknown: a budget must not leave out a month.
ExportedFile aws_budget_file(const programme::Study& study, const catalog::Catalog& catalog,
                             const std::string& first_month = {});

}  // namespace fmplan::exports
