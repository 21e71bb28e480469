#include "core/assessment/validation_groups.h"

#include "core/answer/json_values.h"

namespace fmplan::assessment {
namespace {

using answer::Align;
using answer::or_null;
using text::Json;

/// The share of those that say anything; none if none does.
std::optional<double> share_inside(const std::vector<Judgement>& rows, std::optional<bool> Judgement::*inside) {
  int said = 0, within = 0;
  for (const Judgement& row : rows) {
    if (!(row.*inside)) continue;
    ++said;
    within += *(row.*inside) ? 1 : 0;
  }
  return said > 0 ? std::optional(1.0 * within / said) : std::nullopt;
}

/// A column of the table: its header, and its cell if there is anything to say.
struct Column {
  const char* header;
  std::optional<std::string> (*cell)(const GroupSummary&);
};

std::optional<std::string> whole_percent(const std::optional<double>& share) {
  return share ? std::optional(fmt::format("{:.0f} %", 100 * *share)) : std::nullopt;
}

using Cell = std::optional<std::string>;
constexpr Column kColumns[] = {
    {"rows", [](const GroupSummary& s) -> Cell { return fmt::format("{}", s.errors.num_rows); }},
    {"mean", [](const GroupSummary& s) -> Cell { return percent(s.errors.mean); }},
    {"median", [](const GroupSummary& s) -> Cell { return percent(s.errors.median); }},
    {"90 % below", [](const GroupSummary& s) -> Cell { return percent(s.errors.percentile_90); }},
    {"bias", [](const GroupSummary& s) -> Cell { return signed_percent(s.errors.bias); }},
    {"in 80 %", [](const GroupSummary& s) { return whole_percent(s.coverage_80); }},
    {"in 95 %", [](const GroupSummary& s) { return whole_percent(s.coverage_95); }},
    {"width", [](const GroupSummary& s) { return whole_percent(s.median_width_80); }},
};

}  // namespace

GroupSummary summarise(const std::vector<Judgement>& rows) {
  std::vector<double> errors, widths;
  for (const Judgement& row : rows) {
    errors.push_back(row.error);
    if (row.width_80) widths.push_back(*row.width_80);
  }
  GroupSummary summary{.errors = calibration::summarise_errors(std::move(errors)),
                       .coverage_80 = share_inside(rows, &Judgement::inside_80),
                       .coverage_95 = share_inside(rows, &Judgement::inside_95)};
  if (!widths.empty()) summary.median_width_80 = calibration::summarise_errors(std::move(widths)).median;
  return summary;
}

Json summary_json(const GroupSummary& summary) {
  const calibration::ErrorSummary& errors = summary.errors;
  const auto of_rows = [&](double value) { return errors.num_rows > 0 ? Json(value) : Json(nullptr); };
  return {{"mape", of_rows(errors.mean)},
          {"median_ape", of_rows(errors.median)},
          {"p90_ape", of_rows(errors.percentile_90)},
          {"bias", of_rows(errors.bias)},
          {"coverage_80", or_null(summary.coverage_80)},
          {"coverage_95", or_null(summary.coverage_95)},
          {"median_width_80", or_null(summary.median_width_80)}};
}

answer::Table summaries_table(const std::string& title,
                              const std::vector<std::pair<std::string, GroupSummary>>& groups) {
  answer::Table table{.title = title, .header = {""}, .align = {Align::kLeft}, .rows = {}, .notes = {}};
  for (const auto& [key, summary] : groups) table.rows.push_back({key});
  for (const Column& column : kColumns) {
    std::vector<std::optional<std::string>> cells;
    bool any = false;
    for (const auto& [key, summary] : groups) {
      cells.push_back(column.cell(summary));
      any = any || cells.back();
    }
    if (!any) continue;
    table.header.emplace_back(column.header);
    table.align.push_back(Align::kRight);
    for (std::size_t i = 0; i < cells.size(); ++i) table.rows[i].push_back(cells[i].value_or("–"));
  }
  return table;
}

}  // namespace fmplan::assessment
