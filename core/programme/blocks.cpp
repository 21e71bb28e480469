#include "core/programme/blocks.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/hardware/block_rules.h"
#include "core/programme/pool_money.h"
#include "core/scenario/pool_capacity.h"

namespace fmplan::programme {
namespace {

using scenario::HeldNodes;
using scenario::Pool;

std::vector<BlockToBuy> blocks_of(const Pool& pool, const HeldNodes& held, const hardware::BlockRule& rule,
                                  bool certain) {
  const int days = held.until.days_since_epoch - held.from.days_since_epoch;
  const hardware::BlockPurchase purchase = blocks_for(held.nodes, days, rule);
  if (purchase.nodes.empty())
    return {{.pool = pool.name,
             .nodes = held.nodes,
             .from = held.from,
             .until = held.until,
             .note = fmt::format("cannot be bought: {} ({})", purchase.refusal, rule.name)}};
  std::vector<BlockToBuy> blocks;
  const std::optional<double> price = node_hour_price(pool, held.from);
  for (const int nodes : purchase.nodes) {
    BlockToBuy block{.pool = pool.name,
                     .nodes = nodes,
                     .from = held.from,
                     .until = {held.from.days_since_epoch + purchase.days},
                     .begins = end_of_block(held.from, 0, rule),  // it starts at the time at which it ends
                     .ends = end_of_block(held.from, purchase.days, rule),
                     .buy_from = earliest_purchase(held.from, rule),
                     .note = certain ? "" : fmt::format("by {}; another rule may hold", rule.name)};
    if (price) block.dollars = nodes * purchase.days * (day / hour) * *price;
    if (purchase.days > days)
      block.note += fmt::format("{}{} days are sold for {}", block.note.empty() ? "" : "; ", purchase.days, days);
    blocks.push_back(std::move(block));
  }
  return blocks;
}

}  // namespace

std::vector<BlockToBuy> blocks_to_buy(const scenario::Programme& programme, const catalog::Catalog& catalog) {
  std::vector<BlockToBuy> blocks;
  for (const Pool& pool : programme.pools) {
    if (pool.kind != hardware::kCapacityBlock) continue;
    const std::string& provider = catalog.instance(pool.instance).provider;
    for (const HeldNodes& held : held_nodes(pool, programme.end)) {
      const std::vector<hardware::BlockRule> rules = rules_on(catalog.block_rules(), provider, held.from);
      if (rules.empty()) continue;
      // Of two that may hold the newer one.
      const std::vector<BlockToBuy> bought = blocks_of(pool, held, rules.back(), rules.size() == 1);
      blocks.insert(blocks.end(), bought.begin(), bought.end());
    }
  }
  std::ranges::stable_sort(blocks, {}, &BlockToBuy::from);
  return blocks;
}

}  // namespace fmplan::programme
