#include "core/plan/cost.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/base/statistics.h"

namespace fmplan::plan {
namespace {

Seconds held(const NodeUse& use) { return use.held.value_or(use.wall_clock); }

using Amounts = std::vector<std::optional<Dollars>>;

/// The sum; none unless all are known.
std::optional<Dollars> sum(const Amounts& amounts) {
  Dollars total;
  for (const std::optional<Dollars>& amount : amounts) {
    if (!amount) return std::nullopt;
    total += *amount;
  }
  return total;
}

/// The sum of those that are known; none where that of the nodes, the first, is not.
std::optional<Dollars> sum_of_known(const Amounts& amounts) {
  if (!amounts.front()) return std::nullopt;
  Dollars total;
  for (const std::optional<Dollars>& amount : amounts) total += amount.value_or(Dollars{});
  return total;
}

/// A way of buying nodes: the mean price over its node-hours, and how much longer than used they are paid for.
struct Purchase {
  std::optional<DollarsPerSecond> price;
  double paid_over_held = 1;
};

/// Days that are paid for what is held for `time`; hazards may leave gaps between blocks.
double days_of_blocks(const Scenario& scenario, Seconds time) {
  hardware::BlockTerms terms = scenario.price.blocks;
  if (const auto& gaps = scenario.hazards.capacity_block)
    terms.longest_days = std::min(terms.longest_days, (gaps->every - gaps->takes) / day);
  return hardware::days_of_blocks(time, terms);
}

/// Days that blocks are paid for, expected: those of the mean are fewer, or more, than the mean of those that luck
/// asks for.  The time is log-normal on either side of `held`, whose mean it keeps.
double expected_days_of_blocks(const Scenario& scenario, const NodeUse& use) {
  const auto& band = use.held_80;
  const double held_days = held(use) / day;
  if (!band || !(band->low > 0) || !std::isfinite(band->high)) return days_of_blocks(scenario, held(use));
  constexpr int kQuantiles = 64;  // chosen: a day more or less of the mean to one in a hundred
  static const std::array<double, kQuantiles> kNormal = [] {
    std::array<double, kQuantiles> values{};
    for (int i = 0; i < kQuantiles; ++i) values[static_cast<std::size_t>(i)] = normal_quantile((i + 0.5) / kQuantiles);
    return values;
  }();
  const double below = std::max(0.0, std::log(held_days / band->low) / kNormal80),
               above = std::max(0.0, std::log(band->high / held_days) / kNormal80);
  std::array<double, kQuantiles> days{};
  double sum = 0;
  for (std::size_t i = 0; i < days.size(); ++i) {
    days[i] = std::exp(kNormal[i] * (kNormal[i] < 0 ? below : above));
    sum += days[i];
  }
  double paid = 0;
  for (const double each : days) paid += days_of_blocks(scenario, each / sum * kQuantiles * held(use));
  return paid / kQuantiles;
}

const std::vector<hardware::PricePoint>* changes_of(const Scenario& scenario, const hardware::PricePoint& point) {
  const auto later = scenario.price.later.find(point.kind);
  return later == scenario.price.later.end() || later->second.empty() ? nullptr : &later->second;
}

/// The nodes of the job and its spares, over the run.
std::vector<hardware::PaidStretch> paid_stretches(const Scenario& scenario, const NodeUse& use) {
  if (use.stretches.empty()) return {{.time = use.wall_clock}};
  Seconds all;
  for (const hardware::PaidStretch& stretch : use.stretches) all += stretch.time;
  std::vector<hardware::PaidStretch> stretches = use.stretches;
  for (hardware::PaidStretch& stretch : stretches)
    stretch = {.time = stretch.time / all * use.wall_clock, .nodes = stretch.nodes + scenario.spare_nodes};
  return stretches;
}

Purchase purchase_of(const Scenario& scenario, const hardware::PricePoint& point, const NodeUse& use) {
  Purchase purchase{.price = point.price, .paid_over_held = 1};
  if (point.kind == hardware::kCapacityBlock && held(use) > Seconds{})
    purchase.paid_over_held = expected_days_of_blocks(scenario, use) * day / held(use);
  if (const auto* later = changes_of(scenario, point))
    purchase.price = mean_price(point.price, *later, scenario.start, paid_stretches(scenario, use));
  return purchase;
}

/// The most nodes that the job has at a time, with its spares: of phases that state theirs, not the cluster's.
int most_nodes(const Scenario& scenario) {
  return (scenario.phases.empty() ? scenario.cluster.num_nodes : most_phase_nodes(scenario)) + scenario.spare_nodes;
}

bool too_many_for_blocks(const Scenario& scenario, int nodes) { return nodes > scenario.price.blocks.most_nodes; }

bool too_long_for_blocks(const Scenario& scenario, const NodeUse& use) {
  return use.longest.value_or(held(use)) > scenario.price.blocks.longest_days * day && !scenario.hazards.capacity_block;
}

/// What of the run Capacity Blocks do not take; empty: nothing, or it is another kind of price.
std::string beyond_blocks(const Scenario& scenario, const hardware::PricePoint& point, const NodeUse& use, int nodes) {
  if (point.kind != hardware::kCapacityBlock) return {};
  const hardware::BlockTerms& blocks = scenario.price.blocks;
  if (too_many_for_blocks(scenario, nodes))
    return fmt::format("{} nodes with spares, of {} at most", nodes, blocks.most_nodes);
  if (too_long_for_blocks(scenario, use)) return fmt::format("longer than {:.0f} days", blocks.longest_days);
  return {};
}

/// As purchase_of() has it, at no price where it cannot be bought so.
Purchase possible_purchase(const Scenario& scenario, const hardware::PricePoint& point, const NodeUse& use, int nodes) {
  Purchase purchase = purchase_of(scenario, point, use);
  if (point.kind == hardware::kCapacityBlock &&
      (too_many_for_blocks(scenario, nodes) || too_long_for_blocks(scenario, use)))
    purchase.price.reset();
  return purchase;
}

/// Whether a reservation is paid for longer than nodes are held.
bool outlasts_run(std::string_view kind, Seconds held) {
  const std::optional<Seconds> term = reserved_term(kind);
  return term && *term > held;
}

double spare_hours(const Scenario& scenario, const NodeUse& use) { return scenario.spare_nodes * (held(use) / hour); }

/// Nodes, spares, the cluster's storage and other storage, as far as there are any.
Amounts amounts_at(const Scenario& scenario, const Purchase& purchase, const NodeUse& use,
                   const std::vector<StorageRent>& rents) {
  Amounts amounts;
  amounts.reserve(3 + rents.size());
  const auto add_nodes = [&](double hours) {
    amounts.push_back(purchase.price ? std::optional(hours * purchase.paid_over_held * hour * *purchase.price)
                                     : std::nullopt);
  };
  add_nodes(use.node_hours);
  if (scenario.spare_nodes > 0) add_nodes(spare_hours(scenario, use));
  if (const auto& storage = scenario.cluster.checkpoint_storage)
    amounts.push_back(scenario.price.storage
                          ? std::optional(storage->capacity * *scenario.price.storage * use.wall_clock)
                          : std::nullopt);
  for (const StorageRent& rent : rents)
    amounts.push_back(
        rent.price ? std::optional((rent.held + rent.archived / 2) * *rent.price * use.wall_clock + rent.requests)
                   : std::nullopt);
  return amounts;
}

/// "; 98.32 $/h, 55.04 $/h from 2025-06-23"; empty where the price stays the same.
std::string changes_text(const Scenario& scenario, const NodeUse& use) {
  const auto& chosen = scenario.price.chosen;
  const auto* later = chosen && chosen->price ? changes_of(scenario, *chosen) : nullptr;
  if (!later) return {};
  const Date end = date_after(scenario.start, use.wall_clock);
  std::string text;
  for (const hardware::PricePoint& change : *later)
    if (change.valid_from <= end && change.price)
      text += fmt::format(", {} from {}", money_rate_text(*change.price), date_text(change.valid_from));
  return text.empty() ? text : fmt::format("; {}{}", money_rate_text(*chosen->price), text);
}

/// The amounts with their names, in their order.
std::vector<CostComponent> components_of(const Scenario& scenario, const Amounts& amounts, const Purchase& purchase,
                                         const NodeUse& use, const std::vector<StorageRent>& rents) {
  std::vector<CostComponent> components;
  const auto add = [&](std::string name, std::string note) {
    components.push_back({std::move(name), amounts[components.size()], std::move(note)});
  };
  const std::string changes = changes_text(scenario, use);
  const auto hours_text = [&](double hours) {
    return fmt::format("{:.0f} node-hours{}", hours * purchase.paid_over_held, changes);
  };
  add("compute", hours_text(use.node_hours));
  if (scenario.spare_nodes > 0) add("spare_nodes", hours_text(spare_hours(scenario, use)));
  if (const auto& storage = scenario.cluster.checkpoint_storage)
    add("checkpoint_storage", fmt::format("{} of {}", data_text(storage->capacity), storage->name));
  for (const StorageRent& rent : rents) add(rent.name, rent.note);
  return components;
}

}  // namespace

bool has_flat_price(const Scenario& scenario) {
  const auto& chosen = scenario.price.chosen;
  return !chosen || (chosen->kind != hardware::kCapacityBlock && !changes_of(scenario, *chosen));
}

std::optional<Seconds> reserved_term(std::string_view kind) {
  if (kind == "reserved_1y") return 365 * day;
  if (kind == "reserved_3y") return 3 * 365 * day;
  return std::nullopt;
}

std::optional<Dollars> nodes_cost(const Scenario& scenario, int num_nodes, Seconds time) {
  const auto& chosen = scenario.price.chosen;
  if (!chosen) return std::nullopt;
  const NodeUse use{.node_hours = num_nodes * (time / hour), .wall_clock = time};
  const Purchase purchase = possible_purchase(scenario, *chosen, use, num_nodes + scenario.spare_nodes);
  if (!purchase.price) return std::nullopt;
  return num_nodes * *purchase.price * time * purchase.paid_over_held;
}

std::string why_not_sold(const Scenario& scenario, int num_nodes, Seconds time) {
  const auto& chosen = scenario.price.chosen;
  return chosen && chosen->price
             ? beyond_blocks(scenario, *chosen, {.wall_clock = time}, num_nodes + scenario.spare_nodes)
             : "";
}

const hardware::PricePoint* last_price(const Scenario& scenario, Seconds wall_clock) {
  const auto& chosen = scenario.price.chosen;
  if (!chosen || !chosen->price) return nullptr;
  const hardware::PricePoint* last = &*chosen;
  if (const auto* later = changes_of(scenario, *chosen)) {
    const Date end = date_after(scenario.start, wall_clock);
    for (const hardware::PricePoint& change : *later)
      if (change.valid_from <= end) last = &change;
  }
  return last;
}

std::vector<hardware::PaidStretch> stretches_of(const std::vector<PhaseReport>& phases) {
  std::vector<hardware::PaidStretch> stretches;
  for (const PhaseReport& phase : phases)
    stretches.push_back({.time = phase.productive, .nodes = 1.0 * phase.num_nodes});
  const auto as_first = [&](const hardware::PaidStretch& stretch) { return stretch.nodes == stretches.front().nodes; };
  if (std::ranges::all_of(stretches, as_first)) stretches.clear();
  return stretches;
}

NodeUse use_of(const Report& report, double days) {
  return {.node_hours = report.node_hours / (report.run.time.total() / day) * days,
          .wall_clock = days * day,
          .stretches = stretches_of(report.phases)};
}

NodeUse expected_use(const Report& report, double mean_days) {
  const Range& days = report.wall_clock_days_80;
  const double scale = mean_days / report.mean_days;
  NodeUse use = use_of(report, mean_days);
  use.held_80 = Range{scale * days.low, scale * days.high};
  // What is booked has to do in nine of ten cases.
  use.longest = scale * days.high * day;
  return use;
}

std::optional<Dollars> known_cost(const Scenario& scenario, const NodeUse& use, const std::vector<StorageRent>& rents) {
  if (!scenario.price.chosen) return std::nullopt;
  const Purchase purchase = possible_purchase(scenario, *scenario.price.chosen, use, most_nodes(scenario));
  return sum_of_known(amounts_at(scenario, purchase, use, rents));
}

double mean_days_with(const Report& report, double more_days) {
  return report.mean_days * (1 + more_days / (report.run.time.total() / day));
}

std::optional<Dollars> expected_cost(const Report& report, std::optional<double> days, int more_spares) {
  const double mean_days = days.value_or(report.mean_days);
  if (!std::isfinite(mean_days)) return std::nullopt;
  if (more_spares > 0) {
    Scenario scenario = report.scenario;
    scenario.spare_nodes += more_spares;
    return known_cost(scenario, expected_use(report, mean_days), report.storage.rents);
  }
  return known_cost(report.scenario, expected_use(report, mean_days), report.storage.rents);
}

CostReport cost_of(const Scenario& scenario, const NodeUse& use, const std::vector<StorageRent>& rents) {
  CostReport report;
  Purchase purchase;
  const int nodes = most_nodes(scenario);
  if (scenario.price.chosen) {
    report.price_per_node = purchase_of(scenario, *scenario.price.chosen, use).price;
    purchase = possible_purchase(scenario, *scenario.price.chosen, use, nodes);
  }
  if (purchase.paid_over_held != 1) report.block_days = purchase.paid_over_held * (held(use) / day);
  const Amounts amounts = amounts_at(scenario, purchase, use, rents);
  report.components = components_of(scenario, amounts, purchase, use, rents);
  report.total = sum(amounts);
  report.at_least = sum_of_known(amounts);
  report.low = report.high = report.at_least;
  for (const hardware::PricePoint& point : scenario.price.alternatives) {
    const std::optional<DollarsPerSecond> price = purchase_of(scenario, point, use).price;
    const Amounts parts = amounts_at(scenario, possible_purchase(scenario, point, use, nodes), use, rents);
    const std::optional<Dollars> known = sum_of_known(parts);
    std::string note = price ? money_rate_text(*price) + " per node" : "price unknown";
    if (point.last_seen) note += fmt::format(", last seen on {}", date_text(*point.last_seen));
    const std::string beyond = beyond_blocks(scenario, point, use, nodes);
    if (!beyond.empty()) note += ", cannot be bought: " + beyond;
    const bool outlasts = outlasts_run(point.kind, held(use));
    if (outlasts) note += ", the run's days alone of what is paid for";
    if (known && !sum(parts)) note += ", at least: not all of it has a known price";
    report.alternatives.push_back({point.kind, known, std::move(note)});
    // Nobody buys years for days.
    if (!known || outlasts) continue;
    report.low = std::min(report.low.value_or(*known), *known);
    report.high = std::max(report.high.value_or(*known), *known);
  }
  return report;
}

}  // namespace fmplan::plan
