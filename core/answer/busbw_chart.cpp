#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/answer/network_times.h"
#include "core/base/quantity_text.h"
#include "core/base/svg_canvas.h"
#include "core/network/nccl_model.h"
#include "core/picture/palette.h"

namespace fmplan::answer {
namespace {

using network::Collective;
using picture::kGrey;
using picture::kGrid;
using picture::kInk;

/// The chart and its margins in pixels, chosen to the eye; points of a curve that are worked out.
constexpr double kWidth = 900;
constexpr double kHeight = 520;
constexpr double kLeft = 80;
constexpr double kRight = 24;
constexpr double kTop = 86;
constexpr double kBottom = 62;
constexpr int kPointsPerOctave = 4;

constexpr const char* kLine = "#0f5c8c";
constexpr const char* kBand = "#cfe3f1";
constexpr const char* kBound = "#9a3412";
constexpr const char* kMeasured = "#b45309";

struct Point {
  double octave = 0;  ///< log2 of the size in bytes
  double gigabytes_per_s = 0;
};

struct Curves {
  std::vector<Point> predicted, low, high, bound, measured;
};

Curves curves_of(const CollectiveTimes& times) {
  const auto [first, last] = std::minmax_element(times.rows.begin(), times.rows.end(),
                                                 [](const auto& a, const auto& b) { return a.bytes < b.bytes; });
  const double from = std::log2(first->bytes / byte);
  const double to = std::max(from + 1, std::log2(last->bytes / byte));
  const Collective collective = times.collective;
  const double factor = network::bus_factor(collective, times.group.num_ranks);
  const auto rate = [&](Bytes bytes, Seconds time) { return factor * (bytes / time) / gigabyte_per_second; };
  Curves curves;
  const int steps = static_cast<int>(std::ceil((to - from) * kPointsPerOctave));
  for (int i = 0; i <= steps; ++i) {
    const double octave = from + (to - from) * i / steps;
    const Bytes bytes = std::exp2(octave) * byte;
    const network::CalibratedTime time =
        network::collective_time(collective, bytes, times.group, times.profile.profile);
    curves.predicted.push_back({octave, rate(bytes, time.total)});
    curves.low.push_back({octave, rate(bytes, time.high)});
    curves.high.push_back({octave, rate(bytes, time.low)});
    curves.bound.push_back(
        {octave, rate(bytes, network::collective_bound_time(collective, bytes, times.group,
                                                            times.profile.profile.in_switch_reduction))});
  }
  for (const TimedSize& row : times.rows)
    if (row.measured) curves.measured.push_back({std::log2(row.bytes / byte), rate(row.bytes, *row.measured)});
  return curves;
}

double highest(const std::vector<Point>& points) {
  double most = 0;
  for (const Point& p : points) most = std::max(most, p.gigabytes_per_s);
  return most;
}

std::string size_label(double octave) {
  constexpr std::array<const char*, 5> kUnits = {"B", "KiB", "MiB", "GiB", "TiB"};
  const auto unit = std::min<std::size_t>(kUnits.size() - 1, static_cast<std::size_t>(octave / 10));
  return fmt::format("{:.0f} {}", std::exp2(octave - 10 * static_cast<double>(unit)), kUnits[unit]);
}

class Plot {
 public:
  Plot(double from, double to, double most) : from_(from), to_(to), most_(most) {}

  SvgPoint at(const Point& p) const {
    return {kLeft + (p.octave - from_) / (to_ - from_) * (kWidth - kLeft - kRight),
            kHeight - kBottom - p.gigabytes_per_s / most_ * (kHeight - kTop - kBottom)};
  }
  std::vector<SvgPoint> at(const std::vector<Point>& points) const {
    std::vector<SvgPoint> all;
    all.reserve(points.size());
    for (const Point& p : points) all.push_back(at(p));
    return all;
  }
  void axes(SvgCanvas& canvas) const {
    const double step = svg_tick_step(most_, 6);
    const int num_steps = static_cast<int>(most_ * 1.0001 / step);
    for (int i = 0; i <= num_steps; ++i) {
      const double value = i * step;
      const SvgPoint left = at({from_, value});
      canvas.line(left, at({to_, value}), kGrid, 1);
      canvas.text({left.x - 8, left.y + 4}, fmt::format("{:g}", value),
                  {.size = 12, .anchor = SvgAnchor::kEnd, .color = kGrey});
    }
    const int every = to_ - from_ > 16 ? 4 : (to_ - from_ > 8 ? 2 : 1);
    for (int octave = static_cast<int>(std::ceil(from_)); octave <= to_; ++octave) {
      if (octave % every != 0) continue;
      const SvgPoint foot = at({1.0 * octave, 0});
      canvas.line(foot, {foot.x, foot.y + 5}, kGrey, 1);
      canvas.text({foot.x, foot.y + 20}, size_label(octave),
                  {.size = 12, .anchor = SvgAnchor::kMiddle, .color = kGrey});
    }
    canvas.text({(kLeft + kWidth - kRight) / 2, kHeight - 18}, "size (as nccl-tests counts it)",
                {.size = 13, .anchor = SvgAnchor::kMiddle, .color = kInk});
    canvas.text({16, kTop - 14}, "busbw, GB/s", {.size = 13, .anchor = SvgAnchor::kStart, .color = kInk});
  }

 private:
  double from_, to_, most_;
};

void legend(SvgCanvas& canvas, bool measured) {
  double x = kLeft;
  const double y = 56;
  const auto label = [&](const char* text) {
    canvas.text({x + 30, y}, text, {.size = 12, .anchor = SvgAnchor::kStart, .color = kInk});
    x += 50 + svg_text_width(text, 12);
  };
  const auto line = [&](const char* color, double width, bool dashed) {
    const std::array<SvgPoint, 2> ends = {SvgPoint{x, y - 4}, SvgPoint{x + 22, y - 4}};
    canvas.polyline(ends, color, width, dashed);
  };
  line(kLine, 2.5, false);
  label("predicted");
  canvas.box({x, y - 10, 22, 11}, {.fill = kBand, .radius = 2});
  label("80 % of measurements");
  line(kBound, 1.5, true);
  label("bound of the line rates");
  if (!measured) return;
  canvas.box({x + 8, y - 7, 6, 6}, {.fill = kMeasured, .radius = 3});
  label("measured");
}

}  // namespace

std::string busbw_chart(const CollectiveTimes& times) {
  const Curves curves = curves_of(times);
  const double most = 1.06 * std::max({highest(curves.bound), highest(curves.high), highest(curves.measured)});
  const Plot plot(curves.predicted.front().octave, curves.predicted.back().octave, most);
  SvgCanvas canvas;
  const TimesQuestion& question = times.question;
  const int accelerators = question.cluster.num_nodes * times.gpus_per_node;
  const std::string ranks =
      times.group.num_ranks == accelerators ? "" : fmt::format(" ({} ranks)", times.group.num_ranks);
  canvas.text({16, 28},
              fmt::format("{} over {} GPUs{}: {} × {}", collective_name(times.collective), accelerators, ranks,
                          question.cluster.num_nodes, question.cluster.instance.name),
              {.size = 17, .anchor = SvgAnchor::kStart, .color = kInk, .bold = true});
  canvas.text({kWidth - kRight, 28}, "profile " + times.profile.name,
              {.size = 12, .anchor = SvgAnchor::kEnd, .color = kGrey});
  legend(canvas, !curves.measured.empty());
  std::vector<SvgPoint> band = plot.at(curves.high);
  const std::vector<SvgPoint> lower = plot.at(curves.low);
  band.insert(band.end(), lower.rbegin(), lower.rend());
  canvas.area(band, kBand);
  plot.axes(canvas);
  canvas.polyline(plot.at(curves.bound), kBound, 1.5, true);
  canvas.polyline(plot.at(curves.predicted), kLine, 2.5, false);
  for (const SvgPoint& p : plot.at(curves.measured))
    canvas.box({p.x - 3, p.y - 3, 6, 6}, {.fill = kMeasured, .radius = 3});
  return canvas.document(kWidth, kHeight);
}

}  // namespace fmplan::answer
