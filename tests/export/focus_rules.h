#pragma once

/// @file
/// The published requirements of FOCUS 1.2 (tests/export/focus), interpreted over a file of CSV.

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/date.h"
#include "core/base/issue.h"
#include "core/text/csv_text.h"
#include "core/text/json_text.h"
#include "tests/source_dir.h"

namespace fmplan::exports {

/// A dataset: an empty field is null.
class FocusTable {
 public:
  explicit FocusTable(const std::string& csv) : records_(text::parse_csv(csv, "focus")) {
    for (std::size_t i = 0; i < records_.at(0).fields.size(); ++i) columns_[records_[0].fields[i]] = i;
  }

  bool has(const std::string& column) const { return columns_.contains(column); }
  std::size_t num_rows() const { return records_.size() - 1; }
  /// None: null, or there is no such column.
  std::optional<std::string> value(std::size_t row, const std::string& column) const {
    const auto found = columns_.find(column);
    if (found == columns_.end()) return std::nullopt;
    const std::string& field = records_[row + 1].fields.at(found->second);
    return field.empty() ? std::nullopt : std::optional(field);
  }

 private:
  std::vector<text::CsvRecord> records_;
  std::map<std::string, std::size_t> columns_;
};

/// What a provider that exports forecasts supports, of the model's criteria of applicability.
inline const std::set<std::string> kSupported = {"ACCOUNT_NAMING_SUPPORTED",    "MULTIPLE_PRICING_CATEGORIES_SUPPORTED",
                                                 "PUBLIC_PRICE_LIST_SUPPORTED", "REGION_SUPPORTED",
                                                 "SUB_ACCOUNT_SUPPORTED",       "TAGGING_SUPPORTED",
                                                 "UNIT_PRICING_SUPPORTED",      "USAGE_MEASUREMENT_SUPPORTED"};

/// Walks the rules from the one of the whole dataset down.  A composite's condition and applicability hold for what
/// it is made of; SHOULD, MAY and what the model calls dynamic, which no machine can check, pass; a rule of a column
/// that is not there is passed over but for its presence.
class FocusRules {
 public:
  using Json = nlohmann::json;

  FocusRules(Json model, std::set<std::string> currencies)
      : rules_(std::move(model.at("ModelRules"))), currencies_(std::move(currencies)) {}

  std::size_t num_rules() const { return rules_.size(); }
  /// Rules with a check that were held against something, since the last failing().
  std::size_t num_checked() const { return checked_.size(); }

  /// The names of the rules of keyword MUST or MUST NOT that the dataset breaks.
  std::set<std::string> failing(const FocusTable& table) {
    checked_.clear();
    std::vector<std::size_t> rows(table.num_rows());
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i;
    std::set<std::string> failures;
    walk(table, "CostAndUsage-D-000-M", rows, failures);
    return failures;
  }

 private:
  using Rows = std::vector<std::size_t>;

  void walk(const FocusTable& table, const std::string& name, Rows rows, std::set<std::string>& failures) {
    const Json& rule = rules_.at(name);
    const Json& criteria = rule.at("ValidationCriteria");
    const std::string keyword = criteria.at("Keyword");
    for (const Json& needed : rule.at("ApplicabilityCriteria"))
      if (!kSupported.contains(needed)) return;
    // What a column has to hold, it has to hold where it is there, though it need not be.
    const bool is_must = keyword == "MUST" || keyword == "MUST NOT" || rule.at("Function") == "Composite";
    if (!is_must || rule.at("Type") == "Dynamic") return;
    const bool is_presence = rule.at("Function") == "Presence";
    if (rule.at("EntityType") == "Column" && !table.has(rule.at("Reference"))) return;
    const Json& check = criteria.at("Requirement");
    if (check.empty()) return;
    std::erase_if(rows, [&](std::size_t row) { return !holds(table, row, criteria.at("Condition")); });
    if (rule.at("Function") == "Composite" && check.at("CheckFunction") == "AND") {
      for (const Json& item : check.at("Items")) walk(table, item.at("ModelRuleId"), rows, failures);
      return;
    }
    checked_.insert(name);
    if (is_presence ? !table.has(check.at("ColumnName")) : !all_hold(table, rows, check)) failures.insert(name);
  }

  bool all_hold(const FocusTable& table, const Rows& rows, const Json& check) {
    if (check.at("CheckFunction") != "CheckDistinctCount")
      return std::ranges::all_of(rows, [&](std::size_t row) { return holds(table, row, check); });
    std::map<std::string, std::set<std::string>> values;
    for (const std::size_t row : rows) {
      const auto key = table.value(row, check.at("ColumnAName"));
      const auto value = table.value(row, check.at("ColumnBName"));
      if (key && value) values[*key].insert(*value);
    }
    const std::size_t expected = check.at("ExpectedCount");
    return std::ranges::all_of(values, [&](const auto& entry) { return entry.second.size() == expected; });
  }

  /// Of one row.  A null satisfies what is asked of a value's form: whether it may be null is another rule's.
  bool holds(const FocusTable& table, std::size_t row, const Json& check) {
    if (check.empty()) return true;
    // Of two conditions the model has the items without a function's name.
    if (check.contains("AND")) {
      const Json items = check.at("AND").is_array() ? check.at("AND") : Json::array({check.at("AND")});
      return std::ranges::all_of(items, [&](const Json& item) { return holds(table, row, item); });
    }
    const std::string function = check.at("CheckFunction");
    const auto each = [&](const Json& item) { return holds(table, row, item); };
    if (function == "AND") return std::ranges::all_of(check.at("Items"), each);
    if (function == "OR") return std::ranges::any_of(check.at("Items"), each);
    if (function == "CheckModelRule") {
      std::set<std::string> failures;
      walk(table, check.at("ModelRuleId"), {row}, failures);
      return failures.empty();
    }
    const auto of = [&](const char* key) { return table.value(row, check.at(key)); };
    if (function == "CheckSameValue") return of("ColumnAName") == of("ColumnBName");
    if (function == "CheckNotSameValue") return of("ColumnAName") != of("ColumnBName");
    if (function == "ColumnByColumnEqualsColumnValue")
      return is_product(of("ColumnAName"), of("ColumnBName"), of("ResultColumnName"));
    const auto value = of(check.contains("ColumnName") ? "ColumnName" : "CheckCondition");
    if (function == "CheckValue") return is_value(value, check.at("Value"));
    if (function == "CheckNotValue") return !is_value(value, check.at("Value"));
    return !value || has_form(function, *value, check);
  }

  bool has_form(const std::string& function, const std::string& value, const Json& check) const {
    if (function == "TypeString") return true;
    if (function == "FormatString")
      return std::ranges::none_of(value, [](char c) { return static_cast<unsigned char>(c) < ' '; });
    if (function == "TypeDecimal" || function == "CheckDecimalValue" || function == "FormatNumeric")
      return number(value).has_value();
    if (function == "CheckGreaterOrEqualThanValue")
      return number(value).value_or(-1) >= check.at("Value").get<double>();
    if (function == "TypeDateTime" || function == "FormatDateTime") return is_moment(value);
    if (function == "FormatKeyValue") return is_key_value(value);
    if (function == "FormatCurrency" || function == "CheckNationalCurrency") return currencies_.contains(value);
    throw std::logic_error("unknown check function " + function);
  }

  static bool is_value(const std::optional<std::string>& value, const Json& expected) {
    if (expected.is_null()) return !value;
    if (expected.is_number()) return value && number(*value) == expected.get<double>();
    return value == expected.get<std::string>();
  }

  /// NumericFormat-A-002 to 011: no sign of a positive value, no thousands, E notation.
  static std::optional<double> number(const std::string& value) {
    static const std::regex kForm("-?[0-9]+(\\.[0-9]+)?([eE]-?[0-9]+)?");
    if (!std::regex_match(value, kForm)) return std::nullopt;
    double read = 0;
    std::from_chars(value.data(), value.data() + value.size(), read);
    return read;
  }

  /// To 10⁻⁹ of the result, the rounding of a product of doubles and more.
  static bool is_product(const std::optional<std::string>& a, const std::optional<std::string>& b,
                         const std::optional<std::string>& product) {
    if (!a || !b || !product) return true;
    const auto x = number(*a), y = number(*b), result = number(*product);
    return x && y && result && std::abs(*x * *y - *result) <= 1e-9 * std::max(1.0, std::abs(*result));
  }

  /// DateTimeFormat-A-001 to 006: "2025-03-01T00:00:00Z".
  static bool is_moment(const std::string& value) {
    static const std::regex kForm("[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z");
    return std::regex_match(value, kForm) && parse_date(value.substr(0, 10)).has_value();
  }

  /// KeyValueFormat-A-001 to 004: an object whose values are no objects and no arrays.
  static bool is_key_value(const std::string& value) {
    try {
      const Json object = text::parse_json(value, "value");
      return object.is_object() && std::ranges::none_of(object, [](const Json& of) { return of.is_structured(); });
    } catch (const InputError&) {
      return false;
    }
  }

  Json rules_;
  std::set<std::string> currencies_;
  std::set<std::string> checked_;
};

/// With the published files.
inline FocusRules focus_rules() {
  const std::string folder = source_dir() + "/tests/export/focus/";
  std::set<std::string> currencies;
  for (const text::CsvRecord& record :
       text::parse_csv(text::read_text_file(folder + "currency_codes.csv"), "currency_codes.csv"))
    currencies.insert(record.fields.back());
  return {text::read_json_file(folder + "model-1.2.json"), std::move(currencies)};
}

}  // namespace fmplan::exports
