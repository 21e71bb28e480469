#pragma once

/// @file
/// The projects of a programme on a time axis: the values of the picture, and what its two drawings (gantt_svg.h,
/// gantt_text.h) have in common.  Days are moments, counted from the begin of the first one; any of them may lie
/// outside the picture or be no number, and is then not drawn.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/date.h"
#include "core/base/statistics.h"

namespace fmplan::picture {

/// What a bar is spent on.
enum class GanttKind : std::uint8_t { kData, kExperiments, kTraining, kPostTraining, kEvaluation };

/// A phase of a project.
struct GanttBar {
  double from_day = 0, until_day = 0;  ///< by the plan, at the median
  std::string label{};                 ///< the kind's name where empty
  GanttKind kind = GanttKind::kTraining;
  int nodes = 0;                       ///< 0: not said
  std::optional<std::size_t> pool{};   ///< of Gantt::pools
  std::optional<Range> finish_days{};  ///< P10 to P90 of its simulated finish …
  std::optional<double> finish_p50{};  ///< … and its median
};

/// A project.
struct GanttRow {
  std::string group;  ///< the organisation
  std::string label;
  std::vector<GanttBar> bars{};          ///< none: it could not be placed
  std::optional<double> deadline_day{};  ///< by whose begin it is to be ready
  std::optional<double> on_time{};       ///< the share of trials that keep the deadline
  bool at_risk = false;
  std::string note{};
};

/// Nodes that projects share.
struct GanttPool {
  std::string name;
  std::vector<double> capacity{};     ///< nodes, by day
  std::vector<double> used{};         ///< nodes placed, by day
  std::vector<double> utilisation{};  ///< simulated: the share of capacity in use, by week of seven days
};

enum class GanttMarkKind : std::uint8_t { kDelivery, kReturn, kMaintenance, kBlockEnd };

/// Something that happens to nodes.
struct GanttMark {
  double day = 0;
  double until_day = 0;  ///< of what lasts; else no later than `day`
  std::string label{};
  GanttMarkKind kind = GanttMarkKind::kDelivery;
};

struct Gantt {
  std::string title;
  Date start{};
  int num_days = 0;
  std::vector<GanttRow> rows{};
  std::vector<GanttPool> pools{};
  std::vector<GanttMark> marks{};
};

inline constexpr std::size_t kNumGanttKinds = 5;
inline constexpr std::size_t kNumGanttMarkKinds = 4;

/// "data", "experiments", "training", "post-training", "evaluation".
std::string_view gantt_kind_name(GanttKind kind);
/// d, e, T, p, v: one for each kind.
char gantt_kind_letter(GanttKind kind);
/// "delivery", "return", "maintenance", "block ends".
std::string_view gantt_mark_name(GanttMarkKind kind);

/// Days across the picture: at least one, at most a hundred years.
int gantt_days(const Gantt& gantt);
/// "2025-08-31": the day that `day` falls on, by the calendar's first and last days at the most; "never" where it is
/// infinite.  @pre not NaN
std::string gantt_date(const Gantt& gantt, double day);
/// "2025-03-20 – 2025-09-17, 182 days": the first and the last of the days.
std::string gantt_span(const Gantt& gantt);

/// A stretch of days inside the picture; nothing where none of it is, it ends before it begins, or has an end that is
/// no number.
std::optional<Range> gantt_inside(const Gantt& gantt, double from_day, double until_day);
/// The same of a mark.  A block that is held to the last day ends by the clock of the next one: at the right edge.
std::optional<Range> gantt_inside(const Gantt& gantt, const GanttMark& mark);

/// Projects of one organisation, in the order of the rows.
struct GanttGroup {
  std::string name;
  std::vector<const GanttRow*> rows{};
};
/// In the order of each organisation's first project.  Points into `gantt`.
std::vector<GanttGroup> gantt_groups(const Gantt& gantt);

/// "P50 2025-06-20": the median finish of the bar that is planned to end last, by simulation; "ends 2025-06-20" by the
/// plan where it was not simulated.  "not placed" without bars, "end unknown" where a day is no number, "never ends".
std::string gantt_finish(const Gantt& gantt, const GanttRow& row);

/// "93 %", "< 1 %", "> 99 %"; whole percents, and never all or nothing unless it is.  Nothing where it is no number,
/// negative or beyond 9,999 %.
std::optional<std::string> gantt_share(double share);
/// The same of a chance, which is never told as certain: where all trials agreed, the next one need not.  Nothing
/// beyond 1.
std::optional<std::string> gantt_chance(double chance);

struct GanttTick {
  double day = 0;
  Date date{};
};
/// At most `most` days of the axis, evenly apart: days or weeks from the start where the picture is no longer than
/// 45 days, else first days of every, every second, third, sixth, twelfth … month.  The start where there is no other.
/// @pre most >= 1
std::vector<GanttTick> gantt_ticks(const Gantt& gantt, int most);

/// Share of capacity in use on each day of the picture; infinite where nodes are used and none are there.
std::vector<double> gantt_use(const Gantt& gantt, const GanttPool& pool);
/// A share of capacity that is more than there is, rounding aside.
inline bool gantt_over_capacity(double use) { return use > 1 + 1e-9; }
/// Σ used ÷ Σ capacity over the days of the picture; nothing without capacity.
std::optional<double> gantt_mean_use(const Gantt& gantt, const GanttPool& pool);
/// The value of a day or a week; 0 where it is missing, negative or no finite number.
double gantt_amount(const std::vector<double>& values, std::size_t at);
/// Nodes of a pool in use in each week of the picture: the week's share of its mean capacity.
std::vector<double> gantt_week_use(const Gantt& gantt, const GanttPool& pool);
/// Where a row's deadline stands, the end of the picture included; nothing where there is none, or none inside.
std::optional<double> gantt_deadline(const Gantt& gantt, const GanttRow& row);
/// The days of each of `columns` equal parts of the picture, the highest value of those that touch it.
/// @pre columns >= 1, values of every day
std::vector<double> gantt_columns(const std::vector<double>& values, std::size_t columns);

}  // namespace fmplan::picture
