#pragma once

#include "core/answer/document.h"
#include "core/what_if/market.h"

namespace fmplan::what_if {

/// The best of every machine as a table, those without a price apart, and as JSON (docs/schema/market.schema.json).
answer::Document market_document(const MarketQuestion& question, const MarketAnswer& answer,
                                 const catalog::Catalog& catalog);

}  // namespace fmplan::what_if
