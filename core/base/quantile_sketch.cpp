#include "core/base/quantile_sketch.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <iterator>
#include <utility>

namespace fmplan {
namespace {

/// The leading bits of a double: its exponent and twelve of its mantissa.
constexpr int kDropped = 52 - 12;

std::int32_t bin_of(double value) {
  return static_cast<std::int32_t>(std::bit_cast<std::uint64_t>(std::max(0.0, value)) >> kDropped);
}

double lower_end(std::int32_t bin) { return std::bit_cast<double>(static_cast<std::uint64_t>(bin) << kDropped); }

}  // namespace

QuantileSketch::QuantileSketch(Bins bins, double least, double most)
    : bins_(std::move(bins)), least_(least), most_(most) {
  assert(std::ranges::is_sorted(bins_, std::ranges::less(), &Bins::value_type::first));
  for (const auto& [bin, count] : bins_) size_ += count;
}

void QuantileSketch::add(double value) {
  const std::int32_t bin = bin_of(value);
  const auto at = std::ranges::lower_bound(bins_, bin, {}, &Bins::value_type::first);
  if (at != bins_.end() && at->first == bin)
    ++at->second;
  else
    bins_.insert(at, {bin, 1});
  ++size_;
  least_ = std::min(least_, value);
  most_ = std::max(most_, value);
}

void QuantileSketch::merge(const QuantileSketch& other) {
  Bins both;
  both.reserve(bins_.size() + other.bins_.size());
  std::ranges::merge(bins_, other.bins_, std::back_inserter(both), {}, &Bins::value_type::first,
                     &Bins::value_type::first);
  // What both have stands twice in a row.
  auto end = both.begin();
  for (const auto& [bin, count] : both)
    if (end != both.begin() && std::prev(end)->first == bin)
      std::prev(end)->second += count;
    else
      *end++ = {bin, count};
  bins_.assign(both.begin(), end);
  size_ += other.size_;
  least_ = std::min(least_, other.least_);
  most_ = std::max(most_, other.most_);
}

double QuantileSketch::quantile(double probability) const {
  const double rank = probability * static_cast<double>(size_);
  double before = 0;
  for (const auto& [bin, count] : bins_) {
    const double held = static_cast<double>(count);
    // The bin of nothing ends at the smallest of all doubles: what is in it is nothing.
    if (bin == 0 && before + held >= rank) return 0;
    if (before + held >= rank)
      return std::clamp(std::lerp(lower_end(bin), lower_end(bin + 1), std::clamp((rank - before) / held, 0.0, 1.0)),
                        least_, most_);
    before += held;
  }
  return most_;
}

double QuantileSketch::count_below(double limit) const {
  double below = 0;
  for (const auto& [bin, count] : bins_) {
    const double low = lower_end(bin), high = lower_end(bin + 1);
    if (limit <= low) break;
    below += static_cast<double>(count) * std::min(1.0, (limit - low) / (high - low));
  }
  return below;
}

}  // namespace fmplan
