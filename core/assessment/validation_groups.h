#pragma once

/// @file
/// What the reports of `fmplan validate …` have in common: judged rows sorted into groups, a line or an object a group.

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/answer/document.h"
#include "core/calibration/collective_observation.h"
#include "core/text/json_writer.h"
#include "core/text/row_table.h"

namespace fmplan::assessment {

/// A row that could not be predicted.
struct Refusal {
  std::string file;  ///< its name
  text::RefusedRow row;
};

/// The start of a report: "12 <what> predicted, 3 refused", and in JSON `rows`, `predicted` and `refused`.
inline answer::Document refusals_document(const char* what, std::size_t num_predicted,
                                          const std::vector<Refusal>& refused) {
  answer::Document document;
  document.headline = fmt::format("{} {} predicted, {} refused", num_predicted, what, refused.size());
  document.json = {{"rows", num_predicted + refused.size()}, {"predicted", num_predicted}};
  document.json["refused"] = text::Json::array();
  for (const Refusal& refusal : refused)
    document.json["refused"].push_back(
        {{"line", refusal.row.line}, {"reason", refusal.row.reason}, {"file", refusal.file}});
  return document;
}

template <class Row>
using Rows = std::vector<const Row*>;
template <class Row>
using Groups = std::map<std::string, Rows<Row>>;

template <class Row>
Rows<Row> all_rows(const std::vector<Row>& judged) {
  Rows<Row> rows;
  for (const Row& row : judged) rows.push_back(&row);
  return rows;
}

/// The rows by what `key` says of each; the result refers to `judged`.
template <class Row, class Key>
Groups<Row> grouped(const std::vector<Row>& judged, const Key& key) {
  Groups<Row> groups;
  for (const Row& row : judged) groups[key(row)].push_back(&row);
  return groups;
}

inline std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }
inline std::string signed_percent(double share) { return fmt::format("{:+.1f} %", 100 * share); }

/// One prediction held against its measurement.
struct Judgement {
  double error = 0;                  ///< predicted / measured - 1
  std::optional<bool> inside_80{};   ///< whether the 80 % interval holds the measurement; none: there is no interval
  std::optional<bool> inside_95{};   ///< … the 95 % interval
  std::optional<double> width_80{};  ///< of the 80 % interval, over the prediction
};

/// Of a prediction that is 1 + `error` times what was measured, with an interval of factors on the prediction.
template <class Interval>
Judgement judgement(double error, const Interval& interval) {
  const double ratio = 1 / (1 + error);  // measured / predicted
  return {.error = error,
          .inside_80 = ratio >= interval.low_80 && ratio <= interval.high_80,
          .inside_95 = ratio >= interval.low_95 && ratio <= interval.high_95,
          .width_80 = interval.high_80 - interval.low_80};
}

/// A group of predictions; of the rows that have an interval, its coverage and median width.
struct GroupSummary {
  calibration::ErrorSummary errors;
  std::optional<double> coverage_80{};
  std::optional<double> coverage_95{};
  std::optional<double> median_width_80{};
};
GroupSummary summarise(const std::vector<Judgement>& rows);

/// "mape", "median_ape", "p90_ape", "bias", "coverage_80", "coverage_95", "median_width_80": null where nothing says
/// it.
text::Json summary_json(const GroupSummary& summary);

/// A line a group.  Columns that no group has anything for are left out.
answer::Table summaries_table(const std::string& title,
                              const std::vector<std::pair<std::string, GroupSummary>>& groups);

// The same of rows that have a member judgement().

template <class Row>
GroupSummary summary_of(const Rows<Row>& rows) {
  std::vector<Judgement> judgements;
  for (const Row* row : rows) judgements.push_back(row->judgement());
  return summarise(judgements);
}

template <class Row>
text::Json rows_summary_json(const Rows<Row>& rows) {
  return summary_json(summary_of(rows));
}

/// [{"<name>": key, "rows": number, …the summary}].
template <class Row>
text::Json groups_json(const Groups<Row>& groups, const char* name) {
  text::Json list = text::Json::array();
  for (const auto& [key, rows] : groups) {
    text::Json entry = {{name, key}, {"rows", rows.size()}};
    entry.update(rows_summary_json(rows));
    list.push_back(std::move(entry));
  }
  return list;
}

template <class Row>
answer::Table groups_table(const std::string& title, const Groups<Row>& groups) {
  std::vector<std::pair<std::string, GroupSummary>> summaries;
  for (const auto& [key, rows] : groups) summaries.emplace_back(key, summary_of(rows));
  return summaries_table(title, summaries);
}

/// Every row in the JSON answer.
template <class Row, class RowJson>
void add_row_results(answer::Document& document, const std::vector<Row>& rows, const RowJson& row_json) {
  document.csv_table = "row_results";
  document.json["row_results"] = text::Json::array();
  for (const Row& row : rows) document.json["row_results"].push_back(row_json(row));
}

/// How often each of `what` came: the reasons rows were refused for, say.
inline answer::Table counts_table(const std::string& title, const char* what,
                                  const std::map<std::string, int>& counts) {
  answer::Table table{.title = title,
                      .header = {what, "rows"},
                      .align = {answer::Align::kLeft, answer::Align::kRight},
                      .rows = {},
                      .notes = {}};
  for (const auto& [key, count] : counts) table.rows.push_back({key, fmt::format("{}", count)});
  return table;
}

/// How many rows were refused for each reason, if any was, and where the first of them stands.
inline void add_refusals_table(answer::Document& document, const std::vector<Refusal>& refused) {
  if (refused.empty()) return;
  std::map<std::string, Rows<Refusal>> reasons;
  for (const Refusal& refusal : refused) reasons[refusal.row.reason].push_back(&refusal);
  answer::Table table{.title = "Refused",
                      .header = {"reason", "rows", "first"},
                      .align = {answer::Align::kLeft, answer::Align::kRight, answer::Align::kLeft},
                      .rows = {},
                      .notes = {}};
  for (const auto& [reason, rows] : reasons)
    table.rows.push_back(
        {reason, fmt::format("{}", rows.size()), fmt::format("{}:{}", rows.front()->file, rows.front()->row.line)});
  document.tables.push_back(std::move(table));
}

}  // namespace fmplan::assessment
