#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "cli/command.h"
#include "core/answer/condition.h"
#include "core/answer/document.h"
#include "core/answer/report_json.h"
#include "core/answer/run_files.h"
#include "core/plan/run_study.h"

namespace fmplan::cli {

using answer::RunFiles;

/// A run, simulated.
struct RunAnswer {
  std::int64_t trials = 0;  ///< asked for
  answer::ReportOrigin origin;
  std::vector<answer::Condition> gates;  ///< `--fail-if`
  plan::RunStudy study{};
  bool interrupted = false;
  bool full = false;  ///< every table and picture, not the answer alone
  /// What `--explain` asks for, of the answer as JSON; empty: nothing.
  std::function<answer::Document(const text::Json& run_json)> explained{};
};

/// Writes pictures, page and timeline, prints the answer, and says how it went.
ExitCode print_run(const RunAnswer& answer, const RunFiles& files, const Options& options);

}  // namespace fmplan::cli
