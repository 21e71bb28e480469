#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/statistics.h"

namespace fmplan::picture {

/// One quantity of a bar chart.
struct Bar {
  std::string label;
  double value = 0;
  std::string text{};               ///< the value as people write it
  std::optional<Range> interval{};  ///< drawn across the end of the bar
  bool faint = false;               ///< stands for comparison
};

/// Quantities of one kind under each other.
struct BarChart {
  std::string title;
  std::vector<Bar> bars;
  std::optional<double> limit{};  ///< a line through all bars
  std::string limit_text{};
  std::string note{};  ///< a line under the bars
};

/// Bars from zero, to the left where negative, each with its text, as an SVG document.  Labels stand before the bars,
/// or above them where they are long.  Not finite values have no bar.
std::string bar_chart_svg(const BarChart& chart);

}  // namespace fmplan::picture
