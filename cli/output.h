#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"

namespace fmplan::cli {

/// The reader of stdout has gone (`fmplan … | head`): no error, but nothing is left to do.
class ReaderGone : public std::exception {
 public:
  const char* what() const noexcept override { return "the reader of the output has gone"; }
};

/// From now on what nobody reads is dropped: something is left to be found out, as whether a gate holds.
void go_on_without_reader();

/// Writes all of `text` to stdout.  @throws ReaderGone, or std::runtime_error with the reason (a full disk).
void write_stdout(std::string_view text);

/// Writes one line to stderr; a stderr that cannot be written to is ignored.
void write_message(const std::string& line);
/// Says so, unless --quiet, which gates were exceeded; kGateExceeded if any was, else kOk.
ExitCode report_gates(const std::vector<std::string>& exceeded, const Options& options);

}  // namespace fmplan::cli
