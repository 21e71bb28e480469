#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "core/answer/condition.h"
#include "core/answer/search_answer.h"
#include "core/plan/report.h"
#include "core/plan/search.h"

namespace fmplan::cli {

/// A search as asked for on the command line.
struct SearchAsked : answer::SearchAsked {
  std::vector<answer::Condition> gates;  ///< `--fail-if`
  /// Prints what `--explain` asks for of the best plan, planned whole; false: it asks for nothing.  Empty: likewise.
  std::function<bool(const plan::Report& best)> explain{};
};

/// Prints what was found and says how it went.
ExitCode print_search(const SearchAsked& asked, plan::SearchResult result, const std::string& catalog_version,
                      const Options& options);

}  // namespace fmplan::cli
