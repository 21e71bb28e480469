#include "core/hardware/price.h"

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
