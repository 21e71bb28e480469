#include "core/picture/run_svg.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/base/svg_canvas.h"
#include "core/picture/palette.h"
#include "core/picture/run_caption.h"
#include "core/picture/run_histogram.h"
#include "core/plan/subject.h"

namespace fmplan::picture {
namespace {

/// Pixels, chosen to the eye.
constexpr double kRunWidth = 1200;
constexpr double kRunMargin = 24;
constexpr double kRunLeft = 232;
constexpr double kRunRight = 1010;
constexpr double kRunRowHeight = 24;
constexpr double kHistogramHeight = 190;

constexpr const char* kTail = "#a9c9e4";
constexpr const char* kLost = "#c2571a";
constexpr const char* kPause = "#8b94a3";
constexpr const char* kDown = "#f2a42c";
constexpr const char* kGain = "#2f8f6b";

/// As much of the text as is about `width` wide.
std::string fitted(std::string_view text, double width, double size) {
  // The canvas's rule of thumb is for the widest of its faces, and prose runs narrower.
  constexpr double kProse = 0.92;
  if (kProse * svg_text_width(text, size) <= width) return std::string(text);
  std::string cut(text);
  while (!cut.empty() && kProse * svg_text_width(cut + "…", size) > width) {
    while (cut.size() > 1 && (static_cast<unsigned char>(cut.back()) & 0xC0U) == 0x80U) cut.pop_back();
    cut.pop_back();
  }
  return cut + "…";
}

/// Values along a stretch of pixels.
struct Scale {
  double low = 0, high = 1;
  double left = 0, right = 1;

  double at(double value) const { return left + std::clamp((value - low) / (high - low), 0.0, 1.0) * (right - left); }
};

class RunDrawing {
 public:
  RunDrawing(const plan::RunStudy& study, std::uint64_t seed)
      : study_(study), run_(whole_band(study)), predicted_(at_predicted_step_time(study)), seed_(seed) {}

  std::string document() {
    draw_title();
    if (run_.finished == 0) return canvas_.document(kRunWidth, bottom_ + kRunMargin);
    draw_histogram();
    draw_bands();
    const double top = bottom_;
    draw_waterfall(top);
    const double left_bottom = bottom_;
    draw_causes(top);
    bottom_ = std::max(bottom_, left_bottom);
    if (!study_.changes.empty()) draw_changes();
    if (study_.spare_cases.size() > 1) draw_spares();
    return canvas_.document(kRunWidth, bottom_ + kRunMargin);
  }

 private:
  void text(double x, double y, const std::string& words, double size = 12, std::string_view color = kInk,
            SvgAnchor anchor = SvgAnchor::kStart) {
    canvas_.text({x, y}, words, {.size = size, .anchor = anchor, .color = color});
  }
  void panel_title(double x, double y, const std::string& title, const std::string& unit) {
    canvas_.text({x, y}, title, {.size = 14, .color = kInk, .bold = true});
    text(x + 1.05 * svg_text_width(title, 14) + 8, y, unit, 11.5, kFaint);
  }

  void draw_title() {
    const std::string subject = billed_subject_text(study_.report);
    canvas_.text({kRunMargin, 36}, fitted(subject, kRunWidth - 2 * kRunMargin, 18),
                 {.size = 18, .color = kInk, .bold = true});
    std::string answer = run_headline(study_);
    answer.erase(0, std::min(answer.size(), subject.size() + 2));
    text(kRunMargin, 60, answer, 14);
    text(kRunMargin, 80,
         fmt::format("{} trials, seed {}; {} failures", count_text(static_cast<double>(run_.trials)), seed_,
                     study_.settings.failures.name),
         11.5, kFaint);
    bottom_ = 96;
  }

  Scale days_scale() const {
    const HistogramRange range = histogram_range(run_.wall_clock_histogram);
    double low = range.low, high = range.high;
    for (const RunBand& band : run_bands(study_)) {
      low = std::min(low, band.run->wall_clock_days.p10);
      high = std::max(high, band.run->wall_clock_days.p90);
    }
    if (!(high > low)) low -= 0.5, high += 0.5;
    return {low, high, kRunLeft, kRunRight};
  }

  void draw_histogram() {
    const HistogramRange range = histogram_range(run_.wall_clock_histogram);
    const std::int64_t hidden = range.below + range.above;
    panel_title(kRunMargin, bottom_ + 20, "How long it takes",
                hidden == 0
                    ? "share of trials"
                    : fmt::format("share of trials; {} further out not drawn",
                                  small_share_text(static_cast<double>(hidden) / static_cast<double>(run_.finished))));
    const double top = bottom_ + 56, foot = top + kHistogramHeight;
    const Scale scale = days_scale();
    draw_shares(top, foot);
    draw_bins(scale, top, foot);
    draw_days_axis(scale, foot);
    const sim::Spread& days = run_.wall_clock_days;
    const std::array<std::pair<const char*, double>, 3> marks = {
        {{"P10", days.p10}, {"P50", days.p50}, {"P90", days.p90}}};
    double free_from = 0;
    for (const auto& [name, value] : marks) {
      const double x = scale.at(value);
      canvas_.line({x, top - 8}, {x, foot}, kInk, 1);
      const std::string label = fmt::format("{} {} d", name, days_text(days, value));
      const double half = svg_text_width(label, 11.5) / 2;
      const bool collides = x - half < free_from;
      text(x, top - (collides ? 26 : 12), label, 11.5, kInk, SvgAnchor::kMiddle);
      free_from = x + half;
    }
    bottom_ = foot + 44;
  }

  double highest_share() const {
    std::int64_t most = 1;
    for (const std::int64_t count : run_.wall_clock_histogram.counts) most = std::max(most, count);
    return static_cast<double>(most) / static_cast<double>(run_.finished);
  }

  void draw_shares(double top, double foot) {
    const double most = highest_share();
    const double step = svg_tick_step(most, 4);
    for (double share = 0; share <= most * 1.0001; share += step) {
      const double y = foot - share / most * (foot - top);
      canvas_.line({kRunLeft, y}, {kRunRight, y}, kGrid, 1);
      text(kRunLeft - 8, y + 4, fmt::format("{:g} %", 100 * share), 11, kFaint, SvgAnchor::kEnd);
    }
  }

  void draw_bins(const Scale& scale, double top, double foot) {
    const sim::Histogram& histogram = run_.wall_clock_histogram;
    const double bin = (histogram.high - histogram.low) / static_cast<double>(histogram.counts.size());
    const double most = highest_share() * static_cast<double>(run_.finished);
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
      const double from = histogram.low + static_cast<double>(i) * bin;
      const bool left_out = from + bin / 2 < scale.low || from + bin / 2 > scale.high;
      if (histogram.counts[i] == 0 || left_out) continue;
      const double height = static_cast<double>(histogram.counts[i]) / most * (foot - top);
      const double left = scale.at(from), right = scale.at(from + bin);
      const double middle = from + bin / 2;
      const bool in_band = middle >= run_.wall_clock_days.p10 && middle <= run_.wall_clock_days.p90;
      canvas_.box({left + 0.5, foot - height, std::max(0.5, right - left - 1), height},
                  {.fill = in_band ? kBar : kTail, .radius = 0});
    }
  }

  void draw_days_axis(const Scale& scale, double foot) {
    canvas_.line({kRunLeft, foot}, {kRunRight, foot}, kFaint, 1);
    const double step = svg_tick_step(scale.high - scale.low, 8);
    for (double value = std::ceil(scale.low / step) * step; value <= scale.high; value += step) {
      const double x = scale.at(value);
      canvas_.line({x, foot}, {x, foot + 5}, kFaint, 1);
      text(x, foot + 19, fmt::format("{:g}", value), 11.5, kInk, SvgAnchor::kMiddle);
      text(x, foot + 33, finish_text(study_, value), 10, kFaint, SvgAnchor::kMiddle);
    }
    // Beside a date that ends beyond the plot.
    text(kRunRight + 44, foot + 19, "days", 11.5);
    text(kRunRight + 44, foot + 33, "finish", 10, kFaint);
  }

  /// P10 to P90 of each band, one below the other, on the histogram's axis.
  void draw_bands() {
    const Scale scale = days_scale();
    for (const RunBand& band : run_bands(study_)) {
      const double y = bottom_ + kRunRowHeight / 2;
      const sim::Spread& days = band.run->wall_clock_days;
      text(kRunLeft - 14, y + 4, band.label, 11.5, kInk, SvgAnchor::kEnd);
      const double from = scale.at(days.p10), to = scale.at(days.p90), middle = scale.at(days.p50);
      canvas_.box({from, y - 4, std::max(1.0, to - from), 8}, {.fill = kTail, .radius = 2});
      canvas_.line({middle, y - 8}, {middle, y + 8}, kInk, 2);
      text(kRunRight + 18, y + 4, fmt::format("{} – {} d", days_text(days, days.p10), days_text(days, days.p90)), 11.5);
      bottom_ += kRunRowHeight;
    }
    const double closed = study_.report.run.time.total() / day;
    if (closed >= scale.low && closed <= scale.high) {
      const double x = scale.at(closed);
      canvas_.line({x, bottom_ + 4}, {x, bottom_ + 14}, kLost, 2);
      text(x + 6, bottom_ + 14, fmt::format("closed form {} d", figure_text(closed)), 11, kLost);
    }
    bottom_ += 34;
  }

  void draw_waterfall(double top) {
    constexpr double kLabel = 150, kRight = 590, kValue = 128;  // px
    panel_title(kRunMargin, top, "Where the time goes", "mean hours at the predicted step time");
    const double total = 24 * predicted_.wall_clock_days.estimate.mean;
    const WaterfallAxis axis = waterfall_axis(predicted_);
    const Scale scale{axis.low_h, axis.high_h, kRunMargin + kLabel, kRight - kValue};
    double y = top + 14;
    const auto row = [&](std::string_view label, double from, double to, const char* color, double hours) {
      text(scale.left - 8, y + 15, std::string(label), 11.5, kInk, SvgAnchor::kEnd);
      const double left = scale.at(from), right = scale.at(to);
      canvas_.box({left, y + 3, std::max(1.0, right - left), kRunRowHeight - 8}, {.fill = color, .radius = 1});
      // Cut bars begin at the axis's low end, torn.
      if (from <= axis.low_h && axis.low_h > 0)
        for (const double x : {left + 5, left + 9})
          canvas_.line({x, y + kRunRowHeight - 3}, {x + 4, y + 1}, "#ffffff", 2);
      text(kRight, y + 15, fmt::format("{} h · {}", figure_text(hours), small_share_text(hours / total)), 11.5, kInk,
           SvgAnchor::kEnd);
      y += kRunRowHeight;
    };
    row("wall-clock", 0, total, kPause, total);
    for (const WaterfallStep& step : run_waterfall(predicted_))
      row(run_time_label(step.time), step.to_h, step.from_h, step.time == sim::RunTime::kPlanned ? kPause : kLost,
          step.hours.mean);
    const double productive = predicted_.time_h[static_cast<std::size_t>(sim::RunTime::kProductive)].mean;
    row("productive steps", 0, productive, kGain, productive);
    bottom_ = y + 30;
  }

  void draw_causes(double top) {
    constexpr double kLeft = 640, kLabel = 156, kValue = 150;  // px
    panel_title(kLeft, top, "What interrupts it", "mean hours at the predicted step time");
    double most = 0;
    for (const sim::CauseSummary& cause : predicted_.causes)
      most = std::max(most, cause.lost_h.estimate.mean + cause.down_h.mean);
    const Scale scale{0, std::max(most, 1e-9), kLeft + kLabel, kRunWidth - kRunMargin - kValue};
    double y = top + 14;
    for (std::size_t c = 0; c < sim::kNumRunCauses; ++c) {
      const sim::CauseSummary& cause = predicted_.causes[c];
      if (cause.interruptions.mean == 0) continue;
      text(scale.left - 8, y + 15, std::string(run_cause_label(sim::kRunCauses[c].cause)), 11.5, kInk, SvgAnchor::kEnd);
      const double middle = scale.at(cause.lost_h.estimate.mean),
                   right = scale.at(cause.lost_h.estimate.mean + cause.down_h.mean);
      canvas_.box({scale.left, y + 3, middle - scale.left, kRunRowHeight - 8}, {.fill = kLost, .radius = 1});
      canvas_.box({middle, y + 3, right - middle, kRunRowHeight - 8}, {.fill = kDown, .radius = 1});
      text(right + 8, y + 15,
           fmt::format("{} × · {} h", figure_text(cause.interruptions.mean),
                       figure_text(cause.lost_h.estimate.mean + cause.down_h.mean)),
           11.5);
      y += kRunRowHeight;
    }
    if (most > 0) {
      canvas_.box({scale.left, y + 6, 12, 10}, {.fill = kLost, .radius = 1});
      text(scale.left + 18, y + 15, "lost work", 11, kFaint);
      canvas_.box({scale.left + 100, y + 6, 12, 10}, {.fill = kDown, .radius = 1});
      text(scale.left + 118, y + 15, "standing still", 11, kFaint);
      y += kRunRowHeight;
    } else {
      text(kLeft, y + 15, "nothing", 11.5, kFaint);
    }
    bottom_ = y + 30;
  }

  void draw_changes() {
    constexpr double kLabel = 420, kValue = 240, kRow = 34;  // px
    panel_title(kRunMargin, bottom_, "What would help most",
                "days saved, on the same luck; whiskers: two standard errors");
    double low = 0, high = 0;
    for (const plan::RunChange& change : study_.changes) {
      low = std::min(low, change.days.mean - 2 * change.days.standard_error);
      high = std::max(high, change.days.mean + 2 * change.days.standard_error);
    }
    const Scale scale{low, high > low ? high : low + 1, kRunMargin + kLabel, kRunWidth - kRunMargin - kValue};
    double y = bottom_ + 12;
    const double top = y;
    for (const plan::RunChange& change : study_.changes) {
      text(kRunMargin, y + 15, fitted(change.name, kLabel - 16, 12));
      text(kRunMargin, y + 28, fitted(change.setting, kLabel - 16, 10.5), 10.5, kFaint);
      const double mean = change.days.mean, error = 2 * change.days.standard_error;
      const double zero = scale.at(0), end = scale.at(mean), middle = y + kRow / 2;
      canvas_.box({std::min(zero, end), middle - 8, std::abs(end - zero), 16},
                  {.fill = mean >= 0 ? kGain : kLost, .radius = 1});
      canvas_.line({scale.at(mean - error), middle}, {scale.at(mean + error), middle}, kInk, 1.2);
      text(scale.right + 12, middle + 4,
           fmt::format("{} d{}", figure_text(change.days.mean),
                       change.money ? fmt::format(" · {}", money_text(*change.money)) : std::string()),
           11.5);
      y += kRow;
    }
    canvas_.line({scale.at(0), top}, {scale.at(0), y}, kFaint, 1);
    bottom_ = y + 34;
  }

  /// What each number of spares costs: money where it is known, else node-hours.
  void draw_spares() {
    const bool priced =
        std::all_of(study_.spare_cases.begin(), study_.spare_cases.end(), [](const auto& s) { return s.cost; });
    panel_title(kRunMargin, bottom_, "Spare nodes tried",
                priced ? "cost of the run; the one used is marked" : "node-hours of the run; the one used is marked");
    const auto value_of = [&](const plan::SpareCase& s) { return priced ? *s.cost / dollar : s.node_hours; };
    const auto [least, most] =
        std::minmax_element(study_.spare_cases.begin(), study_.spare_cases.end(),
                            [&](const auto& a, const auto& b) { return value_of(a) < value_of(b); });
    const double top = bottom_ + 20, foot = top + 110;
    const double low = value_of(*least), high = std::max(value_of(*most), low * 1.0001 + 1e-9);
    const Scale across{static_cast<double>(study_.spare_cases.front().spare_nodes),
                       static_cast<double>(study_.spare_cases.back().spare_nodes) + 1e-9, kRunLeft, kRunRight};
    const auto point = [&](const plan::SpareCase& s) {
      return SvgPoint{across.at(s.spare_nodes), foot - (value_of(s) - low) / (high - low) * (foot - top)};
    };
    canvas_.line({kRunLeft, foot + 8}, {kRunRight, foot + 8}, kFaint, 1);
    std::vector<SvgPoint> line;
    for (const plan::SpareCase& s : study_.spare_cases) line.push_back(point(s));
    canvas_.polyline(line, kBar, 2, false);
    double free_from = 0;
    for (const plan::SpareCase& s : study_.spare_cases) {
      const SvgPoint at = point(s);
      const bool used = s.spare_nodes == study_.settings.spare_nodes;
      canvas_.box({at.x - (used ? 6 : 3.5), at.y - (used ? 6 : 3.5), used ? 12.0 : 7.0, used ? 12.0 : 7.0},
                  {.fill = used ? kGain : kBar, .radius = 6});
      if (at.x < free_from) continue;
      text(at.x, foot + 24, fmt::format("{}", s.spare_nodes), 11.5, kInk, SvgAnchor::kMiddle);
      free_from = at.x + 26;
    }
    const auto amount = [&](double value) { return priced ? money_text(value * dollar) : count_text(value) + " h"; };
    text(kRunLeft - 14, top + 4, amount(high), 11, kFaint, SvgAnchor::kEnd);
    text(kRunLeft - 14, foot + 4, amount(low), 11, kFaint, SvgAnchor::kEnd);
    bottom_ = foot + 40;
  }

  const plan::RunStudy& study_;
  const sim::RunSimulation& run_;
  const sim::RunSimulation& predicted_;
  std::uint64_t seed_;
  double bottom_ = 0;
  SvgCanvas canvas_;
};

}  // namespace

std::string run_svg(const plan::RunStudy& study, std::uint64_t seed) { return RunDrawing(study, seed).document(); }

}  // namespace fmplan::picture
