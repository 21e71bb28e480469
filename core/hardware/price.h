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
  std::string provider{};  ///< who sells it; empty: not said

  friend bool operator==(const PriceList&, const PriceList&) = default;
};

/// The point in force on `on` for (region, kind): the latest that is valid from `on` or before; none if there is no
/// such point.  A point of kAnyRegion counts for every region; on the same day the region's own point goes first.  A
/// point whose `price` is empty is returned as it is: "seen, but no public price".
std::optional<PricePoint> price_on(const PriceList& list, const std::string& region, const std::string& kind, Date on);

/// The points in force on `on` in `region`, one per kind, sorted by kind; empty prices are left out.
std::vector<PricePoint> prices_on(const PriceList& list, const std::string& region, Date on);

/// Prices known nearby where that of (region, kind) on `on` is not: of another day (the newest before it, else the
/// first after), of another region on that day (the lowest), and of another kind there on that day (the lowest that is
/// not of a moment), as far as there are any; regions of governments are not near.
std::vector<PricePoint> nearby_prices(const PriceList& list, const std::string& region, const std::string& kind,
                                      Date on);

/// How the price of (region, kind) changes after `on`: the points that come into force later, oldest first.
std::vector<PricePoint> changes_after(const PriceList& list, const std::string& region, const std::string& kind,
                                      Date on);

/// A stretch of time in which so many nodes are paid for.
struct PaidStretch {
  Seconds time;
  double nodes = 1;

  friend bool operator==(const PaidStretch&, const PaidStretch&) = default;
};

/// The mean price of a node-hour over stretches that follow each other from `start` on, Σ nodes ∫ price dt / Σ nodes ×
/// time: `first` until the first of `later` comes into force, and so on; a change counts from the begin of its day.
/// None where a price that is paid is empty.  @pre later as changes_after() has it; some stretch has time and nodes
std::optional<DollarsPerSecond> mean_price(const std::optional<DollarsPerSecond>& first,
                                           const std::vector<PricePoint>& later, Date start,
                                           const std::vector<PaidStretch>& stretches);

/// Regions that only governments buy in: prices of other regions do not hold there.
bool is_government(std::string_view region);
/// The prices that hold in `region`: without those of kAnyRegion where `provider` (none: unknown), who has that region,
/// is another than the list's, and in government regions.
PriceList holding_in(const PriceList& list, const std::string& region, const std::optional<std::string>& provider);

// Capacity Blocks for ML, as the EC2 user guide had them in 2026-02: up to 64 instances a block and 256 on one day over
// all blocks, from one day by days to 14 days, then by weeks to 182 days; paid for in advance.
inline constexpr std::string_view kCapacityBlock = "capacity_block";
inline constexpr int kMostNodesOfBlock = 64;
inline constexpr int kMostNodesOfBlocks = 256;
inline constexpr int kLongestBlock_days = 182;

/// What is sold as blocks, for plans of one scenario.
struct BlockTerms {
  int most_nodes_of_block = kMostNodesOfBlock;
  int most_nodes = kMostNodesOfBlocks;       ///< on one date, over all blocks
  int longest_by_day_days = 14;              ///< by whole days up to so many, then by whole weeks …
  double longest_days = kLongestBlock_days;  ///< … up to so many

  friend bool operator==(const BlockTerms&, const BlockTerms&) = default;
};

/// Days that are paid for a need of `time`, block after block of the longest: whole days, or whole weeks beyond
/// `longest_by_day_days`, and one at least.  @pre time finite
double days_of_blocks(Seconds time, const BlockTerms& terms = {});

/// Whether a kind is spot: its price is of a moment, and nodes are taken away.
inline bool is_spot(std::string_view kind) { return kind.starts_with("spot"); }

/// The regions and the kinds that the list knows at all, sorted, for messages.
std::vector<std::string> price_regions(const PriceList& list);
std::vector<std::string> price_kinds(const PriceList& list, const std::string& region);

}  // namespace fmplan::hardware
