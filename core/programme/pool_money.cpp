#include "core/programme/pool_money.h"

#include <algorithm>
#include <cmath>

#include "core/scenario/pool_capacity.h"

namespace fmplan::programme {
namespace {

using scenario::Pool;
using scenario::Programme;

std::string month_name(Date date) { return date_text(date).substr(0, 7); }

/// Share of a day, `days` after nodes were due, that they are not yet there.
double missing_share(const scenario::HeldNodes& batch, int days) {
  const double mean = batch.late_mean / day;
  if (batch.late_chance <= 0 || mean <= 0) return 0;
  return batch.late_chance * mean * (std::exp(-days / mean) - std::exp(-(days + 1) / mean));
}

}  // namespace

std::optional<double> node_hour_price(const Pool& pool, Date on) {
  const std::optional<hardware::PricePoint> point = price_on(pool.prices, pool.region, pool.kind, on);
  if (!point || !point->price) return std::nullopt;
  return *point->price / (dollar / hour);
}

std::vector<Month> months_of(const Programme& programme) {
  std::vector<Month> months;
  for (Date date = programme.start; date < programme.end; ++date.days_since_epoch) {
    if (months.empty() || months.back().name != month_name(date)) {
      if (!months.empty()) months.back().until = date;
      months.push_back({.name = month_name(date), .from = date, .until = programme.end});
    }
  }
  return months;
}

std::vector<HeldMonth> held_months(const Programme& programme, const Pool& pool) {
  const std::vector<scenario::HeldNodes> batches = held_nodes(pool, programme.end);
  const bool at_once = pool.kind == hardware::kCapacityBlock;
  std::vector<HeldMonth> held;
  for (const Month& month : months_of(programme)) {
    HeldMonth of_month{.dollars = 0};
    for (const scenario::HeldNodes& batch : batches)
      for (Date date = std::max(month.from, batch.from); date < std::min(month.until, batch.until);
           ++date.days_since_epoch) {
        const double missing = at_once ? 0 : missing_share(batch, days_between(batch.from, date));
        const double node_hours = (1 - missing) * batch.nodes * (day / hour);
        const std::optional<double> price = node_hour_price(pool, at_once ? batch.from : date);
        of_month.node_hours += node_hours;
        if (batch.late_chance > 0) of_month.late_node_hours += node_hours;
        if (!price) of_month.dollars.reset();
        if (of_month.dollars) *of_month.dollars += node_hours * *price;
      }
    if (of_month.dollars && of_month.node_hours > 0) of_month.mean_price = *of_month.dollars / of_month.node_hours;
    held.push_back(of_month);
  }
  return held;
}

std::vector<double> rounded_to_cents(const std::vector<double>& parts) {
  std::vector<double> rounded;
  double sum = 0, before = 0;
  for (const double part : parts) {
    sum += part;
    const double cents = std::round(sum * 100);
    rounded.push_back((cents - before) / 100);
    before = cents;
  }
  return rounded;
}

}  // namespace fmplan::programme
