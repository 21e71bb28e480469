#include "gui/model/histogram.h"

#include <utility>

#include <fmt/format.h>

#include "core/answer/run_json.h"
#include "core/picture/run_caption.h"
#include "core/picture/run_histogram.h"
#include "gui/model/texts.h"

namespace fmplan::gui {

DaysHistogram daysHistogram(const plan::RunStudy& study) {
  DaysHistogram result;
  if (!answer::has_simulation(study)) return result;
  const sim::RunSimulation& run = picture::whole_band(study);
  const sim::Histogram& all = run.wall_clock_histogram;
  const picture::HistogramRange range = picture::histogram_range(all);
  const double width = (all.high - all.low) / static_cast<double>(all.counts.size());
  for (std::size_t i = 0; i < all.counts.size(); ++i) {
    const double low = all.low + width * static_cast<double>(i), middle = low + width / 2;
    if (middle > range.low && middle < range.high) result.bins.push_back({low, low + width, all.counts[i]});
  }
  result.trials = run.finished;
  if (!sim::tells_interval(run)) return result;
  const sim::Spread& days = run.wall_clock_days;
  for (const auto& [name, value] : {std::pair("P10", days.p10), std::pair("P50", days.p50), std::pair("P90", days.p90)})
    result.marks.push_back({value, shown(fmt::format("{} {}", name, picture::days_text(days, value)))});
  return result;
}

answer::Table histogramTable(const plan::RunStudy& study) {
  answer::Table table{.title = "Days of the simulated runs",
                      .header = {"from days", "to days", "trials"},
                      .align = {answer::Align::kRight, answer::Align::kRight, answer::Align::kRight},
                      .rows = {},
                      .notes = {}};
  const sim::Spread& days = picture::whole_band(study).wall_clock_days;
  for (const DaysHistogram::Bin& bin : daysHistogram(study).bins)
    table.rows.push_back(
        {picture::days_text(days, bin.low), picture::days_text(days, bin.high), fmt::format("{}", bin.trials)});
  return table;
}

}  // namespace fmplan::gui
