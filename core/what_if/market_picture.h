#pragma once

#include <string>

#include "core/what_if/market.h"

namespace fmplan::what_if {

/// Money against days as an SVG picture: a curve for each machine whose money is known, twelve at most, over the
/// numbers of nodes that no other of it beats in both, dashed where the bound does not hold; its best as a numbered
/// mark with the 80 % intervals of both.
std::string market_svg(const MarketQuestion& question, const MarketAnswer& answer);

}  // namespace fmplan::what_if
