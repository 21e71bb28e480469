#include "core/programme/programme_figures.h"

#include <fmt/format.h>

#include "core/answer/gate.h"
#include "core/base/issue.h"

namespace fmplan::programme {

using answer::Figure;
using answer::FigureUnit;

const answer::FigureSet& programme_figures() {
  static const answer::FigureSet kFigures(
      {{.name = "on_time",
        .unit = FigureUnit::kRatio,
        .what = "the least chance that a project has of its deadline",
        .pointer = "/summary/on_time"},
       {.name = "cost", .unit = FigureUnit::kDollar, .what = "of all pools", .pointer = "/summary/cost_usd"},
       {.name = "cost_of_organisations",
        .unit = FigureUnit::kDollar,
        .what = "of the nodes that they are given, expected",
        .pointer = "/summary/cost_of_organisations_usd"},
       {.name = "at_risk", .what = "projects, those not placed too", .pointer = "/summary/at_risk", .says_unit = true},
       {.name = "over_budget",
        .what = "organisations whose budget is exceeded at P90",
        .pointer = "/summary/over_budget",
        .says_unit = true},
       {.name = "placed", .what = "projects", .pointer = "/summary/placed", .says_unit = true},
       {.name = "unplaced", .what = "projects", .pointer = "/summary/unplaced", .says_unit = true},
       {.name = "late_days",
        .unit = FigureUnit::kDay,
        .what = "after deadlines as placed, weighted; of those placed",
        .pointer = "/summary/late_weighted_days",
        .says_unit = true},
       {.name = "finish",
        .unit = FigureUnit::kDate,
        .what = "of the last project, at P50; none where one never ends or is not placed",
        .pointer = "/summary/finish_p50"},
       {.name = "utilisation",
        .unit = FigureUnit::kRatio,
        .what = "node-hours that jobs have over those held",
        .pointer = "/summary/utilisation"},
       {.name = "idle_node_hours", .what = "held by nobody", .pointer = "/summary/idle_node_hours", .says_unit = true}},
      {});
  return kFigures;
}

void check_money_bounds(const std::vector<answer::Condition>& conditions, const scenario::Currency& currency,
                        const std::string& option) {
  if (currency.code == "USD") return;
  for (const answer::Condition& condition : conditions)
    for (const answer::Bound& bound : bounds_of(condition))
      if (bound.figure.unit == FigureUnit::kDollar && bound.text.find('$') == std::string::npos)
        throw InputError(option, fmt::format("\"{}\" is in dollars, and what is printed is in {}; write an amount of "
                                             "dollars such as $2.5M ({:g} {} are one)",
                                             bound.text, currency.code, currency.per_dollar, currency.code));
}

answer::FigureValues programme_values(const text::Json& report) {
  return [&report](const Figure& figure) { return answer::json_value(report, figure); };
}

}  // namespace fmplan::programme
