#include "gui/model/gantt_lines.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include "gui/model/spoken.h"
#include "gui/model/texts.h"

namespace fmplan::gui {
namespace {

constexpr double kRowHeight = 38, kHeadingHeight = 24;  // pixels, chosen: two lines of text; one

struct GanttLines {
  Q_DECLARE_TR_FUNCTIONS(GanttLines)
};

class Lines {
 public:
  explicit Lines(const picture::Gantt& gantt) : gantt_(gantt) {}

  void head(const QString& name) {
    if (!name.isEmpty()) add({.heading = name, .height = kHeadingHeight});
  }
  void project(std::size_t row, std::vector<std::size_t> bars, bool with_organisation) {
    const picture::GanttRow& of = gantt_.rows[row];
    const bool told = with_organisation && !of.group.empty() && of.group != of.label;
    const QString label = told ? GanttLines::tr("%1 / %2").arg(shown(of.group), shown(of.label)) : shown(of.label);
    add({.row = row, .bars = std::move(bars), .label = label, .status = ganttStatus(gantt_, of), .height = kRowHeight});
  }
  std::vector<GanttLine> take() { return std::move(lines_); }

 private:
  void add(GanttLine line) {
    line.top = lines_.empty() ? 0 : lines_.back().top + lines_.back().height;
    lines_.push_back(std::move(line));
  }

  const picture::Gantt& gantt_;
  std::vector<GanttLine> lines_;
};

std::vector<std::size_t> allBars(const picture::GanttRow& row) {
  std::vector<std::size_t> all(row.bars.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

void addPool(const picture::Gantt& gantt, std::size_t pool, Lines& lines) {
  lines.head(shown(gantt.pools[pool].name));
  for (std::size_t i = 0; i < gantt.rows.size(); ++i) {
    std::vector<std::size_t> bars;
    for (std::size_t k = 0; k < gantt.rows[i].bars.size(); ++k)
      if (gantt.rows[i].bars[k].pool == pool) bars.push_back(k);
    if (!bars.empty()) lines.project(i, std::move(bars), true);
  }
}

}  // namespace

std::vector<GanttLine> ganttLines(const picture::Gantt& gantt, GanttOrder order) {
  Lines lines(gantt);
  if (order == GanttOrder::kProject) {
    for (std::size_t i = 0; i < gantt.rows.size(); ++i) lines.project(i, allBars(gantt.rows[i]), true);
  } else if (order == GanttOrder::kOrganisation) {
    for (const picture::GanttGroup& group : gantt_groups(gantt)) {
      lines.head(shown(group.name));
      for (const picture::GanttRow* row : group.rows)
        lines.project(static_cast<std::size_t>(row - gantt.rows.data()), allBars(*row), false);
    }
  } else {
    for (std::size_t pool = 0; pool < gantt.pools.size(); ++pool) addPool(gantt, pool, lines);
    bool headed = false;
    for (std::size_t i = 0; i < gantt.rows.size(); ++i) {
      if (!gantt.rows[i].bars.empty()) continue;
      if (!headed) lines.head(GanttLines::tr("Not placed"));
      headed = true;
      lines.project(i, {}, true);
    }
  }
  return lines.take();
}

QString ganttStatus(const picture::Gantt& gantt, const picture::GanttRow& row) {
  QStringList words;
  if (row.at_risk) words.append(GanttLines::tr("at risk"));
  if (row.on_time)
    if (const auto share = picture::gantt_chance(*row.on_time))
      words.append(GanttLines::tr("%1 on time").arg(shown(*share)));
  words.append(spoken(gantt_finish(gantt, row)));
  if (row.deadline_day) words.append(GanttLines::tr("due %1").arg(shown(gantt_date(gantt, *row.deadline_day))));
  return words.join(QStringLiteral(", "));
}

QString ganttBarName(const picture::GanttBar& bar) {
  const std::string kind(picture::gantt_kind_name(bar.kind));
  std::string key = kind;
  std::ranges::replace(key, '-', '_');
  // A phase that nobody gave a name has its kind's key, and a number from the second one on.
  if (bar.label.empty() || bar.label == key) return spoken(kind);
  static const QRegularExpression kNumber(QStringLiteral("^ \\d+$"));
  const QString rest = bar.label.starts_with(key) ? shown(std::string_view(bar.label).substr(key.size())) : QString();
  return kNumber.match(rest).hasMatch() ? spoken(kind) + rest : spoken(bar.label);
}

QString ganttTip(const picture::Gantt& gantt, const picture::GanttRow& row, const picture::GanttBar& bar) {
  QStringList lines;
  const auto date = [&](double day) { return shown(gantt_date(gantt, day)); };
  lines.append(GanttLines::tr("%1: %2").arg(shown(row.label), ganttBarName(bar)));
  if (bar.nodes > 0 && bar.pool && *bar.pool < gantt.pools.size())
    lines.append(GanttLines::tr("%1 nodes of %2").arg(bar.nodes).arg(shown(gantt.pools[*bar.pool].name)));
  if (!std::isnan(bar.from_day) && !std::isnan(bar.until_day))
    lines.append(GanttLines::tr("%1 to %2").arg(date(bar.from_day), date(finish_day(bar.until_day))));
  if (bar.finish_days)
    lines.append(GanttLines::tr("finish P10 %1, P90 %2")
                     .arg(date(finish_day(bar.finish_days->low)), date(finish_day(bar.finish_days->high))));
  lines.append(ganttStatus(gantt, row));
  return lines.join(QLatin1Char('\n'));
}

}  // namespace fmplan::gui
