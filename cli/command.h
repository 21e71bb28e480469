#pragma once

#include <cstdint>
#include <string>
#include <vector>

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
  bool format_given = false;  ///< --format, which no file's ending may contradict
  std::string table;          ///< of CSV; empty: the answer's first
  std::string output;         ///< -o FILE; empty: stdout
  std::string catalog_dir;    ///< --catalog DIR, laid over the shipped catalogues
  std::uint64_t seed = 1;
  int jobs = 0;  ///< 0: one per core
  bool no_color = false;
  bool quiet = false;
  std::vector<std::vector<std::string>> words{};  ///< as typed: the command, each option with its value, each argument
  bool hints = true;                              ///< of better commands, on a terminal
  std::string region{}, price_kind{};             ///< of prices where a question leaves them open; empty: not set
};

/// Declares a command with its options, examples and what it runs; `options` must outlive the run.  Each stands in a
/// file of its own, cli/<name>_command.cpp, as add_<name>_command, and in the list of cli/run.cpp.
using AddCommand = void(Command& program, const Options& options);

}  // namespace fmplan::cli
