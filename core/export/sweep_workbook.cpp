#include "core/export/sweep_workbook.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/export/plan_workbook.h"
#include "core/export/sheet_cells.h"
#include "core/text/json_text.h"

namespace fmplan::exports {
namespace {

using Row = std::vector<Cell>;

/// A column of the sheet of points that holds a figure, or a bound of its interval.
struct FigureColumn {
  std::string key;  ///< in the figures of a point
  std::string figure, unit, what;
  bool is_bound = false;
  std::size_t place = 0;                        ///< column of the sheet
  std::vector<std::optional<double>> values{};  ///< by point; none: no number
};

bool is_money(const FigureColumn& column) { return column.unit == "USD"; }
CellStyle style_of(const FigureColumn& column) { return is_money(column) ? CellStyle::kMoney : CellStyle::kPlain; }

/// Columns before the figures.
struct PointColumns {
  bool has_scenario = false;
  std::vector<std::string> paths{};
  std::vector<FigureColumn> figures{};
  std::size_t status = 0;  ///< the column of it
};

PointColumns point_columns(SavedAnswer& answer) {
  PointColumns columns{.has_scenario = answer.length("/scenarios") > 1, .paths = answer.texts("/swept")};
  columns.status = 1 + (columns.has_scenario ? 1 : 0) + columns.paths.size();
  std::size_t place = columns.status + 4;  // behind status, reason, note and warnings
  for (std::size_t i = 0; i < answer.length("/columns"); ++i) {
    const std::string at = fmt::format("/columns/{}", i);
    const std::string name = answer.text(at + "/name");
    FigureColumn column{.key = name,
                        .figure = answer.text(at + "/figure"),
                        .unit = answer.optional_text(at + "/unit").value_or(""),
                        .what = answer.optional_text(at + "/what").value_or("")};
    column.place = place++;
    columns.figures.push_back(column);
    if (!answer.flag(at + "/interval_80").value_or(false)) continue;
    for (const char* const bound : {"_low_80", "_high_80"}) {
      FigureColumn end = column;
      end.key = name + bound;
      end.is_bound = true;
      end.place = place++;
      columns.figures.push_back(std::move(end));
    }
  }
  return columns;
}

/// An input as it is shown: numbers stay numbers.
Cell input_cell(const nlohmann::json* value) {
  if (!value) return {};
  if (value->is_number()) return number(value->get<double>());
  return words(value->is_string() ? value->get<std::string>() : value->dump());
}

Cell figure_cell(SavedAnswer& answer, const std::string& at, FigureColumn& column) {
  const std::string pointer = at + "/figures/" + text::pointer_token(column.key);
  const nlohmann::json* const value = answer.find(pointer);
  column.values.emplace_back();
  if (!value) {
    const std::optional<Cents> least =
        is_money(column) && !column.is_bound ? answer.cents(pointer + "_at_least") : std::nullopt;
    return words(least ? "at least " + cents_text(*least) : kUnknown);
  }
  if (column.unit == "day") return words(answer.optional_text(pointer).value_or(kUnknown));
  if (is_money(column)) {
    const std::optional<Cents> cents = answer.cents(pointer);
    if (cents) column.values.back() = static_cast<double>(*cents) / 100;
    return money(cents);
  }
  column.values.back() = answer.number(pointer);
  return column.values.back() ? number(*column.values.back()) : words(kUnknown);
}

Sheet points_sheet(SavedAnswer& answer, PointColumns& columns) {
  Sheet sheet{.name = "points", .rows = {}, .widths = {8}, .frozen_rows = 1, .frozen_columns = 1};
  Row head = {heading("point")};
  if (columns.has_scenario) head.push_back(heading("scenario"));
  for (const std::string& path : columns.paths) head.push_back(heading(path));
  for (const char* const name : {"status", "reason", "note", "warnings"}) head.push_back(heading(name));
  for (const FigureColumn& column : columns.figures) head.push_back(heading(column.key));
  sheet.widths.resize(head.size(), 18);
  sheet.rows.push_back(std::move(head));
  for (std::size_t i = 0; i < answer.length("/points"); ++i) {
    const std::string at = fmt::format("/points/{}", i);
    Row row = {number(answer.number(at + "/point").value_or(0))};
    if (columns.has_scenario) row.push_back(words(answer.optional_text(at + "/scenario").value_or("")));
    for (const std::string& path : columns.paths)
      row.push_back(input_cell(answer.find(at + "/inputs/" + text::pointer_token(path))));
    row.push_back(words(answer.text(at + "/status")));
    row.push_back(words(answer.optional_text(at + "/reason").value_or("")));
    row.push_back(words(answer.optional_text(at + "/note").value_or("")));
    row.push_back(words(fmt::format("{}", fmt::join(answer.texts(at + "/warnings"), "; "))));
    for (FigureColumn& column : columns.figures) row.push_back(figure_cell(answer, at, column));
    sheet.rows.push_back(std::move(row));
  }
  return sheet;
}

/// The least, or the most, of a column's numbers.
std::optional<double> extreme(const FigureColumn& column, bool most) {
  std::optional<double> found;
  for (const std::optional<double>& value : column.values)
    if (value && (!found || (most ? *value > *found : *value < *found))) found = value;
  return found;
}

Sheet sweep_assumptions_sheet(SavedAnswer& answer) {
  Sheet sheet{.name = "assumptions", .rows = {}, .widths = {40, 60}};
  const auto told = [&sheet](const char* what, std::string value) {
    sheet.rows.push_back(texts({what, std::move(value)}));
  };
  sheet.rows.push_back({heading("a prediction, no bill"), heading("sweep")});
  add_origin(answer, sheet);
  told("answered by", answer.text("/answer"));
  for (const std::string& scenario : answer.texts("/scenarios")) told("scenario", scenario);
  for (const std::string& path : answer.texts("/swept")) told("swept", path);
  told("left out unless", answer.optional_text("/where").value_or(""));
  for (const std::string& bound : answer.texts("/fail_if")) told("fails if", bound);
  told("question", answer.text("/fingerprint"));
  return sheet;
}

Sheet sweep_result_sheet(SavedAnswer& answer, const PointColumns& columns, const Sheet& points) {
  Sheet sheet{.name = "result", .rows = {}, .widths = {30, 18, 18, 12, 60}, .frozen_rows = 1};
  sheet.rows.push_back(headings({"what became of points", "points", "share"}));
  std::map<std::string, std::size_t> by_status;
  const std::size_t count = points.rows.size() - 1;
  for (std::size_t i = 1; i <= count; ++i) ++by_status[std::get<std::string>(points.rows[i][columns.status].content)];
  const std::string total_cell = cell_name(1 + by_status.size(), 1);
  for (const auto& [status, of_it] : by_status) {
    const std::size_t row = sheet.rows.size();
    const std::string over = "points!" + range(1, columns.status, count, columns.status);
    sheet.rows.push_back(
        {words(status),
         formula(fmt::format("COUNTIF({},{})", over, cell_name(row, 0)), static_cast<double>(of_it), CellStyle::kPlain),
         formula(fmt::format("{}/{}", cell_name(row, 1), total_cell),
                 static_cast<double>(of_it) / static_cast<double>(count), CellStyle::kShare)});
  }
  if (count > 0)
    sheet.rows.push_back({words("shown"), formula("SUM(" + range(1, 1, by_status.size(), 1) + ")",
                                                  static_cast<double>(count), CellStyle::kPlain)});
  sheet.rows.push_back({words("left out"), number(answer.number("/counts/left_out").value_or(0))});
  if (answer.flag("/counts/stopped").value_or(false))
    sheet.rows.push_back({words("stopped before the end"), words("yes")});
  sheet.rows.emplace_back();
  sheet.rows.push_back(headings({"figure", "least", "most", "unit", "what it is"}));
  for (const FigureColumn& column : columns.figures) {
    if (column.is_bound || column.unit == "day") continue;
    const std::string over = "points!" + range(1, column.place, count, column.place);
    Row row = {words(column.figure)};
    for (const bool most : {false, true}) {
      const std::optional<double> value = extreme(column, most);
      row.push_back(value ? formula(fmt::format("{}({})", most ? "MAX" : "MIN", over), *value, style_of(column))
                          : words(kUnknown));
    }
    row.push_back(words(column.unit));
    row.push_back(words(column.what));
    sheet.rows.push_back(std::move(row));
  }
  return sheet;
}

/// What points cost beside the cheapest; none without a column of money that some point has.
std::optional<Sheet> sweep_cost_sheet(const PointColumns& columns, const Sheet& points) {
  const auto is_cost = [](const FigureColumn& column) { return is_money(column) && column.figure == "cost"; };
  auto column = std::ranges::find_if(columns.figures, is_cost);
  if (column == columns.figures.end()) column = std::ranges::find_if(columns.figures, is_money);
  if (column == columns.figures.end()) return std::nullopt;
  const std::optional<double> cheapest = extreme(*column, false);
  if (!cheapest) return std::nullopt;
  const std::size_t count = column->values.size(), num_inputs = columns.status;
  Sheet sheet{.name = "cost", .rows = {}, .widths = {8}, .frozen_rows = 1, .frozen_columns = 1};
  Row head(points.rows.front().begin(), points.rows.front().begin() + static_cast<std::ptrdiff_t>(num_inputs));
  for (const std::string& name :
       {column->figure, std::string("more than the cheapest"), std::string("of the cheapest")})
    head.push_back(heading(name));
  sheet.widths.resize(head.size(), 18);
  sheet.rows.push_back(std::move(head));
  const std::string least = cell_name(count + 1, num_inputs);
  for (std::size_t i = 0; i < count; ++i) {
    const Row& point = points.rows[i + 1];
    Row row(point.begin(), point.begin() + static_cast<std::ptrdiff_t>(num_inputs));
    if (const std::optional<double>& value = column->values[i]) {
      const std::string cell = cell_name(i + 1, num_inputs);
      row.push_back(formula("points!" + cell_name(i + 1, column->place), *value, CellStyle::kMoney));
      row.push_back(formula(cell + "-" + least, *value - *cheapest, CellStyle::kMoney));
      if (*cheapest != 0) row.push_back(formula(cell + "/" + least, *value / *cheapest, CellStyle::kShare));
    } else {
      row.push_back(point[column->place]);
    }
    sheet.rows.push_back(std::move(row));
  }
  Row last(num_inputs);
  last[0] = words("least");
  last.push_back(formula("MIN(" + range(1, num_inputs, count, num_inputs) + ")", *cheapest, CellStyle::kMoney));
  sheet.rows.push_back(std::move(last));
  return sheet;
}

}  // namespace

Workbook sweep_workbook(SavedAnswer& answer) {
  PointColumns columns = point_columns(answer);
  Sheet points = points_sheet(answer, columns);
  Workbook workbook{.title = "sweep", .created = kNoDay, .sheets = {}};
  if (const std::vector<std::string> names = answer.texts("/scenarios"); !names.empty())
    workbook.title = "sweep of " + names.front();
  workbook.sheets.push_back(sweep_assumptions_sheet(answer));
  workbook.sheets.push_back(sweep_result_sheet(answer, columns, points));
  if (std::optional<Sheet> cost = sweep_cost_sheet(columns, points)) workbook.sheets.push_back(std::move(*cost));
  workbook.sheets.push_back(std::move(points));
  return workbook;
}

}  // namespace fmplan::exports
