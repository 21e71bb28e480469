#pragma once

/// @file
/// Catalogue items of kind "reading": which words of a measured row mean what.  Format: docs/catalog_format.md.

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/names.h"
#include "core/catalog/documents.h"

namespace fmplan::catalog {

/// The free texts of a row of measured steps that rules look into.
enum class ReportColumn {
  kModel,
  kGpu,
  kSharding,
  kRecompute,
  kPrecision,
  kAttention,
  kFramework,
  kFlopDefinition,
  kNotes
};
/// As the columns of such rows are headed.
inline constexpr auto kReportColumnNames = names<ReportColumn>({{"model_name", ReportColumn::kModel},
                                                                {"gpu", ReportColumn::kGpu},
                                                                {"zero_or_fsdp", ReportColumn::kSharding},
                                                                {"recompute", ReportColumn::kRecompute},
                                                                {"precision", ReportColumn::kPrecision},
                                                                {"attention_impl", ReportColumn::kAttention},
                                                                {"framework", ReportColumn::kFramework},
                                                                {"mfu_definition_note", ReportColumn::kFlopDefinition},
                                                                {"notes", ReportColumn::kNotes}});

/// A row's texts by column, in lower case.
class ReportTexts {
 public:
  std::string& operator[](ReportColumn column) { return texts_[static_cast<std::size_t>(column)]; }
  const std::string& operator[](ReportColumn column) const { return texts_[static_cast<std::size_t>(column)]; }

 private:
  std::array<std::string, kReportColumnNames.count> texts_;
};

/// What is looked for in one column: "ngc" anywhere, "^full" at the beginning, "fsdp=1$" at the end, "^ddp$" as the
/// whole, "\bngc\b" as a word of its own, and "*" any text at all.
struct WordPattern {
  enum class Place { kAnywhere, kBegin, kEnd, kWhole, kWord, kAny };
  Place place = Place::kAnywhere;
  std::string text;

  /// Where it stands first without being denied (is_denied()); npos: nowhere.
  std::size_t find_in(std::string_view in) const;
  /// Whether it stands there and is denied wherever it does.
  bool is_denied_in(std::string_view in) const;

  friend bool operator==(const WordPattern&, const WordPattern&) = default;
};

/// One column and patterns of which one must be found.
struct ColumnWords {
  ReportColumn column = ReportColumn::kNotes;
  std::vector<WordPattern> any_of;

  /// Where the first of them stands; npos: none does.
  std::size_t find_in(const ReportTexts& texts) const;
  /// Whether one of them is denied, WordPattern::is_denied_in().
  bool are_denied_in(const ReportTexts& texts) const;

  friend bool operator==(const ColumnWords&, const ColumnWords&) = default;
};

/// The number that follows the last of `behind` which the column holds is at least `from`; none there counts as 0.
/// Without `behind` any year and month, "26.06", wherever it stands.
struct ReleaseRule {
  ReportColumn column = ReportColumn::kFramework;
  std::vector<std::string> behind;
  double from = 0;

  bool holds(const ReportTexts& texts) const;

  friend bool operator==(const ReleaseRule&, const ReleaseRule&) = default;
};

/// "Where these words stand, the row means …".
struct WordRule {
  std::string means;
  std::vector<ColumnWords> all_of;    ///< each must be found
  std::vector<ColumnWords> none_of;   ///< none may
  std::vector<ColumnWords> denied;    ///< of each one must be denied
  std::vector<ColumnWords> ahead_of;  ///< what `all_of` finds in such a column stands before the first of these
  std::optional<ReleaseRule> release;
  std::string assumed;  ///< said of every row that it is applied to

  bool holds(const ReportTexts& texts) const;

  friend bool operator==(const WordRule&, const WordRule&) = default;
};

/// What rules may answer: an item's name, and the meanings that it may give.
struct ReadingQuestion {
  std::string_view name;
  std::vector<std::string_view> meanings;  ///< empty: any text
};
/// Every question that is asked of rows by rules.
const std::vector<ReadingQuestion>& reading_questions();

/// An item: the first rule that holds counts.
struct Reading {
  std::string name;
  std::vector<WordRule> rules;

  friend bool operator==(const Reading&, const Reading&) = default;
};

Reading read_reading(const nlohmann::json& item, const std::string& where, Issues& issues);

/// A reading for each of reading_questions().
class ReportReadings {
 public:
  ReportReadings() = default;
  /// @throws InputError if an item is missing or not well-formed.
  explicit ReportReadings(const Documents& documents);

  /// The rule of `question` that holds; null: none does.  @pre `question` is one of reading_questions().
  const WordRule* rule(std::string_view question, const ReportTexts& texts) const;

 private:
  std::map<std::string, Reading, std::less<>> readings_;
};

}  // namespace fmplan::catalog
