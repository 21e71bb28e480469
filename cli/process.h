#pragma once

#include <optional>
#include <string>
#include <vector>

namespace fmplan::cli {

/// What another program did.
struct Finished {
  int code = 0;  ///< 128 + its number where a signal ended it
  std::string out, err;
};

/// Runs a program of the PATH to its end, without input, in a process group of its own: Ctrl-C ends it not.  None:
/// there is no such program.  @throws std::runtime_error where none can be started.
std::optional<Finished> run_program(const std::vector<std::string>& words);

}  // namespace fmplan::cli
