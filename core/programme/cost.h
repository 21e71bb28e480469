#pragma once

/// @file
/// Money of a programme as tables and as a picture, in a currency of one's choice.

#include <optional>
#include <string>
#include <vector>

#include "core/answer/table.h"
#include "core/base/statistics.h"
#include "core/programme/study.h"

namespace fmplan::programme {

/// Expected money of organisations by month, with what all pools cost that are held.
answer::Table months_table(const Study& study, const scenario::Currency& currency);
/// Node-hours of pools, what became of them, and their money.
answer::Table pools_table(const Study& study, const scenario::Currency& currency);

/// Currencies that the programme's money can be told in: dollars, and its own one where that is another.
std::vector<scenario::Currency> currencies_of(const scenario::Programme& programme);

/// Money up to the end of a month, dollars.  None: a price of what was given up to then is unknown.
struct CostUntil {
  std::optional<double> given{};       ///< expected, of the nodes that organisations are given
  std::optional<Range> given_range{};  ///< P10 and P90 of their sum, by trial: no quantiles are added
  std::optional<double> held{};        ///< of all nodes that are held, idle ones too
};
/// By month, in its order.
std::vector<CostUntil> cumulative_cost(const Study& study);

/// Budgets of organisations, dollars.
struct Budgets {
  std::optional<double> sum{};  ///< none: no organisation has one
  int stated = 0, organisations = 0;
};
Budgets budgets_of(const Study& study);

answer::Table cumulative_table(const Study& study, const scenario::Currency& currency);

/// Expected money by month of one organisation, or of several, in a currency.
struct CostBars {
  std::string name{};                           ///< "6 others"
  std::vector<std::optional<double>> months{};  ///< none: unknown
};
/// What pictures of costs draw, amounts in `currency`.
struct CostPicture {
  scenario::Currency currency{};
  std::vector<std::string> months{};
  /// In the order of the file; beyond `most`, those that cost least are the last, together.
  std::vector<CostBars> bars{};
  std::vector<CostUntil> until{};
  Budgets budgets{};
};
/// @pre most >= 2
CostPicture cost_picture(const Study& study, const scenario::Currency& currency, std::size_t most);

/// An amount of a currency in words: "$3.2M", "480M JPY".
std::string amount_text(const scenario::Currency& currency, double amount);

}  // namespace fmplan::programme
