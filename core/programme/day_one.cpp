#include "core/programme/day_one.h"

#include <algorithm>
#include <cmath>

#include "core/sim/programme/day_one.h"

namespace fmplan::programme {
namespace {

using scenario::Pool;
using scenario::PoolChange;

/// Of not being late by more than `days`.
double chance_in_time(const PoolChange& delivery, double days) {
  if (days < 0) return 0;
  if (delivery.late_chance == 0 || delivery.late_mean <= 0 * day) return 1;
  return 1 - delivery.late_chance * std::exp(-days / (delivery.late_mean / day));
}

/// Of the delivery's good nodes being enough, so many days after it was due.
double chance_of_enough(const Pool& pool, const PoolChange& delivery, int spares, double days) {
  const double check = pool.acceptance.check / day, replaced = check + pool.acceptance.replaced_in / day;
  const double checked = chance_in_time(delivery, days - check), all = chance_in_time(delivery, days - replaced);
  const double good =
      sim::chance_of_nodes(delivery.nodes, pool.acceptance.defective_share, std::max(0, delivery.nodes - spares));
  return all + (checked - all) * good;
}

}  // namespace

DayOne day_one(const scenario::Programme& programme) {
  DayOne answer{.deliveries = {}, .chances = std::vector<double>(std::size(kDeliveryDays), 1.0)};
  for (const Pool& pool : programme.pools) {
    int spares = pool.spares;
    for (const PoolChange& delivery : pool.deliveries) {
      DeliveryCheck check{.pool = pool.name,
                          .on = delivery.on,
                          .nodes = delivery.nodes,
                          .expected_defective = delivery.nodes * pool.acceptance.defective_share,
                          .chances = {}};
      for (std::size_t i = 0; i < std::size(kDeliveryDays); ++i) {
        check.chances.push_back(chance_of_enough(pool, delivery, spares, kDeliveryDays[i]));
        answer.chances[i] *= check.chances.back();
      }
      check.spares_for_confidence = sim::fewest_extra_nodes(std::max(0, delivery.nodes - spares),
                                                            pool.acceptance.defective_share, kDeliveryConfidence);
      answer.deliveries.push_back(std::move(check));
      spares = 0;
    }
  }
  return answer;
}

}  // namespace fmplan::programme
