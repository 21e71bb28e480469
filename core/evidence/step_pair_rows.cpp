#include "core/evidence/step_pair_rows.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/base/words.h"

namespace fmplan::evidence {
namespace {

const std::vector<std::string> kStepPairColumns = {
    "pair_id",   "source_ref",   "what_changed",    "base_row", "changed_row", "time_ratio", "ratio_basis",
    "mem_ratio", "base_outcome", "changed_outcome", "noise_ln", "noise_note",  "expressible"};
const std::vector<std::string> kNeeded = {"pair_id", "base_row", "changed_row", "time_ratio"};

/// What an option of a plan is called, by the column that states it.
constexpr std::pair<std::string_view, std::string_view> kOptions[] = {{"tp", "tensor"},  {"pp", "pipeline"},
                                                                      {"vp", "virtual"}, {"cp", "context"},
                                                                      {"ep", "expert"},  {"micro_batch", "micro-batch"},
                                                                      {"zero", "ZeRO"},  {"zero_or_fsdp", "ZeRO"}};

std::string option_name(const std::string& word) {
  for (const auto& [column, name] : kOptions)
    if (word == column) return std::string(name);
  return word;
}

/// "tp 1 -> 2; micro_batch 2 -> 4" -> "micro-batch, tensor".
std::string options_of(const std::string& what_changed) {
  std::set<std::string> names;
  std::size_t begin = 0;
  while (begin < what_changed.size()) {
    const std::size_t end = std::min(what_changed.find(';', begin), what_changed.size());
    const std::size_t first = what_changed.find_first_not_of(' ', begin);
    if (first < end) {
      const std::size_t last = std::min(what_changed.find_first_of(" :", first), end);
      names.insert(option_name(lower_case(what_changed.substr(first, last - first))));
    }
    begin = end + 1;
  }
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "other" : text;
}

/// Empty is none.
std::optional<double> number_above(const text::TableRow& row, const char* column, double least, bool may_equal) {
  const std::string text = row.text(column);
  if (text.empty()) return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value) || value < least ||
      (!may_equal && value == least))
    throw text::RowRefusal{fmt::format("{} is \"{}\"; a number {} {:g} was expected", column, text,
                                       may_equal ? "of at least" : "greater than", least)};
  return value;
}

StepPairRow read_pair(const text::TableRow& row, int line) {
  StepPairRow pair{.line = line,
                   .pair_id = row.text("pair_id"),
                   .base = row.text("base_row"),
                   .changed = row.text("changed_row"),
                   .options = options_of(row.text("what_changed")),
                   .what_changed = row.text("what_changed"),
                   .memory_ratio = number_above(row, "mem_ratio", 0, false),
                   .noise = number_above(row, "noise_ln", 0, true).value_or(0)};
  const std::optional<double> ratio = number_above(row, "time_ratio", 0, false);
  if (!ratio) throw text::RowRefusal{"time_ratio is empty; the changed row's time over the base row's was expected"};
  pair.time_ratio = *ratio;
  if (pair.base == pair.changed)
    throw text::RowRefusal{fmt::format("base_row and changed_row are both \"{}\"; two rows were expected", pair.base)};
  const std::string expressible = lower_case(row.text("expressible"));
  if (!expressible.empty() && expressible != "yes")
    throw text::RowRefusal{fmt::format("expressible is \"{}\": the rows do not state what changed", expressible)};
  return pair;
}

}  // namespace

StepPairRows read_step_pair_rows(std::string_view text, const std::string& name) {
  return text::read_row_table<StepPairRows>(
      text, name,
      [&](const text::CsvRecord& header, StepPairRows& result) {
        return text::column_positions(header, name, kStepPairColumns, kNeeded, result.notes);
      },
      [](const text::ColumnPositions& positions, const text::CsvRecord& record) {
        return read_pair(text::TableRow(positions, record), record.line);
      });
}

std::map<std::string, int> lines_of_row_ids(std::string_view text, const std::string& name) {
  const std::vector<text::CsvRecord> records = text::parse_csv(text, name);
  std::map<std::string, int> lines;
  if (records.empty()) throw InputError(name, "is empty; a header with the columns' names was expected");
  const std::vector<std::string>& header = records.front().fields;
  const auto column = static_cast<std::size_t>(std::find(header.begin(), header.end(), "row_id") - header.begin());
  if (column == header.size()) throw InputError(name + ":1", "has no column \"row_id\"; pairs name their rows by it");
  Issues issues;
  for (std::size_t i = 1; i < records.size(); ++i) {
    const std::string id = column < records[i].fields.size() ? records[i].fields[column] : "";
    const std::string where = fmt::format("{}:{}", name, records[i].line);
    if (id.empty()) {
      issues.push_back({where, "row_id is empty; pairs name their rows by it"});
    } else if (const auto [found, is_new] = lines.try_emplace(id, records[i].line); !is_new) {
      issues.push_back(
          {where, fmt::format("row_id \"{}\" stands in line {} too; give each row its own", id, found->second)});
    }
  }
  if (!issues.empty()) throw InputError(std::move(issues));
  return lines;
}

}  // namespace fmplan::evidence
