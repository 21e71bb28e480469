#pragma once

#include "core/answer/document.h"
#include "core/what_if/budget.h"

namespace fmplan::what_if {

/// The recommendation, sizes beside it, what laws say and what was assumed, and as JSON
/// (docs/schema/solve_budget.schema.json).
answer::Document budget_document(const BudgetQuestion& question, const BudgetAnswer& answer,
                                 const catalog::Catalog& catalog, std::uint64_t seed);

}  // namespace fmplan::what_if
