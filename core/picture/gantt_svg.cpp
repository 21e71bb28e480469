#include "core/picture/gantt_svg.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "core/base/svg_canvas.h"
#include "core/picture/palette.h"
#include "core/picture/picture_label.h"
#include "core/picture/step_palette.h"
#include "core/text/terminal_text.h"

namespace fmplan::picture {
namespace {

/// Pixels, chosen to the eye.
constexpr double kGanttWidth = 1200;
constexpr double kGanttMargin = 24;
constexpr double kGanttLeft = 216;
constexpr double kGanttRight = 976;
constexpr double kStatusLeft = 992;
constexpr double kHeadingHeight = 24;
constexpr double kGanttRowHeight = 36;
constexpr double kGanttBarHeight = 16;
constexpr double kNoteHeight = 12;
constexpr double kLaneHeight = 17;  ///< of the labels of marks
constexpr double kStripHeight = 62;
constexpr double kStripGap = 24;
constexpr double kLabelRoom = kGanttLeft - kGanttMargin - 22, kNoteSize = 10;
constexpr double kNarrowestBar = 1.5;  ///< of a bar
/// Rows, ticks and lanes at most: chosen to the eye.
constexpr std::size_t kMostGanttRows = 250;
constexpr int kMostTicks = 9;
constexpr std::size_t kMostLanes = 4;

constexpr const char* kDeadline = "#c2571a";
constexpr const char* kRisk = "#a83c0a";
constexpr const char* kMarked = "#fff3e6";
constexpr const char* kUsed = "#a9c9e4";
constexpr const char* kSimulated = "#1f6fb4";
constexpr const char* kMark = "#2f6f5e";

/// Neighbours in time differ in lightness: plain and dark, plain and light, or hatched.
struct KindPaint {
  std::string_view color;
  bool hatched;
};
constexpr std::array<KindPaint, kNumGanttKinds> kKindPaints = {
    {{"#8b94a3", false}, {"#2f9c83", true}, {"#1f6fb4", false}, {"#f2a42c", false}, {"#8a2f72", true}}};

const KindPaint& paint_of(GanttKind kind) { return kKindPaints.at(static_cast<std::size_t>(kind)); }

/// Paper under a hatch: light enough for text to be read on it.
std::string paper_of(const KindPaint& style) {
  return style.hatched ? lighter(style.color, 0.82) : std::string(style.color);
}

/// A row or the name of an organisation, and where it stands.
struct Line {
  const GanttGroup* heading = nullptr;
  const GanttRow* row = nullptr;
  double top = 0;
  double height = kGanttRowHeight;
};

struct MarkLabel {
  const GanttMark* mark = nullptr;
  double left = 0, right = 0;  ///< of the mark itself
  std::size_t lane = 0;        ///< kMostLanes: no room for its label
};

class GanttDrawing {
 public:
  explicit GanttDrawing(const Gantt& gantt)
      : gantt_(gantt), groups_(gantt_groups(gantt)), ticks_(gantt_ticks(gantt, kMostTicks)) {}

  std::string document() {
    draw_title();
    draw_legend();
    place_marks();
    lay_out();
    draw_grid();
    draw_marks();
    for (const Line& line : lines_) line.row != nullptr ? draw_row(line) : draw_heading(line);
    if (num_hidden_ > 0)
      text(kGanttMargin, rows_bottom_ - 8, fmt::format("… {} more projects are not drawn", num_hidden_), 11.5, kFaint);
    double top = rows_bottom_ + 30;
    for (const GanttPool& pool : gantt_.pools) {
      draw_pool(pool, top);
      top += kStripHeight + kStripGap;
    }
    draw_dates(bottom_ + 15);
    return canvas_.document(kGanttWidth, bottom_ + 24 + kGanttMargin);
  }

 private:
  void text(double x, double y, std::string_view words, double size = 12, std::string_view color = kInk,
            SvgAnchor anchor = SvgAnchor::kStart) {
    canvas_.text({x, y}, words, {.size = size, .anchor = anchor, .color = color});
  }
  void bold(double x, double y, std::string_view words, double size, std::string_view color = kInk) {
    canvas_.text({x, y}, words, {.size = size, .color = color, .bold = true});
  }
  double at(double day) const {
    const double days = gantt_days(gantt_);
    return kGanttLeft + std::clamp(day, 0.0, days) / days * (kGanttRight - kGanttLeft);
  }

  void draw_title() {
    // Bold letters are a sixth wider.
    bold(kGanttMargin, 36, fitted_to_width(gantt_.title, (kGanttWidth - 2 * kGanttMargin) * 6 / 7, 18), 18);
    std::string words = gantt_span(gantt_);
    const auto at_risk =
        std::count_if(gantt_.rows.begin(), gantt_.rows.end(), [](const GanttRow& row) { return row.at_risk; });
    words += fmt::format(" · {} project{}", gantt_.rows.size(), gantt_.rows.size() == 1 ? "" : "s");
    if (at_risk > 0) words += fmt::format(", {} at risk", at_risk);
    text(kGanttMargin, 58, words, 12.5, kFaint);
  }

  void draw_swatch(const SvgBox& box, GanttKind kind) {
    const KindPaint& style = paint_of(kind);
    canvas_.box(box, {.fill = paper_of(style), .stroke = style.hatched ? style.color : "none", .radius = 1.5});
    if (style.hatched) canvas_.hatch(box, lighter(style.color, 0.45));
  }

  /// Every kind, marker and line that the picture has.
  void draw_legend() {
    double x = kGanttMargin, y = 84;
    constexpr double kSwatch = 22, kAfter = 20;  // px
    const auto item = [&](std::string_view label, auto draw) {
      const double width = kSwatch + 6 + label_width(label, 11.5);
      if (x + width > kGanttWidth - kGanttMargin) x = kGanttMargin, y += 20;
      draw(x, y - 10);
      text(x + kSwatch + 6, y, label, 11.5);
      x += width + kAfter;
    };
    bool whiskers = false, deadlines = false;
    std::array<bool, kNumGanttKinds> has_kind{};
    for (const GanttRow& row : gantt_.rows) {
      deadlines = deadlines || row.deadline_day;
      for (const GanttBar& bar : row.bars) {
        has_kind.at(static_cast<std::size_t>(bar.kind)) = true;
        whiskers = whiskers || bar.finish_days;
      }
    }
    for (std::size_t k = 0; k < kNumGanttKinds; ++k) {
      if (!has_kind[k]) continue;
      const auto kind = static_cast<GanttKind>(k);
      item(gantt_kind_name(kind), [&](double left, double top) {
        const SvgBox box{left, top - 2, kSwatch, 14};
        draw_swatch(box, kind);
        draw_letter(box, kind);
      });
    }
    if (whiskers)
      item("finish, P10 – P50 – P90",
           [&](double left, double top) { draw_whisker(left + 1, left + 11, left + kSwatch - 1, top + 6, kInk); });
    if (deadlines) item("deadline", [&](double left, double top) { draw_deadline(left + 8, top - 3, top + 12); });
    for (std::size_t k = 0; k < kNumGanttMarkKinds; ++k) {
      const auto kind = static_cast<GanttMarkKind>(k);
      if (std::any_of(gantt_.marks.begin(), gantt_.marks.end(), [&](const auto& mark) { return mark.kind == kind; }))
        item(gantt_mark_name(kind), [&](double left, double top) {
          draw_glyph(kind, left + (kind == GanttMarkKind::kMaintenance ? 2 : 11), left + 20, top + 5);
        });
    }
    if (!gantt_.pools.empty()) {
      item("capacity", [&](double left, double top) {
        canvas_.line({left, top + 5}, {left + kSwatch, top + 5}, kInk, 1.6);
      });
      item("placed", [&](double left, double top) {
        canvas_.box({left, top, kSwatch, 11}, {.fill = kUsed, .radius = 0});
      });
    }
    if (std::any_of(gantt_.pools.begin(), gantt_.pools.end(),
                    [](const auto& pool) { return !pool.utilisation.empty(); }))
      item("in use, simulated, by week", [&](double left, double top) {
        canvas_.polyline(std::array<SvgPoint, 2>{{{left, top + 5}, {left + kSwatch, top + 5}}}, kSimulated, 1.6, true);
      });
    head_ = y + 30;
  }

  /// Labels of marks stand in lanes, each in the first where it meets no other.
  void place_marks() {
    for (const GanttMark& mark : gantt_.marks) {
      const auto days = gantt_inside(gantt_, mark);
      if (days) marks_.push_back({.mark = &mark, .left = at(days->low), .right = at(days->high)});
    }
    std::stable_sort(marks_.begin(), marks_.end(), [](const auto& a, const auto& b) { return a.left < b.left; });
    std::array<double, kMostLanes> free_from{};
    for (MarkLabel& label : marks_) {
      while (label.lane < kMostLanes && free_from.at(label.lane) > label_begin(label)) ++label.lane;
      if (label.lane == kMostLanes) {
        ++num_unlabelled_;
        continue;
      }
      free_from.at(label.lane) = label_end(label) + 10;
      num_lanes_ = std::max(num_lanes_, label.lane + 1);
    }
  }
  static std::string mark_words(const GanttMark& mark) {
    return fitted_to_width(mark.label.empty() ? gantt_mark_name(mark.kind) : mark.label, 300, 10.5);
  }
  static double glyph_end(const MarkLabel& label) {
    return label.mark->kind == GanttMarkKind::kMaintenance ? std::max(label.right, label.left + 4) : label.left + 6;
  }
  /// Words stand behind their mark, or before it where the page ends.
  static bool stands_before(const MarkLabel& label) {
    return glyph_end(label) + 4 + label_width(mark_words(*label.mark), 10.5) > kGanttWidth - kGanttMargin;
  }
  static double label_begin(const MarkLabel& label) {
    return stands_before(label) ? label.left - 10 - label_width(mark_words(*label.mark), 10.5) : label.left;
  }
  static double label_end(const MarkLabel& label) {
    return glyph_end(label) + (stands_before(label) ? 0 : 4 + label_width(mark_words(*label.mark), 10.5));
  }

  void lay_out() {
    dates_y_ = head_ + 8;
    lanes_top_ = dates_y_ + 9;
    double top = lanes_top_ + kLaneHeight * static_cast<double>(num_lanes_) + (num_lanes_ > 0 ? 6 : 2);
    std::size_t drawn = 0;
    const bool named =
        std::any_of(groups_.begin(), groups_.end(), [](const auto& group) { return !group.name.empty(); });
    for (const GanttGroup& group : groups_) {
      if (drawn == kMostGanttRows) break;
      if (named) {
        lines_.push_back({.heading = &group, .top = top});
        top += kHeadingHeight;
      }
      for (const GanttRow* row : group.rows) {
        if (drawn == kMostGanttRows) break;
        const double more = static_cast<double>(note_lines(*row).size()) - 1;
        lines_.push_back({.row = row, .top = top, .height = kGanttRowHeight + std::max(0.0, more) * kNoteHeight});
        top += lines_.back().height;
        ++drawn;
      }
      if (named) top += 4;
    }
    num_hidden_ = gantt_.rows.size() - drawn;
    if (num_hidden_ > 0) top += 26;
    rows_bottom_ = top;
    bottom_ =
        top + static_cast<double>(gantt_.pools.size()) * (kStripHeight + kStripGap) + (gantt_.pools.empty() ? 4 : 18);
  }

  void draw_dates(double y) {
    for (const GanttTick& tick : ticks_) text(at(tick.day), y, date_text(tick.date), 11, kFaint, SvgAnchor::kMiddle);
  }

  void draw_grid() {
    for (const Line& line : lines_)
      if (line.row != nullptr && line.row->at_risk) {
        canvas_.box({kGanttMargin - 10, line.top, kGanttWidth - 2 * kGanttMargin + 20, line.height - 2},
                    {.fill = kMarked, .radius = 3});
        canvas_.box({kGanttMargin - 10, line.top, 4, line.height - 2}, {.fill = kDeadline, .radius = 0});
      }
    for (const GanttTick& tick : ticks_)
      canvas_.line({at(tick.day), lanes_top_ - 4}, {at(tick.day), bottom_}, kGrid, 1);
    for (const double x : {kGanttLeft, kGanttRight}) canvas_.line({x, lanes_top_ - 4}, {x, bottom_}, kGrid, 1);
    draw_dates(dates_y_);
  }

  /// What distinguishes them is their shape: nodes come (down), go (up), are serviced (hatched), must be given back.
  void draw_glyph(GanttMarkKind kind, double left, double right, double y) {
    switch (kind) {
      case GanttMarkKind::kDelivery:
        canvas_.area(std::array<SvgPoint, 3>{{{left - 5, y - 4}, {left + 5, y - 4}, {left, y + 5}}}, kMark);
        break;
      case GanttMarkKind::kReturn:
        canvas_.area(std::array<SvgPoint, 3>{{{left - 5, y + 5}, {left + 5, y + 5}, {left, y - 4}}}, kMark);
        break;
      case GanttMarkKind::kMaintenance: {
        const SvgBox box{left, y - 5, std::max(4.0, right - left), 10};
        canvas_.box(box, {.fill = "#ffffff", .stroke = kFaint, .radius = 0});
        canvas_.hatch(box, kFaint);
        break;
      }
      case GanttMarkKind::kBlockEnd:
        canvas_.area(std::array<SvgPoint, 4>{{{left, y - 6}, {left + 5, y}, {left, y + 6}, {left - 5, y}}}, kDeadline);
        break;
    }
  }

  void draw_marks() {
    for (const MarkLabel& label : marks_) {
      const bool lasts = label.mark->kind == GanttMarkKind::kMaintenance;
      const std::string_view color = lasts ? kFaint : label.mark->kind == GanttMarkKind::kBlockEnd ? kDeadline : kMark;
      const double y = lanes_top_ + kLaneHeight * (static_cast<double>(std::min(label.lane, kMostLanes - 1)) + 0.5);
      canvas_.line({label.left, y}, {label.left, bottom_}, color, 1, 0.45);
      if (lasts && label.right > label.left) canvas_.line({label.right, y}, {label.right, bottom_}, color, 1, 0.45);
      draw_glyph(label.mark->kind, label.left, label.right, y);
      if (label.lane == kMostLanes) continue;
      const bool before = stands_before(label);
      text(before ? label.left - 10 : glyph_end(label) + 4, y + 4, mark_words(*label.mark), 10.5, kInk,
           before ? SvgAnchor::kEnd : SvgAnchor::kStart);
    }
    if (num_unlabelled_ > 0)
      text(kGanttMargin, lanes_top_ + kLaneHeight * static_cast<double>(kMostLanes) - 4,
           fmt::format("{} mark{} without room for a label", num_unlabelled_, num_unlabelled_ == 1 ? "" : "s"), 10.5,
           kFaint);
  }

  void draw_heading(const Line& line) {
    bold(kGanttMargin, line.top + 17,
         fitted_to_width(line.heading->name, (kGanttWidth - 2 * kGanttMargin) * 6 / 7, 12.5), 12.5);
    canvas_.line({kGanttMargin, line.top + 1}, {kGanttWidth - kGanttMargin, line.top + 1}, kGrid, 1);
  }

  /// The note below the project's name, three lines at most.
  static std::vector<std::string> note_lines(const GanttRow& row) {
    constexpr int kColumns = static_cast<int>(kLabelRoom / (0.64 * kNoteSize));  // of its letters
    constexpr std::size_t kMostLines = 3;                                        // chosen, as the picture's other sizes
    if (row.note.empty()) return {};
    const std::string words = fitted_to_columns(row.note, 2 * static_cast<int>(kMostLines) * kColumns);
    std::vector<std::string> lines = text::wrapped(words, kColumns, true);
    if (lines.size() > kMostLines) {
      lines.resize(kMostLines);
      lines.back() = fitted_to_columns(lines.back(), kColumns - 1) + (lines.back().ends_with("…") ? "" : "…");
    }
    for (std::string& line : lines) line = fitted_to_width(line, kLabelRoom, kNoteSize);
    return lines;
  }

  void draw_row(const Line& line) {
    const GanttRow& row = *line.row;
    text(kGanttMargin + 8, line.top + 15, fitted_to_width(row.label, kLabelRoom, 12), 12);
    double y = line.top + 29;
    for (const std::string& words : note_lines(row)) {
      text(kGanttMargin + 8, y, words, kNoteSize, kFaint);
      y += kNoteHeight;
    }
    const double bar_top = line.top + 4;
    for (const GanttBar& bar : row.bars) draw_bar(bar, bar_top);
    for (const GanttBar& bar : row.bars)
      if (bar.finish_days) draw_finish(bar, bar_top + kGanttBarHeight + 7);
    if (const auto day = gantt_deadline(gantt_, row)) draw_deadline(at(*day), line.top, line.top + kGanttRowHeight - 3);
    draw_status(row, line.top);
  }

  void draw_status(const GanttRow& row, double top) {
    const auto share = row.on_time ? gantt_chance(*row.on_time) : std::nullopt;
    constexpr double kRoom = kGanttWidth - kGanttMargin - kStatusLeft;
    std::string dates = gantt_finish(gantt_, row);
    const bool due = row.deadline_day && !std::isnan(*row.deadline_day);
    if (due) dates += ", due " + gantt_date(gantt_, *row.deadline_day);
    if (row.at_risk) {
      bold(kStatusLeft, top + 15, share ? fmt::format("at risk: {} on time", *share) : "at risk", 11.5, kRisk);
    } else if (share) {
      text(kStatusLeft, top + 15, fmt::format("{} on time", *share), 11.5);
    }
    text(kStatusLeft, top + (row.at_risk || share ? 29 : 15), fitted_to_width(dates, kRoom, 9.5), 9.5, kFaint);
  }

  void draw_letter(const SvgBox& box, GanttKind kind) {
    const std::string color = paper_of(paint_of(kind));
    canvas_.text({box.center(), box.y + box.height / 2 + 3.6}, std::string(1, gantt_kind_letter(kind)),
                 {.size = 10, .anchor = SvgAnchor::kMiddle, .color = ink_on(color), .bold = true});
  }

  void draw_bar(const GanttBar& bar, double top) {
    const auto days = gantt_inside(gantt_, bar.from_day, bar.until_day);
    if (!days) return;
    const double left = std::min(at(days->low), kGanttRight - kNarrowestBar);
    // A white edge between neighbours.
    const SvgBox box{left, top, std::max(kNarrowestBar, at(days->high) - left - 0.8), kGanttBarHeight};
    draw_swatch(box, bar.kind);
    // The longest of these that there is room for.
    const std::string name = one_line(bar.label.empty() ? gantt_kind_name(bar.kind) : std::string_view(bar.label));
    for (const std::string& words :
         {bar.nodes > 0 ? fmt::format("{} · {} node{}", name, bar.nodes, bar.nodes == 1 ? "" : "s") : name, name}) {
      if (words.empty() || label_width(words, 10) > box.width - 6) continue;
      const std::string paper = paper_of(paint_of(bar.kind));
      return canvas_.text({box.center(), top + 11.6}, words,
                          {.size = 10, .anchor = SvgAnchor::kMiddle, .color = ink_on(paper)});
    }
    if (box.width >= 9) draw_letter(box, bar.kind);
  }

  /// From P10 to P90 with a diamond at P50.
  void draw_whisker(double low, double middle, double high, double y, std::string_view color) {
    canvas_.line({low, y}, {high, y}, color, 1.3);
    for (const double end : {low, high}) canvas_.line({end, y - 3.5}, {end, y + 3.5}, color, 1.3);
    canvas_.area(std::array<SvgPoint, 4>{{{middle, y - 4}, {middle + 4, y}, {middle, y + 4}, {middle - 4, y}}}, color);
  }

  void draw_finish(const GanttBar& bar, double y) {
    const Range& days = *bar.finish_days;
    if (!(days.low <= days.high && days.high >= 0)) return;  // what is no number neither
    const std::string color = bar.kind == GanttKind::kPostTraining ? "#a86a08" : std::string(paint_of(bar.kind).color);
    const double end = gantt_days(gantt_);
    const double p50 = bar.finish_p50.value_or(bar.until_day);
    if (days.low <= end && days.high <= end && p50 >= 0 && p50 <= end)
      return draw_whisker(at(days.low), at(p50), at(days.high), y, color);
    canvas_.line({at(days.low), y}, {kGanttRight, y}, color, 1.3);
    if (days.low >= 0 && days.low <= end) canvas_.line({at(days.low), y - 3.5}, {at(days.low), y + 3.5}, color, 1.3);
    if (p50 >= 0 && p50 <= end) {
      const double x = at(p50);
      canvas_.area(std::array<SvgPoint, 4>{{{x, y - 4}, {x + 4, y}, {x, y + 4}, {x - 4, y}}}, color);
    }
    // It goes on beyond the picture.
    canvas_.area(std::array<SvgPoint, 3>{{{kGanttRight - 1, y - 4}, {kGanttRight + 7, y}, {kGanttRight - 1, y + 4}}},
                 color);
  }

  void draw_deadline(double x, double top, double foot) {
    canvas_.line({x, top}, {x, foot}, kDeadline, 2);
    canvas_.area(std::array<SvgPoint, 3>{{{x, top}, {x + 7, top + 3.5}, {x, top + 7}}}, kDeadline);
  }

  void draw_pool(const GanttPool& pool, double top) {
    const double foot = top + kStripHeight;
    const auto num_days = static_cast<std::size_t>(gantt_days(gantt_));
    // A part of the strip for every day, or for several where days are narrower than a pixel.
    const std::size_t columns = std::min(num_days, static_cast<std::size_t>(kGanttRight - kGanttLeft));
    const std::vector<double> capacity = per_column(pool.capacity, columns), used = per_column(pool.used, columns);
    const double most = std::max(
        {1.0, *std::max_element(capacity.begin(), capacity.end()), *std::max_element(used.begin(), used.end())});
    draw_steps(used, most, top, foot, true);
    draw_steps(capacity, most, top, foot, false);
    if (!pool.utilisation.empty()) draw_simulated(pool, most, top, foot);
    canvas_.line({kGanttLeft, foot}, {kGanttRight, foot}, kFaint, 1);
    bold(kGanttMargin, top + 12, fitted_to_width(pool.name, (kGanttLeft - kGanttMargin - 60) * 6 / 7, 12), 12);
    text(kGanttMargin, top + 28, "nodes", 10.5, kFaint);
    text(kGanttLeft - 6, top + 8, fmt::format("{:.6g}", most), 10.5, kFaint, SvgAnchor::kEnd);
    text(kGanttLeft - 6, foot, "0", 10.5, kFaint, SvgAnchor::kEnd);
    draw_pool_status(pool, top);
  }

  std::vector<double> per_column(const std::vector<double>& values, std::size_t columns) const {
    std::vector<double> by_day(static_cast<std::size_t>(gantt_days(gantt_)));
    for (std::size_t i = 0; i < by_day.size(); ++i) by_day[i] = gantt_amount(values, i);
    return gantt_columns(by_day, columns);
  }

  /// Level over each part of the strip; filled down to its foot, or as a line.
  void draw_steps(const std::vector<double>& values, double most, double top, double foot, bool filled) {
    std::vector<SvgPoint> points;
    const double width = (kGanttRight - kGanttLeft) / static_cast<double>(values.size());
    if (filled) points.push_back({kGanttLeft, foot});
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i > 0 && i + 1 < values.size() && values[i] == values[i - 1] && values[i] == values[i + 1]) continue;
      const double y = foot - values[i] / most * (foot - top), left = kGanttLeft + width * static_cast<double>(i);
      points.push_back({left, y});
      points.push_back({left + width, y});
    }
    if (filled) points.push_back({kGanttRight, foot});
    filled ? canvas_.area(points, kUsed) : canvas_.polyline(points, kInk, 1.6, false);
  }

  void draw_simulated(const GanttPool& pool, double most, double top, double foot) {
    std::vector<SvgPoint> points;
    const std::vector<double> weeks = gantt_week_use(gantt_, pool);
    for (std::size_t i = 0; i < weeks.size(); ++i) {
      const double y = foot - std::min(1.0, weeks[i] / most) * (foot - top);
      const double from = 7.0 * static_cast<double>(i);
      points.push_back({at(from), y});
      points.push_back({at(std::min(from + 7, static_cast<double>(gantt_days(gantt_)))), y});
    }
    canvas_.polyline(points, kSimulated, 1.6, true);
  }

  void draw_pool_status(const GanttPool& pool, double top) {
    double y = top + 12;
    const auto share = gantt_mean_use(gantt_, pool);
    if (const auto words = share ? gantt_share(*share) : std::nullopt) {
      text(kStatusLeft, y, fmt::format("{} of node-days placed", *words), 11);
      y += 16;
    }
    const std::vector<double> use = gantt_use(gantt_, pool);
    const auto over = std::count_if(use.begin(), use.end(), gantt_over_capacity);
    if (over > 0)
      bold(kStatusLeft, y, fmt::format("over capacity on {} day{}", over, over == 1 ? "" : "s"), 10.5, kRisk);
  }

  const Gantt& gantt_;
  std::vector<GanttGroup> groups_;
  std::vector<GanttTick> ticks_;
  SvgCanvas canvas_;
  std::vector<Line> lines_;
  std::vector<MarkLabel> marks_;
  std::size_t num_lanes_ = 0, num_unlabelled_ = 0, num_hidden_ = 0;
  double head_ = 0, dates_y_ = 0, lanes_top_ = 0, rows_bottom_ = 0, bottom_ = 0;  ///< pixels
};

}  // namespace

std::string gantt_svg(const Gantt& gantt) { return GanttDrawing(gantt).document(); }

}  // namespace fmplan::picture
