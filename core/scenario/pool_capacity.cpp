#include "core/scenario/pool_capacity.h"

#include <algorithm>
#include <vector>

#include "core/base/date.h"

namespace fmplan::scenario {
namespace {

Date next_day(Date day) { return {day.days_since_epoch + 1}; }

int changed_by(const std::vector<PoolChange>& changes, Date day) {
  int nodes = 0;
  for (const PoolChange& change : changes)
    if (change.on <= day) nodes += change.nodes;
  return nodes;
}

/// Days on which the number of nodes may change.
std::vector<Date> days_of_change(const Pool& pool) {
  std::vector<Date> days;
  for (const PoolChange& change : pool.deliveries) days.push_back(change.on);
  for (const PoolChange& change : pool.returns) days.push_back(change.on);
  for (const PoolMaintenance& maintenance : pool.maintenance) {
    days.push_back(maintenance.from);
    days.push_back(maintenance.until);
  }
  return days;
}

/// Of one node from `from` to `until`, by the day.
std::optional<Dollars> money_by_day(const Pool& pool, Date from, Date until) {
  Dollars sum;
  for (Date day_paid = from; day_paid < until; day_paid = next_day(day_paid)) {
    const auto point = price_on(pool.prices, pool.region, pool.kind, day_paid);
    if (!point || !point->price) return std::nullopt;
    sum += *point->price * day;
  }
  return sum;
}

}  // namespace

int nodes_held(const Pool& pool, Date day, Date end) {
  return day < end ? changed_by(pool.deliveries, day) - changed_by(pool.returns, day) : 0;
}

int nodes_to_use(const Pool& pool, Date day, Date end) {
  const int held = nodes_held(pool, day, end);
  int away = pool.spares;
  for (const PoolMaintenance& maintenance : pool.maintenance)
    if (maintenance.from <= day && day < maintenance.until) away += maintenance.nodes > 0 ? maintenance.nodes : held;
  return std::max(0, held - away);
}

int most_nodes_to_use(const Pool& pool, Date end) {
  int most = 0;
  for (const Date day : days_of_change(pool)) most = std::max(most, nodes_to_use(pool, day, end));
  return most;
}

std::vector<HeldNodes> held_nodes(const Pool& pool, Date end) {
  std::vector<HeldNodes> held;
  auto back = pool.returns.begin();
  int left_of_back = back == pool.returns.end() ? 0 : back->nodes;
  for (const PoolChange& delivery : pool.deliveries) {
    int nodes = delivery.nodes;
    while (nodes > 0) {
      const int together = back == pool.returns.end() ? nodes : std::min(nodes, left_of_back);
      held.push_back({.nodes = together,
                      .from = delivery.on,
                      .until = back == pool.returns.end() ? end : std::min(back->on, end),
                      .late_chance = delivery.late_chance,
                      .late_mean = delivery.late_mean});
      nodes -= together;
      if (back == pool.returns.end()) continue;
      left_of_back -= together;
      if (left_of_back == 0 && ++back != pool.returns.end()) left_of_back = back->nodes;
    }
  }
  return held;
}

double held_node_hours(const Pool& pool, Date end) {
  double node_days = 0;
  for (const HeldNodes& held : held_nodes(pool, end))
    node_days += 1.0 * held.nodes * std::max(0, days_between(held.from, held.until));
  return node_days * (day / hour);
}

std::optional<Dollars> held_money(const Pool& pool, Date end) {
  Dollars sum;
  for (const HeldNodes& held : held_nodes(pool, end)) {
    const auto first = price_on(pool.prices, pool.region, pool.kind, held.from);
    const bool at_once = pool.price_is_own || pool.kind == hardware::kCapacityBlock;
    const auto each = !at_once ? money_by_day(pool, held.from, held.until)
                      : first && first->price
                          ? std::optional(*first->price * (days_between(held.from, held.until) * day))
                          : std::nullopt;
    if (!each) return std::nullopt;
    sum += held.nodes * *each;
  }
  return sum;
}

}  // namespace fmplan::scenario
