#include "core/plan/cost.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/quantity_text.h"

namespace fmplan::plan {
namespace {

/// What is paid for: the job's node-hours, and for how long nodes are held and storage is rented.
struct Use {
  double node_hours = 0;
  Seconds wall_clock, held;
};

/// The sum; none unless all are known.
std::optional<Dollars> sum(const std::vector<CostComponent>& components) {
  Dollars total;
  for (const CostComponent& component : components) {
    if (!component.amount) return std::nullopt;
    total += *component.amount;
  }
  return total;
}

/// The sum of those that are known; none where that of the nodes, the first, is not.
std::optional<Dollars> sum_of_known(const std::vector<CostComponent>& components) {
  if (!components.front().amount) return std::nullopt;
  Dollars total;
  for (const CostComponent& component : components) total += component.amount.value_or(Dollars{});
  return total;
}

/// A way of buying nodes: the mean price over the run, and how much longer than used they are paid for.
struct Purchase {
  std::optional<DollarsPerSecond> price;
  double paid_over_held = 1;
  std::string note;  ///< how the price changes; empty: it does not
};

Purchase purchase_of(const Scenario& scenario, const hardware::PricePoint& point, const Use& use) {
  Purchase purchase{.price = point.price, .paid_over_held = 1, .note = {}};
  if (point.kind == hardware::kCapacityBlock && use.held > Seconds{})
    purchase.paid_over_held = hardware::days_of_blocks(use.held) * day / use.held;
  const auto later = scenario.price.later.find(point.kind);
  if (later == scenario.price.later.end()) return purchase;
  purchase.price = mean_price(point.price, later->second, scenario.start, use.wall_clock);
  const Date end = date_after(scenario.start, use.wall_clock);
  for (const hardware::PricePoint& change : later->second)
    if (change.valid_from <= end && change.price)
      purchase.note += fmt::format(", {} from {}", money_rate_text(*change.price), date_text(change.valid_from));
  if (!purchase.note.empty() && point.price)
    purchase.note = fmt::format("; {}{}", money_rate_text(*point.price), purchase.note);
  return purchase;
}

std::vector<CostComponent> components_at(const Scenario& scenario, const Purchase& purchase, const Use& use,
                                         const std::vector<StorageRent>& rents) {
  const auto nodes = [&purchase](const char* name, double hours) {
    const double paid_hours = hours * purchase.paid_over_held;
    CostComponent component{name, std::nullopt, fmt::format("{:.0f} node-hours{}", paid_hours, purchase.note)};
    if (purchase.price) component.amount = paid_hours * hour * *purchase.price;
    return component;
  };
  std::vector<CostComponent> components = {nodes("compute", use.node_hours)};
  if (scenario.spare_nodes > 0) components.push_back(nodes("spare_nodes", scenario.spare_nodes * (use.held / hour)));
  if (scenario.cluster.checkpoint_storage) {
    const hardware::Storage& storage = *scenario.cluster.checkpoint_storage;
    std::optional<Dollars> rent;
    if (scenario.price.storage) rent = storage.capacity * *scenario.price.storage * use.wall_clock;
    components.push_back(
        {"checkpoint_storage", rent, fmt::format("{} of {}", data_text(storage.capacity), storage.name)});
  }
  for (const StorageRent& storage : rents) {
    std::optional<Dollars> rent;
    if (storage.price)
      rent = (storage.held + storage.archived / 2) * *storage.price * use.wall_clock + storage.requests;
    components.push_back({storage.name, rent, storage.note});
  }
  return components;
}

}  // namespace

CostReport cost_of(const Scenario& scenario, double node_hours, Seconds wall_clock,
                   const std::vector<StorageRent>& rents, std::optional<Seconds> held) {
  const Use use{.node_hours = node_hours, .wall_clock = wall_clock, .held = held.value_or(wall_clock)};
  CostReport report;
  Purchase purchase;
  if (scenario.price.chosen) purchase = purchase_of(scenario, *scenario.price.chosen, use);
  report.price_per_node = purchase.price;
  if (purchase.paid_over_held != 1) report.block_days = purchase.paid_over_held * (use.held / day);
  report.components = components_at(scenario, purchase, use, rents);
  report.total = sum(report.components);
  report.at_least = sum_of_known(report.components);
  report.low = report.high = report.at_least;
  for (const hardware::PricePoint& point : scenario.price.alternatives) {
    const Purchase other = purchase_of(scenario, point, use);
    const std::optional<Dollars> known = sum_of_known(components_at(scenario, other, use, rents));
    report.alternatives.push_back({point.kind, known, other.price ? money_rate_text(*other.price) : "unknown"});
    if (!known) continue;
    report.low = std::min(report.low.value_or(*known), *known);
    report.high = std::max(report.high.value_or(*known), *known);
  }
  return report;
}

}  // namespace fmplan::plan
