#include "core/plan/difference_shares.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>

#include "core/base/random.h"

namespace fmplan::plan {
namespace {

/// What the orders are drawn for, among a seed's streams.
constexpr std::uint32_t kOrderStream = 0x0d3e;

ChangeSet with(ChangeSet set, int change) { return set | (ChangeSet{1} << change); }
bool has(ChangeSet set, int change) { return (set >> change & 1) != 0; }

/// The figures along an order, from no change to all; empty if one of them is missing.
std::vector<double> figures_along(const ChangeOrder& order, const FigureOfSet& figure) {
  std::vector<double> figures;
  ChangeSet set = 0;
  const auto add = [&] {
    const std::optional<double> value = figure(set);
    if (value) figures.push_back(*value);
    return value.has_value();
  };
  if (!add()) return {};
  for (const int change : order) {
    set = with(set, change);
    if (!add()) return {};
  }
  return figures;
}

}  // namespace

InputShares shares_of_all_orders(int num_changes, const FigureOfSet& figure) {
  assert(num_changes >= 1 && num_changes <= 20);
  const auto num_sets = std::size_t{1} << num_changes;
  std::vector<std::optional<double>> values(num_sets);
  for (std::size_t set = 0; set < num_sets; ++set) values[set] = figure(set);
  // Ways to come to a set, and to go on from it: n! is far below what a double holds exactly for 17 changes, and the
  // rounding beyond does not show.
  std::vector<double> to(num_sets), onward(num_sets);
  to.front() = values.front() ? 1 : 0;
  onward.back() = values.back() ? 1 : 0;
  for (std::size_t set = 0; set < num_sets; ++set)
    for (int i = 0; i < num_changes; ++i)
      if (!has(set, i) && values[with(set, i)]) to[with(set, i)] += to[set];
  for (std::size_t set = num_sets; set-- > 0;)
    for (int i = 0; i < num_changes; ++i)
      if (!has(set, i) && values[set]) onward[set] += onward[with(set, i)];

  InputShares result;
  if (to.back() == 0) return result;
  result.shares.resize(static_cast<std::size_t>(num_changes));
  for (std::size_t set = 0; set < num_sets; ++set)
    for (int i = 0; i < num_changes; ++i) {
      const ChangeSet more = with(set, i);
      if (has(set, i) || to[set] == 0 || onward[more] == 0) continue;
      result.shares[static_cast<std::size_t>(i)] += to[set] * onward[more] / to.back() * (*values[more] - *values[set]);
    }
  result.possible = to.back() / std::tgamma(num_changes + 1.0);
  return result;
}

std::vector<ChangeOrder> sampled_orders(int num_changes, int num_pairs, std::uint64_t seed) {
  std::vector<ChangeOrder> orders;
  for (int pair = 0; pair < num_pairs; ++pair) {
    ChangeOrder order(static_cast<std::size_t>(num_changes));
    std::iota(order.begin(), order.end(), 0);
    RandomStream draws({.seed = seed, .stream = kOrderStream, .substream = static_cast<std::uint32_t>(pair)});
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[static_cast<std::size_t>(draws.uniform() * static_cast<double>(i))]);
    orders.push_back(order);
    orders.emplace_back(order.rbegin(), order.rend());
  }
  return orders;
}

InputShares shares_of_orders(const std::vector<ChangeOrder>& orders, const FigureOfSet& figure) {
  InputShares result;
  const std::size_t num_changes = orders.empty() ? 0 : orders.front().size();
  std::vector<double> sum(num_changes), sum_of_squares(num_changes);
  int num_samples = 0, num_possible = 0;
  for (std::size_t pair = 0; pair + 1 < orders.size(); pair += 2) {
    std::vector<double> sample(num_changes);
    int both = 0;
    for (const std::size_t at : {pair, pair + 1}) {
      const std::vector<double> figures = figures_along(orders[at], figure);
      if (figures.empty()) continue;
      ++both;
      for (std::size_t i = 0; i < num_changes; ++i)
        sample[static_cast<std::size_t>(orders[at][i])] += figures[i + 1] - figures[i];
    }
    if (both == 0) continue;
    ++num_samples;
    num_possible += both;
    for (std::size_t i = 0; i < num_changes; ++i) {
      sum[i] += sample[i] / both;
      sum_of_squares[i] += sample[i] / both * sample[i] / both;
    }
  }
  if (num_samples == 0) return result;
  const double n = num_samples;
  for (std::size_t i = 0; i < num_changes; ++i) {
    const double mean = sum[i] / n;
    const double variance = n > 1 ? std::max(0.0, sum_of_squares[i] / n - mean * mean) * n / (n - 1) : 0;
    result.shares.push_back(mean);
    result.standard_errors.push_back(std::sqrt(variance / n));
  }
  result.possible = num_possible / static_cast<double>(orders.size());
  return result;
}

std::vector<double> factor_shares(std::span<const double> from, std::span<const double> to) {
  assert(from.size() == to.size());
  double product_from = 1, product_to = 1;
  for (std::size_t k = 0; k < from.size(); ++k) {
    product_from *= from[k];
    product_to *= to[k];
  }
  // ln of their ratio loses digits where it is near 1, and log1p of the difference where that is near −1.
  const double more = (product_to - product_from) / product_from;
  const double log_ratio = std::abs(more) < 0.5 ? std::log1p(more) : std::log(product_to / product_from);
  const double mean = more == 0 ? product_from : product_from * more / log_ratio;
  std::vector<double> shares;
  shares.reserve(from.size());
  for (std::size_t k = 0; k < from.size(); ++k) shares.push_back(mean * std::log(to[k] / from[k]));
  return shares;
}

std::vector<double> rounded_shares(std::span<const double> shares, double total, double unit) {
  std::vector<double> units, remainders;
  double missing = std::round(total / unit);
  for (const double share : shares) {
    units.push_back(std::floor(share / unit));
    remainders.push_back(share / unit - units.back());
    missing -= units.back();
  }
  std::vector<std::size_t> order(shares.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater{}, [&](std::size_t i) { return remainders[i]; });
  // One unit each at most, but for what rounding before has left.
  for (std::size_t i = 0; missing > 0 && !order.empty(); i = (i + 1) % order.size(), --missing) ++units[order[i]];
  for (std::size_t i = order.size(); missing < 0 && i > 0; --i, ++missing) --units[order[i - 1]];
  // Whole units over 1/unit, not times it: 3 cents are 0.03.
  const double per_one = std::round(1 / unit);
  for (double& value : units) value = unit < 1 ? value / per_one : value * unit;
  return units;
}

}  // namespace fmplan::plan
