#pragma once

/// @file
/// What has to be bought by when.

#include <optional>
#include <string>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/hardware/block_rules.h"
#include "core/scenario/programme.h"

namespace fmplan::programme {

/// Nodes of a pool that are bought at once.
struct BlockToBuy {
  std::string pool;
  int nodes = 0;
  Date from, until;
  std::optional<hardware::UtcMinute> begins{}, ends{};  ///< by the rule's clock; none: it cannot be bought
  std::optional<Date> buy_from{};                       ///< the first day that it can be bought on
  std::optional<double> dollars{};                      ///< paid at once; none: the price is unknown
  std::string note{};
};

/// Of pools that are bought as Capacity Blocks: the blocks that hold what is delivered, by the rules in force.
std::vector<BlockToBuy> blocks_to_buy(const scenario::Programme& programme, const catalog::Catalog& catalog);

}  // namespace fmplan::programme
