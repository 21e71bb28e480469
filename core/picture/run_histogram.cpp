#include "core/picture/run_histogram.h"

#include <cstddef>
#include <numeric>

namespace fmplan::picture {

HistogramRange histogram_range(const sim::Histogram& histogram) {
  constexpr std::int64_t kOneIn = 100;  // of the trials, left out at either end; chosen
  const auto& counts = histogram.counts;
  const std::int64_t trials = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  HistogramRange range{histogram.low, histogram.high};
  if (trials == 0) return range;
  std::size_t first = 0;
  std::size_t end = counts.size();
  while (range.below + counts[first] <= trials / kOneIn) range.below += counts[first++];
  while (range.above + counts[end - 1] <= trials / kOneIn) range.above += counts[--end];
  const double bin = (histogram.high - histogram.low) / static_cast<double>(counts.size());
  range.low = histogram.low + bin * static_cast<double>(first);
  range.high = histogram.low + bin * static_cast<double>(end);
  return range;
}

WaterfallAxis waterfall_axis(const sim::RunSimulation& run) {
  const double total = std::accumulate(run.time_h.begin(), run.time_h.end(), 0.0,
                                       [](double sum, const sim::Estimate& part) { return sum + part.mean; });
  if (total <= 0) return {};
  const double lost = total - run.time_h[static_cast<std::size_t>(sim::RunTime::kProductive)].mean;
  if (lost >= total / 3 || lost <= 0) return {0, total};
  return {total - 1.5 * lost, total};
}

}  // namespace fmplan::picture
