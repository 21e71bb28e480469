#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/print.h"
#include "core/answer/document.h"
#include "core/base/issue.h"
#include "core/catalog/catalog.h"
#include "core/evidence/training_log.h"

namespace fmplan::cli {
namespace {

using evidence::TrainingLog;
using evidence::TrainingLogKind;
using text::Json;

struct TrainingLogArguments {
  TrainingLogKind kind = TrainingLogKind::kMegatron;
  std::vector<std::string> files;
  std::string instance;
  evidence::StepColumns given;
};

struct GivenColumn {
  const char* option;
  const char* column;
  const char* type;
  const char* help;
};
constexpr GivenColumn kGiven[] = {
    {"--model", "model_name", "NAME", "model, as the catalogue calls it"},
    {"--gpu", "gpu", "NAME", "GPU: H100-80GB, A100-40GB, …"},
    {"--num-gpus", "num_gpus", "N", "GPUs of the job"},
    {"--gpus-per-node", "gpus_per_node", "N", "GPUs used on each machine"},
    {"--seq-len", "seq_len", "N", "tokens in a sequence"},
    {"--global-batch", "global_batch_seqs", "N", "sequences in a step"},
    {"--micro-batch", "micro_batch", "N", "sequences in a micro-batch"},
    {"--tp", "tp", "N", "tensor parallel"},
    {"--pp", "pp", "N", "pipeline parallel"},
    {"--vp", "vp", "N", "stages of a pipeline rank"},
    {"--cp", "cp", "N", "context parallel"},
    {"--ep", "ep", "N", "expert parallel"},
    {"--zero", "zero_or_fsdp", "TEXT", "ZeRO-1, ZeRO-3, FSDP, none"},
    {"--recompute", "recompute", "TEXT", "full, selective, none"},
    {"--precision", "precision", "TEXT", "BF16, FP8, FP16"},
    {"--source", "source_id", "NAME", "name of the source in the row (default: the file's)"}};

TrainingLog read_log(const std::string& file, const TrainingLogArguments& arguments,
                     const evidence::StepColumns& given) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error)) throw InputError(file, "is a folder; give a log");
  std::ifstream in(file, std::ios::binary);
  if (!in) throw InputError(file, "cannot be read");
  return evidence::read_training_log(in, file, arguments.kind, given);
}

evidence::StepColumns given_columns(const TrainingLogArguments& arguments, const catalog::Catalog& catalog) {
  evidence::StepColumns given = arguments.given;
  if (arguments.instance.empty()) return given;
  const hardware::Instance instance = catalog.instance(arguments.instance);
  given["interconnect_or_system"] = instance.name;
  given.try_emplace("gpu", instance.accelerator.name);
  given.try_emplace("gpus_per_node", fmt::format("{}", instance.accelerators_per_node));
  return given;
}

/// The option that supplies a column; empty if none does.
std::string option_of(const std::string& column) {
  if (column == "interconnect_or_system") return "--instance";
  for (const GivenColumn& given : kGiven)
    if (given.column == column) return given.option;
  return {};
}

Json log_json(const TrainingLog& log) {
  Json row = Json::object();
  for (const std::string& column : evidence::step_columns()) {
    const auto found = log.row.find(column);
    if (found == log.row.end()) {
      row[column] = nullptr;
    } else {
      row[column] = found->second;
    }
  }
  const calibration::SteadyState& s = log.steady;
  const char* unit = log.is_step_time ? "_s" : "_s_per_token_and_gpu";
  Json steady = {{fmt::format("median{}", unit), s.median},
                 {fmt::format("p10{}", unit), s.p10},
                 {fmt::format("p90{}", unit), s.p90},
                 {"logged", log.num_lines_of_steps},
                 {"steps_a_line", log.steps_a_line},
                 {"steady", s.num_steady},
                 {"dropped_warm_up", s.num_warm_up},
                 {"dropped_disturbed", s.num_disturbed},
                 {"dropped_outliers", s.num_outliers},
                 {"restarts", log.num_restarts},
                 {"drift", s.drift}};
  return {{"row", std::move(row)}, {"steady_state", std::move(steady)}, {"unknown", log.unknown}, {"notes", log.notes}};
}

/// For people: what was measured, and what the log says of its configuration.
answer::Table log_table(const TrainingLog& log) {
  const calibration::SteadyState& s = log.steady;
  answer::Table table{.title = log.row.at("source_ref"), .header = {}, .align = {}, .rows = {}, .notes = {}};
  if (log.is_step_time) {
    table.rows = {{"step time", fmt::format("{:.6g} s", s.median)},
                  {"spread", fmt::format("{:.6g} – {:.6g} s (P10 – P90)", s.p10, s.p90)}};
  } else {
    table.rows = {{"rate", fmt::format("{:.6g} tokens/s per GPU", 1 / s.median)},
                  {"spread", fmt::format("{:.6g} – {:.6g} tokens/s per GPU (P10 – P90)", 1 / s.p90, 1 / s.p10)}};
  }
  table.rows.push_back({"steady", fmt::format("{} of {} logged times", s.num_steady, log.num_lines_of_steps)});
  table.rows.push_back({"dropped", fmt::format("{} of warm-up, {} after an evaluation or a checkpoint, {} outliers",
                                               s.num_warm_up, s.num_disturbed, s.num_outliers)});
  table.rows.push_back({"restarts", fmt::format("{}", log.num_restarts)});
  for (const std::string& column : evidence::step_columns()) {
    const auto found = log.row.find(column);
    const bool shown = column != "notes" && column != "measured_step_time_s" && column != "source_ref";
    if (found != log.row.end() && shown) table.rows.push_back({column, found->second});
  }
  return table;
}

std::vector<std::string> warnings_of(const TrainingLog& log) {
  std::vector<std::string> warnings;
  for (const std::string& note : log.notes) warnings.push_back(fmt::format("{}: {}", log.row.at("source_ref"), note));
  if (log.unknown.empty()) return warnings;
  std::string unknown;
  for (const std::string& column : log.unknown)
    unknown += fmt::format("{}{} ({})", unknown.empty() ? "" : ", ", column, option_of(column));
  warnings.push_back(fmt::format("{}: not stated and left empty: {}", log.row.at("source_ref"), unknown));
  return warnings;
}

/// As CSV the rows alone, so that calibrate and validate read what was written.
answer::Document logs_document(const std::vector<TrainingLog>& logs, answer::Format format) {
  answer::Document document;
  document.headline = fmt::format("{} measured {}", logs.size(), logs.size() == 1 ? "row" : "rows");
  document.json = Json::array();
  answer::Table rows{.title = "", .header = evidence::step_columns(), .align = {}, .rows = {}, .notes = {}};
  for (const TrainingLog& log : logs) {
    document.json.push_back(log_json(log));
    std::vector<std::string> cells;
    for (const std::string& column : rows.header) {
      const auto found = log.row.find(column);
      cells.push_back(found == log.row.end() ? "" : found->second);
    }
    rows.rows.push_back(std::move(cells));
    if (format != answer::Format::kCsv) document.tables.push_back(log_table(log));
    for (std::string& warning : warnings_of(log)) document.warnings.push_back(std::move(warning));
  }
  if (format == answer::Format::kCsv) document.tables.push_back(std::move(rows));
  if (format != answer::Format::kCsv) document.tables.back().notes.emplace_back("--format csv -o FILE writes the rows");
  return document;
}

void add_training_log(Command& command, const Options& options, const char* name, TrainingLogKind kind) {
  Command& logs = command.add_command(
      name, fmt::format("logs of {} as measured rows, from their steady state", evidence::framework_of(kind)));
  auto arguments = std::make_shared<TrainingLogArguments>();
  arguments->kind = kind;
  logs.add_argument("FILES", &arguments->files, "what the run printed; one row each");
  logs.add_option("--instance NAME", &arguments->instance, "machine of the catalogue that it ran on");
  for (const GivenColumn& given : kGiven) {
    const auto set = [arguments, column = given.column](const std::string& text) { arguments->given[column] = text; };
    logs.add_option(fmt::format("{} {}", given.option, given.type), set, given.help);
  }
  logs.footer = fmt::format(
      "What the log states need not be given; what is given stands over it.\n"
      "Example:\n  fmplan import {} run.log --instance p5.48xlarge --model llama-3-8b --format csv -o rows.csv",
      name);
  logs.run = [arguments, &options] {
    const evidence::StepColumns given = given_columns(*arguments, catalog::Catalog::shipped(options.catalog_dir));
    std::vector<TrainingLog> read;
    Issues issues;
    for (const std::string& file : arguments->files) {
      try {
        read.push_back(read_log(file, *arguments, given));
      } catch (const InputError& error) {
        issues.insert(issues.end(), error.issues().begin(), error.issues().end());
      }
    }
    if (!issues.empty()) throw InputError(std::move(issues));
    print(logs_document(read, options.format), options);
    return static_cast<int>(kOk);
  };
}

}  // namespace

void add_import_training_logs(Command& import_command, const Options& options) {
  add_training_log(import_command, options, "megatron-log", TrainingLogKind::kMegatron);
  add_training_log(import_command, options, "torchtitan-log", TrainingLogKind::kTorchtitan);
  add_training_log(import_command, options, "nemo-log", TrainingLogKind::kNemo);
}

}  // namespace fmplan::cli
