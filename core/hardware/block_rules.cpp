#include "core/hardware/block_rules.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace fmplan::hardware {
namespace {

constexpr int kWeek_days = 7;  // exact

/// "ec2-capacity-blocks-2025-01 (seen on 2025-01-01)": which rule, and since when.
std::string rule_text(const BlockRule& rule) {
  return rule.valid_from ? fmt::format("{} (from {})", rule.name, date_text(*rule.valid_from))
                         : fmt::format("{} (seen on {}, from when is not known)", rule.name, date_text(rule.seen_on));
}

/// Days as they are sold; 0: longer than any block.
int sold_days(int days, const BlockRule& rule) {
  const int sold = days <= rule.longest_by_day_days ? days : (days + kWeek_days - 1) / kWeek_days * kWeek_days;
  return sold <= rule.longest_days ? sold : 0;
}

Date end_day(const BlockNeed& need) { return {need.start.days_since_epoch + need.days}; }

/// The most nodes of needs that hold on the day on which `needs[at]` starts, itself included.
int nodes_on_start(const std::vector<BlockNeed>& needs, std::size_t at) {
  int nodes = 0;
  for (const BlockNeed& other : needs)
    if (other.start <= needs[at].start && needs[at].start < end_day(other)) nodes += other.nodes;
  return nodes;
}

/// What is wrong with a need by one rule; empty: nothing.
std::string breach_of(const std::vector<BlockNeed>& needs, std::size_t at, const BlockRule& rule) {
  const BlockNeed& need = needs[at];
  const BlockPurchase purchase = blocks_for(need.nodes, need.days, rule);
  if (!purchase.refusal.empty()) return purchase.refusal;
  if (purchase.days != need.days)
    return fmt::format("{} days are not sold: above {} days it is whole weeks; take {} days", need.days,
                       rule.longest_by_day_days, purchase.days);
  const int together = nodes_on_start(needs, at);
  if (rule.most_nodes_a_date && together > *rule.most_nodes_a_date)
    return fmt::format(
        "blocks that overlap on {} have {} instances together, of {} on one date; start some after "
        "others have ended",
        date_text(need.start), together, *rule.most_nodes_a_date);
  return {};
}

}  // namespace

std::string utc_text(const UtcMinute& time) { return date_text(time.day) + " " + clock_text(time); }

std::string clock_text(const UtcMinute& time) {
  return fmt::format("{:02}:{:02} UTC", time.minutes / 60, time.minutes % 60);
}

BlockPurchase blocks_for(int nodes, int days, const BlockRule& rule) {
  BlockPurchase purchase{.nodes = {}, .days = sold_days(days, rule), .refusal = {}};
  if (purchase.days == 0) {
    purchase.refusal = fmt::format("{} days are longer than a block may be, {} days", days, rule.longest_days);
    return purchase;
  }
  if (rule.most_nodes_a_date && nodes > *rule.most_nodes_a_date) {
    purchase.refusal =
        fmt::format("{} instances are more than all blocks of one date may have, {}", nodes, *rule.most_nodes_a_date);
    return purchase;
  }
  while (nodes > 0) {
    int size = std::min(nodes, rule.most_nodes);
    if (!rule.sizes.empty()) {
      const auto larger = std::ranges::upper_bound(rule.sizes, size);
      if (larger == rule.sizes.begin()) {
        purchase = {.nodes = {}, .days = 0, .refusal = fmt::format("{} instances are fewer than a block has", nodes)};
        return purchase;
      }
      size = *std::prev(larger);
    }
    purchase.nodes.push_back(size);
    nodes -= size;
  }
  return purchase;
}

UtcMinute end_of_block(Date start, int days, const BlockRule& rule) {
  return {{start.days_since_epoch + days}, rule.ends_at_minutes};
}

Date earliest_purchase(Date start, const BlockRule& rule) { return {start.days_since_epoch - rule.days_ahead}; }

std::vector<BlockRule> rules_on(const std::vector<BlockRule>& rules, const std::string& provider, Date day) {
  std::vector<BlockRule> sorted;
  std::ranges::copy_if(rules, std::back_inserter(sorted),
                       [&](const BlockRule& rule) { return rule.provider == provider; });
  std::ranges::stable_sort(sorted, {}, &BlockRule::seen_on);
  if (sorted.empty()) return {};
  const auto begun = [day](const BlockRule& rule) { return rule.valid_from.value_or(rule.seen_on) <= day; };
  std::size_t last = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i)
    if (begun(sorted[i])) last = i;
  std::vector<BlockRule> found = {sorted[last]};
  const bool follows = last + 1 < sorted.size() && !sorted[last + 1].valid_from;
  if (follows && sorted[last].seen_on < day) found.push_back(sorted[last + 1]);
  return found;
}

std::vector<BlockBreach> check_blocks(const std::vector<BlockNeed>& needs, const std::vector<BlockRule>& rules,
                                      const std::string& provider) {
  std::vector<BlockBreach> breaches;
  for (std::size_t i = 0; i < needs.size(); ++i) {
    const std::vector<BlockRule> held = rules_on(rules, provider, needs[i].start);
    std::vector<BlockBreach> of_need;
    for (const BlockRule& rule : held)
      if (const std::string breach = breach_of(needs, i, rule); !breach.empty())
        of_need.push_back({.need = i, .rule = rule, .message = fmt::format("by {}, {}", rule_text(rule), breach)});
    for (BlockBreach& breach : of_need) {
      breach.certain = of_need.size() == held.size();
      breaches.push_back(std::move(breach));
    }
  }
  return breaches;
}

}  // namespace fmplan::hardware
