#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <QString>

#include "core/picture/gantt.h"

namespace fmplan::gui {

/// What the projects of a schedule are put together by.
enum class GanttOrder { kOrganisation, kProject, kPool };

/// A line of a schedule: the name of a group, or a project with some of its bars.
struct GanttLine {
  QString heading{};                ///< of a group; empty: a project
  std::size_t row = 0;              ///< of Gantt::rows
  std::vector<std::size_t> bars{};  ///< of the row
  QString label{}, status{};        ///< its name; its chance and finish in words
  double top = 0, height = 0;       ///< pixels
  bool isHeading() const { return !heading.isEmpty(); }
};

/// In the order of the file.  By pools a project stands once for each pool that it has bars on, and last, without a
/// pool, what is not placed.
std::vector<GanttLine> ganttLines(const picture::Gantt& gantt, GanttOrder order);

/// What a bar is of: the name of its phase, of one without the words of its kind ("post-training").
QString ganttBarName(const picture::GanttBar& bar);

/// "at risk, 86 % on time, P50 2025-03-12, due 2025-03-31".
QString ganttStatus(const picture::Gantt& gantt, const picture::GanttRow& row);
/// Where, how wide and when a bar is, with the interval of its finish: a line each.
QString ganttTip(const picture::Gantt& gantt, const picture::GanttRow& row, const picture::GanttBar& bar);

}  // namespace fmplan::gui
