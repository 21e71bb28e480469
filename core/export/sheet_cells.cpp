#include "core/export/sheet_cells.h"

#include <utility>

namespace fmplan::exports {

Cell words(std::string text) { return {.content = std::move(text)}; }
Cell heading(std::string text) { return {.content = std::move(text), .style = CellStyle::kHeading}; }
Cell number(double value, CellStyle style) { return {.content = value, .style = style}; }
Cell money(Cents cents) { return number(static_cast<double>(cents) / 100, CellStyle::kMoney); }
Cell money(std::optional<Cents> cents) { return cents ? money(*cents) : words(kUnknown); }

Cell formula(std::string text, double value, CellStyle style) {
  return {.content = Formula{.text = std::move(text), .value = value}, .style = style};
}

std::vector<Cell> headings(const std::vector<std::string>& names) {
  std::vector<Cell> row;
  for (const std::string& name : names) row.push_back(heading(name));
  return row;
}

std::vector<Cell> texts(const std::vector<std::string>& parts) {
  std::vector<Cell> row;
  for (const std::string& part : parts) row.push_back(words(part));
  return row;
}

std::string range(std::size_t row, std::size_t column, std::size_t last_row, std::size_t last_column) {
  return cell_name(row, column) + ":" + cell_name(last_row, last_column);
}

Cell sum(const std::string& over, std::optional<Cents> cents) {
  if (!cents) return words(kUnknown);
  return formula("SUM(" + over + ")", static_cast<double>(*cents) / 100, CellStyle::kMoney);
}

}  // namespace fmplan::exports
