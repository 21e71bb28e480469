#include "core/answer/compare_question.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/scenario/scenario_json.h"

namespace fmplan::answer {
namespace {

std::vector<std::string> paths_of(const std::vector<std::string>& assignments) {
  std::vector<std::string> paths;
  paths.reserve(assignments.size());
  for (const std::string& assignment : assignments) paths.push_back(assignment.substr(0, assignment.find('=')));
  return paths;
}

/// A side as it is asked for.
Compared side_of(const CompareQuestion& question, const SideOrigin& origin, const catalog::Catalog& catalog,
                 int threads) {
  const CompareDocument& asked = question.documents[origin.document];
  if (is_saved_answer(asked.document)) return saved_side(asked.document, asked.name, catalog, asked.folder);
  nlohmann::json document = asked.document;
  scenario::set_values(document, question.sets, catalog);
  if (origin.document == 0 && !question.variants.empty()) scenario::state_nodes_of_failures(document, catalog);
  if (!origin.variant) return planned_side(document, catalog, asked.folder, threads);
  const std::vector<std::string> assignments = assignments_of(question.variants[*origin.variant]);
  scenario::check_failures_of_changed_nodes(question.sets, paths_of(assignments));
  scenario::set_values(document, assignments, catalog);
  Compared side = planned_side(document, catalog, asked.folder, threads);
  side.name = fmt::format("{}", fmt::join(assignments, "; "));
  return side;
}

}  // namespace

void for_each_side(const CompareQuestion& question, const PlaceIssue& placed,
                   const std::function<void(const SideOrigin& origin)>& make) {
  Issues issues;
  const auto attempt = [&](const SideOrigin& origin) {
    try {
      make(origin);
      return true;
    } catch (const InputError& error) {
      for (const Issue& issue : error.issues()) {
        Issue told = placed(issue, origin);
        if (std::ranges::find(issues, told) == issues.end()) issues.push_back(std::move(told));
      }
      return false;
    }
  };
  for (std::size_t document = 0; document < question.documents.size(); ++document) {
    if (!attempt({document}) || document > 0) continue;
    for (std::size_t variant = 0; variant < question.variants.size(); ++variant) attempt({document, variant});
  }
  if (!issues.empty()) throw InputError(std::move(issues));
}

std::vector<Compared> compared_sides(const CompareQuestion& question, const catalog::Catalog& catalog, int threads,
                                     const PlaceIssue& placed) {
  if (const CompareDocument& first = question.documents.front();
      !question.variants.empty() && is_saved_answer(first.document)) {
    const Issue issue{"", fmt::format("changes a scenario, and {} is an answer; give the scenario first", first.name)};
    throw InputError({placed(issue, {.document = 0, .variant = 0})});
  }
  const auto is_saved = [](const CompareDocument& asked) { return is_saved_answer(asked.document); };
  if (!question.sets.empty() && std::ranges::all_of(question.documents, is_saved))
    throw InputError("--set",
                     "changes scenarios, and all that is compared are answers; give one of them as a scenario");
  std::vector<Compared> sides;
  for_each_side(question, placed,
                [&](const SideOrigin& origin) { sides.push_back(side_of(question, origin, catalog, threads)); });
  name_apart(sides);
  return sides;
}

}  // namespace fmplan::answer
