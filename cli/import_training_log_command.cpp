#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/print.h"
#include "core/assessment/import_document.h"
#include "core/base/issue.h"
#include "core/catalog/catalog.h"
#include "core/evidence/training_log.h"

namespace fmplan::cli {
namespace {

using evidence::TrainingLog;
using evidence::TrainingLogKind;

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
  try {
    return evidence::read_training_log(in, file, arguments.kind, given);
  } catch (const std::ios_base::failure&) {
    throw InputError(file, "cannot be read; give a log");
  }
}

evidence::StepColumns given_columns(const TrainingLogArguments& arguments, const catalog::Catalog& catalog) {
  evidence::StepColumns given = arguments.given;
  if (arguments.instance.empty()) return given;
  const hardware::Instance& instance = catalog.instance(arguments.instance);
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
    print(assessment::training_logs_document(read, option_of), options);
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
