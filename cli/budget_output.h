#pragma once

#include <vector>

#include "cli/command.h"
#include "core/answer/condition.h"
#include "core/catalog/catalog.h"
#include "core/what_if/budget.h"

namespace fmplan::cli {

/// What money and time buy, looked for with progress, and printed; `gates` of --fail-if are of its report.
ExitCode print_budget(const what_if::BudgetQuestion& question, const catalog::Catalog& catalog, const Options& options,
                      const std::vector<answer::Condition>& gates = {});

}  // namespace fmplan::cli
