#include "core/evidence/step_rows.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "core/text/row_table.h"

namespace fmplan::evidence {
namespace {

struct StepCountColumn {
  const char* name;
  std::optional<int> StepRow::*member;
};
constexpr StepCountColumn kStepCounts[] = {{"layers", &StepRow::num_layers},
                                           {"hidden", &StepRow::hidden_size},
                                           {"ffn_hidden", &StepRow::ffn_hidden_size},
                                           {"heads", &StepRow::num_heads},
                                           {"kv_heads", &StepRow::num_kv_heads},
                                           {"vocab", &StepRow::vocabulary_size},
                                           {"seq_len", &StepRow::sequence_length},
                                           {"moe_experts", &StepRow::num_experts},
                                           {"moe_topk", &StepRow::experts_per_token},
                                           {"gpus_per_node", &StepRow::gpus_per_node},
                                           {"global_batch_seqs", &StepRow::global_batch_size},
                                           {"micro_batch", &StepRow::micro_batch_size},
                                           {"tp", &StepRow::tensor},
                                           {"pp", &StepRow::pipeline},
                                           {"vp", &StepRow::virtual_pipeline},
                                           {"cp", &StepRow::context},
                                           {"ep", &StepRow::expert},
                                           {"dp", &StepRow::data}};

struct StepNumberColumn {
  const char* name;
  std::optional<double> StepRow::*member;
};
constexpr StepNumberColumn kStepNumbers[] = {{"measured_step_time_s", &StepRow::step_time_s},
                                             {"measured_tokens_per_s_per_gpu", &StepRow::tokens_per_s_per_gpu},
                                             {"measured_tflops_per_gpu", &StepRow::tflops_per_gpu}};

struct StepTextColumn {
  const char* name;
  std::string StepRow::*member;
};
constexpr StepTextColumn kStepTexts[] = {{"source_id", &StepRow::source_id},
                                         {"model_name", &StepRow::model_name},
                                         {"gpu", &StepRow::gpu},
                                         {"interconnect_or_system", &StepRow::system},
                                         {"zero_or_fsdp", &StepRow::sharding},
                                         {"sequence_parallel", &StepRow::sequence_parallel},
                                         {"recompute", &StepRow::recompute},
                                         {"precision", &StepRow::precision},
                                         {"attention_impl", &StepRow::attention},
                                         {"framework", &StepRow::framework},
                                         {"mfu_definition_note", &StepRow::flop_definition},
                                         {"notes", &StepRow::notes}};

/// Read by a rule of their own, or only checked.
constexpr const char* kOthers[] = {"source_ref",       "moe_shared",          "num_gpus", "params_B", "active_params_B",
                                   "measured_mfu_pct", "measured_peak_mem_GB"};

std::vector<std::string> known_step_columns() {
  std::vector<std::string> names;
  for (const auto& column : kStepCounts) names.emplace_back(column.name);
  for (const auto& column : kStepNumbers) names.emplace_back(column.name);
  for (const auto& column : kStepTexts) names.emplace_back(column.name);
  names.insert(names.end(), std::begin(kOthers), std::end(kOthers));
  return names;
}

class Row : public text::TableRow {
 public:
  using text::TableRow::TableRow;

  /// None if empty.
  std::optional<double> number(const std::string& column) const {
    const std::string value = text(column);
    if (value.empty()) return std::nullopt;
    double number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc{} || end != value.data() + value.size() || !std::isfinite(number) || number < 0)
      throw text::RowRefusal{fmt::format("{} is \"{}\"; a positive number or nothing was expected", column, value)};
    return number;
  }
  std::optional<double> positive(const std::string& column) const {
    const auto value = number(column);
    if (value && *value == 0)
      throw text::RowRefusal{fmt::format("{} is 0; a positive number or nothing was expected", column)};
    return value;
  }
  std::optional<int> count(const std::string& column, int least = 1) const {
    constexpr double kMost = 1e7;  // chosen, beyond any count of a step
    const auto value = number(column);
    if (!value) return std::nullopt;
    if (*value != std::floor(*value) || *value < least || *value > kMost)
      throw text::RowRefusal{
          fmt::format("{} is {}; a whole number from {} to 10⁷ was expected", column, text(column), least)};
    return static_cast<int>(*value);
  }
};

/// None if empty; more than a quadrillion parameters are a number in another unit.
std::optional<double> billions(const Row& record, const std::string& column) {
  constexpr double kMost = 1e6;  // 10¹⁵ parameters
  const auto value = record.positive(column);
  if (value && *value > kMost)
    throw text::RowRefusal{
        fmt::format("{} is {}; at most 10⁶ was expected, in billions: 7 for a model of 7 billion parameters", column,
                    record.text(column))};
  return value;
}

void check_layout(const StepRow& row) {
  const auto of = [](std::optional<int> degree) { return static_cast<double>(degree.value_or(1)); };
  const double replica = of(row.tensor) * of(row.pipeline) * of(row.context);
  if (std::fmod(row.num_gpus, replica) != 0)
    throw text::RowRefusal{fmt::format("tp · pp · cp = {:.0f} does not divide num_gpus {}", replica, row.num_gpus)};
  if (row.data && replica * *row.data != row.num_gpus)
    throw text::RowRefusal{
        fmt::format("dp · tp · pp · cp = {:.0f}, but num_gpus is {}", replica * *row.data, row.num_gpus)};
}

/// A time, a rate or a share no training step of this decade has.
void check_measured(const StepRow& row) {
  // Seconds, and rates of one GPU: chosen far beyond what was published.
  constexpr double kLongestStep = 1e5;
  constexpr double kFastestTokens = 1e8;
  constexpr double kFastestTflops = 1e5;
  if (row.step_time_s.value_or(0) > kLongestStep)
    throw text::RowRefusal{
        fmt::format("measured_step_time_s {:.6g} is more than a day; is it in seconds?", *row.step_time_s)};
  if (row.tokens_per_s_per_gpu.value_or(0) > kFastestTokens)
    throw text::RowRefusal{
        fmt::format("measured_tokens_per_s_per_gpu {:.6g} is not plausible for one GPU", *row.tokens_per_s_per_gpu)};
  if (row.tflops_per_gpu.value_or(0) > kFastestTflops)
    throw text::RowRefusal{
        fmt::format("measured_tflops_per_gpu {:.6g} is not plausible; is it in TFLOP/s?", *row.tflops_per_gpu)};
  if (row.mfu.value_or(0) > 1)
    throw text::RowRefusal{fmt::format("measured_mfu_pct {:.6g} is more than 100", 100 * *row.mfu)};
}

/// Time and rate of one step are one number; the published tables that have both agree to a percent or so.
void check_time_and_rate(const StepRow& row) {
  constexpr double kMostApart = 0.1;  // as a log ratio; chosen: 995 published rows are all nearer
  if (!row.step_time_s || !row.tokens_per_s_per_gpu || !row.global_batch_size || !row.sequence_length) return;
  const double rate = 1.0 * *row.global_batch_size * *row.sequence_length / row.num_gpus / *row.step_time_s;
  if (std::abs(std::log(rate / *row.tokens_per_s_per_gpu)) > kMostApart)
    throw text::RowRefusal{
        fmt::format("measured_step_time_s {:.6g} makes {:.4g} tokens/s a GPU of this batch, and "
                    "measured_tokens_per_s_per_gpu is {:.6g}; is the time in seconds, the rate of one GPU?",
                    *row.step_time_s, rate, *row.tokens_per_s_per_gpu)};
}

StepRow read_step_row(const Row& record, int line) {
  StepRow row;
  row.line = line;
  for (const auto& column : kStepTexts) row.*column.member = record.text(column.name);
  for (const auto& column : kStepCounts) row.*column.member = record.count(column.name);
  for (const auto& column : kStepNumbers) row.*column.member = record.positive(column.name);
  row.num_shared_experts = record.count("moe_shared", 0);
  if (const auto percent = record.positive("measured_mfu_pct")) row.mfu = *percent / 100;
  row.params_billions = billions(record, "params_B");
  billions(record, "active_params_B");
  record.positive("measured_peak_mem_GB");
  if (row.gpu.empty()) throw text::RowRefusal{"gpu is empty"};
  const auto num_gpus = record.count("num_gpus");
  if (!num_gpus) throw text::RowRefusal{"num_gpus is empty"};
  row.num_gpus = *num_gpus;
  if (std::string broken = broken_architecture(row); !broken.empty()) throw text::RowRefusal{std::move(broken)};
  check_layout(row);
  check_measured(row);
  check_time_and_rate(row);
  return row;
}

}  // namespace

std::string broken_architecture(const StepRow& row) {
  if (row.num_heads && row.num_kv_heads &&
      (*row.num_kv_heads > *row.num_heads || *row.num_heads % *row.num_kv_heads != 0))
    return fmt::format("kv_heads {} do not divide heads {}", *row.num_kv_heads, *row.num_heads);
  if (row.num_experts.has_value() != row.experts_per_token.has_value())
    return "moe_experts and moe_topk stand together or not at all";
  if (row.num_experts && *row.experts_per_token > *row.num_experts)
    return fmt::format("moe_topk {} is more than moe_experts {}", *row.experts_per_token, *row.num_experts);
  return {};
}

StepRows read_step_rows(std::string_view text, const std::string& name) {
  return text::read_row_table<StepRows>(
      text, name,
      [&](const text::CsvRecord& header, StepRows& result) {
        return text::column_positions(header, name, known_step_columns(), {"gpu", "num_gpus"}, result.notes);
      },
      [](const text::ColumnPositions& positions, const text::CsvRecord& record) {
        return read_step_row(Row(positions, record), record.line);
      });
}

}  // namespace fmplan::evidence
