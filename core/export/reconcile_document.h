#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/answer/document.h"
#include "core/export/forecast.h"
#include "core/export/reconcile.h"

namespace fmplan::exports {

/// What was held against each other, as the answer names it.
struct ReconciledFiles {
  std::string plan, bill;
  std::string scenario_id{};                          ///< of the forecast; empty: not said
  std::size_t plan_rows = 0, plan_rows_left_out = 0;  ///< of the basis, and of the other one
  std::size_t bill_rows = 0, bill_rows_left_out = 0;
  std::vector<std::string> warnings{};  ///< of the forecast
};
/// @param plan, bill  what the files are called
ReconciledFiles reconciled_files(const std::string& plan, const Forecast& forecast, const std::string& bill,
                                 const FocusCharges& billed);

/// Both views by `group` as tables; as JSON by month, organisation and pool.  Parts that nothing told apart are null
/// there, and a table without any leaves the column out and says so.  Amounts are decimal strings in the bill's
/// currency.
answer::Document reconcile_document(const Reconciliation& reconciliation, const ReconciledFiles& files,
                                    VarianceGroup group);

}  // namespace fmplan::exports
