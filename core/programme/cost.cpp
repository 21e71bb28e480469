#include "core/programme/cost.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/programme/programme_text.h"
#include "core/programme/risk.h"

namespace fmplan::programme {
namespace {

using answer::Align;
using answer::Table;
using scenario::Currency;

/// Of all pools in a month; none where one is unknown.
std::optional<double> held_in(const Study& study, std::size_t month) {
  std::optional<double> sum = 0;
  for (const PoolAnswer& pool : study.pools) {
    if (!pool.months[month].dollars) return std::nullopt;
    *sum += *pool.months[month].dollars;
  }
  return sum;
}

std::optional<double> known_mean(const std::optional<Money>& money) {
  return money ? std::optional(money->mean) : std::nullopt;
}

std::optional<double> in_currency(const std::optional<double>& dollars, const Currency& currency) {
  return dollars ? std::optional(*dollars * currency.per_dollar) : std::nullopt;
}

/// Adds what is known; what is unknown stays so.
void add(std::optional<double>& sum, const std::optional<double>& part) {
  if (!part) sum.reset();
  if (sum) *sum += *part;
}

/// Numbers of the organisations that are drawn by themselves, in their order.
std::vector<std::size_t> largest(const Study& study, std::size_t most) {
  std::vector<std::size_t> order(study.organisations.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (order.size() <= most) return order;
  const auto known = [&](std::size_t i) {
    double sum = 0;
    for (const auto& month : study.organisations[i].months) sum += month ? month->mean : 0;
    return sum;
  };
  std::ranges::stable_sort(order, std::greater<>(), known);
  order.resize(most - 1);
  std::ranges::sort(order);
  return order;
}

CostUntil in_currency(const CostUntil& until, const Currency& currency) {
  CostUntil other{.given = in_currency(until.given, currency), .held = in_currency(until.held, currency)};
  if (until.given_range)
    other.given_range =
        Range{until.given_range->low * currency.per_dollar, until.given_range->high * currency.per_dollar};
  return other;
}

}  // namespace

Table months_table(const Study& study, const Currency& currency) {
  Table table{.title = "Money by month", .header = {"organisation"}, .align = {Align::kLeft}, .rows = {}, .notes = {}};
  for (const Month& month : study.months) table.header.push_back(month.name);
  for (const char* const key : {"total", "P90", "budget"}) table.header.emplace_back(key);
  table.align.resize(table.header.size(), Align::kRight);
  for (std::size_t i = 0; i < study.organisations.size(); ++i) {
    const OrganisationAnswer& organisation = study.organisations[i];
    std::vector<std::string> row = {organisation.organisation->name};
    for (const auto& month : organisation.months) row.push_back(money_text(currency, known_mean(month)));
    row.push_back(money_text(currency, known_mean(organisation.total)));
    row.push_back(money_text(currency, organisation.total ? std::optional(organisation.total->p90) : std::nullopt));
    row.push_back(organisation.organisation->budget ? money_text(currency, *organisation.organisation->budget / dollar)
                                                    : "–");
    table.rows.push_back(std::move(row));
    table.marked.push_back(!budget_trouble(study, i).empty());
  }
  std::vector<std::string> held = {"pools, held"};
  for (std::size_t month = 0; month < study.months.size(); ++month)
    held.push_back(money_text(currency, held_in(study, month)));
  held.push_back(money_text(currency, study.dollars));
  held.resize(table.header.size(), "–");
  table.rows.push_back(std::move(held));
  table.notes = {
      "organisations: expected, for the nodes that they are given; pools: for all nodes that are held, idle "
      "ones too",
      "of nodes alone: storage is in no figure of a programme", "P90: of the sum over pools and months in each trial"};
  return table;
}

Table pools_table(const Study& study, const Currency& currency) {
  Table table{.title = "Pools",
              .header = {"pool", "node-hours held", "used", "lost", "kept", "spares", "idle", "unfit", "money"},
              .align = {Align::kLeft, Align::kRight, Align::kRight, Align::kRight, Align::kRight, Align::kRight,
                        Align::kRight, Align::kRight, Align::kRight},
              .rows = {},
              .notes = {"used: work that counts; lost: held by jobs for failures, recoveries and checkpoints; kept: by "
                        "dedicated projects "
                        "between phases; unfit: being checked, defective, in maintenance"}};
  for (const PoolAnswer& pool : study.pools) {
    const sim::PoolSummary& summary = pool.summary;
    const double held = summary.held_node_hours.mean;
    const auto share = [held](double of) { return held > 0 ? ratio_text(of / held) : "–"; };
    table.rows.push_back({pool.pool->name, fmt::format("{:.0f}", held), share(summary.used_node_hours.mean),
                          share(summary.lost_node_hours.mean), share(summary.kept_node_hours.mean),
                          share(summary.spare_node_hours.mean), share(summary.idle_node_hours.mean),
                          share(summary.unfit_node_hours.mean), money_text(currency, pool.dollars)});
  }
  return table;
}

std::vector<Currency> currencies_of(const scenario::Programme& programme) {
  std::vector<Currency> all = {Currency{}};
  if (programme.currency.code != all.front().code) all.insert(all.begin(), programme.currency);
  return all;
}

std::vector<CostUntil> cumulative_cost(const Study& study) {
  std::vector<CostUntil> all;
  CostUntil until{.given = 0.0, .held = 0.0};
  for (std::size_t month = 0; month < study.months.size(); ++month) {
    for (const OrganisationAnswer& organisation : study.organisations)
      add(until.given, known_mean(organisation.months[month]));
    add(until.held, held_in(study, month));
    until.given_range.reset();
    if (until.given && month < study.simulation.spent.size())
      until.given_range = Range{study.simulation.spent[month].p10, study.simulation.spent[month].p90};
    all.push_back(until);
  }
  return all;
}

Budgets budgets_of(const Study& study) {
  Budgets budgets{.organisations = static_cast<int>(study.organisations.size())};
  for (const OrganisationAnswer& organisation : study.organisations) {
    if (!organisation.organisation->budget) continue;
    budgets.sum = budgets.sum.value_or(0) + *organisation.organisation->budget / dollar;
    ++budgets.stated;
  }
  return budgets;
}

Table cumulative_table(const Study& study, const Currency& currency) {
  Table table{.title = "Money up to each month's end",
              .header = {"until the end of", "expected", "P10", "P90", "pools, held", "budgets"},
              .align = {Align::kLeft, Align::kRight, Align::kRight, Align::kRight, Align::kRight, Align::kRight},
              .rows = {},
              .notes = {"expected, P10, P90: of all organisations together, for the nodes that they are given; the "
                        "quantiles are those of the sum in each trial"}};
  const Budgets budgets = budgets_of(study);
  const std::vector<CostUntil> all = cumulative_cost(study);
  for (std::size_t month = 0; month < all.size(); ++month) {
    const auto& range = all[month].given_range;
    table.rows.push_back({study.months[month].name, money_text(currency, all[month].given),
                          money_text(currency, range ? std::optional(range->low) : std::nullopt),
                          money_text(currency, range ? std::optional(range->high) : std::nullopt),
                          money_text(currency, all[month].held),
                          budgets.sum ? money_text(currency, budgets.sum) : "–"});
    table.marked.push_back(budgets.stated == budgets.organisations && budgets.sum && range &&
                           range->high > *budgets.sum);
  }
  if (budgets.sum && budgets.stated < budgets.organisations)
    table.notes.push_back(fmt::format("budgets: of {} of {} organisations; the others state none", budgets.stated,
                                      budgets.organisations));
  return table;
}

CostPicture cost_picture(const Study& study, const Currency& currency, std::size_t most) {
  CostPicture picture{.currency = currency, .budgets = budgets_of(study)};
  picture.budgets.sum = in_currency(picture.budgets.sum, currency);
  for (const Month& month : study.months) picture.months.push_back(month.name);
  for (const CostUntil& until : cumulative_cost(study)) picture.until.push_back(in_currency(until, currency));
  const std::vector<std::size_t> alone = largest(study, most);
  CostBars others{.months = std::vector<std::optional<double>>(study.months.size(), 0.0)};
  for (std::size_t i = 0; i < study.organisations.size(); ++i) {
    const OrganisationAnswer& organisation = study.organisations[i];
    CostBars bars{.name = organisation.organisation->name};
    for (const auto& month : organisation.months) bars.months.push_back(in_currency(known_mean(month), currency));
    if (std::ranges::binary_search(alone, i))
      picture.bars.push_back(std::move(bars));
    else
      for (std::size_t month = 0; month < bars.months.size(); ++month) add(others.months[month], bars.months[month]);
  }
  if (const std::size_t num_others = study.organisations.size() - alone.size(); num_others > 0) {
    others.name = fmt::format("{} others", num_others);
    picture.bars.push_back(std::move(others));
  }
  return picture;
}

std::string amount_text(const Currency& currency, double amount) {
  return money_text(currency, amount / currency.per_dollar);
}

}  // namespace fmplan::programme
