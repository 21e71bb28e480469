#include "core/export/ledger.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fmplan::exports {
namespace {

using programme::Study;

/// As programme::rounded_to_cents(), in whole cents.
std::vector<Cents> cumulative_cents(const std::vector<double>& parts) {
  std::vector<Cents> rounded;
  double sum = 0;
  Cents before = 0;
  for (const double part : parts) {
    sum += part;
    const Cents cents = rounded_cents(sum);
    rounded.push_back(cents - before);
    before = cents;
  }
  return rounded;
}

/// Rounded parts of `total`; what rounding leaves goes to the largest, where it is least seen.
std::vector<Cents> split_cents(const std::vector<double>& parts, Cents total) {
  std::vector<Cents> rounded(parts.size());
  std::ranges::transform(parts, rounded.begin(), [](double part) { return rounded_cents(part); });
  const auto largest = std::ranges::max_element(parts) - parts.begin();
  rounded[static_cast<std::size_t>(largest)] += total - std::accumulate(rounded.begin(), rounded.end(), Cents{0});
  return rounded;
}

std::optional<double> price_in(const Study& study, std::size_t pool, std::size_t month, double per_dollar) {
  const std::optional<double> price = study.pools[pool].months[month].mean_price;
  return price ? std::optional(*price * per_dollar) : std::nullopt;
}

/// Of one organisation, by month and pool.
std::vector<LedgerEntry> organisation_entries(const Study& study, std::size_t organisation, double per_dollar) {
  std::vector<std::vector<LedgerEntry>> months(study.months.size());
  std::vector<double> month_costs(study.months.size(), 0.0);
  for (std::size_t month = 0; month < months.size(); ++month) {
    const auto& allotted = study.simulation.allotted_node_hours[month][organisation];
    for (std::size_t pool = 0; pool < allotted.size(); ++pool) {
      const std::optional<double> price = price_in(study, pool, month, per_dollar);
      const sim::Spread& hours = allotted[pool];
      if (hours.estimate.mean == 0 || !price) continue;
      month_costs[month] += hours.estimate.mean * *price;
      months[month].push_back({.month = month,
                               .organisation = organisation,
                               .pool = pool,
                               .node_hours = hours.estimate.mean,
                               .price = *price,
                               .quantiles = CentsQuantiles{.p10 = rounded_cents(hours.p10 * *price),
                                                           .p50 = rounded_cents(hours.p50 * *price),
                                                           .p90 = rounded_cents(hours.p90 * *price)}});
    }
  }
  const std::vector<Cents> totals = cumulative_cents(month_costs);
  std::vector<LedgerEntry> entries;
  for (std::size_t month = 0; month < months.size(); ++month) {
    if (months[month].empty()) continue;
    std::vector<double> parts;
    for (const LedgerEntry& entry : months[month]) parts.push_back(entry.node_hours * entry.price);
    const std::vector<Cents> costs = split_cents(parts, totals[month]);
    for (std::size_t i = 0; i < costs.size(); ++i) {
      months[month][i].cost = costs[i];
      entries.push_back(months[month][i]);
    }
  }
  return entries;
}

/// What a pool costs in a month without what its organisations have.
void add_what_nobody_has(const Study& study, double per_dollar, Ledger& ledger) {
  const auto costs = pool_costs(study, per_dollar);
  std::vector<std::vector<LedgerEntry>> rest(study.pools.size(), std::vector<LedgerEntry>(study.months.size()));
  for (std::size_t pool = 0; pool < study.pools.size(); ++pool)
    for (std::size_t month = 0; month < study.months.size(); ++month)
      rest[pool][month] = {.month = month,
                           .pool = pool,
                           .node_hours = study.pools[pool].months[month].node_hours,
                           .cost = costs[pool][month].value_or(0)};
  for (const LedgerEntry& entry : ledger.entries) {
    rest[entry.pool][entry.month].node_hours -= entry.node_hours;
    rest[entry.pool][entry.month].cost -= entry.cost;
  }
  const Cents lost_in_rounding = static_cast<Cents>(study.organisations.size()) + 1;
  for (std::size_t month = 0; month < study.months.size(); ++month)
    for (std::size_t pool = 0; pool < study.pools.size(); ++pool) {
      LedgerEntry& entry = rest[pool][month];
      if (const std::optional<double> price = price_in(study, pool, month, per_dollar)) {
        entry.price = *price;
        if (entry.cost > lost_in_rounding) ledger.entries.push_back(entry);
      } else if (study.pools[pool].months[month].node_hours > 0) {
        ledger.unknown.push_back({.month = month, .pool = pool});
      }
    }
}

/// "a, b and c".
std::string listed(const std::vector<std::string>& names) {
  if (names.size() < 2) return fmt::format("{}", fmt::join(names, ""));
  return fmt::format("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

}  // namespace

Cents rounded_cents(double amount) { return std::llround(amount * 100); }

std::string cents_text(Cents cents) {
  const Cents size = cents < 0 ? -cents : cents;
  return fmt::format("{}{}.{:02}", cents < 0 ? "-" : "", size / 100, size % 100);
}

Date first_of_month(const programme::Month& month) { return *parse_date(month.name + "-01"); }

Date first_of_next_month(const programme::Month& month) {
  constexpr int kInTheNext_days = 31;  // after the first of any month of the calendar
  const Date in_the_next{first_of_month(month).days_since_epoch + kInTheNext_days};
  return *parse_date(date_text(in_the_next).substr(0, 8) + "01");
}

std::vector<std::vector<std::optional<Cents>>> pool_costs(const Study& study, double per_dollar) {
  std::vector<std::vector<std::optional<Cents>>> costs;
  for (const programme::PoolAnswer& pool : study.pools) {
    std::vector<double> parts;
    for (const programme::HeldMonth& month : pool.months) parts.push_back(month.dollars.value_or(0) * per_dollar);
    const std::vector<Cents> cents = cumulative_cents(parts);
    std::vector<std::optional<Cents>>& months = costs.emplace_back();
    for (std::size_t month = 0; month < cents.size(); ++month)
      months.push_back(pool.months[month].dollars ? std::optional(cents[month]) : std::nullopt);
  }
  return costs;
}

Ledger ledger_of(const Study& study, double per_dollar) {
  Ledger ledger;
  for (std::size_t i = 0; i < study.organisations.size(); ++i) {
    const std::vector<LedgerEntry> own = organisation_entries(study, i, per_dollar);
    ledger.entries.insert(ledger.entries.end(), own.begin(), own.end());
  }
  add_what_nobody_has(study, per_dollar, ledger);
  std::ranges::sort(ledger.entries, {}, [&study](const LedgerEntry& entry) {
    return std::tuple(entry.month, entry.organisation.value_or(study.organisations.size()), entry.pool);
  });
  return ledger;
}

std::optional<std::string> seller_of(const scenario::Pool& pool, const catalog::Catalog& catalog) {
  if (pool.kind == scenario::kOwned) return std::nullopt;
  if (auto of_region = catalog.provider_of_region(pool.region)) return of_region;
  const hardware::PriceList* const list = catalog.price_list(pool.instance);
  return list && !list->provider.empty() ? std::optional(list->provider) : std::nullopt;
}

std::optional<std::string> paid_at_once_warning(const Study& study) {
  std::vector<std::string> names;
  for (const programme::PoolAnswer& pool : study.pools)
    if (pool.pool->kind == hardware::kCapacityBlock) names.push_back(fmt::format("\"{}\"", pool.pool->name));
  if (names.empty()) return std::nullopt;
  return fmt::format(
      "Capacity Blocks are paid when they are bought; the money of {} {} is spread over the days that they are held.",
      names.size() == 1 ? "pool" : "pools", listed(names));
}

std::optional<std::string> unplaced_warning(const Study& study) {
  std::vector<std::string> names;
  for (const programme::ProjectAnswer& project : study.projects)
    if (project.phases.empty()) names.push_back(fmt::format("\"{}\"", project.project->name));
  if (names.empty()) return std::nullopt;
  return fmt::format("Without a place, and without money in the file: {}.", listed(names));
}

std::vector<std::string> forecast_warnings(const Study& study) {
  std::vector<std::string> warnings;
  for (const programme::PoolAnswer& pool : study.pools) {
    std::vector<std::string> months;
    for (std::size_t month = 0; month < study.months.size(); ++month)
      if (pool.months[month].node_hours > 0 && !pool.months[month].dollars) months.push_back(study.months[month].name);
    if (!months.empty())
      warnings.push_back(fmt::format(
          "The price of pool \"{}\" is unknown in {}: what it costs then is left out. State pools.{}.price.",
          pool.pool->name, listed(months), pool.pool->name));
  }
  if (auto warning = paid_at_once_warning(study)) warnings.push_back(std::move(*warning));
  if (auto warning = unplaced_warning(study)) warnings.push_back(std::move(*warning));
  return warnings;
}

}  // namespace fmplan::exports
