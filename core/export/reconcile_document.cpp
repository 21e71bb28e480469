#include "core/export/reconcile_document.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/json_text.h"

namespace fmplan::exports {
namespace {

using answer::Align;
using answer::Document;
using answer::Table;
using text::Json;

/// "1,234.50"; with a sign where it is a difference.
std::string amount_text(Cents cents, bool is_difference = false) {
  std::string text = cents_text(cents < 0 ? -cents : cents);
  for (std::size_t at = text.size() - 3; at > 3;) text.insert(at -= 3, ",");
  return (cents < 0 ? "-" : is_difference && cents > 0 ? "+" : "") + text;
}

std::string difference_text(const std::optional<Cents>& cents) { return cents ? amount_text(*cents, true) : "–"; }

/// Chosen: of sums of decimals, without what adding them as binary numbers leaves.
constexpr int kHourDigits = 12;

/// A part of the difference: its name, and what a variance has of it.
struct Part {
  const char* name;
  std::optional<Cents> (*of)(const Variance&);
};

constexpr Part kParts[] = {{"price", [](const Variance& v) -> std::optional<Cents> { return v.price; }},
                           {"volume", [](const Variance& v) -> std::optional<Cents> { return v.volume; }},
                           {"efficiency", [](const Variance& v) { return v.efficiency; }},
                           {"failures", [](const Variance& v) { return v.failures; }},
                           {"idle", [](const Variance& v) { return v.idle; }},
                           {"unplanned", [](const Variance& v) -> std::optional<Cents> { return v.unplanned; }}};

std::string group_name(VarianceGroup group) { return std::string(kVarianceGroupNames.name(group)); }

const char* nameless(VarianceGroup group) {
  return group == VarianceGroup::kOrganisation ? "no organisation" : "no pool";
}

/// "price +20.00, volume +14.00": those that are not 0.
std::string parts_text(const Variance& variance) {
  std::vector<std::string> parts;
  for (const Part& part : kParts)
    if (const auto cents = part.of(variance); cents.value_or(0) != 0)
      parts.push_back(fmt::format("{} {}", part.name, amount_text(*cents, true)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// In how many of the organisations' cells that the plan has, or has a price of, each part is told apart.
struct ToldApart {
  int cells = 0, efficiency = 0, failures = 0, idle = 0;
};

ToldApart told_apart(const ReconciledView& view) {
  ToldApart told;
  for (const VarianceCell& cell : view.cells) {
    if (!cell.unplanned_because.empty() || cell.organisation.empty()) continue;
    ++told.cells;
    told.efficiency += cell.variance.efficiency ? 1 : 0;
    told.failures += cell.variance.failures ? 1 : 0;
    told.idle += cell.variance.idle ? 1 : 0;
  }
  return told;
}

/// What of volume nothing told apart.
std::string untold_text(const ReconciledView& view) {
  const ToldApart told = told_apart(view);
  std::vector<std::string> untold;
  for (const auto& [name, cells] :
       {std::pair("efficiency", told.efficiency), {"failures", told.failures}, {"idle", told.idle}}) {
    if (cells == told.cells) continue;
    untold.push_back(cells == 0 ? std::string(name)
                                : fmt::format("{} (but for {} of {} cells)", name, cells, told.cells));
  }
  return untold.empty() ? "" : fmt::format("not told apart, and part of volume: {}", fmt::join(untold, ", "));
}

Table view_table(const ReconciledView& view, VarianceGroup group, const std::string& title,
                 const std::string& currency) {
  const Variance total = view.total();
  Table table{.title = fmt::format("{}, by {}, {}", title, group_name(group), currency),
              .header = {group_name(group), "planned", "billed", "difference"},
              .align = {Align::kLeft},
              .rows = {},
              .notes = {}};
  std::vector<const Part*> shown;
  for (const Part& part : kParts) {
    if (!part.of(total)) continue;
    shown.push_back(&part);
    table.header.emplace_back(part.name);
  }
  table.align.resize(table.header.size(), Align::kRight);
  const auto add = [&](const std::string& name, const Variance& variance) {
    std::vector<std::string> row = {name, amount_text(variance.planned), amount_text(variance.billed),
                                    amount_text(variance.difference(), true)};
    for (const Part* part : shown) row.push_back(difference_text(part->of(variance)));
    table.rows.push_back(std::move(row));
  };
  for (const GroupedVariance& of : grouped(view.cells, group))
    add(of.name.empty() ? nameless(group) : of.name, of.variance);
  add("total", total);
  if (std::string untold = untold_text(view); !untold.empty()) table.notes.push_back(std::move(untold));
  return table;
}

/// Amounts of what the plan does not have, by the reason.
using UnplannedAmounts = std::map<std::tuple<std::string, std::string, std::string>, Cents>;

UnplannedAmounts unplanned_amounts(const ReconciledView& view) {
  UnplannedAmounts amounts;
  for (const VarianceCell& cell : view.cells)
    if (!cell.unplanned_because.empty())
      amounts[{cell.unplanned_because, cell.organisation, cell.pool}] += cell.variance.unplanned;
  return amounts;
}

Table unplanned_table(const ReconciledView& view, const std::string& name, const std::string& currency) {
  Table table{.title = fmt::format("Unplanned, {}, {}", name, currency),
              .header = {"why", "organisation", "pool", "billed"},
              .align = {Align::kLeft, Align::kLeft, Align::kLeft, Align::kRight},
              .rows = {},
              .notes = {}};
  for (const auto& [key, cents] : unplanned_amounts(view)) {
    const auto& [because, organisation, pool] = key;
    table.rows.push_back(
        {because, organisation.empty() ? "–" : organisation, pool.empty() ? "–" : pool, amount_text(cents)});
  }
  return table;
}

Json name_json(const std::string& name) { return name.empty() ? Json(nullptr) : Json(name); }

Json cents_json(const std::optional<Cents>& cents) { return cents ? Json(cents_text(*cents)) : Json(nullptr); }

/// Behind what is in `json` already.
Json variance_json(Json json, const Variance& variance) {
  json.update({{"planned", cents_text(variance.planned)},
               {"billed", cents_text(variance.billed)},
               {"difference", cents_text(variance.difference())}});
  for (const Part& part : kParts) json[part.name] = cents_json(part.of(variance));
  json["planned_node_hours"] = text::rounded(variance.planned_node_hours, kHourDigits);
  json["billed_node_hours"] = text::rounded(variance.billed_node_hours, kHourDigits);
  return json;
}

Json view_json(const ReconciledView& view) {
  Json json = {{"total", variance_json(Json::object(), view.total())}};
  for (const auto& [key, group] : {std::pair("by_month", VarianceGroup::kMonth),
                                   {"by_organisation", VarianceGroup::kOrganisation},
                                   {"by_pool", VarianceGroup::kPool}}) {
    json[key] = Json::array();
    for (const GroupedVariance& of : grouped(view.cells, group))
      json[key].push_back(variance_json({{group_name(group), name_json(of.name)}}, of.variance));
  }
  json["cells"] = Json::array();
  for (const VarianceCell& cell : view.cells)
    json["cells"].push_back(variance_json({{"month", cell.month},
                                           {"organisation", name_json(cell.organisation)},
                                           {"pool", name_json(cell.pool)},
                                           {"unplanned_because", name_json(cell.unplanned_because)}},
                                          cell.variance));
  json["not_billed"] = Json::array();
  for (const MonthNotBilled& month : view.not_billed)
    json["not_billed"].push_back({{"month", month.month}, {"planned", cents_text(month.planned)}});
  const ToldApart told = told_apart(view);
  json["told_apart"] = {
      {"cells", told.cells}, {"efficiency", told.efficiency}, {"failures", told.failures}, {"idle", told.idle}};
  return json;
}

Json file_json(const std::string& file, std::size_t rows, std::size_t left_out) {
  return {{"file", file}, {"rows", rows}, {"rows_left_out", left_out}};
}

std::string rows_text(std::size_t rows) { return fmt::format("{} {}", rows, rows == 1 ? "row" : "rows"); }

void add_notes(const Reconciliation& reconciliation, const ReconciledFiles& files, bool is_same, Table& table) {
  std::vector<std::string> months;
  for (const MonthNotBilled& month : reconciliation.amortised.not_billed)
    months.push_back(fmt::format("{} ({})", month.month, amount_text(month.planned)));
  if (!months.empty()) table.notes.push_back(fmt::format("not billed yet, and left out: {}", fmt::join(months, ", ")));
  if (is_same) table.notes.emplace_back("cash (BilledCost by billing period) is the same to the cent");
  if (files.plan_rows_left_out > 0)
    table.notes.push_back(fmt::format("left out: {} of {} whose x_CostBasis is not \"forecast\"",
                                      rows_text(files.plan_rows_left_out), files.plan));
  if (files.bill_rows_left_out > 0)
    table.notes.push_back(fmt::format("left out: {} of {} whose x_CostBasis is \"forecast\"",
                                      rows_text(files.bill_rows_left_out), files.bill));
}

std::string headline_of(const Reconciliation& reconciliation) {
  const Variance total = reconciliation.amortised.total();
  const Cents difference = total.difference();
  std::string text = fmt::format("billed {} {} of {} planned", amount_text(total.billed), reconciliation.currency,
                                 amount_text(total.planned));
  if (difference == 0 && parts_text(total).empty()) return text;
  text += difference == 0 ? ", in all the same"
                          : fmt::format(", {} {}", amount_text(difference < 0 ? -difference : difference),
                                        difference < 0 ? "under" : "over");
  return fmt::format("{}: {}", text, parts_text(total));
}

}  // namespace

ReconciledFiles reconciled_files(const std::string& plan, const Forecast& forecast, const std::string& bill,
                                 const FocusCharges& billed) {
  return {.plan = plan,
          .bill = bill,
          .scenario_id = forecast.charges.scenario_id,
          .plan_rows = forecast.charges.charges.size(),
          .plan_rows_left_out = forecast.charges.num_others,
          .bill_rows = billed.charges.size(),
          .bill_rows_left_out = billed.num_others,
          .warnings = forecast.warnings};
}

Document reconcile_document(const Reconciliation& reconciliation, const ReconciledFiles& files, VarianceGroup group) {
  const ReconciledView &amortised = reconciliation.amortised, &cash = reconciliation.cash;
  Document document;
  document.headline = headline_of(reconciliation);
  document.warnings = files.warnings;
  Json plan = file_json(files.plan, files.plan_rows, files.plan_rows_left_out);
  plan["scenario_id"] = name_json(files.scenario_id);
  document.json = {{"version", 1},
                   {"currency", reconciliation.currency},
                   {"plan", std::move(plan)},
                   {"bill", file_json(files.bill, files.bill_rows, files.bill_rows_left_out)},
                   {"warnings", files.warnings},
                   {"amortised", view_json(amortised)},
                   {"cash", view_json(cash)}};
  document.csv_table = fmt::format("amortised.by_{}", group_name(group));
  const bool is_same = amortised.cells == cash.cells;
  document.tables.push_back(
      view_table(amortised, group, "Amortised (EffectiveCost by charge period)", reconciliation.currency));
  add_notes(reconciliation, files, is_same, document.tables.front());
  if (!is_same)
    document.tables.push_back(view_table(cash, group, "Cash (BilledCost by billing period)", reconciliation.currency));
  const bool is_same_unplanned = unplanned_amounts(amortised) == unplanned_amounts(cash);
  if (!unplanned_amounts(amortised).empty())
    document.tables.push_back(
        unplanned_table(amortised, is_same_unplanned ? "in both views" : "amortised", reconciliation.currency));
  if (!is_same_unplanned && !unplanned_amounts(cash).empty())
    document.tables.push_back(unplanned_table(cash, "cash", reconciliation.currency));
  return document;
}

}  // namespace fmplan::exports
