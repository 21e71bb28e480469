#include "core/export/programme_workbook.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/version.h"
#include "core/export/focus.h"
#include "core/export/ledger.h"
#include "core/export/sheet_cells.h"
#include "core/programme/programme_text.h"
#include "core/scenario/pool_capacity.h"

namespace fmplan::exports {
namespace {

using programme::ProgrammeAnswer;
using programme::Study;
using Row = std::vector<Cell>;

constexpr const char* kNobody = "no organisation";  ///< who has idle, spare and unfit nodes

void add(std::optional<Cents>& sum, const std::optional<Cents>& part) {
  if (sum) sum = part ? std::optional(*sum + *part) : std::nullopt;
}

Sheet programme_assumptions_sheet(const ProgrammeAnswer& answer) {
  const scenario::Programme& programme = *answer.study.programme;
  const scenario::Currency& currency = programme.currency;
  Sheet sheet{.name = "assumptions", .rows = {}, .widths = {40, 30, 50, 60, 16, 20}};
  const auto told = [&sheet](const char* what, Cell value) { sheet.rows.push_back({words(what), std::move(value)}); };
  sheet.rows.push_back({heading("a forecast, no bill"), heading(programme.name)});
  told("forecast", words(scenario_id(answer)));
  told("from", words(date_text(programme.start)));
  told("until", words(date_text(programme.end)));
  told("who goes first", words(std::string(scenario::kPolicyNames.name(programme.policy.kind))));
  told("currency", words(currency.code));
  told("for a dollar", number(currency.per_dollar));
  told("programmes simulated", number(static_cast<double>(answer.study.simulation.trials)));
  told("seed", words(std::to_string(answer.seed)));
  told("catalogues", words(answer.catalog_version));
  told("fmplan", words(std::string(version())));
  sheet.rows.emplace_back();
  sheet.rows.push_back(headings({"pool", "instance", "region", "bought as", "nodes at most", "price of a node-hour"}));
  for (const programme::PoolAnswer& pool : answer.study.pools) {
    const auto known =
        std::ranges::find_if(pool.months, [](const auto& month) { return month.mean_price.has_value(); });
    sheet.rows.push_back(texts({pool.pool->name, pool.pool->instance, pool.pool->region, pool.pool->kind}));
    sheet.rows.back().push_back(
        number(scenario::most_nodes_to_use(*pool.pool, programme.end) + static_cast<double>(pool.pool->spares)));
    sheet.rows.back().push_back(known == pool.months.end()
                                    ? words(kUnknown)
                                    : number(*known->mean_price * currency.per_dollar, CellStyle::kMoney));
  }
  sheet.rows.emplace_back();
  sheet.rows.push_back(headings({"left out of the file", "taken", "why", "source"}));
  for (const scenario::ProgrammeAssumption& assumption : programme.assumptions)
    sheet.rows.push_back(texts({assumption.path, assumption.value, assumption.why, assumption.source}));
  sheet.rows.emplace_back();
  sheet.rows.push_back(headings({"to know"}));
  for (const std::string& warning : forecast_warnings(answer.study)) sheet.rows.push_back(texts({warning}));
  sheet.rows.push_back(
      texts({"\"no organisation\": what pools cost for nodes that stand idle, are spare, being checked or in "
             "maintenance. Projects: at the mean price while they are at work."}));
  return sheet;
}

constexpr std::size_t kHoursColumn = 4, kCostColumn = 6;  ///< of the sheet of months

Row month_row(const Study& study, const LedgerEntry& entry) {
  const scenario::Pool& pool = *study.pools[entry.pool].pool;
  Row row = texts({study.months[entry.month].name,
                   entry.organisation ? study.organisations[*entry.organisation].organisation->name : kNobody,
                   pool.name, pool.instance});
  row.push_back(number(entry.node_hours, CellStyle::kHours));
  row.push_back(number(entry.price, CellStyle::kMoney));
  row.push_back(money(entry.cost));
  if (entry.quantiles)
    for (const Cents cents : {entry.quantiles->p10, entry.quantiles->p50, entry.quantiles->p90})
      row.push_back(money(cents));
  return row;
}

Sheet months_sheet(const Study& study, const Ledger& ledger) {
  Sheet sheet{.name = "months", .rows = {}, .widths = {10, 30, 24, 18, 14, 12, 18, 18, 18, 18}, .frozen_rows = 1};
  sheet.rows.push_back(headings({"month", "organisation", "pool", "instance", "node-hours", "price", "cost", "cost P10",
                                 "cost P50", "cost P90"}));
  Cents total = 0;
  double hours = 0;
  for (const LedgerEntry& entry : ledger.entries) {
    sheet.rows.push_back(month_row(study, entry));
    total += entry.cost;
    hours += entry.node_hours;
  }
  const std::size_t last = sheet.rows.size() - 1;
  for (const UnknownPrice& unknown : ledger.unknown) {
    const scenario::Pool& pool = *study.pools[unknown.pool].pool;
    Row row = texts({study.months[unknown.month].name, "", pool.name, pool.instance, "", kUnknown, kUnknown});
    row[kHoursColumn] = number(study.pools[unknown.pool].months[unknown.month].node_hours, CellStyle::kHours);
    sheet.rows.push_back(std::move(row));
  }
  if (last == 0) return sheet;
  Row sums = texts({ledger.unknown.empty() ? "total" : "total of what is known", "", "", ""});
  sums.push_back(formula("SUM(" + range(1, kHoursColumn, last, kHoursColumn) + ")", hours, CellStyle::kHours));
  sums.emplace_back();
  sums.push_back(sum(range(1, kCostColumn, last, kCostColumn), total));
  sheet.rows.push_back(std::move(sums));
  return sheet;
}

/// Costs by organisation (nobody last) and month, each with the rows of the sheet of months that it is the sum of.
struct MonthCost {
  std::optional<Cents> cost = 0;
  std::size_t first_row = 0, last_row = 0;  ///< 0: there is none
};

std::vector<std::vector<MonthCost>> month_costs(const Study& study, const Ledger& ledger) {
  std::vector<std::vector<MonthCost>> costs(study.organisations.size() + 1,
                                            std::vector<MonthCost>(study.months.size()));
  for (std::size_t i = 0; i < ledger.entries.size(); ++i) {
    const LedgerEntry& entry = ledger.entries[i];
    MonthCost& of = costs[entry.organisation.value_or(study.organisations.size())][entry.month];
    *of.cost += entry.cost;
    of.last_row = i + 1;
    if (of.first_row == 0) of.first_row = i + 1;
  }
  for (std::size_t i = 0; i < study.organisations.size(); ++i)
    for (std::size_t month = 0; month < study.months.size(); ++month)
      if (!study.organisations[i].months[month]) costs[i][month].cost.reset();
  for (const UnknownPrice& unknown : ledger.unknown) costs.back()[unknown.month].cost.reset();
  return costs;
}

Cell month_cell(const MonthCost& of) {
  if (!of.cost || of.first_row == 0) return money(of.cost);
  return sum("months!" + range(of.first_row, kCostColumn, of.last_row, kCostColumn), of.cost);
}

Sheet organisations_sheet(const Study& study, const Ledger& ledger) {
  const scenario::Programme& programme = *study.programme;
  Sheet sheet{.name = "organisations", .rows = {}, .widths = {30}, .frozen_rows = 1, .frozen_columns = 1};
  sheet.widths.resize(study.months.size() + 5, 18);
  sheet.rows.push_back(headings({"organisation"}));
  for (const programme::Month& month : study.months) sheet.rows[0].push_back(heading(month.name));
  for (const char* const name : {"total", "share", "budget", "left"}) sheet.rows[0].push_back(heading(name));
  const auto costs = month_costs(study, ledger);
  const std::size_t sum_row = costs.size() + 1, total_column = study.months.size() + 1;
  std::vector<std::optional<Cents>> totals, by_month(study.months.size(), Cents{0});
  std::optional<Cents> whole = 0;
  for (const std::vector<MonthCost>& months : costs) {
    std::optional<Cents>& total = totals.emplace_back(0);
    for (std::size_t month = 0; month < months.size(); ++month) {
      add(total, months[month].cost);
      add(by_month[month], months[month].cost);
    }
    add(whole, total);
  }
  const auto share = [&](std::size_t row, std::optional<Cents> part) {
    if (!part || !whole) return words(kUnknown);
    if (*whole == 0) return Cell{};
    return formula(cell_name(row, total_column) + "/" + cell_name(sum_row, total_column),
                   static_cast<double>(*part) / static_cast<double>(*whole), CellStyle::kShare);
  };
  for (std::size_t i = 0; i < costs.size(); ++i) {
    const std::size_t row = i + 1;
    Row cells = {words(i < study.organisations.size() ? study.organisations[i].organisation->name : kNobody)};
    for (const MonthCost& month : costs[i]) cells.push_back(month_cell(month));
    cells.push_back(sum(range(row, 1, row, total_column - 1), totals[i]));
    cells.push_back(share(row, totals[i]));
    if (i < study.organisations.size())
      if (const auto& budget = study.organisations[i].organisation->budget) {
        const Cents cents = rounded_cents(*budget / dollar * programme.currency.per_dollar);
        cells.push_back(money(cents));
        cells.push_back(totals[i] ? formula(cell_name(row, total_column + 2) + "-" + cell_name(row, total_column),
                                            static_cast<double>(cents - *totals[i]) / 100, CellStyle::kMoney)
                                  : words(kUnknown));
      }
    sheet.rows.push_back(std::move(cells));
  }
  Row sums = {words("total")};
  for (std::size_t month = 0; month < study.months.size(); ++month)
    sums.push_back(sum(range(1, month + 1, sum_row - 1, month + 1), by_month[month]));
  sums.push_back(sum(range(1, total_column, sum_row - 1, total_column), whole));
  sums.push_back(share(sum_row, whole));
  sheet.rows.push_back(std::move(sums));
  return sheet;
}

std::string pools_text(const Study& study, const programme::ProjectAnswer& project) {
  std::vector<std::string> names;
  for (const programme::ChosenPhase& phase : project.phases) {
    const std::string& name = study.programme->pools[static_cast<std::size_t>(phase.option->pool)].name;
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

constexpr std::size_t kProjectCostColumn = 11;  ///< of the sheet of projects

Row project_row(const Study& study, const programme::ProjectAnswer& project) {
  const scenario::Programme& programme = *study.programme;
  const bool placed = !project.phases.empty();
  int nodes = 0;
  for (const programme::ChosenPhase& phase : project.phases) nodes = std::max(nodes, phase.option->nodes);
  const programme::ProjectAnswer& of = project;
  Row row = texts({of.organisation, of.project->name, pools_text(study, of)});
  row.push_back(placed ? number(nodes) : Cell{});
  const auto add_day = [&](const std::string& day) { row.push_back(words(placed ? day : "not placed")); };
  add_day(programme::day_text(programme, of.summary.start_days.p50));
  for (const double day : {of.summary.finish_days.p10, of.summary.finish_days.p50, of.summary.finish_days.p90})
    add_day(programme::finish_text(programme, day));
  row.push_back(of.project->deadline ? words(date_text(*of.project->deadline)) : Cell{});
  row.push_back(of.on_time ? number(*of.on_time, CellStyle::kShare) : Cell{});
  row.push_back(placed ? number(of.summary.node_hours.estimate.mean, CellStyle::kHours) : Cell{});
  if (of.money) {
    for (const double dollars : {of.money->mean, of.money->p10, of.money->p90})
      row.push_back(money(rounded_cents(dollars * programme.currency.per_dollar)));
  } else {
    for (int i = 0; i < 3; ++i) row.push_back(placed ? words(kUnknown) : Cell{});
  }
  row.push_back(words(fmt::format("{}", fmt::join(of.why, "; "))));
  return row;
}

Sheet projects_sheet(const Study& study) {
  Sheet sheet{.name = "projects",
              .rows = {},
              .widths = {26, 30, 20, 8, 12, 12, 12, 12, 12, 10, 14, 18, 18, 18, 80},
              .frozen_rows = 1,
              .frozen_columns = 2};
  sheet.rows.push_back(
      headings({"organisation", "project", "pools", "nodes", "start P50", "finish P10", "finish P50", "finish P90",
                "deadline", "on time", "node-hours", "cost", "cost P10", "cost P90", "what is wrong"}));
  std::optional<Cents> total = 0;
  for (const programme::ProjectAnswer& project : study.projects) {
    sheet.rows.push_back(project_row(study, project));
    if (project.phases.empty()) continue;
    add(total, project.money ? std::optional(rounded_cents(project.money->mean * study.programme->currency.per_dollar))
                             : std::nullopt);
  }
  Row sums(kProjectCostColumn);
  sums[0] = words("total");
  sums.push_back(sum(range(1, kProjectCostColumn, study.projects.size(), kProjectCostColumn), total));
  sheet.rows.push_back(std::move(sums));
  return sheet;
}

}  // namespace

Workbook programme_workbook(const ProgrammeAnswer& answer) {
  const Study& study = answer.study;
  const Ledger ledger = ledger_of(study, study.programme->currency.per_dollar);
  return {.title = study.programme->name,
          .created = study.programme->start,
          .sheets = {programme_assumptions_sheet(answer), months_sheet(study, ledger),
                     organisations_sheet(study, ledger), projects_sheet(study)}};
}

}  // namespace fmplan::exports
