#include "core/base/quantile_sketch.h"

#include <algorithm>
#include <bit>
#include <cmath>
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

QuantileSketch::QuantileSketch(std::map<std::int32_t, std::int64_t> bins, double least, double most)
    : bins_(std::move(bins)), least_(least), most_(most) {
  for (const auto& [bin, count] : bins_) size_ += count;
}

void QuantileSketch::add(double value) {
  ++bins_[bin_of(value)];
  ++size_;
  least_ = std::min(least_, value);
  most_ = std::max(most_, value);
}

void QuantileSketch::merge(const QuantileSketch& other) {
  for (const auto& [bin, count] : other.bins_) bins_[bin] += count;
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
