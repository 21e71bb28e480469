#include "cli/output.h"

#include <cerrno>
#include <cstdio>
#include <stdexcept>

#include <fmt/format.h>

namespace fmplan::cli {

namespace {

bool goes_on_without_reader = false;

}  // namespace

void go_on_without_reader() { goes_on_without_reader = true; }

void write_stdout(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (written) return;
  const int error = errno;
  if (error == EPIPE && goes_on_without_reader) return;
  if (error == EPIPE) throw ReaderGone();
  throw std::runtime_error(fmt::format("cannot write to stdout: {}", std::generic_category().message(error)));
}

void write_message(const std::string& line) {
  const std::string text = line + "\n";
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

ExitCode report_gates(const std::vector<std::string>& exceeded, const Options& options) {
  if (!options.quiet)
    for (const std::string& line : exceeded) write_message(line);
  return exceeded.empty() ? kOk : kGateExceeded;
}

}  // namespace fmplan::cli
