#include "core/picture/gantt_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "core/picture/picture_label.h"
#include "core/text/terminal_text.h"

namespace fmplan::picture {
namespace {

/// Columns, chosen: what a terminal has, and beyond which a line cannot be followed by eye.
constexpr int kNarrowest = 40, kWidest = 200;
/// Columns of names at most, by what is left for bars; from so many columns on finishes stand beside them.
constexpr int kMostLabel = 32, kRoomForFinish = 84;
/// "! " before a project at risk, " on time" and "  2025-06-20" (columns).
constexpr int kRiskColumns = 2, kShareColumns = 8, kFinishColumns = 12;
/// Marks that are listed at most (chosen).
constexpr std::size_t kMostListedMarks = 12;

/// How a kind is drawn: with blocks, in ASCII, and the terminal's code for its colour.
struct KindSigns {
  std::string_view block, ascii, code;
};
constexpr std::array<KindSigns, kNumGanttKinds> kKindSigns = {{{"░", ".", "\x1b[37m"},
                                                               {"▒", "-", "\x1b[36m"},
                                                               {"█", "=", "\x1b[34m"},
                                                               {"▓", "~", "\x1b[33m"},
                                                               {"▚", ":", "\x1b[35m"}}};
constexpr std::string_view kEnd = "\x1b[0m";

struct MarkStyle {
  std::string_view block, ascii;
};
constexpr std::array<MarkStyle, kNumGanttMarkKinds> kMarkStyles = {{{"▼", "V"}, {"▲", "A"}, {"▒", "#"}, {"◆", "*"}}};

/// One column of a row.
struct Cell {
  std::string text = " ";
  std::string_view code{};  ///< its colour, or none
};

std::string drawn_cells(const std::vector<Cell>& cells, bool color) {
  std::string line;
  std::string_view code;
  for (const Cell& cell : cells) {
    if (color && cell.code != code) {
      if (!code.empty()) line += kEnd;
      line += cell.code;
      code = cell.code;
    }
    line += cell.text;
  }
  return code.empty() ? line : line.append(kEnd);
}

std::string padded(std::string text, int columns) {
  return text.append(static_cast<std::size_t>(std::max(0, columns - text::display_width(text))), ' ');
}
std::string padded_left(const std::string& text, int columns) {
  return std::string(static_cast<std::size_t>(std::max(0, columns - text::display_width(text))), ' ') + text;
}

class GanttLines {
 public:
  GanttLines(const Gantt& gantt, const PictureStyle& style)
      : gantt_(gantt), groups_(gantt_groups(gantt)), color_(style.color), blocks_(style.blocks) {
    width_ = std::clamp(style.width, kNarrowest, kWidest);
    for (const GanttGroup& group : groups_) named_ = named_ || !group.name.empty();
    int widest = 8;
    for (const GanttRow& row : gantt.rows)
      widest = std::max(widest, text::display_width(fitted(row.label, kMostLabel)) + kRiskColumns);
    for (const GanttPool& pool : gantt.pools)
      widest = std::max(widest, text::display_width(fitted(pool.name, kMostLabel)));
    label_ = std::min({widest, kMostLabel, width_ * 3 / 10});
    tells_finish_ = width_ >= kRoomForFinish;
    bars_ = width_ - label_ - 2 - kShareColumns - (tells_finish_ ? kFinishColumns : 0);
  }

  std::string text() {
    add_title();
    add_months();
    add_marks();
    for (const GanttGroup& group : groups_) add_group(group);
    if (!gantt_.pools.empty()) add_pools();
    add_legend();
    add_mark_list();
    add_notes();
    return text_;
  }

 private:
  std::string fitted(std::string_view words, int columns) const {
    return fitted_to_columns(words, columns, blocks_ ? "…" : "~");
  }
  std::string_view ascii(std::string_view block, std::string_view instead) const { return blocks_ ? block : instead; }

  void add(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    text_ += line + "\n";
  }

  std::size_t column(double day) const {
    const double days = gantt_days(gantt_);
    return static_cast<std::size_t>(std::lround(std::clamp(day, 0.0, days) / days * bars_));
  }
  /// The column that a moment falls into.
  std::size_t column_of(double day) const {
    const double days = gantt_days(gantt_);
    const auto within = static_cast<std::size_t>(std::clamp(day, 0.0, days) / days * bars_);
    return std::min(within, static_cast<std::size_t>(bars_) - 1);
  }
  std::vector<Cell> cells() const { return std::vector<Cell>(static_cast<std::size_t>(bars_)); }

  void add_title() {
    add(text::bold(fitted(gantt_.title, width_), color_));
    std::string span = gantt_span(gantt_);
    if (!blocks_) span.replace(span.find("–"), std::string_view("–").size(), "to");
    const auto at_risk =
        std::count_if(gantt_.rows.begin(), gantt_.rows.end(), [](const GanttRow& row) { return row.at_risk; });
    if (at_risk > 0) span += fmt::format(", {} at risk", at_risk);
    add(text::faint(fitted(span, width_), color_));
  }

  /// The months where they begin, as far as they do not meet, above a rule with a tick for each.
  void add_months() {
    const bool whole_months = gantt_days(gantt_) > 45;
    const int label_columns = whole_months ? 7 : 10;  // "2025-06", "2025-06-20"
    const auto ticks = gantt_ticks(gantt_, std::max(1, bars_ / (label_columns + 2)));
    std::string months, rule;
    std::vector<Cell> line = cells();
    for (Cell& cell : line) cell.text = ascii("─", "-");
    for (const GanttTick& tick : ticks) {
      const std::size_t at = column_of(tick.day);
      line[at].text = ascii("┬", "+");
      const bool meets = !months.empty() && months.size() >= at;
      if (meets || at + static_cast<std::size_t>(label_columns) > line.size()) continue;
      months.resize(at, ' ');
      months += date_text(tick.date).substr(0, static_cast<std::size_t>(label_columns));
    }
    const std::string before(static_cast<std::size_t>(label_) + 1, ' ');
    std::string head = before + padded(months, bars_) + padded_left("on time", kShareColumns + 1);
    if (tells_finish_) head += padded_left("finish", kFinishColumns);
    add(text::faint(head, color_));
    add(text::faint(before + drawn_cells(line, false), color_));
  }

  void add_marks() {
    std::vector<Cell> line = cells();
    bool any = false;
    for (const GanttMark& mark : gantt_.marks) {
      const bool lasts = mark.kind == GanttMarkKind::kMaintenance;
      const auto days = gantt_inside(gantt_, mark);
      if (!days) continue;
      any = true;
      const std::size_t from = column_of(days->low);
      const std::size_t until = lasts ? std::max(column(days->high), from + 1) : from + 1;
      for (std::size_t c = from; c < until; ++c) line[c].text = mark_glyph(mark.kind);
    }
    if (any) add(padded(fitted("nodes", label_), label_) + " " + drawn_cells(line, color_));
  }
  std::string_view mark_glyph(GanttMarkKind kind) const {
    const MarkStyle& style = kMarkStyles.at(static_cast<std::size_t>(kind));
    return ascii(style.block, style.ascii);
  }

  void add_group(const GanttGroup& group) {
    if (named_) add(text::bold(fitted(group.name, width_), color_));
    for (const GanttRow* row : group.rows) add_row(*row);
  }

  void add_row(const GanttRow& row) {
    const std::string label =
        (row.at_risk ? "! " : "  ") + padded(fitted(row.label, label_ - kRiskColumns), label_ - kRiskColumns);
    const auto share = row.on_time ? gantt_chance(*row.on_time) : std::nullopt;
    std::string status = padded_left(share.value_or(""), kShareColumns);
    if (tells_finish_) {
      std::string finish = gantt_finish(gantt_, row);
      finish = finish.substr(finish.starts_with("P50 ") || finish.starts_with("ends ") ? finish.find(' ') + 1 : 0);
      status += padded_left(fitted(finish, kFinishColumns - 1), kFinishColumns);
    } else if (row.bars.empty()) {
      status = padded_left("unplaced", kShareColumns);
    }
    add((row.at_risk ? text::yellow(label, color_) : label) + " " + drawn_cells(row_cells(row), color_) + " " +
        (row.at_risk ? text::yellow(status, color_) : status));
  }

  std::vector<Cell> row_cells(const GanttRow& row) const {
    std::vector<Cell> line = cells();
    for (const GanttBar& bar : row.bars)
      if (bar.finish_days)
        if (const auto days = gantt_inside(gantt_, bar.until_day, bar.finish_days->high)) {
          for (std::size_t c = column(days->low); c < column(days->high); ++c) line[c].text = ascii("─", "-");
          if (bar.finish_days->high > gantt_days(gantt_)) line.back().text = ">";
        }
    // The longest first, so that no short one is covered.
    std::vector<const GanttBar*> bars;
    for (const GanttBar& bar : row.bars)
      if (gantt_inside(gantt_, bar.from_day, bar.until_day)) bars.push_back(&bar);
    std::stable_sort(bars.begin(), bars.end(), [](const GanttBar* a, const GanttBar* b) {
      return a->until_day - a->from_day > b->until_day - b->from_day;
    });
    for (const GanttBar* bar : bars) {
      const KindSigns& style = kKindSigns.at(static_cast<std::size_t>(bar->kind));
      const std::size_t from = std::min(column(bar->from_day), line.size() - 1);
      const std::size_t until = std::max(column(bar->until_day), from + 1);
      for (std::size_t c = from; c < until; ++c) line[c] = {std::string(ascii(style.block, style.ascii)), style.code};
      line[from].text = gantt_kind_letter(bar->kind);
    }
    if (const auto day = gantt_deadline(gantt_, row)) line[column_of(*day)] = {"|", {}};
    return line;
  }

  /// The share of capacity in use along the days, by eighths or tenths of a line.
  void add_pools() {
    add("");
    add(text::bold("Nodes placed, of capacity", color_));
    constexpr std::array<std::string_view, 9> kEighths = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    constexpr std::array<std::string_view, 11> kTenths = {" ", "1", "2", "3", "4", "5", "6", "7", "8", "9", "#"};
    for (const GanttPool& pool : gantt_.pools) {
      std::vector<Cell> line = cells();
      const std::vector<double> use = gantt_columns(gantt_use(gantt_, pool), line.size());
      for (std::size_t c = 0; c < line.size(); ++c) {
        const double share = std::min(use[c], 1.0) - 1e-9;
        line[c].text = gantt_over_capacity(use[c]) ? "X"
                       : blocks_                   ? kEighths.at(static_cast<std::size_t>(std::ceil(8 * share)))
                                                   : kTenths.at(static_cast<std::size_t>(std::ceil(10 * share)));
        is_over_ = is_over_ || gantt_over_capacity(use[c]);
      }
      const auto mean = gantt_mean_use(gantt_, pool);
      add(padded(fitted(pool.name, label_), label_) + " " + drawn_cells(line, color_) + " " +
          padded_left(mean ? gantt_share(*mean).value_or("") : "", kShareColumns));
    }
  }

  /// What the letters, lines and marks of this picture mean.
  void add_legend() {
    std::vector<std::string> items;
    bool beyond = false, deadline = false, risk = false;
    std::array<bool, kNumGanttKinds> has_kind{};
    for (const GanttRow& row : gantt_.rows) {
      deadline = deadline || row.deadline_day;
      risk = risk || row.at_risk;
      for (const GanttBar& bar : row.bars) {
        has_kind.at(static_cast<std::size_t>(bar.kind)) = true;
        beyond = beyond || bar.finish_days;
      }
    }
    for (std::size_t k = 0; k < kNumGanttKinds; ++k)
      if (has_kind[k]) {
        const auto kind = static_cast<GanttKind>(k);
        items.push_back(fmt::format("{}{} {}", gantt_kind_letter(kind), ascii(kKindSigns[k].block, kKindSigns[k].ascii),
                                    gantt_kind_name(kind)));
      }
    if (beyond) items.push_back(fmt::format("{} on to P90", ascii("─", "-")));
    if (deadline) items.emplace_back("| deadline");
    if (risk) items.emplace_back("! at risk");
    if (is_over_) items.emplace_back("X over capacity");
    for (std::size_t k = 0; k < kNumGanttMarkKinds; ++k) {
      const auto kind = static_cast<GanttMarkKind>(k);
      if (std::any_of(gantt_.marks.begin(), gantt_.marks.end(), [&](const auto& mark) { return mark.kind == kind; }))
        items.push_back(fmt::format("{} {}", mark_glyph(kind), gantt_mark_name(kind)));
    }
    if (items.empty()) return;
    add("");
    std::string line;
    for (const std::string& item : items) {
      if (!line.empty() && text::display_width(line) + 3 + text::display_width(item) > width_) {
        add(text::faint(line, color_));
        line.clear();
      }
      line += (line.empty() ? "" : "   ") + item;
    }
    add(text::faint(line, color_));
  }

  void add_mark_list() {
    std::vector<const GanttMark*> marks;
    for (const GanttMark& mark : gantt_.marks)
      if (!mark.label.empty() && gantt_inside(gantt_, mark)) marks.push_back(&mark);
    if (marks.empty()) return;
    std::stable_sort(marks.begin(), marks.end(), [](const auto* a, const auto* b) { return a->day < b->day; });
    add("");
    for (std::size_t i = 0; i < std::min(marks.size(), kMostListedMarks); ++i)
      add(fitted(
          fmt::format("{} {}  {}", mark_glyph(marks[i]->kind), gantt_date(gantt_, marks[i]->day), marks[i]->label),
          width_));
    if (marks.size() > kMostListedMarks)
      add(text::faint(fmt::format("{} {} more", ascii("…", "~"), marks.size() - kMostListedMarks), color_));
  }

  void add_notes() {
    bool first = true;
    for (const GanttGroup& group : groups_)
      for (const GanttRow* row : group.rows) {
        if (row->note.empty()) continue;
        if (first) add("");
        first = false;
        // As long as a paragraph at most.
        const std::string words = fitted(fmt::format("{}: {}", fitted(row->label, kMostLabel), row->note), 4 * width_);
        const std::vector<std::string> lines = text::wrapped(words, width_ - 2, true);
        for (std::size_t i = 0; i < lines.size(); ++i) add((i == 0 ? "" : "  ") + lines[i]);
      }
  }

  const Gantt& gantt_;
  std::vector<GanttGroup> groups_;
  bool color_ = false, blocks_ = true;
  bool named_ = false;         ///< there are organisations
  bool is_over_ = false;       ///< a pool on some day
  bool tells_finish_ = false;  ///< there is room for it
  int width_ = 0, label_ = 0, bars_ = 0;
  std::string text_;
};

}  // namespace

std::string gantt_text(const Gantt& gantt, const PictureStyle& style) { return GanttLines(gantt, style).text(); }

}  // namespace fmplan::picture
