#include "core/what_if/sweep_document.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/model/memory_chance.h"

namespace fmplan::what_if {
namespace {

using answer::Align;

/// "does not fit".
std::string status_text(plan::Verdict verdict) {
  std::string text(plan::kVerdictNames.name(verdict));
  std::ranges::replace(text, '_', ' ');
  return text;
}

bool warns_of(const SweepRow& row, plan::NoticeKind warning) {
  return std::ranges::find(row.warnings, warning) != row.warnings.end();
}

/// "3 do not fit".
std::string_view status_of_many(plan::Verdict verdict) {
  switch (verdict) {
    case plan::Verdict::kRefused: return "refused";
    case plan::Verdict::kDoesNotFit: return "do not fit";
    case plan::Verdict::kNeverEnds: return "never end";
    case plan::Verdict::kMissesDeadline: return "miss the deadline";
    case plan::Verdict::kOk: return "ok";
  }
  return {};
}

/// Whether a column only says again what is swept: where fewer nodes train, the row's note says so.
bool repeats_input(const SweepHead& head, std::span<const SweepRow> rows, std::size_t column) {
  if (head.columns[column].name != "nodes") return false;
  const auto path = std::ranges::find(head.paths, "cluster.nodes");
  if (path == head.paths.end()) return false;
  const auto place = static_cast<std::size_t>(path - head.paths.begin());
  return std::ranges::all_of(rows, [&](const SweepRow& row) {
    const auto& nodes = row.figures[column].value.value;
    return !nodes || !row.note.empty() || fmt::format("{:.0f}", *nodes) == row.inputs[place];
  });
}

/// The last part of a path names it, where no other path ends so, and no figure that is shown is called so.
std::string short_path(const std::string& path, const SweepHead& head, const std::vector<std::size_t>& columns) {
  const auto last = [](const std::string& one) { return one.substr(one.find_last_of("./") + 1); };
  const auto ends_so = [&](const std::string& other) { return last(other) == last(path); };
  const auto is_called_so = [&](std::size_t column) { return head.columns[column].name == last(path); };
  const bool is_one = std::ranges::count_if(head.paths, ends_so) == 1 && std::ranges::none_of(columns, is_called_so);
  return is_one ? last(path) : path;
}

/// Reasons are sentences: below the table, each once, and what rows that can run should be read with.
void add_reasons(std::span<const SweepRow> rows, answer::Table& table) {
  std::vector<std::pair<std::string, std::int64_t>> reasons;
  const auto add = [&reasons](const std::string& reason) {
    const auto told = std::ranges::find(reasons, reason, &std::pair<std::string, std::int64_t>::first);
    if (told == reasons.end())
      reasons.emplace_back(reason, 1);
    else
      ++told->second;
  };
  for (const SweepRow& row : rows)
    if (!row.reason.empty()) add(row.reason);
  for (const SweepRow& row : rows)
    for (const plan::NoticeKind kind : row.warnings)
      if (plan::voids_price(kind)) add(fmt::format("cost unknown: {}", not_sold_text(kind)));
  const auto count = [&](plan::NoticeKind warning, std::string_view what) {
    const auto rows_with = std::ranges::count_if(rows, [&](const SweepRow& row) { return warns_of(row, warning); });
    if (rows_with > 0) table.notes.push_back(fmt::format("{} {}: warnings of the CSV say which", rows_with, what));
  };
  // What may win for being told of a machine that it does not run on, or at a price that is no more.
  count(plan::NoticeKind::kFrameworkElsewhere, "with a framework that is not known to run on the machine");
  count(plan::NoticeKind::kPriceLongUnseen, "at a price last seen long before it is paid");
  count(plan::NoticeKind::kReservedForLonger, "with a reservation that is paid for longer than the run takes");
  count(plan::NoticeKind::kHazardsLeftOut, "with hazards that these days leave out (--answer run has them)");
  constexpr std::size_t kMostReasons = 6;  // chosen: the CSV has all
  for (std::size_t i = 0; i < std::min(reasons.size(), kMostReasons); ++i)
    table.notes.push_back(reasons[i].second > 1 ? fmt::format("{} × {}", reasons[i].second, reasons[i].first)
                                                : reasons[i].first);
  if (reasons.size() > kMostReasons)
    table.notes.push_back(fmt::format("{} other reasons: -o FILE.csv has all", reasons.size() - kMostReasons));
}

}  // namespace

std::string figure_cell(const answer::Figure& figure, const PointFigure& value) {
  if (!value.value.value) return "unknown";
  const double number = *value.value.value;
  // The header says days.
  const bool says_days = figure.unit == answer::FigureUnit::kDay && std::isfinite(number);
  return (value.value.is_least ? "≥ " : "") +
         (says_days ? days_text(number) : answer::figure_text(figure.unit, number));
}

std::string counts_text(const SweepHead& head, const SweepCounts& counts) {
  std::string text = counts.looked_at == head.num_points
                         ? fmt::format("{} point{}:", count_text(static_cast<double>(head.num_points)),
                                       head.num_points == 1 ? "" : "s")
                         : fmt::format("{} of {} points:", counts.looked_at, head.num_points);
  std::string separator = " ";
  for (std::size_t i = plan::kVerdictNames.count; i-- > 0;) {
    const plan::Verdict verdict = plan::kVerdictNames.values[i];
    const std::int64_t count = counts.by_status[static_cast<std::size_t>(verdict)];
    if (count == 0) continue;
    text += fmt::format("{}{} {}", std::exchange(separator, ", "), count, status_of_many(verdict));
  }
  if (counts.shown() == 0) text += " none shown";
  if (counts.left_out > 0) text += fmt::format("; {} left out by --where", counts.left_out);
  if (counts.undecided && counts.undecided->points > 0)
    text +=
        fmt::format(", of {} nothing tells whether it holds ({}{})",
                    counts.undecided->points == counts.left_out ? "which" : std::to_string(counts.undecided->points),
                    counts.undecided->points > 1 ? "the first: " : "", counts.undecided->why);
  if (counts.tripped > 0) text += fmt::format("; {} exceed --fail-if", counts.tripped);
  return text;
}

answer::Document sweep_document(const SweepHead& head, std::span<const SweepRow> rows, const SweepCounts& counts,
                                std::int64_t unseen) {
  const std::size_t num_shown = std::min(rows.size(), kMostShown);
  const std::int64_t more = unseen + static_cast<std::int64_t>(rows.size() - num_shown);
  rows = rows.first(num_shown);
  answer::Document document;
  answer::Table table{.title = "Sweep", .header = {}, .align = {}, .rows = {}, .notes = {}};
  const auto add_column = [&table](std::string name, Align align) {
    table.header.push_back(std::move(name));
    table.align.push_back(align);
  };
  const bool several = head.scenarios.size() > 1;
  const bool all_ok = std::ranges::all_of(rows, [](const SweepRow& row) {
    return row.status == plan::Verdict::kOk && !warns_of(row, plan::NoticeKind::kMemoryTight);
  });
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < head.columns.size(); ++i)
    if (!repeats_input(head, rows, i)) columns.push_back(i);
  if (several) add_column("scenario", Align::kLeft);
  for (const std::string& path : head.paths) add_column(short_path(path, head, columns), Align::kRight);
  if (!all_ok) add_column("status", Align::kLeft);
  for (const std::size_t i : columns) add_column(head.columns[i].name, Align::kRight);
  const bool has_notes = std::ranges::any_of(rows, [](const SweepRow& row) { return !row.note.empty(); });
  if (has_notes) add_column("planned", Align::kLeft);
  const std::int64_t per_scenario = head.num_points / static_cast<std::int64_t>(head.scenarios.size());
  for (const SweepRow& row : rows) {
    std::vector<std::string> cells;
    if (several) cells.push_back(head.scenarios[static_cast<std::size_t>(row.index / per_scenario)]);
    cells.insert(cells.end(), row.inputs.begin(), row.inputs.end());
    if (!all_ok)
      cells.push_back(status_text(row.status) + (warns_of(row, plan::NoticeKind::kMemoryTight) ? ", tight" : ""));
    for (const std::size_t i : columns)
      cells.push_back(row.status == plan::Verdict::kRefused ? "" : figure_cell(head.columns[i], row.figures[i]));
    if (has_notes) cells.push_back(row.note);
    table.rows.push_back(std::move(cells));
  }
  add_reasons(rows, table);
  if (std::ranges::any_of(rows, [](const SweepRow& row) { return warns_of(row, plan::NoticeKind::kMemoryTight); }))
    table.notes.push_back(fmt::format(
        "tight: the memory fits with a chance between {} and {} %; --columns memory.chance_of_fitting tells it",
        std::lround(100 * model::kMisfitConfidence), std::lround(100 * model::kFitConfidence)));
  if (has_notes)
    table.notes.push_back("planned: the nearest that divides; --set cluster.strict=true keeps every number");
  if (more > 0) table.notes.push_back(fmt::format("{} more rows: -o FILE.csv has all", more));
  table.notes.push_back(counts_text(head, counts));
  document.tables.push_back(std::move(table));
  return document;
}

}  // namespace fmplan::what_if
