#include "core/io/campaign_rows.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "core/base/issue.h"
#include "core/base/suggestion.h"
#include "core/io/csv_text.h"

namespace fmplan::io {
namespace {

struct TextColumn {
  const char* name;
  std::string CampaignRow::*member;
};
constexpr TextColumn kTexts[] = {{"source_id", &CampaignRow::source_id},
                                 {"source_ref", &CampaignRow::source_ref},
                                 {"model", &CampaignRow::model},
                                 {"gpu", &CampaignRow::gpu},
                                 {"notes", &CampaignRow::notes}};

/// Beyond its limits a number is of no campaign, or in another unit.
struct NumberColumn {
  const char* name;
  std::optional<double> CampaignRow::*member;
  double least;
  double most;
};
constexpr NumberColumn kNumbers[] = {{"params_B", &CampaignRow::params_billions, 1e-3, 1e6},
                                     {"active_params_B", &CampaignRow::active_params_billions, 1e-3, 1e6},
                                     {"tokens_T", &CampaignRow::tokens_trillions, 1e-6, 1e3},
                                     {"gpu_hours", &CampaignRow::gpu_hours, 0.01, 1e11},
                                     {"days", &CampaignRow::days, 1e-3, 1e4},
                                     {"mfu_pct", &CampaignRow::mfu_percent, 0.01, 100},
                                     {"goodput_pct", &CampaignRow::goodput_percent, 0.01, 100},
                                     {"cost_usd", &CampaignRow::cost_dollars, 0.01, 1e13}};

constexpr const char* kNumGpus = "num_gpus";
constexpr double kMostGpus = 1e7;

using Positions = std::map<std::string, std::size_t>;

Positions column_positions(const CsvRecord& header, const std::string& name, CampaignRows& result) {
  std::vector<std::string> known = {kNumGpus};
  for (const auto& column : kTexts) known.emplace_back(column.name);
  for (const auto& column : kNumbers) known.emplace_back(column.name);
  Positions positions;
  Issues issues;
  for (std::size_t i = 0; i < header.fields.size(); ++i) {
    const std::string& column = header.fields[i];
    if (std::find(known.begin(), known.end(), column) == known.end())
      result.notes.push_back(
          fmt::format("{}: column \"{}\" is not known and ignored{}", name, column, did_you_mean(column, known)));
    else if (!positions.try_emplace(column, i).second)
      issues.push_back({name + ":1", fmt::format("column \"{}\" stands twice", column)});
  }
  for (const char* needed : {"model", "gpu", "tokens_T"})
    if (!positions.contains(needed)) issues.push_back({name + ":1", fmt::format("has no column \"{}\"", needed)});
  if (!issues.empty()) throw InputError(std::move(issues));
  return positions;
}

std::string cell(const Positions& positions, const CsvRecord& record, const char* column) {
  const auto found = positions.find(column);
  return found == positions.end() ? "" : record.fields[found->second];
}

/// None if empty.  Adds to `reason` what is wrong.
std::optional<double> number(const std::string& text, const char* column, double least, double most,
                             std::string& reason) {
  if (text.empty()) return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && end == text.data() + text.size() && value >= least && value <= most) return value;
  reason += fmt::format("{}{} is \"{}\"; a number from {:g} to {:g}, or nothing, was expected",
                        reason.empty() ? "" : "; ", column, text, least, most);
  return std::nullopt;
}

CampaignRow read_row(const Positions& positions, const CsvRecord& record, std::string& reason) {
  CampaignRow row;
  row.line = record.line;
  for (const auto& column : kTexts) row.*column.member = cell(positions, record, column.name);
  for (const auto& column : kNumbers)
    row.*column.member = number(cell(positions, record, column.name), column.name, column.least, column.most, reason);
  if (const auto gpus = number(cell(positions, record, kNumGpus), kNumGpus, 1, kMostGpus, reason)) {
    if (*gpus != std::floor(*gpus)) {
      reason += fmt::format("{}num_gpus is {}; a whole number was expected", reason.empty() ? "" : "; ", *gpus);
    } else {
      row.num_gpus = static_cast<int>(*gpus);
    }
  }
  return row;
}

}  // namespace

CampaignRows read_campaign_rows(std::string_view text, const std::string& name) {
  const std::vector<CsvRecord> records = parse_csv(text, name);
  if (records.empty()) throw InputError(name, "is empty; a header with the columns' names was expected");
  CampaignRows result;
  const Positions positions = column_positions(records.front(), name, result);
  for (std::size_t i = 1; i < records.size(); ++i) {
    const CsvRecord& record = records[i];
    std::string reason;
    if (record.fields.size() != records.front().fields.size()) {
      reason = fmt::format("has {} fields, the header {}; is the line cut short?", record.fields.size(),
                           records.front().fields.size());
      result.refused.push_back({record.line, reason});
      continue;
    }
    CampaignRow row = read_row(positions, record, reason);
    if (reason.empty()) {
      result.rows.push_back(std::move(row));
    } else {
      result.refused.push_back({record.line, reason});
    }
  }
  return result;
}

}  // namespace fmplan::io
