#pragma once

#include "cli/command.h"
#include "core/catalog/catalog.h"
#include "core/what_if/budget.h"

namespace fmplan::cli {

/// What money and time buy, looked for with progress, and printed.
ExitCode print_budget(const what_if::BudgetQuestion& question, const catalog::Catalog& catalog, const Options& options);

}  // namespace fmplan::cli
