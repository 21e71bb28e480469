#pragma once

/// @file
/// Capacity that is sold in blocks: so many instances for so many days, bought ahead and paid at once.  The rules
/// change with time and are catalogue items; a plan of one scenario takes BlockTerms (price.h) of them.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/date.h"

namespace fmplan::hardware {

/// What a provider sold at a time.
struct BlockRule {
  std::string name{};
  std::string provider{};
  Date seen_on{};                          ///< a document of that day states it
  std::optional<Date> valid_from{};        ///< none: the day of the change is not known
  int most_nodes = 0;                      ///< instances of a block
  std::vector<int> sizes{};                ///< the only numbers of instances, ascending; empty: any up to `most_nodes`
  std::optional<int> most_nodes_a_date{};  ///< over all blocks; none: not stated
  int longest_by_day_days = 0;             ///< by whole days up to so many, then by whole weeks …
  int longest_days = 0;                    ///< … up to so many
  int days_ahead = 0;                      ///< that the start may lie after the purchase
  int ends_at_minutes = 0;                 ///< of the day, UTC; it starts at that time, too
  int terminates_from_minutes = 0;         ///< instances are terminated from then on, on the last day
  bool paid_at_once = true;
  bool can_be_cancelled = false;
  bool can_be_moved = false;
  bool confirmed = false;
  std::string source{};

  friend bool operator==(const BlockRule&, const BlockRule&) = default;
};

/// A minute of a day, UTC.
struct UtcMinute {
  Date day{};
  int minutes = 0;

  friend constexpr auto operator<=>(const UtcMinute&, const UtcMinute&) = default;
};
/// "2025-03-15 11:30 UTC".
std::string utc_text(const UtcMinute& time);
/// "11:30 UTC".
std::string clock_text(const UtcMinute& time);

/// How a need is bought.
struct BlockPurchase {
  std::vector<int> nodes{};  ///< of each block, most first; empty: it cannot be bought
  int days = 0;              ///< of each: the need, rounded up to what is sold
  std::string refusal{};     ///< why it cannot; empty: it can

  friend bool operator==(const BlockPurchase&, const BlockPurchase&) = default;
};
/// `nodes` for `days` as blocks side by side: as many of the largest size as fit, then the next: 127 are 64 + 63, or
/// where blocks come in powers of two 64 + 32 + 16 + 8 + 4 + 2 + 1.  @pre nodes, days ≥ 1
BlockPurchase blocks_for(int nodes, int days, const BlockRule& rule);

/// When a block of whole days ends: `days` after its start, at the rule's time: of 14 days from 2025-03-01 2025-03-15
/// 11:30 UTC.
UtcMinute end_of_block(Date start, int days, const BlockRule& rule);

/// The first day on which a block that starts on `start` can be bought.
Date earliest_purchase(Date start, const BlockRule& rule);

/// The rules that may have held on a day, by `seen_on`: one where it is certain.  Between a document and the next whose
/// change has no known day both may have; before the first document its rule is taken.  Of one provider; empty: there
/// are none.
std::vector<BlockRule> rules_on(const std::vector<BlockRule>& rules, const std::string& provider, Date day);

/// Nodes that are held as blocks from the begin of `start` on.
struct BlockNeed {
  int nodes = 0;
  Date start{};
  int days = 0;

  friend bool operator==(const BlockNeed&, const BlockNeed&) = default;
};

/// A need that cannot be had as blocks.
struct BlockBreach {
  std::size_t need = 0;  ///< its index
  BlockRule rule{};      ///< that it breaks
  bool certain = true;   ///< false: another rule may have held then, which it keeps
  std::string message{};
};
/// What breaks the rules on the days on which needs start: size, length and, over all needs that overlap, number.
std::vector<BlockBreach> check_blocks(const std::vector<BlockNeed>& needs, const std::vector<BlockRule>& rules,
                                      const std::string& provider);

}  // namespace fmplan::hardware
