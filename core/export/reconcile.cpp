#include "core/export/reconcile.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "core/base/issue.h"

namespace fmplan::exports {
namespace {

/// What a view takes of a row.
struct ViewColumns {
  ExactMoney Charge::*cost;
  std::string Charge::*month;
};

constexpr const char* kUsage = "Usage";

/// A cell's place; what is nobody's comes last.
struct CellKey {
  std::string month;
  bool is_nobodys = false;
  std::string organisation, pool, unplanned_because;

  friend auto operator<=>(const CellKey&, const CellKey&) = default;
};

/// Rows of a cell added up.
struct CellSums {
  ExactMoney cost = 0;
  double hours = 0;
  double failure_hours = 0, idle_hours = 0;
  double steps = 0;  ///< node-hours used over the seconds of their steps
  bool tells_failures = true, tells_idle = true, tells_steps = true;

  void add(const Charge& charge, ExactMoney row_cost) {
    cost += row_cost;
    const double row_hours = charge.node_hours.value_or(0);
    hours += row_hours;
    if (row_hours == 0) return;
    failure_hours += charge.failure_hours.value_or(0);
    idle_hours += charge.idle_hours.value_or(0);
    tells_failures = tells_failures && charge.failure_hours;
    tells_idle = tells_idle && charge.idle_hours;
    const double used = row_hours - charge.failure_hours.value_or(0) - charge.idle_hours.value_or(0);
    if (used > 0) tells_steps = tells_steps && charge.step_time_s;
    if (charge.step_time_s) steps += used / *charge.step_time_s;
  }

  double used_hours() const { return hours - failure_hours - idle_hours; }
  /// Of the steps of all its rows; none where one of them does not say.
  std::optional<double> step_time_s() const {
    return tells_steps && steps > 0 ? std::optional(used_hours() / steps) : std::nullopt;
  }
};

using Cells = std::map<CellKey, CellSums>;

/// A cell without hours in a dataset: none of them were lost, if the dataset tells of that at all.
CellSums no_hours(const FocusCharges& dataset) {
  CellSums none;
  none.tells_failures =
      std::ranges::any_of(dataset.charges, [](const Charge& charge) { return charge.failure_hours.has_value(); });
  none.tells_idle =
      std::ranges::any_of(dataset.charges, [](const Charge& charge) { return charge.idle_hours.has_value(); });
  return none;
}

/// What the plan says beside its amounts.
class PlanFacts {
 public:
  PlanFacts(const FocusCharges& plan, ViewColumns view) {
    for (const Charge& charge : plan.charges) {
      if (!charge.organisation.empty()) {
        organisations_[charge.organisation] = charge.organisation;
        if (!charge.organisation_id.empty()) organisations_.try_emplace(charge.organisation_id, charge.organisation);
      }
      const std::string pool = own_pool(charge);
      pools_[pool].insert({charge.instance, charge.region, charge.pricing_category});
      months_.insert(charge.*view.month);
      auto& [cost, hours] = pool_months_[{pool, charge.*view.month}];
      cost += charge.*view.cost;
      hours += charge.node_hours.value_or(0);
    }
  }

  /// A pool that a row does not name is called by its machine and region.
  static std::string own_pool(const Charge& charge) {
    if (!charge.pool.empty()) return charge.pool;
    return charge.region.empty() ? charge.instance : fmt::format("{} in {}", charge.instance, charge.region);
  }

  bool has_month(const std::string& month) const { return months_.contains(month); }

  /// The plan's name of a row's organisation; none: it has no such.
  std::optional<std::string> organisation_of(const Charge& charge) const {
    if (charge.organisation.empty()) return charge.organisation;
    for (const std::string& name : {charge.organisation, charge.organisation_id})
      if (const auto found = organisations_.find(name); found != organisations_.end()) return found->second;
    return std::nullopt;
  }

  /// The plan's pool that a row is of; none: it has no such, or several that it may be.
  std::optional<std::string> pool_of(const Charge& charge) const {
    if (const std::string name = own_pool(charge); pools_.contains(name)) return name;
    if (!charge.pool.empty()) return std::nullopt;
    std::vector<std::string> alike, alike_bought;
    for (const auto& [name, machines] : pools_) {
      const auto is_alike = [&charge](const Machine& of) {
        return std::get<0>(of) == charge.instance && std::get<1>(of) == charge.region;
      };
      if (std::ranges::any_of(machines, is_alike)) alike.push_back(name);
      if (machines.contains({charge.instance, charge.region, charge.pricing_category})) alike_bought.push_back(name);
    }
    if (alike.size() == 1) return alike.front();
    return alike_bought.size() == 1 ? std::optional(alike_bought.front()) : std::nullopt;
  }

  /// Whether an hour that a row charges for can be one of the pool's machines: a tag may stand at all that a team owns.
  bool is_of_its_machines(const Charge& charge, const std::string& pool) const {
    const auto& machines = pools_.at(pool);
    return charge.instance.empty() || std::ranges::any_of(machines, [&charge](const Machine& of) {
             return std::get<0>(of).empty() || std::get<0>(of) == charge.instance;
           });
  }

  /// Of a node-hour of a pool in a month, in the currency's unit; none: the plan has no hours there.
  std::optional<double> price(const std::string& pool, const std::string& month) const {
    const auto found = pool_months_.find({pool, month});
    if (found == pool_months_.end() || found->second.second <= 0) return std::nullopt;
    return plain(found->second.first) / found->second.second;
  }

 private:
  using Machine = std::tuple<std::string, std::string, std::string>;  ///< instance, region, pricing category

  std::map<std::string, std::string> organisations_;  // by name and identifier
  std::map<std::string, std::set<Machine>> pools_;
  std::set<std::string> months_;
  std::map<std::pair<std::string, std::string>, std::pair<ExactMoney, double>> pool_months_;
};

CellKey key_of(const std::string& month, const std::string& organisation, const std::string& pool,
               const std::string& unplanned_because = {}) {
  return {.month = month,
          .is_nobodys = organisation.empty(),
          .organisation = organisation,
          .pool = pool,
          .unplanned_because = unplanned_because};
}

/// Where a row of the bill belongs.
CellKey billed_key(const Charge& charge, const std::string& month, const PlanFacts& plan) {
  const std::string named = charge.pool.empty() && charge.node_hours ? PlanFacts::own_pool(charge) : charge.pool;
  const auto unplanned = [&](const std::string& because) { return key_of(month, charge.organisation, named, because); };
  if (charge.category != kUsage) return unplanned(fmt::format("ChargeCategory {}", charge.category));
  if (!charge.node_hours) return unplanned("not by the hour");
  if (!plan.has_month(month)) return unplanned("month not in the plan");
  const auto pool = plan.pool_of(charge);
  if (!pool) return unplanned("pool not in the plan");
  if (!plan.is_of_its_machines(charge, *pool)) return unplanned("not the pool's machine");
  const auto organisation = plan.organisation_of(charge);
  if (!organisation) return unplanned("organisation not in the plan");
  if (!plan.price(*pool, month)) return unplanned("no planned price of the pool in that month");
  return key_of(month, *organisation, *pool);
}

/// Splits what a cell's hours cost.  @pre a price of its pool is planned.
Variance split(const CellSums& planned, const CellSums& billed, Cents planned_cost, Cents billed_cost,
               double pool_price, bool is_nobodys) {
  Variance variance{.planned = planned_cost,
                    .billed = billed_cost,
                    .planned_node_hours = planned.hours,
                    .billed_node_hours = billed.hours};
  const double price = planned.hours > 0 ? plain(planned.cost) / planned.hours : pool_price;
  // The same hours cost to the cent what was planned.
  const bool is_same = billed.hours == planned.hours && planned.hours != 0;
  const Cents at_planned_price = is_same ? planned_cost : rounded_cents(price * billed.hours);
  variance.price = billed_cost - at_planned_price;
  variance.volume = at_planned_price - planned_cost;
  const auto take = [&variance](std::optional<Cents>& part, double amount) {
    part = rounded_cents(amount);
    variance.volume -= *part;
  };
  if (is_nobodys) {
    variance.idle = std::exchange(variance.volume, 0);
    return variance;
  }
  const bool both = planned.hours != 0 || billed.hours != 0;
  if (both && planned.tells_failures && billed.tells_failures)
    take(variance.failures, price * (billed.failure_hours - planned.failure_hours));
  if (both && planned.tells_idle && billed.tells_idle)
    take(variance.idle, price * (billed.idle_hours - planned.idle_hours));
  const auto planned_step = planned.step_time_s(), billed_step = billed.step_time_s();
  if (planned_step && billed_step)
    take(variance.efficiency, price * billed.used_hours() * (1 - *planned_step / *billed_step));
  return variance;
}

/// Costs of cells in whole cents that add up to the rounded sum.
std::map<CellKey, Cents> rounded(const Cells& cells) {
  std::map<CellKey, Cents> costs;
  ExactMoney sum = 0;
  Cents before = 0;
  for (const auto& [key, sums] : cells) {
    sum += sums.cost;
    costs[key] = rounded_cents(sum) - before;
    before += costs[key];
  }
  return costs;
}

ReconciledView reconcile_view(const FocusCharges& plan, const FocusCharges& bill, ViewColumns view) {
  const PlanFacts facts(plan, view);
  Cells planned, billed;
  std::set<std::string> billed_months;
  for (const Charge& charge : plan.charges)
    planned[key_of(charge.*view.month, charge.organisation, PlanFacts::own_pool(charge))].add(charge,
                                                                                              charge.*view.cost);
  for (const Charge& charge : bill.charges) {
    billed_months.insert(charge.*view.month);
    billed[billed_key(charge, charge.*view.month, facts)].add(charge, charge.*view.cost);
  }
  const std::map<CellKey, Cents> planned_costs = rounded(planned), billed_costs = rounded(billed);
  const auto cost_in = [](const std::map<CellKey, Cents>& costs, const CellKey& key) {
    const auto found = costs.find(key);
    return found == costs.end() ? 0 : found->second;
  };
  const auto sums_in = [](const Cells& cells, const CellKey& key, const CellSums& otherwise) {
    const auto found = cells.find(key);
    return found == cells.end() ? otherwise : found->second;
  };
  const CellSums none_planned = no_hours(plan), none_billed = no_hours(bill);

  ReconciledView reconciled;
  std::set<CellKey> keys;
  std::map<std::string, Cents> not_billed;
  for (const auto& [key, sums] : planned) {
    if (billed_months.contains(key.month)) {
      keys.insert(key);
    } else {
      not_billed[key.month] += planned_costs.at(key);
    }
  }
  for (const auto& [key, sums] : billed) keys.insert(key);
  for (const CellKey& key : keys) {
    VarianceCell cell{.month = key.month,
                      .organisation = key.organisation,
                      .pool = key.pool,
                      .unplanned_because = key.unplanned_because};
    const Cents planned_cost = cost_in(planned_costs, key), billed_cost = cost_in(billed_costs, key);
    if (key.unplanned_because.empty()) {
      cell.variance = split(sums_in(planned, key, none_planned), sums_in(billed, key, none_billed), planned_cost,
                            billed_cost, facts.price(key.pool, key.month).value_or(0), key.is_nobodys);
    } else {
      cell.variance.billed = cell.variance.unplanned = billed_cost;
    }
    reconciled.cells.push_back(std::move(cell));
  }
  for (const auto& [month, cost] : not_billed) reconciled.not_billed.push_back({month, cost});
  return reconciled;
}

}  // namespace

Variance& Variance::operator+=(const Variance& other) {
  planned += other.planned;
  billed += other.billed;
  price += other.price;
  volume += other.volume;
  unplanned += other.unplanned;
  for (std::optional<Cents> Variance::*part : {&Variance::efficiency, &Variance::failures, &Variance::idle})
    if (other.*part) this->*part = (this->*part).value_or(0) + *(other.*part);
  planned_node_hours += other.planned_node_hours;
  billed_node_hours += other.billed_node_hours;
  return *this;
}

Variance ReconciledView::total() const {
  Variance sum;
  for (const VarianceCell& cell : cells) sum += cell.variance;
  return sum;
}

Reconciliation reconcile(const FocusCharges& plan, const FocusCharges& bill) {
  if (plan.currency != bill.currency)
    throw InputError("BillingCurrency", fmt::format("the plan is in {}, the bill in {}; state the plan's \"currency\" "
                                                    "as the bill's",
                                                    plan.currency, bill.currency));
  return {.currency = bill.currency,
          .amortised = reconcile_view(plan, bill, {&Charge::effective_cost, &Charge::charged}),
          .cash = reconcile_view(plan, bill, {&Charge::billed_cost, &Charge::billed})};
}

const std::string& group_of(const VarianceCell& cell, VarianceGroup group) {
  switch (group) {
    case VarianceGroup::kMonth: return cell.month;
    case VarianceGroup::kOrganisation: return cell.organisation;
    case VarianceGroup::kPool: break;
  }
  return cell.pool;
}

std::vector<GroupedVariance> grouped(const std::vector<VarianceCell>& cells, VarianceGroup group) {
  std::map<std::pair<bool, std::string>, Variance> groups;
  for (const VarianceCell& cell : cells) {
    const std::string& name = group_of(cell, group);
    groups[{name.empty(), name}] += cell.variance;
  }
  std::vector<GroupedVariance> list;
  for (const auto& [key, variance] : groups) list.push_back({key.second, variance});
  return list;
}

}  // namespace fmplan::exports
