#pragma once

#include <string>
#include <vector>

#include "core/answer/scale_options.h"
#include "core/what_if/budget.h"

namespace fmplan::what_if {

/// Options of `fmplan solve --budget` as typed; empty: not given.
struct BudgetOptions {
  std::string budget{}, on{}, deadline{}, law{}, until{};
  std::vector<std::string> sets{};  ///< PATH=VALUE
};

/// The law that tells the loss where none is named.
inline constexpr const char* kUsualLaw = "besiroglu-2024";

/// `fmplan scale --budget … --days …`: what a budget buys with the step times of plans, in place of an assumed
/// utilisation.  @throws InputError for options that have no meaning then.
BudgetOptions planned_scale(const answer::ScaleOptions& scale, const std::string& days);

/// @throws InputError with everything that cannot be read: a budget that is no money, a machine without a known price,
/// a condition that more tokens may meet, a law that tells no loss of dense models, adapters, whose loss no law tells.
BudgetQuestion budget_question(const BudgetOptions& options, const catalog::Catalog& catalog);

}  // namespace fmplan::what_if
