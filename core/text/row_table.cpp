#include "core/text/row_table.h"

#include <algorithm>

#include "core/base/suggestion.h"

namespace fmplan::text {

ColumnPositions column_positions(const CsvRecord& header, const std::string& name,
                                 const std::vector<std::string>& known, const std::vector<std::string>& needed,
                                 std::vector<std::string>& notes, const Issues& other) {
  ColumnPositions positions;
  Issues issues;
  for (std::size_t i = 0; i < header.fields.size(); ++i) {
    const std::string& column = header.fields[i];
    if (std::find(known.begin(), known.end(), column) == known.end())
      notes.push_back(
          fmt::format("{}: column \"{}\" is not known and ignored{}", name, column, did_you_mean(column, known)));
    else if (!positions.try_emplace(column, i).second)
      issues.push_back({name + ":1", fmt::format("column \"{}\" stands twice", column)});
  }
  for (const std::string& column : needed)
    if (!positions.contains(column)) issues.push_back({name + ":1", fmt::format("has no column \"{}\"", column)});
  issues.insert(issues.end(), other.begin(), other.end());
  if (!issues.empty()) throw InputError(std::move(issues));
  return positions;
}

}  // namespace fmplan::text
