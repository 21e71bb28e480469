#include "core/picture/run_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/picture/run_caption.h"
#include "core/picture/run_histogram.h"
#include "core/text/terminal_text.h"

namespace fmplan::picture {
namespace {

/// Lines and columns of the histogram, chosen: it fits a terminal and stays readable.
constexpr int kRows = 8;
constexpr std::size_t kMostColumns = 120;
constexpr std::string_view kIndent = "  ";

/// Bars that grow upwards, by eighths of a line.
std::string_view partial_bar(int eighths, bool blocks) {
  constexpr std::array<std::string_view, 9> kBlocks = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  if (blocks) return kBlocks[static_cast<std::size_t>(eighths)];
  return eighths >= 4 ? "#" : (eighths > 0 ? "." : " ");
}

/// Trials of a column: those of the bins below it, each spread evenly over its width.
std::vector<double> column_counts(const sim::Histogram& histogram, const picture::HistogramRange& range,
                                  std::size_t columns) {
  std::vector<double> counts(columns);
  const double bin = (histogram.high - histogram.low) / static_cast<double>(histogram.counts.size());
  const double column = (range.high - range.low) / static_cast<double>(columns);
  for (std::size_t c = 0; c < columns; ++c) {
    const double from = range.low + static_cast<double>(c) * column, to = from + column;
    for (std::size_t b = 0; b < histogram.counts.size(); ++b) {
      const double low = histogram.low + static_cast<double>(b) * bin;
      const double shared = std::min(to, low + bin) - std::max(from, low);
      if (shared > 0) counts[c] += static_cast<double>(histogram.counts[b]) * shared / bin;
    }
  }
  return counts;
}

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

/// Texts below a picture, each at its column unless the one before reaches that far.
class LabelLine {
 public:
  void add(double column, const std::string& label) {
    const auto at = static_cast<std::size_t>(std::max(0.0, std::round(column)));
    if (!line_.empty() && at <= line_.size()) {
      line_ += "  " + label;
    } else {
      line_ += std::string(at - line_.size(), ' ') + label;
    }
  }
  const std::string& text() const { return line_; }

 private:
  std::string line_;
};

std::string histogram_picture(const plan::RunStudy& study, const PictureStyle& style) {
  const sim::RunSimulation& run = picture::whole_band(study);
  const picture::HistogramRange range = picture::histogram_range(run.wall_clock_histogram);
  const std::size_t room = static_cast<std::size_t>(std::max(style.width, 40)) - 2 * kIndent.size();
  const std::size_t columns = std::min(room, kMostColumns) / 2 * 2;
  const std::vector<double> counts = column_counts(run.wall_clock_histogram, range, columns);
  const double most = std::max(1e-9, *std::max_element(counts.begin(), counts.end()));
  std::string text;
  for (int row = kRows - 1; row >= 0; --row) {
    std::string line(kIndent);
    for (const double count : counts) {
      const int eighths = static_cast<int>(std::ceil(8 * kRows * count / most - 1e-9)) - 8 * row;
      line += partial_bar(std::clamp(eighths, 0, 8), style.blocks);
    }
    text += without_trailing_blanks(line) + "\n";
  }
  const sim::Spread& days = run.wall_clock_days;
  const auto column_of = [&](double value) {
    return std::floor((value - range.low) / (range.high - range.low) * static_cast<double>(columns));
  };
  std::string axis;
  for (std::size_t c = 0; c < columns; ++c) {
    const auto at = static_cast<double>(c);
    const bool marked = at == column_of(days.p10) || at == column_of(days.p50) || at == column_of(days.p90);
    axis += style.blocks ? (marked ? "┴" : "─") : (marked ? "+" : "-");
  }
  text += std::string(kIndent) + text::faint(axis, style.color) + "\n";
  LabelLine labels;
  labels.add(column_of(days.p10), fmt::format("P10 {}", picture::days_text(days, days.p10)));
  labels.add(column_of(days.p50), fmt::format("P50 {}", picture::days_text(days, days.p50)));
  labels.add(column_of(days.p90), fmt::format("P90 {} days", picture::days_text(days, days.p90)));
  text += std::string(kIndent) + labels.text() + "\n";
  if (const std::int64_t hidden = range.below + range.above; hidden > 0)
    text += std::string(kIndent) +
            text::faint(fmt::format("{} trials further out are not drawn", hidden), style.color) + "\n";
  return text;
}

/// A bar from one column to another, fractions of a column by eighths where there are blocks.
std::string bar(double from, double to, bool blocks) {
  constexpr std::array<std::string_view, 8> kLeftBlocks = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const auto begin = static_cast<std::size_t>(std::lround(from));
  const double width = std::max(to - static_cast<double>(begin), blocks ? 0.125 : 1.0);
  const auto whole = static_cast<std::size_t>(std::floor(width));
  std::string text(begin, ' ');
  for (std::size_t i = 0; i < whole; ++i) text += blocks ? "█" : "#";
  if (blocks) text += kLeftBlocks[static_cast<std::size_t>(8 * (width - static_cast<double>(whole)))];
  return text;
}

std::string waterfall_picture(const plan::RunStudy& study, const PictureStyle& style) {
  const sim::RunSimulation& run = picture::at_predicted_step_time(study);
  const picture::WaterfallAxis axis = picture::waterfall_axis(run);
  const double total_h = 24 * run.wall_clock_days.estimate.mean;
  constexpr int kLabel = 23, kFigures = 24;  // columns, by what stands there
  const int columns = std::clamp(style.width - kLabel - kFigures - 2, 10, 80);
  const auto column_of = [&](double hours) {
    return std::clamp((hours - axis.low_h) / (axis.high_h - axis.low_h), 0.0, 1.0) * columns;
  };
  std::string text;
  const auto add = [&](std::string_view label, double from_h, double to_h) {
    const double hours = to_h - from_h;
    const bool cut = axis.low_h > 0 && from_h < axis.low_h;
    std::string drawn = bar(column_of(from_h), column_of(to_h), style.blocks);
    if (cut) drawn = (style.blocks ? "≈" : "~") + drawn.substr(style.blocks ? 3 : 1);
    text += fmt::format("{}{:<{}}{:>9} h {:>10}  {}\n", kIndent, label, kLabel - 2, picture::figure_text(hours),
                        picture::small_share_text(hours / total_h), drawn);
  };
  add("wall-clock", 0, total_h);
  for (const picture::WaterfallStep& step : picture::run_waterfall(run))
    add(picture::run_time_label(step.time), step.to_h, step.from_h);
  add("productive steps", 0, run.time_h[static_cast<std::size_t>(sim::RunTime::kProductive)].mean);
  if (axis.low_h > 0)
    text +=
        std::string(kIndent) +
        text::faint(fmt::format("{} bars are cut at {} h", style.blocks ? "≈" : "~", picture::figure_text(axis.low_h)),
                    style.color) +
        "\n";
  return text;
}

}  // namespace

std::string run_picture(const plan::RunStudy& study, const PictureStyle& style) {
  const std::string trials = count_text(static_cast<double>(picture::whole_band(study).finished));
  return text::bold(fmt::format("How long {} trials took", trials), style.color) + "\n" +
         histogram_picture(study, style) + "\n" +
         text::bold("From wall-clock to productive time (means)", style.color) + "\n" + waterfall_picture(study, style);
}

bool shows_blocks() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    const std::string_view locale = value;
    return locale.find("UTF-8") != std::string_view::npos || locale.find("utf8") != std::string_view::npos ||
           locale.find("utf-8") != std::string_view::npos;
  }
  return true;
}

}  // namespace fmplan::picture
