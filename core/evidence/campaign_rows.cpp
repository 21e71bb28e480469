#include "core/evidence/campaign_rows.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "core/text/row_table.h"

namespace fmplan::evidence {
namespace {

struct CampaignTextColumn {
  const char* name;
  std::string CampaignRow::*member;
};
constexpr CampaignTextColumn kCampaignTexts[] = {
    {"source_id", &CampaignRow::source_id}, {"source_ref", &CampaignRow::source_ref},
    {"model", &CampaignRow::model},         {"gpu", &CampaignRow::gpu},
    {"kind", &CampaignRow::kind},           {"framework", &CampaignRow::framework},
    {"precision", &CampaignRow::precision}, {"attention_impl", &CampaignRow::attention},
    {"recompute", &CampaignRow::recompute}, {"zero_or_fsdp", &CampaignRow::sharding},
    {"notes", &CampaignRow::notes}};

/// Beyond its limits a number is of no campaign, or in another unit.
struct CampaignNumberColumn {
  const char* name;
  std::optional<double> CampaignRow::*member;
  double least;
  double most;
};
/// Bounds chosen far beyond what was published: what lies outside is in another unit.
constexpr double kLeastTrillions = 1e-6, kMostTrillions = 1e3;  // as above
constexpr CampaignNumberColumn kCampaignNumbers[] = {
    {"params_B", &CampaignRow::params_billions, 1e-3, 1e6},
    {"active_params_B", &CampaignRow::active_params_billions, 1e-3, 1e6},
    {"tokens_T", &CampaignRow::tokens_trillions, kLeastTrillions, kMostTrillions},
    {"gpu_hours", &CampaignRow::gpu_hours, 0.01, 1e11},
    {"days", &CampaignRow::days, 1e-3, 1e4},
    {"mfu_pct", &CampaignRow::mfu_percent, 0.01, 100},
    {"goodput_pct", &CampaignRow::goodput_percent, 0.01, 100},
    {"cost_usd", &CampaignRow::cost_dollars, 0.01, 1e13}};

struct CampaignCountColumn {
  const char* name;
  std::optional<int> CampaignRow::*member;
  double most;
};
/// The most are chosen, beyond any campaign.
constexpr CampaignCountColumn kCampaignCounts[] = {{"num_gpus", &CampaignRow::num_gpus, 1e7},
                                                   {"seq_len", &CampaignRow::sequence_length, 1e8},
                                                   {"global_batch_seqs", &CampaignRow::global_batch_size, 1e8},
                                                   {"steps", &CampaignRow::steps, 1e9},
                                                   {"micro_batch", &CampaignRow::micro_batch_size, 1e6},
                                                   {"tp", &CampaignRow::tensor, 1e5},
                                                   {"pp", &CampaignRow::pipeline, 1e5},
                                                   {"vp", &CampaignRow::virtual_pipeline, 1e5}};

struct ShapeColumn {
  const char* name;
  std::optional<int> StepRow::*member;
  double least;
  double most;
};
/// Chosen, beyond any model.
constexpr ShapeColumn kShape[] = {{"layers", &StepRow::num_layers, 1, 1e4},
                                  {"hidden", &StepRow::hidden_size, 1, 1e6},
                                  {"ffn_hidden", &StepRow::ffn_hidden_size, 1, 1e7},
                                  {"heads", &StepRow::num_heads, 1, 1e5},
                                  {"kv_heads", &StepRow::num_kv_heads, 1, 1e5},
                                  {"vocab", &StepRow::vocabulary_size, 1, 1e8},
                                  {"moe_experts", &StepRow::num_experts, 1, 1e5},
                                  {"moe_topk", &StepRow::experts_per_token, 1, 1e5},
                                  {"moe_shared", &StepRow::num_shared_experts, 0, 1e4}};

std::vector<std::string> known_campaign_columns() {
  std::vector<std::string> known;
  for (const auto& column : kShape) known.emplace_back(column.name);
  for (const auto& column : kCampaignCounts) known.emplace_back(column.name);
  for (const auto& column : kCampaignTexts) known.emplace_back(column.name);
  for (const auto& column : kCampaignNumbers) known.emplace_back(column.name);
  return known;
}

/// None if empty.  Adds to `reason` what is wrong.
std::optional<double> number_within(const std::string& text, const char* column, double least, double most,
                                    std::string& reason) {
  if (text.empty()) return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && end == text.data() + text.size() && value >= least && value <= most) return value;
  reason += fmt::format("{}{} is \"{}\"; a number from {:g} to {:g}, or nothing, was expected",
                        reason.empty() ? "" : "; ", column, text, least, most);
  return std::nullopt;
}

std::optional<int> count_within(const std::string& text, const char* column, double least, double most,
                                std::string& reason) {
  const auto value = number_within(text, column, least, most, reason);
  if (!value) return std::nullopt;
  if (*value == std::floor(*value)) return static_cast<int>(*value);
  reason += fmt::format("{}{} is {}; a whole number was expected", reason.empty() ? "" : "; ", column, *value);
  return std::nullopt;
}

/// Tokens T = steps · global batch · sequence length, where a row has all three.  Adds to `reason` what contradicts it.
void count_tokens(CampaignRow& row, std::string& reason) {
  if (!row.steps || !row.global_batch_size || !row.sequence_length) return;
  // Chosen: of rounded tokens ("15T") and of steps while the batch was still small.
  constexpr double kMostApart = 0.05;
  const double trillions = 1e-12 * *row.steps * *row.global_batch_size * *row.sequence_length;
  if (trillions < kLeastTrillions || trillions > kMostTrillions) {
    reason += fmt::format("{}steps · global_batch_seqs · seq_len = {:.4g}T tokens; {:g}T to {:g}T were expected",
                          reason.empty() ? "" : "; ", trillions, kLeastTrillions, kMostTrillions);
  } else if (!row.tokens_trillions) {
    row.tokens_trillions = trillions;
    row.tokens_from_steps = true;
  } else if (std::abs(trillions / *row.tokens_trillions - 1) > kMostApart) {
    reason += fmt::format(
        "{}steps · global_batch_seqs · seq_len = {:.4g}T tokens, but tokens_T is {:g}; leave steps empty where "
        "batch or sequence changed on the way",
        reason.empty() ? "" : "; ", trillions, *row.tokens_trillions);
  }
}

/// GPU-hours are at most those of all GPUs over the days, and of a published run not far below.
void check_hours(const CampaignRow& row, std::string& reason) {
  if (!row.gpu_hours || !row.days || !row.num_gpus) return;
  constexpr double kMost = 1.25;  // chosen: days are rounded, and some count from the first checkpoint
  constexpr double kLeast = 0.4;  // chosen: OPT-175B's logbook has 0.61 of its 56 days
  const double all = *row.days * 24 * *row.num_gpus;
  if (*row.gpu_hours <= kMost * all && *row.gpu_hours >= kLeast * all) return;
  reason +=
      fmt::format("{}gpu_hours is {:.4g}, and days · num_gpus · 24 are {:.4g}; one of the three is of something else",
                  reason.empty() ? "" : "; ", *row.gpu_hours, all);
}

/// All that is wrong with the row at once.
CampaignRow read_campaign_row(const text::TableRow& record, int line) {
  CampaignRow row;
  row.line = line;
  std::string reason;
  for (const auto& column : kCampaignTexts) row.*column.member = record.text(column.name);
  for (const auto& column : kCampaignNumbers)
    row.*column.member = number_within(record.text(column.name), column.name, column.least, column.most, reason);
  for (const auto& column : kCampaignCounts)
    row.*column.member = count_within(record.text(column.name), column.name, 1, column.most, reason);
  for (const auto& column : kShape)
    row.architecture.*column.member =
        count_within(record.text(column.name), column.name, column.least, column.most, reason);
  row.architecture.model_name = row.model;
  row.architecture.params_billions = row.params_billions;
  if (row.tensor.has_value() != row.pipeline.has_value())
    reason += fmt::format("{}tp and pp are a layout together: one of them is empty", reason.empty() ? "" : "; ");
  count_tokens(row, reason);
  check_hours(row, reason);
  if (const std::string broken = broken_architecture(row.architecture); !broken.empty())
    reason += (reason.empty() ? "" : "; ") + broken;
  if (!reason.empty()) throw text::RowRefusal{std::move(reason)};
  return row;
}

}  // namespace

CampaignRows read_campaign_rows(std::string_view text, const std::string& name) {
  return text::read_row_table<CampaignRows>(
      text, name,
      [&](const text::CsvRecord& header, CampaignRows& result) {
        const bool counts_steps = std::ranges::find(header.fields, "steps") != header.fields.end();
        return text::column_positions(header, name, known_campaign_columns(),
                                      {"model", "gpu", counts_steps ? "steps" : "tokens_T"}, result.notes);
      },
      [](const text::ColumnPositions& positions, const text::CsvRecord& record) {
        return read_campaign_row(text::TableRow(positions, record), record.line);
      });
}

}  // namespace fmplan::evidence
