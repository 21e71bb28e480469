#include "core/what_if/sweep_page.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "core/answer/assumption_text.h"
#include "core/answer/page.h"
#include "core/picture/html_page.h"
#include "core/what_if/sweep_document.h"

namespace fmplan::what_if {
namespace {

/// The best point of the first figure with an interval whose less is better: "fewest days: 119.0 (80 %: 91.2 to 162.4)
/// at nodes 256"; empty: no such figure is told.
std::string lead_of(const SweepHead& head, const std::vector<SweepRow>& rows) {
  for (const std::string_view name : {"days", "cost", "step_time"}) {
    const auto column = std::ranges::find(head.columns, name, &answer::Figure::name);
    if (column == head.columns.end()) continue;
    const auto at = static_cast<std::size_t>(column - head.columns.begin());
    const SweepRow* best = nullptr;
    for (const SweepRow& row : rows)
      if (row.status == plan::Verdict::kOk && row.figures[at].value.value && !row.figures[at].value.is_least &&
          (!best || *row.figures[at].value.value < *best->figures[at].value.value))
        best = &row;
    if (!best) continue;
    const PointFigure& figure = best->figures[at];
    std::string text = fmt::format("Least {}: {}", name, answer::figure_text(column->unit, *figure.value.value));
    if (figure.interval_80)
      text += fmt::format(" (80 %: {} to {})", answer::figure_text(column->unit, figure.interval_80->low),
                          answer::figure_text(column->unit, figure.interval_80->high));
    for (std::size_t i = 0; i < head.paths.size(); ++i)
      text += fmt::format("{} {} {}", i == 0 ? " at" : ",", head.paths[i], best->inputs[i]);
    return text;
  }
  return {};
}

answer::Table assumptions_of(const SweepHead& head) {
  answer::Table table{.title = head.scenarios.size() > 1 ? "Assumptions of the first scenario at its first point"
                                                         : "Assumptions at the first point",
                      .header = {"set by", "value", "why", "source"},
                      .align = {},
                      .rows = {},
                      .notes = {}};
  for (const FilledIn& entry : head.assumptions) {
    table.rows.push_back({entry.path, entry.value, entry.why, entry.source});
    table.marked.push_back(answer::is_unconfirmed({entry.path, entry.value, {}, entry.source}));
  }
  return table;
}

}  // namespace

std::string sweep_page(const SweepHead& head, const std::vector<SweepRow>& rows, const SweepCounts& counts,
                       const std::string& picture) {
  answer::Document document = sweep_document(head, rows, counts, 0);
  if (!head.assumptions.empty()) document.page_tables.push_back(assumptions_of(head));
  picture::Page page = answer::page_of(document);
  page.headline = "Sweep of " + head.scenarios.front();
  page.lead = lead_of(head, rows);
  page.picture = picture;
  page.foot = fmt::format("fmplan {}, catalogues {}, seed {}", head.fmplan_version, head.catalog_version, head.seed);
  return html_page(page);
}

}  // namespace fmplan::what_if
