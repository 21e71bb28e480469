#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/text/field_table.h"

namespace fmplan::programme {

/// What a cell shows of a value: a text without quotes, a number or flag as JSON writes it, a list as "8, 16"; of an
/// object the model that it is about, or "{…}"; of nothing nothing.
std::string cell_text(const nlohmann::json& value);

/// Whether cell_text() says all of it: no object, and no list of lists.
bool is_cell_value(const nlohmann::json& value);

/// What a field has whose cell says `text`: null where it is empty, numbers, flags and lists where the field takes
/// such, else the text.  Whether it may be so is the reader's to say.
nlohmann::json cell_value(const text::Field& field, const std::string& text);

/// Cells of a spreadsheet's clipboard: tabs between cells, lines of rows, quotes around what holds either.  A quote
/// that is never closed is a letter.
std::vector<std::vector<std::string>> cells_of_tsv(std::string_view text);

/// The same back.
std::string tsv_of_cells(const std::vector<std::vector<std::string>>& cells);

}  // namespace fmplan::programme
