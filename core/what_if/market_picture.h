#pragma once

#include <string>

#include "core/answer/document.h"
#include "core/what_if/market.h"

namespace fmplan::what_if {

/// Money against days as an SVG picture: a curve for each machine whose money is known, twelve at most, over the
/// numbers of nodes that no other of it beats in both, dashed where the bound does not hold; its best as a numbered
/// mark with the 80 % intervals of both.
std::string market_svg(const MarketQuestion& question, const MarketAnswer& answer);

/// The picture above the tables of `document`, the same answer, as a page (picture/html_page.h).
std::string market_page(const MarketQuestion& question, const MarketAnswer& answer, const answer::Document& document);

}  // namespace fmplan::what_if
