#include "core/answer/csv_tables.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string_view>
#include <utility>

#include "core/text/csv_text.h"

namespace fmplan::answer {
namespace {

using text::Json;

constexpr const char* kRowsTable = "rows";
constexpr std::string_view kQuestion = "scenario";
constexpr const char* kLineEnd = "\r\n";

std::string csv_value(const Json& value) {
  if (value.is_null()) return {};
  return value.is_text() ? value.as_text() : value.dump();
}

std::string list_text(const Json& list) {
  std::string text;
  for (const Json& value : list.elements()) text += (text.empty() ? "" : ";") + csv_value(value);
  return text;
}

bool is_table(const Json& value) {
  return value.is_array() && !value.empty() && std::ranges::any_of(value.elements(), &Json::is_object);
}

std::string dotted_path(std::string_view path, std::string_view key) {
  return path.empty() ? std::string(key) : std::string(path) + "." + std::string(key);
}

struct FilledTable {
  std::string name;
  std::vector<std::string> columns;                      ///< in the order they were met
  std::vector<std::map<std::string, std::string>> rows;  ///< by column
};

/// The rows of the tables around a list, by their names.
using Place = std::vector<std::pair<std::string, std::size_t>>;

class Tables {
 public:
  /// A row of table `name`.
  void add_row(const std::string& name, const Json& object, const Place& place) {
    const std::size_t table = index_of(name);
    const std::size_t row = tables_[table].rows.size();
    tables_[table].rows.emplace_back();
    for (const auto& [column, number] : place) set(table, row, column, std::to_string(number));
    fill(table, row, object, "", place);
  }

  std::vector<FilledTable> finished() && { return std::move(tables_); }

 private:
  std::size_t index_of(const std::string& name) {
    const auto found = std::ranges::find(tables_, name, &FilledTable::name);
    if (found != tables_.end()) return static_cast<std::size_t>(found - tables_.begin());
    tables_.push_back({.name = name, .columns = {}, .rows = {}});
    return tables_.size() - 1;
  }

  void set(std::size_t table, std::size_t row, const std::string& column, std::string text) {
    std::vector<std::string>& columns = tables_[table].columns;
    if (std::ranges::find(columns, column) == columns.end()) columns.push_back(column);
    tables_[table].rows[row][column] = std::move(text);
  }

  void fill(std::size_t table, std::size_t row, const Json& object, const std::string& path, const Place& place) {
    for (const auto& [key, value] : object.members()) {
      const std::string column = dotted_path(path, key);
      const bool outermost = tables_[table].name == kAnswerTable;
      if (outermost && column == kQuestion) continue;
      if (value.is_object()) {
        fill(table, row, value, column, place);
      } else if (is_table(value)) {
        Place inner = place;
        if (!outermost) inner.emplace_back(tables_[table].name, row);
        const std::string name = outermost ? column : dotted_path(tables_[table].name, column);
        for (const Json& element : value.elements()) add_row(name, element, inner);
      } else if (value.is_array()) {
        if (!value.empty()) set(table, row, column, list_text(value));
      } else {
        set(table, row, column, csv_value(value));
      }
    }
  }

  std::vector<FilledTable> tables_;
};

std::string csv_of(const FilledTable& table) {
  std::string text = text::csv_line(table.columns) + kLineEnd;
  for (const auto& row : table.rows) {
    std::vector<std::string> cells;
    for (const std::string& column : table.columns) {
      const auto found = row.find(column);
      cells.push_back(found == row.end() ? "" : found->second);
    }
    text += text::csv_line(cells) + kLineEnd;
  }
  return text;
}

}  // namespace

std::vector<CsvTable> csv_tables(const Json& answer) {
  Tables tables;
  if (answer.is_array()) {
    for (const Json& row : answer.elements()) tables.add_row(kRowsTable, row, {});
  } else {
    tables.add_row(kAnswerTable, answer, {});
  }
  std::vector<CsvTable> texts;
  for (const FilledTable& table : std::move(tables).finished()) texts.push_back({table.name, csv_of(table)});
  return texts;
}

}  // namespace fmplan::answer
