#include "core/evidence/kernel_rows.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "core/base/issue.h"
#include "core/text/row_table.h"

namespace fmplan::evidence {
namespace {

using calibration::KernelObservation;

const std::vector<std::string> kProductColumns = {"m", "n", "k"};
const std::vector<std::string> kAttentionColumns = {"batch", "seqlen", "heads", "kv_heads", "head_dim"};
const std::vector<std::string> kOtherColumns = {"gpu",    "backend", "dtype",        "latency_ms", "source",
                                                "tflops", "causal",  "frac_of_peak", "pass",       "tflops_causal_fwd"};

class KernelTableRow : public text::TableRow {
 public:
  using text::TableRow::TableRow;

  bool filled(const std::string& column) const { return !text(column).empty(); }

  double positive(const std::string& column) const {
    const std::string value = text(column);
    double number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc{} || end != value.data() + value.size() || !std::isfinite(number) || number <= 0)
      throw text::RowRefusal{fmt::format("{} is \"{}\"; a positive number was expected", column, value)};
    return number;
  }
  double size(const std::string& column) const {
    constexpr double kMost = 1e9;  // of one dimension; chosen
    const double value = positive(column);
    if (value != std::floor(value) || value > kMost)
      throw text::RowRefusal{fmt::format("{} is {}; a whole number from 1 to 10⁹ was expected", column, text(column))};
    return value;
  }
};

hardware::AttentionWork read_attention_work(const KernelTableRow& row) {
  const std::string causal = row.text("causal");
  if (!causal.empty() && causal != "1" && causal != "true" && causal != "True" && causal != "yes")
    throw text::RowRefusal{fmt::format("causal is \"{}\"; only causal attention is modelled", causal)};
  const std::string pass = row.text("pass");
  if (!pass.empty() && pass != "fwd" && pass != "forward")
    throw text::RowRefusal{fmt::format("pass is \"{}\"; only the forward pass is validated", pass)};
  const hardware::AttentionWork work{.heads = row.size("heads"),
                                     .key_value_heads = row.size("kv_heads"),
                                     .head_size = row.size("head_dim"),
                                     .tokens = row.size("batch") * row.size("seqlen"),
                                     .context = row.size("seqlen")};
  if (work.key_value_heads > work.heads)
    throw text::RowRefusal{fmt::format("kv_heads {} are more than heads {}", work.key_value_heads, work.heads)};
  return work;
}

/// A time no accelerator of this decade could reach, or so long that the unit must be another.
void check_time(const KernelObservation& o) {
  // FLOP/s and seconds, chosen: the fastest accelerator at 4 bits does about 10¹⁶.
  constexpr double kFastest = 1e17;
  constexpr double kLongest = 600;
  const double time_s = o.time / second;
  if (counted_flop(o) / time_s > kFastest || time_s > kLongest)
    throw text::RowRefusal{fmt::format("latency_ms {:.6g} is not plausible for {:.3g} FLOP; is it in milliseconds?",
                                       time_s * 1e3, counted_flop(o))};
}

KernelRow read_kernel_row(const KernelTableRow& row, int line) {
  KernelRow result{.line = line, .gpu = row.text("gpu"), .source = row.text("source"), .observation = {}};
  if (result.gpu.empty()) throw text::RowRefusal{"gpu is empty"};
  KernelObservation& o = result.observation;
  o.backend = row.text("backend");
  const auto is_filled = [&](const std::string& column) { return row.filled(column); };
  const bool product = std::any_of(kProductColumns.begin(), kProductColumns.end(), is_filled);
  const bool attention = std::any_of(kAttentionColumns.begin(), kAttentionColumns.end(), is_filled);
  if (product == attention)
    throw text::RowRefusal{product ? "fills the columns of a product and of attention; one of them was expected"
                                   : "fills neither m, n, k nor batch, seqlen, heads, kv_heads, head_dim"};
  const std::string dtype = row.text("dtype");
  if (product && dtype.empty()) throw text::RowRefusal{"dtype is empty; for instance bfloat16"};
  o.precision = dtype.empty() ? "bf16" : kernel_precision(dtype);
  if (o.precision.empty()) throw text::RowRefusal{fmt::format("dtype \"{}\" is not modelled", dtype)};
  if (product) {
    o.m = row.size("m");
    o.n = row.size("n");
    o.k = row.size("k");
  } else {
    o.attention = read_attention_work(row);
  }
  o.time = row.positive("latency_ms") * millisecond;
  check_time(o);
  return result;
}

text::ColumnPositions kernel_columns(const text::CsvRecord& header, const std::string& name, KernelRows& result) {
  std::vector<std::string> known = kOtherColumns;
  known.insert(known.end(), kProductColumns.begin(), kProductColumns.end());
  known.insert(known.end(), kAttentionColumns.begin(), kAttentionColumns.end());
  const auto has = [&](const std::string& column) {
    return std::find(header.fields.begin(), header.fields.end(), column) != header.fields.end();
  };
  Issues neither;
  if (!std::all_of(kAttentionColumns.begin(), kAttentionColumns.end(), has) &&
      !(std::all_of(kProductColumns.begin(), kProductColumns.end(), has) && has("dtype")))
    neither.push_back(
        {name + ":1",
         "has neither the columns dtype, m, n, k of products nor batch, seqlen, heads, kv_heads, head_dim of "
         "attention"});
  return text::column_positions(header, name, known, {"gpu", "latency_ms"}, result.notes, neither);
}

}  // namespace

KernelRows read_kernel_rows(std::string_view text, const std::string& name) {
  return text::read_row_table<KernelRows>(
      text, name,
      [&](const text::CsvRecord& header, KernelRows& result) { return kernel_columns(header, name, result); },
      [](const text::ColumnPositions& positions, const text::CsvRecord& record) {
        return read_kernel_row(KernelTableRow(positions, record), record.line);
      });
}

std::string kernel_precision(std::string_view dtype) {
  static const std::map<std::string, std::string, std::less<>> kNames = {
      {"bfloat16", "bf16"}, {"bf16", "bf16"},  {"float16", "fp16"},        {"fp16", "fp16"}, {"half", "fp16"},
      {"fp8", "fp8"},       {"float8", "fp8"}, {"fp8_block", "fp8_block"}, {"nvfp4", "fp4"}, {"fp4", "fp4"}};
  const auto found = kNames.find(dtype);
  return found == kNames.end() ? std::string() : found->second;
}

}  // namespace fmplan::evidence
