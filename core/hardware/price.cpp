#include "core/hardware/price.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace fmplan::hardware {
namespace {

bool holds_in(const PricePoint& point, const std::string& region) {
  return point.region == region || point.region == kAnyRegion;
}

}  // namespace

std::optional<PricePoint> price_on(const PriceList& list, const std::string& region, const std::string& kind, Date on) {
  const PricePoint* latest = nullptr;
  for (const PricePoint& point : list.points) {
    if (point.kind != kind || !holds_in(point, region) || point.valid_from > on) continue;
    const bool newer = !latest || point.valid_from > latest->valid_from;
    const bool own_of_same_day = latest && point.valid_from == latest->valid_from && point.region == region;
    if (newer || own_of_same_day) latest = &point;
  }
  return latest ? std::optional<PricePoint>(*latest) : std::nullopt;
}

std::vector<PricePoint> prices_on(const PriceList& list, const std::string& region, Date on) {
  std::vector<PricePoint> points;
  for (const std::string& kind : price_kinds(list, region)) {
    const std::optional<PricePoint> point = price_on(list, region, kind, on);
    if (point && point->price) points.push_back(*point);
  }
  return points;
}

std::vector<PricePoint> nearby_prices(const PriceList& list, const std::string& region, const std::string& kind,
                                      Date on) {
  std::optional<PricePoint> other_day, other_region, other_kind;
  const auto take_lowest = [](std::optional<PricePoint>& lowest, const std::optional<PricePoint>& point) {
    if (point && point->price && (!lowest || *point->price < *lowest->price)) lowest = point;
  };
  for (const PricePoint& point : list.points) {
    if (point.kind != kind || !holds_in(point, region) || !point.price) continue;
    const bool is_before = point.valid_from <= on, has_before = other_day && other_day->valid_from <= on;
    // Those before the day by their newest, those after by their first.
    if (!other_day || (is_before && !has_before) ||
        (is_before == has_before && (point.valid_from > other_day->valid_from) == is_before))
      other_day = point;
  }
  for (const std::string& other : price_regions(list))
    if (other != region && !is_government(other)) take_lowest(other_region, price_on(list, other, kind, on));
  for (const PricePoint& point : prices_on(list, region, on))
    if (point.kind != kind && !is_spot(point.kind)) take_lowest(other_kind, point);
  std::vector<PricePoint> nearby;
  for (const auto& point : {other_day, other_region, other_kind})
    if (point) nearby.push_back(*point);
  return nearby;
}

std::vector<PricePoint> changes_after(const PriceList& list, const std::string& region, const std::string& kind,
                                      Date on) {
  std::set<Date, decltype([](Date a, Date b) { return a < b; })> days;
  for (const PricePoint& point : list.points)
    if (point.kind == kind && holds_in(point, region) && point.valid_from > on) days.insert(point.valid_from);
  std::vector<PricePoint> changes;
  for (const Date day : days) changes.push_back(*price_on(list, region, kind, day));
  return changes;
}

std::optional<DollarsPerSecond> mean_price(const std::optional<DollarsPerSecond>& first,
                                           const std::vector<PricePoint>& later, Date start,
                                           const std::vector<PaidStretch>& stretches) {
  const auto begin_of = [start](const PricePoint& change) {
    return static_cast<double>(change.valid_from.days_since_epoch - start.days_since_epoch);
  };
  std::optional<DollarsPerSecond> price = first;
  DollarsPerSecond sum;
  double weight = 0, now = 0;  // node-days, and days from `start`
  bool changes = false;
  auto next = later.begin();
  for (const PaidStretch& stretch : stretches) {
    const double end = now + stretch.time / day;
    do {
      for (; next != later.end() && begin_of(*next) <= now; ++next) {
        price = next->price;
        changes = changes || weight > 0;
      }
      const double until = next != later.end() ? std::min(end, begin_of(*next)) : end;
      if (const double node_days = stretch.nodes * (until - now); node_days > 0) {
        if (!price) return std::nullopt;
        sum += node_days * *price;
        weight += node_days;
      }
      now = until;
    } while (now < end);
  }
  // Nothing changes, and the price is what it is to the last digit.
  return changes ? std::optional(sum / weight) : price;
}

bool is_government(std::string_view region) { return region.find("gov") != std::string_view::npos; }

PriceList holding_in(const PriceList& list, const std::string& region, const std::optional<std::string>& provider) {
  const bool is_elsewhere = provider && !list.provider.empty() && *provider != list.provider;
  PriceList holding = list;
  if (is_elsewhere || is_government(region))
    std::erase_if(holding.points, [](const PricePoint& point) { return point.region == kAnyRegion; });
  return holding;
}

double days_of_blocks(Seconds time, const BlockTerms& terms) {
  constexpr double kWeek = 7;         // days, exact
  constexpr double kRounding = 1e-6;  // days; chosen: what sums of times leave is no day more
  const auto sold = [&](double days) {
    const double whole = std::ceil(days - kRounding);
    return whole <= terms.longest_by_day_days ? whole : kWeek * std::ceil(whole / kWeek);
  };
  const double days = std::max(1.0, time / day), blocks = std::floor(days / terms.longest_days);
  return blocks * sold(terms.longest_days) + sold(days - blocks * terms.longest_days);
}

std::vector<std::string> price_regions(const PriceList& list) {
  std::set<std::string> regions;
  for (const PricePoint& point : list.points) regions.insert(point.region);
  return {regions.begin(), regions.end()};
}

std::vector<std::string> price_kinds(const PriceList& list, const std::string& region) {
  std::set<std::string> kinds;
  for (const PricePoint& point : list.points)
    if (holds_in(point, region)) kinds.insert(point.kind);
  return {kinds.begin(), kinds.end()};
}

}  // namespace fmplan::hardware
