#pragma once

#include <string>
#include <vector>

namespace fmplan::answer {

enum class Align { kLeft, kRight };

/// A table for people.  Cells are finished text (units included).
struct Table {
  std::string title;
  std::vector<std::string> header;  ///< may be empty: a list of label and value
  std::vector<Align> align;         ///< per column; missing entries are left-aligned
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> notes;  ///< lines under the table
  bool ruled = true;               ///< a line above the rows
  std::vector<bool> marked{};      ///< per row, on pages: what to be careful about; missing entries are not
};

}  // namespace fmplan::answer
