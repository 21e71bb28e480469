#pragma once

/// @file
/// A spreadsheet as plain values, and as the bytes of an .xlsx file.

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "core/base/date.h"

namespace fmplan::exports {

/// A formula of a spreadsheet without its "=", and what it comes to: readers that do not compute show that.
struct Formula {
  std::string text;
  double value = 0;

  friend bool operator==(const Formula&, const Formula&) = default;
};

enum class CellStyle { kPlain, kHeading, kMoney, kShare, kHours };

struct Cell {
  std::variant<std::monostate, std::string, double, Formula> content{};
  CellStyle style = CellStyle::kPlain;

  friend bool operator==(const Cell&, const Cell&) = default;
};

struct Sheet {
  std::string name;
  std::vector<std::vector<Cell>> rows;
  std::vector<double> widths{};  ///< of columns, in characters
  int frozen_rows = 0, frozen_columns = 0;
};

struct Workbook {
  std::string title;
  Date created;  ///< what the file says of itself: it is no clock's, so that the same answer is the same bytes
  std::vector<Sheet> sheets;
};

/// What a file of something that has no day of its own says of its creation: 1980-01-01, the first day that an archive
/// of its format knows [PKWARE APPNOTE 4.4.6].
inline constexpr Date kNoDay{3652};

/// "A1" of row 0, column 0; "AA1" of row 0, column 26.
std::string cell_name(std::size_t row, std::size_t column);

/// Rows and columns that a sheet of the format has at most.
inline constexpr std::size_t kMostSheetRows = 1'048'576, kMostSheetColumns = 16'384;

/// The same bytes for the same workbook.
/// @throws std::runtime_error with libxlsxwriter's reason, or where a sheet is larger than the format has room for.
std::string xlsx_bytes(const Workbook& workbook);

}  // namespace fmplan::exports
