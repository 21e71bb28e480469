#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/export/workbook.h"

namespace fmplan::exports {

inline const Sheet& sheet_of(const Workbook& workbook, const std::string& name) {
  const auto sheet = std::ranges::find(workbook.sheets, name, &Sheet::name);
  if (sheet == workbook.sheets.end()) throw std::out_of_range("no sheet " + name);
  return *sheet;
}

/// Row and column of "B12".
inline std::pair<std::size_t, std::size_t> place(const std::string& name) {
  std::size_t column = 0, at = 0;
  for (; name[at] >= 'A'; ++at) column = column * 26 + static_cast<std::size_t>(name[at] - 'A') + 1;
  return {std::stoul(name.substr(at)) - 1, column - 1};
}

inline bool is_number(const Cell& cell) {
  return std::holds_alternative<double>(cell.content) || std::holds_alternative<Formula>(cell.content);
}

inline double value_of(const Cell& cell) {
  if (const auto* number = std::get_if<double>(&cell.content)) return *number;
  if (const auto* formula = std::get_if<Formula>(&cell.content)) return formula->value;
  return 0;  // words count as nothing in a sum
}

inline std::string text_of(const Cell& cell) {
  const auto* text = std::get_if<std::string>(&cell.content);
  return text ? *text : "";
}

/// The cell "B12" of a sheet, or "months!B12".
inline const Cell& cell_at(const Workbook& workbook, const Sheet& home, const std::string& name) {
  const std::size_t mark = name.find('!');
  const Sheet& sheet = mark == std::string::npos ? home : sheet_of(workbook, name.substr(0, mark));
  const auto [row, column] = place(mark == std::string::npos ? name : name.substr(mark + 1));
  return sheet.rows.at(row).at(column);
}

/// What a spreadsheet makes of "SUM(B2:B7)", the same with MIN and MAX, "COUNTIF(points!C2:C9,A2)", "B2/B7",
/// "B2-cost!B7" and "points!B2".
inline double computed(const Workbook& workbook, const Sheet& home, const std::string& formula) {
  std::smatch part;
  static const std::regex kOver(
      "(SUM|MIN|MAX|COUNTIF)\\((?:([a-z]+)!)?([A-Z]+[0-9]+):([A-Z]+[0-9]+)(?:,([A-Z]+[0-9]+))?\\)");
  if (std::regex_match(formula, part, kOver)) {
    const Sheet& sheet = part[2].matched ? sheet_of(workbook, part[2]) : home;
    const auto [row, column] = place(part[3]);
    const auto [last_row, last_column] = place(part[4]);
    double sum = 0, least = std::numeric_limits<double>::infinity(), most = -least, same = 0;
    for (std::size_t r = row; r <= last_row; ++r)
      for (std::size_t c = column; c <= last_column; ++c) {
        const Cell& cell = sheet.rows.at(r).at(c);
        if (part[5].matched && text_of(cell) == text_of(cell_at(workbook, home, part[5]))) ++same;
        if (!is_number(cell)) continue;
        sum += value_of(cell);
        least = std::min(least, value_of(cell));
        most = std::max(most, value_of(cell));
      }
    return part[1] == "SUM" ? sum : part[1] == "MIN" ? least : part[1] == "MAX" ? most : same;
  }
  static const std::regex kTwo("((?:[a-z]+!)?[A-Z]+[0-9]+)(?:([-/])((?:[a-z]+!)?[A-Z]+[0-9]+))?");
  EXPECT_TRUE(std::regex_match(formula, part, kTwo)) << formula;
  const double a = value_of(cell_at(workbook, home, part[1]));
  if (!part[2].matched) return a;
  const double b = value_of(cell_at(workbook, home, part[3]));
  return part[2] == "/" ? a / b : a - b;
}

/// Every formula shows what it comes to.  @returns how many there are
inline int check_formulas(const Workbook& workbook, const std::string& name) {
  int formulas = 0;
  for (const Sheet& sheet : workbook.sheets)
    for (const auto& row : sheet.rows)
      for (const Cell& cell : row)
        if (const auto* formula = std::get_if<Formula>(&cell.content)) {
          ++formulas;
          // Of sums of some hundred amounts of up to 10⁷, each a double.
          EXPECT_NEAR(computed(workbook, sheet, formula->text), formula->value, 1e-6)
              << name << " " << sheet.name << " " << formula->text;
        }
  return formulas;
}

}  // namespace fmplan::exports
