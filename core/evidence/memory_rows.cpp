#include "core/evidence/memory_rows.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <variant>

#include <fmt/format.h>

#include "core/base/fingerprint.h"
#include "core/base/words.h"
#include "core/text/csv_text.h"

namespace fmplan::evidence {
namespace {

constexpr const char* kPeakColumn = "measured_peak_mem_GB";
constexpr const char* kOutcomeColumn = "outcome";

/// The two columns of each line.
struct Ending {
  std::string peak;
  std::string outcome;
};

std::map<int, Ending> endings(std::string_view text, const std::string& name) {
  const std::vector<text::CsvRecord> records = text::parse_csv(text, name);
  std::map<int, Ending> found;
  if (records.empty()) return found;
  const std::vector<std::string>& header = records.front().fields;
  const auto field = [&](const text::CsvRecord& record, const char* column) {
    const auto at = static_cast<std::size_t>(std::find(header.begin(), header.end(), column) - header.begin());
    return at < std::min(header.size(), record.fields.size()) ? record.fields[at] : std::string();
  };
  for (std::size_t i = 1; i < records.size(); ++i)
    found[records[i].line] = {field(records[i], kPeakColumn), field(records[i], kOutcomeColumn)};
  return found;
}

struct Refusal {
  std::string reason;
};

std::variant<MemoryOutcome, Refusal> outcome_of(const std::string& stated, const StepRow& row, bool has_peak) {
  const std::string text = lower_case(stated);
  if (const auto outcome = kMemoryOutcomeNames.parse(text)) return *outcome;
  if (!text.empty()) return Refusal{fmt::format("outcome is \"{}\"; ok, oom or failed was expected", stated)};
  const std::string notes = lower_case(row.notes);
  if (holds_any(notes, {"run failed"})) return MemoryOutcome::kFailed;
  if (holds_any(notes, {"oom reported"})) return MemoryOutcome::kOutOfMemory;
  const bool was_timed = row.step_time_s || row.tokens_per_s_per_gpu || row.tflops_per_gpu || row.mfu;
  if (!has_peak && !was_timed) return Refusal{"states neither outcome nor measured_peak_mem_GB, nor that it was timed"};
  return MemoryOutcome::kOk;
}

/// Checked by read_step_rows(); empty is none.
std::optional<Bytes> peak_of(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value * gigabyte;
}

std::string text_of(const std::optional<int>& count) { return count ? fmt::format("{}", *count) : ""; }

}  // namespace

MemoryRows read_memory_rows(std::string_view text, const std::string& name) {
  // No card built has more.
  constexpr Bytes kMost = 10 * terabyte;
  StepRows steps = read_step_rows(text, name);
  MemoryRows result;
  result.refused = std::move(steps.refused);
  const std::string quoted = fmt::format("\"{}\"", kOutcomeColumn);
  for (std::string& note : steps.notes)
    if (note.find(quoted) == std::string::npos) result.notes.push_back(std::move(note));
  const std::map<int, Ending> ends = endings(text, name);
  for (StepRow& step : steps.rows) {
    const Ending& end = ends.at(step.line);
    const std::optional<Bytes> peak = peak_of(end.peak);
    if (peak && *peak > kMost) {
      result.refused.push_back({step.line, fmt::format("{} {} is not plausible; is it in GB?", kPeakColumn, end.peak)});
      continue;
    }
    auto outcome = outcome_of(end.outcome, step, peak.has_value());
    if (auto* refusal = std::get_if<Refusal>(&outcome)) {
      result.refused.push_back({step.line, std::move(refusal->reason)});
      continue;
    }
    result.rows.push_back({.step = std::move(step), .outcome = std::get<MemoryOutcome>(outcome), .peak = peak});
  }
  std::stable_sort(result.refused.begin(), result.refused.end(),
                   [](const text::RefusedRow& a, const text::RefusedRow& b) { return a.line < b.line; });
  return result;
}

std::string memory_fingerprint(const MemoryRow& row) {
  const StepRow& s = row.step;
  std::string text;
  for (const std::string* field : {&s.source_id, &s.model_name, &s.gpu, &s.sharding, &s.sequence_parallel, &s.recompute,
                                   &s.precision, &s.attention, &s.framework})
    text += *field + '\x1f';
  for (const std::optional<int>* count :
       {&s.num_layers, &s.hidden_size, &s.ffn_hidden_size, &s.num_heads, &s.num_kv_heads, &s.vocabulary_size,
        &s.sequence_length, &s.num_experts, &s.experts_per_token, &s.num_shared_experts, &s.global_batch_size,
        &s.micro_batch_size, &s.tensor, &s.pipeline, &s.virtual_pipeline, &s.context, &s.expert, &s.data})
    text += text_of(*count) + '\x1f';
  text += fmt::format("{}\x1f{}\x1f{:.6g}", s.num_gpus, memory_outcome_name(row.outcome),
                      row.peak ? *row.peak / gigabyte : 0);
  return fmt::format("{:016x}", fnv1a_64(text));
}

}  // namespace fmplan::evidence
