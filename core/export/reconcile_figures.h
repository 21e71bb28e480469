#pragma once

#include <vector>

#include "core/answer/condition.h"
#include "core/answer/figure.h"
#include "core/export/reconcile.h"

namespace fmplan::exports {

/// What `--fail-if` of a reconciliation is asked about: planned, billed, difference and each part of it, "cash.price"
/// for the cash view.  Bounds in percent are held against what was planned: "difference>5%".
const answer::FigureSet& reconcile_figures();

/// Their values.  A part that nothing told apart is unknown, and so are shares where nothing was planned.
/// @throws InputError where a bound is an amount, which is in dollars, and the bill in another currency
answer::FigureValues reconcile_values(const Reconciliation& reconciliation,
                                      const std::vector<answer::Condition>& gates);

}  // namespace fmplan::exports
