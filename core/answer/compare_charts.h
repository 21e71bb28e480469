#pragma once

#include <string>
#include <vector>

#include "core/answer/comparison.h"
#include "core/picture/bar_chart.h"

namespace fmplan::answer {

/// Sides as bars: days, money, step time and memory with their 80 % intervals, then for each side against the first
/// what the differences are made of, by cause.
std::vector<picture::BarChart> compare_charts(const std::vector<Compared>& sides,
                                              const std::vector<Comparison>& comparisons);

/// What each side takes against the first, or that it cannot run: "cluster.nodes=320: 22.9 days less at P50, $1.05M
/// more ≈".  Empty of more sides than a line has room for.
std::string comparison_headline(const std::vector<Compared>& sides, const std::vector<Comparison>& comparisons);

/// "256 nodes compared with cluster.nodes=128".
std::string comparison_title(const std::vector<Compared>& sides);
/// A line for each side: "cluster.nodes=128: days 221.5 (+93.4 %; 80 %: 170.0 – 296.5), cost $71.0M (-2.3 %; …)".
std::string comparison_line(const std::vector<Compared>& sides);

}  // namespace fmplan::answer
