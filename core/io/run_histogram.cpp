#include "core/io/run_histogram.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace fmplan::io {

HistogramRange histogram_range(const sim::Histogram& histogram) {
  const auto& counts = histogram.counts;
  const auto is_met = [](std::int64_t count) { return count > 0; };
  const auto first = std::find_if(counts.begin(), counts.end(), is_met);
  if (first == counts.end()) return {histogram.low, histogram.high};
  const auto last = std::find_if(counts.rbegin(), counts.rend(), is_met);
  const double bin = (histogram.high - histogram.low) / static_cast<double>(counts.size());
  return {histogram.low + bin * static_cast<double>(first - counts.begin()),
          histogram.high - bin * static_cast<double>(last - counts.rbegin())};
}

WaterfallAxis waterfall_axis(const sim::RunSimulation& run) {
  const double total = std::accumulate(run.time_h.begin(), run.time_h.end(), 0.0,
                                       [](double sum, const sim::Estimate& part) { return sum + part.mean; });
  if (total <= 0) return {};
  const double lost = total - run.time_h[static_cast<std::size_t>(sim::RunTime::kProductive)].mean;
  if (lost >= total / 3 || lost <= 0) return {0, total};
  return {total - 1.5 * lost, total};
}

}  // namespace fmplan::io
