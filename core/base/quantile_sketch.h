#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace fmplan {

/// Counts values ≥ 0 in bins whose width is 1/4,096 of the power of two below them: quantiles to that precision in
/// memory that does not grow with the number of values, the same whatever the order in which they come.
class QuantileSketch {
 public:
  /// Numbers of bins and of the values in each, by rising bins.  A study has a million of them: side by side they take
  /// a quarter of what nodes of a tree would.
  using Bins = std::vector<std::pair<std::int32_t, std::int64_t>>;

  QuantileSketch() = default;
  /// As another one told of itself.  @pre bins rise
  QuantileSketch(Bins bins, double least, double most);

  void add(double value);
  void merge(const QuantileSketch& other);

  std::int64_t size() const { return size_; }
  /// The value below which a share `probability` lies, values being spread evenly over their bin.  @pre size() > 0
  double quantile(double probability) const;
  /// Values below `limit`; the bin that it lies in counts in proportion.
  double count_below(double limit) const;

  /// Values in each bin that has any.
  const Bins& bins() const { return bins_; }
  /// Infinite where there is none.
  double least() const { return least_; }
  double most() const { return most_; }

  friend bool operator==(const QuantileSketch&, const QuantileSketch&) = default;

 private:
  Bins bins_;
  std::int64_t size_ = 0;
  double least_ = std::numeric_limits<double>::infinity(), most_ = 0;
};

}  // namespace fmplan
