#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/what_if/market.h"

namespace fmplan::what_if {

/// Options of `fmplan market` as typed; empty: not given.
struct MarketOptions {
  std::string file;
  std::vector<std::string> sets{};  ///< PATH=VALUE
  std::string until{}, minimize{}, maximize{};
  std::string on{}, regions{}, kinds{};  ///< lists of names, * for any letters
  std::string nodes{};
  std::optional<AskedScenario> scenario{};  ///< that came otherwise than as `file`
};

/// The offers of the catalogue on the scenario's day.  Machines: those of the scenario's provider unless `on` names
/// others.  Regions: all with a price but those of governments; ways of buying: all but reservations of years and spot,
/// unless `kinds` names them.  A machine without a price is one offer with the price unknown; a
/// price of the scenario's own is the only offer of its machine.  A machine that the scenario describes itself is
/// offered as it stands, whatever names `on` has, or left out where its price is unknown.  What the scenario states of
/// its machine (price, power) and of its site (PUE, grid) is taken back for others.  A machine that the scenario's
/// framework does not run on is planned with one that does.
/// @throws InputError with everything that cannot be read.
MarketQuestion market_question(const MarketOptions& options, const catalog::Catalog& catalog);

}  // namespace fmplan::what_if
