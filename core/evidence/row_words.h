#pragma once

/// @file
/// What the free texts of a measured row mean, by the catalogue's readings.

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/catalog/report_readings.h"
#include "core/evidence/step_rows.h"

namespace fmplan::evidence {

/// A row's texts in lower case, with the rules that read them.
class RowWords {
 public:
  /// `readings` must outlive it.
  RowWords(const StepRow& row, const catalog::ReportReadings& readings);

  const std::string& operator[](catalog::ReportColumn column) const { return texts_[column]; }
  /// What the row answers to one of catalog::reading_questions(); empty: no rule holds.
  std::string_view meaning(std::string_view question) const;
  /// The same, with what the rule assumes added to `assumptions`.
  std::string_view meaning(std::string_view question, std::vector<std::string>& assumptions) const;

 private:
  catalog::ReportTexts texts_;
  const catalog::ReportReadings* readings_;
};

/// The number behind `key` and '=', ':' or blanks; none where the words have none.
template <class Number = int>
std::optional<Number> number_behind(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  const std::size_t first = text.find_first_not_of("=: ", at + key.size());
  Number number = 0;
  if (first == std::string_view::npos ||
      std::from_chars(text.data() + first, text.data() + text.size(), number).ec != std::errc{} || !(number >= 1))
    return std::nullopt;
  return number;
}

/// The catalogue item that stands for a row's framework: "NeMo/Megatron" → "nemo"; "generic" for what no rule knows.
std::string_view framework_item(const RowWords& words);

}  // namespace fmplan::evidence
