#include "core/plan/cost.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/quantity_text.h"

namespace fmplan::plan {
namespace {

std::optional<Dollars> sum(const std::vector<CostComponent>& components) {
  Dollars total;
  for (const CostComponent& component : components) {
    if (!component.amount) return std::nullopt;
    total += *component.amount;
  }
  return total;
}

std::vector<CostComponent> components_at(const Scenario& scenario, std::optional<DollarsPerSecond> price,
                                         double node_hours, Seconds wall_clock, Seconds held,
                                         const std::vector<StorageRent>& rents) {
  const auto paid = [price](double hours) {
    return price ? std::optional<Dollars>(hours * hour * *price) : std::nullopt;
  };
  std::vector<CostComponent> components = {{"compute", paid(node_hours), fmt::format("{:.0f} node-hours", node_hours)}};
  if (scenario.spare_nodes > 0) {
    const double spare_hours = scenario.spare_nodes * (held / hour);
    components.push_back({"spare_nodes", paid(spare_hours), fmt::format("{:.0f} node-hours", spare_hours)});
  }
  if (scenario.cluster.checkpoint_storage) {
    const hardware::Storage& storage = *scenario.cluster.checkpoint_storage;
    std::optional<Dollars> rent;
    if (scenario.price.storage) rent = storage.capacity * *scenario.price.storage * wall_clock;
    components.push_back(
        {"checkpoint_storage", rent, fmt::format("{} of {}", data_text(storage.capacity), storage.name)});
  }
  for (const StorageRent& storage : rents) {
    std::optional<Dollars> rent;
    if (storage.price) rent = (storage.held + storage.archived / 2) * *storage.price * wall_clock + storage.requests;
    components.push_back({storage.name, rent, storage.note});
  }
  return components;
}

}  // namespace

CostReport cost_of(const Scenario& scenario, double node_hours, Seconds wall_clock,
                   const std::vector<StorageRent>& rents, std::optional<Seconds> held) {
  CostReport report;
  if (scenario.price.chosen) report.price_per_node = scenario.price.chosen->price;
  report.components =
      components_at(scenario, report.price_per_node, node_hours, wall_clock, held.value_or(wall_clock), rents);
  report.total = sum(report.components);
  report.low = report.high = report.total;
  for (const hardware::PricePoint& point : scenario.price.alternatives) {
    const std::optional<Dollars> total =
        sum(components_at(scenario, point.price, node_hours, wall_clock, held.value_or(wall_clock), rents));
    report.alternatives.push_back({point.kind, total, money_rate_text(*point.price)});
    if (!total) continue;
    report.low = std::min(report.low.value_or(*total), *total);
    report.high = std::max(report.high.value_or(*total), *total);
  }
  return report;
}

}  // namespace fmplan::plan
