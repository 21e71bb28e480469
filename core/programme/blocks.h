#pragma once

/// @file
/// What has to be bought by when.

#include <optional>
#include <string>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/scenario/programme.h"

namespace fmplan::programme {

/// Nodes of a pool that are bought at once.
struct BlockToBuy {
  std::string pool;
  int nodes = 0;
  Date from, until;
  std::string ends{};               ///< "2025-03-15 11:30 UTC", of a Capacity Block
  std::optional<Date> buy_from{};   ///< the first day that it can be bought on
  std::optional<double> dollars{};  ///< paid at once; none: the price is unknown
  std::string note{};
};

/// Of pools that are bought as Capacity Blocks: the blocks that hold what is delivered, by the rules in force.
std::vector<BlockToBuy> blocks_to_buy(const scenario::Programme& programme, const catalog::Catalog& catalog);

}  // namespace fmplan::programme
