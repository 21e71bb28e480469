#include "core/evidence/training_log.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "core/base/issue.h"
#include "core/base/words.h"
#include "core/evidence/step_rows.h"
#include "core/evidence/training_log_reading.h"
#include "core/text/csv_text.h"

namespace fmplan::evidence {
namespace {

using calibration::LoggedPeriod;

constexpr double kLongestStep = 1e5;  // as in step rows

using LineReader = void (*)(const text::LogLine&, LogReading&);
struct Format {
  std::string_view framework;
  const char* command;
  LineReader read_line;
};
constexpr Format kFormats[] = {{"Megatron-LM", "megatron-log", read_megatron_line},
                               {"torchtitan", "torchtitan-log", read_torchtitan_line},
                               {"NeMo", "nemo-log", read_nemo_line}};
const Format& format_of(TrainingLogKind kind) { return kFormats[static_cast<std::size_t>(kind)]; }

StepColumns columns_of_kind(TrainingLogKind kind, StepColumns facts) {
  switch (kind) {
    case TrainingLogKind::kMegatron: return megatron_columns(std::move(facts));
    case TrainingLogKind::kTorchtitan: return facts;
    case TrainingLogKind::kNemo: return nemo_columns(std::move(facts));
  }
  return facts;
}

/// The first other kind whose lines stand in the log.
struct OtherKinds {
  explicit OtherKinds(const std::string& name) {
    for (LogReading& reading : readings) reading.name = name;
  }
  LogReading readings[std::size(kFormats)];

  void read(const text::LogLine& line) {
    for (std::size_t i = 0; i < std::size(kFormats); ++i)
      if (readings[i].steps.empty()) kFormats[i].read_line(line, readings[i]);
  }
  const Format* found(TrainingLogKind asked) const {
    for (std::size_t i = 0; i < std::size(kFormats); ++i)
      if (i != static_cast<std::size_t>(asked) && !readings[i].steps.empty()) return &kFormats[i];
    return nullptr;
  }
};

[[noreturn]] void refuse_without_steps(const LogReading& reading, TrainingLogKind kind, const OtherKinds& others) {
  if (const Format* other = others.found(kind))
    throw InputError(reading.name, fmt::format("holds no iteration of {}, but of {}: fmplan import {}",
                                               format_of(kind).framework, other->framework, other->command));
  if (reading.num_cut > 0)
    throw InputError(
        fmt::format("{}:{}", reading.name, reading.first_cut),
        fmt::format("is cut short before its time; the log holds no whole iteration of {}", format_of(kind).framework));
  static const char* const kExpected[] = {"iteration 10/ 500 | … | elapsed time per iteration (ms): 5444.9 | …",
                                          "step: 10  loss: …  tps: 7,034  tflops: …  mfu: …",
                                          "Training epoch 0, iteration 10/99 | … | train_step_timing in s: 12.2 | …"};
  throw InputError(reading.name, fmt::format("holds no iteration of {}; lines such as \"{}\" were expected",
                                             format_of(kind).framework, kExpected[static_cast<std::size_t>(kind)]));
}

/// The steps of the rank that printed most; of two the one that comes first by name.
std::vector<LoggedStep> steps_of_one_rank(LogReading& reading) {
  auto best = reading.steps.begin();
  for (auto it = reading.steps.begin(); it != reading.steps.end(); ++it)
    if (it->second.size() > best->second.size()) best = it;
  if (reading.steps.size() > 1)
    reading.notes.push_back(fmt::format("{} ranks print their steps; those of {} are read", reading.steps.size(),
                                        best->first.empty() ? "the one without a name" : best->first));
  return std::move(best->second);
}

/// Steps of the global batch that most have; the later one of two that as many have.
std::vector<LoggedStep> steps_of_one_batch(std::vector<LoggedStep> steps, LogReading& reading) {
  std::map<std::int64_t, int> counts;
  for (const LoggedStep& step : steps) ++counts[step.global_batch];
  std::int64_t batch = 0;
  int most = 0;
  for (const LoggedStep& step : steps)
    if (counts[step.global_batch] >= most) {
      most = counts[step.global_batch];
      batch = step.global_batch;
    }
  if (counts.size() > 1)
    reading.notes.push_back(
        fmt::format("{} of {} steps have a global batch of {}; the others are left out", most, steps.size(), batch));
  std::erase_if(steps, [&](const LoggedStep& step) { return step.global_batch != batch; });
  // The line's batch is what ran: arguments name the one that a ramp ends at.
  if (batch > 0) reading.facts["global_batch_seqs"] = fmt::format("{}", batch);
  return steps;
}

int steps_a_line(const std::vector<LoggedStep>& steps) {
  std::vector<double> differences;
  for (std::size_t i = 1; i < steps.size(); ++i)
    if (!steps[i].starts) differences.push_back(static_cast<double>(steps[i].iteration - steps[i - 1].iteration));
  // An epoch's end looks like a leap.
  std::erase_if(differences, [](double d) { return d < 1 || d > 1e6; });
  return differences.empty() ? 1 : static_cast<int>(calibration::sample_quantile(std::move(differences), 0.5));
}

std::optional<double> column_number(const StepColumns& row, const char* column) {
  const auto found = row.find(column);
  return found == row.end() ? std::nullopt : leading_number(found->second);
}

/// What is given stands over what the log states.
StepColumns given_over_log(StepColumns row, const StepColumns& given, LogReading& reading) {
  for (const auto& [column, value] : given) {
    const auto stated = row.find(column);
    const bool is_name = column == "gpu" || column == "model_name" || column == "source_id";
    if (!is_name && stated != row.end() && stated->second != value)
      reading.notes.push_back(fmt::format("the log says {} {}; the {} given counts", column, stated->second, value));
    row[column] = value;
  }
  std::erase_if(row, [](const auto& entry) {
    const auto& columns = step_columns();
    return std::find(columns.begin(), columns.end(), entry.first) == columns.end();
  });
  return row;
}

std::string seconds(double value) { return fmt::format("{:.6g}", value); }

std::string spread_text(const TrainingLog& log) {
  const auto& s = log.steady;
  const std::string unit = log.is_step_time ? "s" : "s a token and GPU";
  std::string text = fmt::format("median of {} logged times", s.num_steady);
  if (log.steps_a_line > 1) text += fmt::format(" (each the mean of {} steps)", log.steps_a_line);
  text += fmt::format("; P10 {} {unit}; P90 {} {unit}", seconds(s.p10), seconds(s.p90), fmt::arg("unit", unit));
  text += fmt::format("; dropped: {} of warm-up, {} after an evaluation or a checkpoint, {} outliers", s.num_warm_up,
                      s.num_disturbed, s.num_outliers);
  if (log.num_restarts > 0) text += fmt::format("; {} restarts", log.num_restarts);
  return text;
}

/// A rate that goes with the inverse of the period, at the steady period.
std::optional<double> steady_rate(const std::vector<LoggedStep>& steps, double LoggedStep::*rate, double period) {
  std::vector<double> amounts;
  for (const LoggedStep& step : steps)
    if (step.*rate > 0) amounts.push_back(step.*rate * step.period);
  if (amounts.empty()) return std::nullopt;
  return calibration::sample_quantile(std::move(amounts), 0.5) / period;
}

void add_measured(TrainingLog& log, const std::vector<LoggedStep>& steps, double scale, const LogReading& reading,
                  TrainingLogKind kind) {
  const double period = log.steady.median / scale;
  if (log.is_step_time) log.row["measured_step_time_s"] = seconds(log.steady.median);
  if (kind == TrainingLogKind::kTorchtitan)
    log.row["measured_tokens_per_s_per_gpu"] = fmt::format("{:.6g}", 1 / period);
  if (const auto tflops = steady_rate(steps, &LoggedStep::tflops, period))
    log.row["measured_tflops_per_gpu"] = fmt::format("{:.5g}", *tflops);
  if (const auto mfu = steady_rate(steps, &LoggedStep::mfu_percent, period))
    log.row["measured_mfu_pct"] = fmt::format("{:.4g}", *mfu);
  if (log.row.contains("measured_tflops_per_gpu") || log.row.contains("measured_mfu_pct"))
    log.row["mfu_definition_note"] = "as the framework counts FLOP; which way is not stated";
  if (reading.peak_memory_bytes > 0)
    log.row["measured_peak_mem_GB"] = fmt::format("{:.5g}", reading.peak_memory_bytes * 1e-9);
  std::string& notes = log.row["notes"];
  notes = notes.empty() ? spread_text(log) : fmt::format("{}; {}", notes, spread_text(log));
  // torchtitan's rows are known to be of reserved memory.
  if (reading.peak_memory_bytes > 0 && kind != TrainingLogKind::kTorchtitan) notes += "; peak: max_memory_allocated";
}

std::vector<std::string> unknown_columns(const StepColumns& row) {
  std::vector<std::string> unknown;
  // A model is known by its name, or by its sizes.
  if (!row.contains("model_name") && !(row.contains("layers") && row.contains("hidden") && row.contains("heads")))
    unknown.emplace_back("model_name");
  for (const char* column : {"interconnect_or_system", "gpus_per_node", "seq_len", "global_batch_seqs", "micro_batch",
                             "tp", "pp", "cp", "zero_or_fsdp", "recompute", "precision"})
    if (!row.contains(column)) unknown.emplace_back(column);
  return unknown;
}

/// All that the row lacks or says wrongly.
void check_row(const StepColumns& row, const std::string& name) {
  Issues issues;
  if (!row.contains("gpu"))
    issues.push_back({name, "does not say which GPU it ran on; give --gpu H100-80GB or --instance p5.48xlarge"});
  if (!row.contains("num_gpus")) issues.push_back({name, "does not say on how many GPUs it ran; give --num-gpus 64"});
  if (issues.empty())
    for (const text::RefusedRow& refused : read_step_rows(step_rows_csv({row}), name).refused)
      issues.push_back({name, refused.reason});
  if (!issues.empty()) throw InputError(std::move(issues));
}

void add_notes(const TrainingLog& log, LogReading& reading) {
  // Chosen: docs/models/training_logs.md.
  constexpr int kFewSteps = 10;
  constexpr double kDrift = 0.05;
  constexpr double kOutliers = 0.02;
  if (log.steady.num_steady < kFewSteps)
    reading.notes.push_back(fmt::format("the time rests on few logged steps: {}", log.steady.num_steady));
  if (std::abs(log.steady.drift) > kDrift)
    reading.notes.push_back(fmt::format("the later half of the steps is {:+.1f} % off the earlier: the pace changed",
                                        100 * log.steady.drift));
  if (std::abs(log.steady.before) > kDrift)
    reading.notes.push_back(
        fmt::format("{} steps were dropped as warm-up, at the median {:+.1f} % off those that count: if the pace "
                    "changed for good, cut the log there",
                    log.steady.num_warm_up, 100 * log.steady.before));
  if (std::abs(log.steady.outliers) > kOutliers)
    reading.notes.push_back(fmt::format(
        "{} steps were dropped as outliers; with them the mean is {:+.1f} % off: the time leaves out what they cost",
        log.steady.num_outliers, 100 * log.steady.outliers));
  if (reading.num_cut > 0)
    reading.notes.push_back(fmt::format("lines of steps cut short or without a usable time: {}, the first in line {}",
                                        reading.num_cut, reading.first_cut));
  if (reading.num_not_finite > 0)
    reading.notes.push_back(fmt::format("steps whose loss is no number: {}", reading.num_not_finite));
  for (const std::string& column : reading.ambiguous)
    reading.notes.push_back(fmt::format("the log states {} twice, differently", column));
}

}  // namespace

void LogReading::state(const std::string& column, std::string_view value, const text::LogLine& line) {
  const std::string text = text::table_text(value);
  const auto [found, is_new] = facts.try_emplace(column, text);
  if (is_new || found->second == text) return;
  if (steps.empty()) {
    if (std::find(ambiguous.begin(), ambiguous.end(), column) == ambiguous.end()) ambiguous.push_back(column);
    return;
  }
  constexpr std::size_t kMostNotes = 20;  // chosen: what a reader still looks at
  if (notes.size() < kMostNotes)
    notes.push_back(fmt::format("line {}: {} becomes {} after {}; what ran before is left out", line.number, column,
                                text, found->second));
  found->second = text;
  steps.clear();
  num_steps = 0;
  disturbed.clear();
}

void LogReading::add_step(LoggedStep step, const text::LogLine& line) {
  constexpr std::size_t kMostSteps = std::size_t{1} << 22;  // chosen: 200 MB of them
  constexpr std::size_t kMostRanks = 200'000;               // chosen: beyond any machine
  if (!(step.period > 0) || step.period > kLongestStep) return cut_short(line);
  std::vector<LoggedStep>& of_rank = steps[line.rank];
  if (steps.size() > kMostRanks)
    throw InputError(fmt::format("{}:{}", name, line.number),
                     fmt::format("more than {} ranks print their steps; give the lines of one", kMostRanks));
  if (!of_rank.empty() && of_rank.back().iteration == step.iteration) return;
  if (++num_steps > kMostSteps)
    throw InputError(
        fmt::format("{}:{}", name, line.number),
        fmt::format("more than {} iterations of all ranks; give a part of the log (head, tail)", kMostSteps));
  step.starts = of_rank.empty() || step.iteration < of_rank.back().iteration;
  bool& was_disturbed = disturbed[line.rank];
  step.disturbed = step.disturbed || was_disturbed;
  was_disturbed = false;
  of_rank.push_back(step);
}

void LogReading::disturb() {
  for (auto& [rank, flag] : disturbed) flag = true;
}

void LogReading::cut_short(const text::LogLine& line) {
  if (num_cut++ == 0) first_cut = line.number;
}

void LogReading::saw_memory(double bytes) {
  constexpr double kMostMemory = 1e13;  // bytes of one GPU; chosen, beyond any
  if (bytes < kMostMemory) peak_memory_bytes = std::max(peak_memory_bytes, bytes);
}

std::optional<double> leading_number(std::string_view text) {
  constexpr std::size_t kLongest = 40;  // longer is no number
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  const auto is_digit = [&](std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '9'; };
  std::string digits;
  for (std::size_t at = 0; at < std::min(text.size(), kLongest); ++at) {
    const bool thousands =
        text[at] == ',' && at > 0 && is_digit(at + 1) && is_digit(at + 2) && is_digit(at + 3) && !is_digit(at + 4);
    if (thousands) continue;
    if (text[at] == ',' || text[at] == ' ') break;
    digits += text[at];
  }
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::int64_t count_or_none(std::optional<double> number) {
  constexpr double kMost = 1e9;  // chosen: counts of a run are below
  if (!number || !(*number >= 1) || *number >= kMost || *number != std::floor(*number)) return 0;
  return static_cast<std::int64_t>(*number);
}

std::optional<std::string_view> after(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  return text.substr(at + key.size());
}

std::string_view first_word(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return text.substr(0, text.find(' '));
}

std::string gpu_of_device_name(std::string_view device) {
  for (const std::string_view before : {"NVIDIA ", "AMD Instinct ", "AMD ", "Tesla ", "GeForce "})
    if (device.starts_with(before)) device.remove_prefix(before.size());
  // Of those "RTX" alone names none.
  if (device.starts_with("RTX ")) return std::string(device);
  std::string name(device.substr(0, device.find_first_of(" -")));
  const std::string words = lower_case(device);
  const std::string card = holds_word(words, "pcie") ? " PCIe" : holds_word(words, "nvl") ? " NVL" : "";
  const std::size_t unit = device.find("GB", name.size());
  if (unit == std::string_view::npos) return name + card;
  std::size_t begin = unit;
  while (begin > 0 && is_digit(device[begin - 1])) --begin;
  return (begin == unit ? name : fmt::format("{}-{}GB", name, device.substr(begin, unit - begin))) + card;
}

std::string_view framework_of(TrainingLogKind kind) { return format_of(kind).framework; }

std::optional<TrainingLogKind> training_log_kind(std::string_view beginning) {
  LogReading readings[std::size(kFormats)];
  std::istringstream in{std::string(beginning)};
  text::LogLines lines(in, "log");
  try {
    while (const std::optional<text::LogLine> line = lines.next())
      for (std::size_t i = 0; i < std::size(kFormats); ++i) {
        kFormats[i].read_line(*line, readings[i]);
        if (!readings[i].steps.empty()) return static_cast<TrainingLogKind>(i);
      }
  } catch (const InputError&) {
    // What is packed, or has lines longer than any log's.
  }
  return std::nullopt;
}

TrainingLog read_training_log(std::istream& in, const std::string& name, TrainingLogKind kind,
                              const StepColumns& given) {
  LogReading reading;
  reading.name = name;
  OtherKinds others(name);
  text::LogLines lines(in, name);
  while (const std::optional<text::LogLine> line = lines.next()) {
    format_of(kind).read_line(*line, reading);
    if (reading.steps.empty()) others.read(*line);
  }
  if (reading.steps.empty()) refuse_without_steps(reading, kind, others);
  TrainingLog log;
  const std::vector<LoggedStep> steps = steps_of_one_batch(steps_of_one_rank(reading), reading);
  for (const std::string& column : reading.ambiguous) reading.facts.erase(column);
  log.row = given_over_log(columns_of_kind(kind, reading.facts), given, reading);
  const std::filesystem::path path(name);
  log.row.try_emplace("source_id", text::table_text(path.stem().string()));
  log.row["source_ref"] = text::table_text(path.filename().string());
  log.row["framework"] = std::string(framework_of(kind));
  log.num_lines_of_steps = static_cast<int>(steps.size());
  log.steps_a_line = steps_a_line(steps);
  for (std::size_t i = 1; i < steps.size(); ++i) log.num_restarts += steps[i].starts;
  double scale = 1;
  if (kind == TrainingLogKind::kTorchtitan) {
    const auto batch = column_number(log.row, "global_batch_seqs"), sequence = column_number(log.row, "seq_len"),
               gpus = column_number(log.row, "num_gpus");
    log.is_step_time = batch && sequence && gpus && *gpus > 0;
    if (log.is_step_time) scale = *batch * *sequence / *gpus;
  }
  std::vector<LoggedPeriod> periods;
  periods.reserve(steps.size());
  for (const LoggedStep& step : steps) periods.push_back({step.period * scale, step.starts, step.disturbed});
  const auto steady = calibration::steady_state(periods);
  if (!steady)
    throw InputError(name, fmt::format("logs no iteration beyond the first after its start ({} in all); at least 2 "
                                       "are needed, better 20",
                                       steps.size()));
  log.steady = *steady;
  add_measured(log, steps, scale, reading, kind);
  log.unknown = unknown_columns(log.row);
  check_row(log.row, name);
  add_notes(log, reading);
  log.notes = std::move(reading.notes);
  return log;
}

}  // namespace fmplan::evidence
