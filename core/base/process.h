#pragma once

/// @file
/// Other programs, run to their end.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/job.h"

namespace fmplan {

/// A program to be run, without a shell.
struct Program {
  std::vector<std::string> words;                    ///< its name, of the PATH or a path, and its arguments
  std::string_view input{};                          ///< what it reads; empty: nothing
  std::optional<std::chrono::milliseconds> guard{};  ///< when it is ended, with all that it started; none: never
  std::size_t most_output = std::numeric_limits<std::size_t>::max();  ///< bytes; beyond, it is ended
};

enum class ProgramEnd : std::uint8_t {
  kEnded,       ///< by itself
  kNotThere,    ///< there is no such program
  kNotStarted,  ///< the system refuses
  kStopped,     ///< the watch said stop
  kGuard,       ///< it took too long
  kTooMuch,     ///< it wrote too much
};

/// What became of it.
struct Finished {
  ProgramEnd end = ProgramEnd::kEnded;
  std::optional<int> code{};  ///< that it ended with; none: a signal ended it, or nobody can tell
  int signal = 0;             ///< that ended it
  std::string out{}, err{};   ///< what it wrote
  std::string error{};        ///< the system's words where it was not started
};

/// Runs the program in a process group of its own, so that Ctrl-C does not end it.
Finished run_program(const Program& program, const Watch& watch = {});

}  // namespace fmplan
