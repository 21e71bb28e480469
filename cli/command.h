#pragma once

#include <cstdint>
#include <string>

#include "core/answer/document.h"

namespace fmplan::cli {

struct Command;

/// What the process returns.
enum ExitCode : int {
  kOk = 0,
  kRuntimeError = 1,
  kInputError = 2,    ///< usage or input
  kCannotRun = 3,     ///< the plan does not fit, there is no capacity, or nothing could be answered
  kGateExceeded = 4,  ///< --fail-if
  kInterrupted = 130,
};

/// Options every command understands.
struct Options {
  answer::Format format = answer::Format::kTable;
  std::string table;        ///< of CSV; empty: the answer's first
  std::string output;       ///< -o FILE; empty: stdout
  std::string catalog_dir;  ///< --catalog DIR, laid over the shipped catalogues
  std::uint64_t seed = 1;
  int jobs = 0;  ///< 0: one per core
  bool no_color = false;
  bool quiet = false;
};

// One function per file cli/<name>_command.cpp: declares the command with its options, examples and what it runs.
// `options` must outlive the run.
void add_plan_command(Command& app, const Options& options);
void add_step_command(Command& app, const Options& options);
void add_memory_command(Command& app, const Options& options);
void add_run_command(Command& app, const Options& options);
void add_trace_command(Command& app, const Options& options);
void add_scale_command(Command& app, const Options& options);
void add_network_command(Command& app, const Options& options);
void add_search_command(Command& app, const Options& options);
void add_compare_command(Command& app, const Options& options);
void add_catalog_command(Command& app, const Options& options);
void add_import_command(Command& app, const Options& options);
void add_calibrate_command(Command& app, const Options& options);
void add_validate_command(Command& app, const Options& options);
/// Below `fmplan import`.
void add_import_training_logs(Command& import_command, const Options& options);
void add_completion_command(Command& app, const Options& options);

}  // namespace fmplan::cli
