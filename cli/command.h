#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "core/answer/document.h"

namespace CLI {
class App;
}

namespace fmplan::cli {

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
  std::string output;       ///< -o FILE; empty: stdout
  std::string catalog_dir;  ///< --catalog DIR, laid over the shipped catalogues
  std::uint64_t seed = 1;
  int jobs = 0;  ///< 0: one per core
  bool no_color = false;
  bool quiet = false;
};

/// What the chosen command leaves behind for main() to do after parsing.
struct Session {
  Options options;
  std::function<int()> run;  ///< returns an ExitCode; throws InputError or std::exception
};

// One function per file cli/<name>_command.cpp: declares the subcommand, its options and examples, and sets
// `session.run`.
void add_plan_command(CLI::App& app, Session& session);
void add_step_command(CLI::App& app, Session& session);
void add_memory_command(CLI::App& app, Session& session);
void add_run_command(CLI::App& app, Session& session);
void add_trace_command(CLI::App& app, Session& session);
void add_scale_command(CLI::App& app, Session& session);
void add_network_command(CLI::App& app, Session& session);
void add_search_command(CLI::App& app, Session& session);
void add_compare_command(CLI::App& app, Session& session);
void add_catalog_command(CLI::App& app, Session& session);
void add_import_command(CLI::App& app, Session& session);
void add_calibrate_command(CLI::App& app, Session& session);
void add_validate_command(CLI::App& app, Session& session);
/// Below `fmplan import`, `fmplan calibrate` and `fmplan validate`.
void add_import_training_logs(CLI::App& import_command, Session& session);
void add_calibrate_kernels_command(CLI::App& calibrate_command, Session& session);
void add_calibrate_steps_command(CLI::App& calibrate_command, Session& session);
void add_validate_kernels_command(CLI::App& validate_command, Session& session);
void add_validate_steps_command(CLI::App& validate_command, Session& session);
void add_validate_campaigns_command(CLI::App& validate_command, Session& session);
void add_calibrate_memory_command(CLI::App& calibrate_command, Session& session);
void add_validate_memory_command(CLI::App& validate_command, Session& session);
void add_completion_command(CLI::App& app, Session& session);

}  // namespace fmplan::cli
