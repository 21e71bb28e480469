#include "core/evidence/nccl_digits.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace fmplan::evidence {
namespace {

// Of the arithmetic of intervals, not of what is printed.
constexpr double kArithmetic = 1e-9;

/// What the factor comes near to on many ranks: it is this by (n − 1)/n, or the same on any number.
struct FactorLimit {
  double value = 1;
  bool depends_on_ranks = true;
};

FactorLimit factor_limit(network::Collective collective) {
  const double on_two = network::bus_factor(collective, 2);
  if (on_two == network::bus_factor(collective, 4)) return {on_two, false};
  return {2 * on_two, true};
}

}  // namespace

std::optional<PrintedNumber> printed_number(std::string_view word) {
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size() || !std::isfinite(value)) return std::nullopt;
  if (word.find_first_of("eE") != std::string_view::npos) return std::nullopt;
  const std::size_t point = word.find('.');
  const std::size_t decimals = point == std::string_view::npos ? 0 : word.size() - point - 1;
  return PrintedNumber{value, 0.5 * std::pow(10.0, -static_cast<double>(decimals))};
}

bool RatioRange::holds(double ratio) const {
  return ratio >= least * (1 - kArithmetic) && ratio <= most * (1 + kArithmetic);
}

RatioRange ratio_range(const PrintedNumber& over, const PrintedNumber& under) {
  const double least_under = under.value - under.half_digit;
  RatioRange range{.least = std::max(0.0, over.value - over.half_digit) / (under.value + under.half_digit)};
  if (least_under > kArithmetic * under.half_digit) range.most = (over.value + over.half_digit) / least_under;
  return range;
}

RatioRange common_range(const RatioRange& a, const RatioRange& b) {
  return {std::max(a.least, b.least), std::min(a.most, b.most)};
}

std::optional<RankRange> ranks_with_ratio(network::Collective collective, const RatioRange& ratio) {
  if (ratio.least > ratio.most * (1 + kArithmetic)) return std::nullopt;
  const FactorLimit limit = factor_limit(collective);
  if (!limit.depends_on_ranks) return ratio.holds(limit.value) ? std::optional(RankRange{}) : std::nullopt;
  // From r = limit · (n − 1)/n: n = 1/(1 − r/limit).
  const auto ranks = [&](double r) { return 1 / (1 - r / limit.value); };
  const double least = ratio.least * (1 - kArithmetic), most = ratio.most * (1 + kArithmetic);
  if (least >= limit.value) return std::nullopt;
  RankRange range{.least = std::max(2.0, std::ceil(ranks(least)))};
  if (most < limit.value) range.most = std::floor(ranks(most));
  return range.least <= range.most ? std::optional(range) : std::nullopt;
}

std::string rank_range_text(const RankRange& range) {
  if (std::isinf(range.most)) return fmt::format("{:.0f} or more", range.least);
  return range.least == range.most ? fmt::format("{:.0f}", range.least)
                                   : fmt::format("{:.0f} to {:.0f}", range.least, range.most);
}

}  // namespace fmplan::evidence
