#pragma once

/// @file
/// What the reports of `fmplan validate …` have in common: judged rows sorted into groups, a line or an object a group.

#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/answer/document.h"
#include "core/text/json_writer.h"
#include "core/text/row_table.h"

namespace fmplan::assessment {

/// A row that could not be predicted.
struct Refusal {
  std::string file;  ///< its name; empty where a report does not say it
  text::RefusedRow row;
};

/// The start of a report: "12 <what> predicted, 3 refused", and in JSON `rows`, `predicted` and `refused`.
inline answer::Document refusals_document(const char* what, std::size_t num_predicted,
                                          const std::vector<Refusal>& refused) {
  answer::Document document;
  document.headline = fmt::format("{} {} predicted, {} refused", num_predicted, what, refused.size());
  document.json = {{"rows", num_predicted + refused.size()}, {"predicted", num_predicted}};
  document.json["refused"] = text::Json::array();
  for (const Refusal& refusal : refused) {
    text::Json entry = {{"line", refusal.row.line}, {"reason", refusal.row.reason}};
    if (!refusal.file.empty()) entry["file"] = refusal.file;
    document.json["refused"].push_back(std::move(entry));
  }
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

/// [{"<name>": key, "rows": number, …what `summary` says of the group's rows}].
template <class Row, class Summary>
text::Json groups_json(const Groups<Row>& groups, const char* name, const Summary& summary) {
  text::Json list = text::Json::array();
  for (const auto& [key, rows] : groups) {
    text::Json entry = {{name, key}, {"rows", rows.size()}};
    entry.update(summary(rows));
    list.push_back(std::move(entry));
  }
  return list;
}

inline std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

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

/// How many rows were refused for each reason, if any was.
inline void add_refusals_table(answer::Document& document, const std::vector<Refusal>& refused) {
  std::map<std::string, int> reasons;
  for (const Refusal& refusal : refused) ++reasons[refusal.row.reason];
  if (!reasons.empty()) document.tables.push_back(counts_table("Refused", "reason", reasons));
}

}  // namespace fmplan::assessment
