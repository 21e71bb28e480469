#include "core/export/aws_budget.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/issue.h"
#include "core/base/suggestion.h"
#include "core/export/ledger.h"
#include "core/text/json_writer.h"
#include "core/text/utf8.h"

namespace fmplan::exports {
namespace {

using programme::Month;
using programme::Study;
using text::Json;

constexpr std::string_view kSeller = "AWS";  ///< as the catalogue's price lists name it

std::int64_t epoch_seconds(Date date) {
  return static_cast<std::int64_t>(date.days_since_epoch) * static_cast<std::int64_t>(day / second);
}

/// The first of the months to be budgeted, and how many they are.
std::pair<std::size_t, std::size_t> budget_months(const Study& study, const std::string& first_month) {
  const std::vector<Month>& months = study.months;
  if (first_month.empty()) {
    if (months.size() > kMostBudgetMonths)
      throw InputError("--from", fmt::format("is missing: the programme has {} months, from {} to {}, and a planned "
                                             "budget holds {}; write the first of them, for instance --from {}",
                                             months.size(), months.front().name, months.back().name, kMostBudgetMonths,
                                             months.front().name));
    return {0, months.size()};
  }
  const auto found = std::ranges::find(months, first_month, &Month::name);
  if (found == months.end())
    throw InputError("--from", fmt::format("\"{}\" is no month of the programme, which has {} to {}; for instance {}",
                                           first_month, months.front().name, months.back().name, months.front().name));
  const auto first = static_cast<std::size_t>(found - months.begin());
  return {first, std::min(kMostBudgetMonths, months.size() - first)};
}

/// Which pools AWS is paid for; of the others it is said why not.
std::vector<std::size_t> pools_on_aws(const Study& study, const catalog::Catalog& catalog,
                                      std::vector<std::string>& warnings) {
  std::vector<std::size_t> on_aws;
  for (std::size_t i = 0; i < study.pools.size(); ++i) {
    const scenario::Pool& pool = *study.pools[i].pool;
    const std::optional<std::string> seller = seller_of(pool, catalog);
    if (seller == kSeller) {
      on_aws.push_back(i);
    } else {
      warnings.push_back(fmt::format("Pool \"{}\" is not in the budget: {}.", pool.name,
                                     seller                          ? "it is sold by " + *seller
                                     : pool.kind == scenario::kOwned ? "its nodes are owned"
                                                                     : "nobody is known who sells it"));
    }
  }
  if (on_aws.empty())
    throw InputError("/pools",
                     "none is on AWS, of which alone a budget of AWS would know; fmplan export focus and "
                     "xlsx take every pool");
  return on_aws;
}

/// What AWS takes for a name: no ":" or "\", 100 characters at most.
std::string budget_name(const std::string& name) {
  constexpr std::size_t kMostCharacters = 100;  // of the API, as above
  std::string cleaned;
  std::size_t characters = 0;
  for (std::string_view rest = name; !rest.empty() && characters < kMostCharacters; ++characters) {
    const std::string_view character = rest.substr(0, text::first_character(rest).length);
    cleaned += character == ":" || character == "\\" || character == "/" ? "-" : character;
    rest.remove_prefix(character.size());
  }
  return cleaned;
}

}  // namespace

ExportedFile aws_budget_file(const Study& study, const catalog::Catalog& catalog, const std::string& first_month) {
  ExportedFile file;
  const auto [first, count] = budget_months(study, first_month);
  const std::vector<std::size_t> pools = pools_on_aws(study, catalog, file.warnings);
  const auto costs = pool_costs(study, 1);
  Issues issues;
  for (const std::size_t pool : pools) {
    std::vector<std::string> unknown;
    for (std::size_t month = first; month < first + count; ++month)
      if (!costs[pool][month]) unknown.push_back(study.months[month].name);
    if (!unknown.empty())
      issues.push_back({fmt::format("/pools/{}/price", pool),
                        fmt::format("is unknown in {}, and a budget must not leave a month out; state it, for instance "
                                    "--set 'pools.{}.price={{\"per_node_hour\": \"40 $/h\"}}'",
                                    fmt::join(unknown, ", "), study.pools[pool].pool->name)});
  }
  if (!issues.empty()) throw InputError(std::move(issues));

  Json limits = Json::object();
  for (std::size_t month = first; month < first + count; ++month) {
    Cents cost = 0;
    for (const std::size_t pool : pools) cost += *costs[pool][month];
    limits[std::to_string(epoch_seconds(first_of_month(study.months[month])))] = {{"Amount", cents_text(cost)},
                                                                                  {"Unit", "USD"}};
  }
  // The last day of the last month: the budget ends with it, and takes no limits of later ones.
  const Date end{first_of_next_month(study.months[first + count - 1]).days_since_epoch - 1};
  const Json budget = {
      {"BudgetName", budget_name(study.programme->name)},
      {"BudgetType", "COST"},
      {"TimeUnit", "MONTHLY"},
      {"TimePeriod", {{"Start", epoch_seconds(first_of_month(study.months[first]))}, {"End", epoch_seconds(end)}}},
      {"PlannedBudgetLimits", std::move(limits)}};
  file.text = budget.dump(2) + "\n";
  if (auto warning = paid_at_once_warning(study)) file.warnings.push_back(std::move(*warning));
  return file;
}

}  // namespace fmplan::exports
