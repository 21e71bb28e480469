#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/date.h"
#include "core/base/quantity.h"

namespace fmplan::hardware {

/// The region of a point that holds in every region of its provider.
inline constexpr std::string_view kAnyRegion = "*";

/// What one instance costs per hour, in one region, bought in one way, from one day on.
struct PricePoint {
  std::string region;
  std::string kind;  ///< "on_demand", "capacity_block", "reserved_1y", "reserved_3y", "spot", …
  Date valid_from;   ///< first day it was seen; the price holds until the next point of its kind
  std::optional<Date> last_seen;
  std::optional<DollarsPerSecond> price;  ///< none: not sold this way, or not published
  bool confirmed = true;
  std::string source;

  friend bool operator==(const PricePoint&, const PricePoint&) = default;
};

struct PriceList {
  std::string instance;
  std::vector<PricePoint> points;

  friend bool operator==(const PriceList&, const PriceList&) = default;
};

/// The point in force on `on` for (region, kind): the latest that is valid from `on` or before; none if there is no
/// such point.  A point of kAnyRegion counts for every region; on the same day the region's own point goes first.  A
/// point whose `price` is empty is returned as it is: "seen, but no public price".
std::optional<PricePoint> price_on(const PriceList& list, const std::string& region, const std::string& kind, Date on);

/// The points in force on `on` in `region`, one per kind, sorted by kind; empty prices are left out.
std::vector<PricePoint> prices_on(const PriceList& list, const std::string& region, Date on);

/// The regions and the kinds that the list knows at all, sorted, for messages.
std::vector<std::string> price_regions(const PriceList& list);
std::vector<std::string> price_kinds(const PriceList& list, const std::string& region);

}  // namespace fmplan::hardware
