#pragma once

/// @file
/// What a sweep varies: values of the scenario, as `--set PATH=LIST` writes them.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fmplan::what_if {

/// One value of the scenario and the texts that it takes, as scenario::set_value() reads them.
struct Axis {
  std::string path;  ///< "cluster.nodes"
  std::vector<std::string> values;

  friend bool operator==(const Axis&, const Axis&) = default;
};

/// "/cluster/nodes" as "cluster.nodes".
std::string dotted(std::string path);

/// Points of one sweep, at most: more is a slip.
inline constexpr std::int64_t kMostPoints = 100'000'000;
/// Values of one list, at most, chosen: they are held in memory.
inline constexpr std::int64_t kMostValues = 1'000'000;

/// "PATH=LIST":
///
///     4,8            these; commas inside brackets and quotes do not part
///     [1, "auto"]    a JSON array, element by element
///     32..128:8      every eighth from 32 to 128; without a step every whole number
///     64..1024:*2    each twice the one before
///     0.1..0.5:#9    nine, evenly
///
/// Ends of a range may carry one unit ("10..60 min:10", "1T..15T:*2").
/// @throws InputError for a list that is empty, a range that runs backwards or stands still, and more than kMostValues.
Axis parse_axis(const std::string& text, const std::string& option = "--set");

/// `count` values from `low` to `high`, evenly in the logarithm where both are above 0, to four digits and each once:
/// near ends there are fewer.  @pre both are numbers, of one unit or none
std::vector<std::string> places_between(const std::string& low, const std::string& high, int count);

/// A stepless range of one list, "1T..15T", as its ends; none for everything else.
struct RangeEnds {
  std::string low, high;
  bool is_whole = false;  ///< both are whole numbers without a unit
  double width = 0;       ///< high − low, in their unit
};
std::optional<RangeEnds> stepless_range(const std::string& list);

/// The number that a text begins with, whatever its unit: 10 of "10 min"; none of "auto" and "2025-01-01".
std::optional<double> leading_number(const std::string& text);

/// The points of axes: how often each axis's values stand, without writing them out.
class Grid {
 public:
  /// Crossed, the last axis fastest; zipped, side by side.
  /// @throws InputError for lists of different length side by side, one path twice, and more than kMostPoints.
  Grid(std::vector<Axis> axes, bool zipped);

  const std::vector<Axis>& axes() const { return axes_; }
  std::int64_t size() const { return size_; }
  /// The values of point `index`, axis by axis.  @pre 0 <= index < size().
  std::vector<std::string> values(std::int64_t index) const;

 private:
  std::vector<Axis> axes_;
  bool zipped_;
  std::int64_t size_ = 1;
};

/// The rows of a CSV table whose header names paths, as axes side by side.  @throws InputError
std::vector<Axis> read_points(const std::string& csv, const std::string& name);

}  // namespace fmplan::what_if
