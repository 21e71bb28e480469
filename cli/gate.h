#pragma once

#include <string>
#include <vector>

#include "cli/command.h"

namespace fmplan::cli {

/// Says on stderr, unless --quiet, which gates were exceeded; kGateExceeded if any was, else kOk.
ExitCode report_gates(const std::vector<std::string>& exceeded, const Options& options);

}  // namespace fmplan::cli
