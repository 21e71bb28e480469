#include "cli/gate.h"

#include "cli/output.h"

namespace fmplan::cli {

ExitCode report_gates(const std::vector<std::string>& exceeded, const Options& options) {
  if (!options.quiet)
    for (const std::string& line : exceeded) write_message(line);
  return exceeded.empty() ? kOk : kGateExceeded;
}

}  // namespace fmplan::cli
