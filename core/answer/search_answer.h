#pragma once

/// @file
/// A search asked for, and its answer.

#include <optional>
#include <string>

#include "core/answer/document.h"
#include "core/answer/search_question.h"
#include "core/plan/report.h"
#include "core/plan/search.h"
#include "core/plan/search_report.h"

namespace fmplan::answer {

/// A search as asked for.
struct SearchAsked {
  plan::Scenario scenario;  ///< every collective as if alone
  bool contended = false;   ///< the scenario's own has flows
  SearchArguments arguments;
  plan::SearchQuestion question;

  const plan::Phase& phase() const { return searched_phase(scenario, arguments); }
};

/// @throws InputError for what cannot be searched, or is too much.
SearchAsked search_asked(plan::Scenario scenario, const SearchArguments& arguments);

struct SearchAnswer {
  Document document;
  std::optional<plan::PlanReport> best{};  ///< none: no plan was found
};

/// What was found.
SearchAnswer search_answer(const SearchAsked& asked, plan::SearchResult result, const std::string& catalog_version);

/// The best plan found, planned whole: what `--explain` of a search is of.
plan::Report best_report(const SearchAsked& asked, const plan::PlanReport& best);

}  // namespace fmplan::answer
