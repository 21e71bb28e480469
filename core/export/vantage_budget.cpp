#include "core/export/vantage_budget.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/date.h"
#include "core/export/ledger.h"
#include "core/text/json_writer.h"

namespace fmplan::exports {

using text::Json;

ExportedFile vantage_budget_file(const programme::Study& study) {
  ExportedFile file;
  const scenario::Currency& currency = study.programme->currency;
  const auto costs = pool_costs(study, currency.per_dollar);
  Json periods = Json::array();
  for (std::size_t month = 0; month < study.months.size(); ++month) {
    std::vector<std::string> unknown;
    Cents cost = 0;
    for (std::size_t pool = 0; pool < study.pools.size(); ++pool) {
      if (!costs[pool][month])
        unknown.push_back(study.pools[pool].pool->name);
      else
        cost += *costs[pool][month];
    }
    const programme::Month& of = study.months[month];
    if (!unknown.empty()) {
      file.warnings.push_back(
          fmt::format("{} is left out: the price of {} is unknown.", of.name, fmt::join(unknown, ", ")));
      continue;
    }
    periods.push_back({{"start_at", date_text(first_of_month(of))},
                       {"end_at", date_text(first_of_next_month(of))},
                       {"amount", static_cast<double>(cost) / 100}});
  }
  file.holds_amounts = !periods.empty();
  file.text = Json{{"name", study.programme->name}, {"periods", std::move(periods)}}.dump(2) + "\n";
  file.warnings.emplace_back(
      "Not confirmed: that periods end before the day end_at, as the example of Vantage's Terraform provider has it.");
  if (currency.code != "USD")
    file.warnings.push_back(fmt::format("Amounts are in {}, which the file does not say.", currency.code));
  if (auto warning = paid_at_once_warning(study)) file.warnings.push_back(std::move(*warning));
  if (auto warning = unplaced_warning(study)) file.warnings.push_back(std::move(*warning));
  return file;
}

}  // namespace fmplan::exports
