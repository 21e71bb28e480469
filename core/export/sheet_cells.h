#pragma once

/// @file
/// Cells of the workbooks of core/export.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/export/ledger.h"
#include "core/export/workbook.h"

namespace fmplan::exports {

/// What a cell says whose value nobody knows.
inline constexpr const char* kUnknown = "unknown";

Cell words(std::string text);
Cell heading(std::string text);
Cell number(double value, CellStyle style = CellStyle::kPlain);
Cell money(Cents cents);
/// Unknown, where there is none.
Cell money(std::optional<Cents> cents);
/// @param value  what the formula comes to
Cell formula(std::string text, double value, CellStyle style);

std::vector<Cell> headings(const std::vector<std::string>& names);
std::vector<Cell> texts(const std::vector<std::string>& parts);

/// A stretch of a column or of a row: "B2:B7".
std::string range(std::size_t row, std::size_t column, std::size_t last_row, std::size_t last_column);
/// The sum of a stretch of cells, as a formula that shows `cents`; unknown, where a part is.
Cell sum(const std::string& over, std::optional<Cents> cents);

}  // namespace fmplan::exports
