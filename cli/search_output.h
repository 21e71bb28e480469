#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "core/answer/condition.h"
#include "core/answer/search_question.h"
#include "core/plan/report.h"
#include "core/plan/search.h"

namespace fmplan::cli {

/// A search as asked for.
struct SearchAsked {
  plan::Scenario scenario;  ///< every collective as if alone
  bool contended = false;   ///< the scenario's own has flows
  answer::SearchArguments arguments;
  plan::SearchQuestion question;
  std::vector<answer::Condition> gates;  ///< `--fail-if`
  /// Prints what `--explain` asks for of the best plan, planned whole; false: it asks for nothing.  Empty: likewise.
  std::function<bool(const plan::Report& best)> explain{};

  const plan::Phase& phase() const { return answer::searched_phase(scenario, arguments); }
};

/// @throws InputError for what cannot be searched, or is too much.
SearchAsked search_asked(plan::Scenario scenario, const answer::SearchArguments& arguments,
                         std::vector<answer::Condition> gates);

/// Prints what was found and says how it went; `seconds` that it took are not told of what several processes found.
ExitCode print_search(const SearchAsked& asked, plan::SearchResult result, std::optional<double> seconds,
                      const std::string& catalog_version, const Options& options);

}  // namespace fmplan::cli
