#pragma once

/// @file
/// What the printed digits of nccl-tests leave open.  busbw is algbw by a factor that depends on the collective and the
/// number of ranks alone (network::bus_factor()), and both are rounded.

#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "core/network/collective_time.h"

namespace fmplan::evidence {

/// A number as it was printed: what it rounds lies within half of its last digit.
struct PrintedNumber {
  double value = 0;
  double half_digit = 0;
};

/// None for what is no number, or whose last digit an exponent hides.
std::optional<PrintedNumber> printed_number(std::string_view word);

/// The values that a ratio may have.
struct RatioRange {
  double least = 0;
  double most = std::numeric_limits<double>::infinity();

  bool holds(double ratio) const;
};

/// Of two numbers that are not below zero.
RatioRange ratio_range(const PrintedNumber& over, const PrintedNumber& under);
/// What both leave; nothing (least above most) where they contradict each other.
RatioRange common_range(const RatioRange& a, const RatioRange& b);

/// Numbers of ranks.
struct RankRange {
  double least = 2;
  double most = std::numeric_limits<double>::infinity();

  bool holds(int num_ranks) const { return num_ranks >= least && num_ranks <= most; }
};

/// The numbers of ranks on which busbw of the collective is algbw by a factor in `ratio`; none: on no number.
std::optional<RankRange> ranks_with_ratio(network::Collective collective, const RatioRange& ratio);

/// "16", "980 to 1063" or "60 or more".
std::string rank_range_text(const RankRange& range);

}  // namespace fmplan::evidence
