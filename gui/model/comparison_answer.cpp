#include "gui/model/comparison_answer.h"

#include <exception>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/answer/compare_charts.h"
#include "core/answer/compare_document.h"
#include "core/answer/compare_side.h"
#include "core/scenario/scenario_json.h"
#include "gui/model/spoken.h"

namespace fmplan::gui {
namespace {

answer::Compared variantSide(const Question& question, const std::string& variant, const catalog::Catalog& catalog) {
  nlohmann::json changed = question.document;
  for (const std::string& assignment : answer::assignments_of(variant)) scenario::set_value(changed, assignment);
  answer::Compared side = answer::planned_side(changed, catalog, question.folder);
  side.name = variantName(variant);
  return side;
}

}  // namespace

std::string variantName(const std::string& variant) {
  return fmt::format("{}", fmt::join(answer::assignments_of(variant), "; "));
}

ToldAnswer compared(const Question& question, const std::vector<std::string>& variants, const catalog::Catalog& catalog,
                    int threads, const Watch& watch) {
  ToldAnswer result;
  std::vector<answer::Compared> sides;
  const auto add = [&](const std::string& place, const auto& side) {
    try {
      sides.push_back(side());
    } catch (const InputError& error) {
      for (const Issue& issue : error.issues())
        result.issues.push_back(
            {place, place.empty() ? issue.message : fmt::format("{}: {}", issue.where, issue.message)});
    }
  };
  add("", [&] { return answer::planned_side(question.document, catalog, question.folder); });
  for (std::size_t i = 0; i < variants.size(); ++i)
    if (!variants[i].empty())
      add(fmt::format("/variant {}", i + 1), [&] { return variantSide(question, variants[i], catalog); });
  if (!result.issues.empty() || sides.size() < 2) return result;
  try {
    name_apart(sides);
    result.document = compare_document(sides, catalog, threads, kSeed, watch);
    result.title = spoken(comparison_title(sides));
  } catch (const std::exception& error) {
    result.issues.push_back({"", error.what()});
  }
  return result;
}

}  // namespace fmplan::gui
