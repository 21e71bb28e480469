#include "core/what_if/market_judgement.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/answer/gate.h"
#include "core/answer/report_json.h"
#include "core/base/quantity_text.h"
#include "core/plan/deadline.h"

namespace fmplan::what_if {

using answer::Truth;
using plan::Report;

Worth worth_of(const Judged& judged, Goal goal) {
  if (judged.objective) return {0, goal == Goal::kMinimize ? *judged.objective : -*judged.objective};
  if (judged.at_least && goal == Goal::kMinimize) return {1, *judged.at_least};
  return {2, judged.gpu_hours};
}

void set_objective(Judged& judged, const answer::FigureValue& objective) {
  if (!objective.value || !std::isfinite(*objective.value)) return;
  (objective.is_least ? judged.at_least : judged.objective) = objective.value;
}

bool is_near(const Worth& best, const Worth& other) {
  const auto& [known, value] = best;
  return std::get<int>(other) == known && std::get<double>(other) <= value + kMarketSlack * std::abs(value);
}

std::vector<answer::Figure> asked_figures(const MarketQuestion& question) {
  std::vector<answer::Figure> figures = {question.objective};
  for (const answer::Condition& until : question.until)
    for (const answer::Bound& bound : bounds_of(until)) figures.push_back(bound.figure);
  return figures;
}

MarketJudge::MarketJudge(const MarketQuestion& question, const catalog::Catalog& catalog)
    : question_(question), catalog_(catalog) {
  wants_json_ =
      std::ranges::any_of(asked_figures(question), [](const answer::Figure& figure) { return !figure.of_report; });
}

answer::FigureValues MarketJudge::values_of(const Report& report, const nlohmann::json& document) const {
  text::Json json;
  if (wants_json_) json = answer::report_json(report, {document, catalog_.version(), 1});
  return answer::report_values(report, json);
}

Judged MarketJudge::judge(const Report& report) const {
  const answer::FigureValues values = values_of(report, question_.scenario.document);
  Judged judged{.failing = failing_of(report, values),
                .gpu_hours = report.accelerator_hours.job + report.accelerator_hours.spares,
                .days = report.median_days,
                .lost = report.obstacles.empty() ? 1 - report.run.goodput : 1};
  if (judged.failing == Failing::kDeadline || judged.failing == Failing::kBound)
    judged.misses_by = miss_of_bounds(report, values).distance;
  const answer::FigureValue objective = values(question_.objective);
  set_objective(judged, objective);
  if (const auto cost = report.cost.total) judged.cost = *cost / dollar;
  return judged;
}

Failing MarketJudge::failing_of(const Report& report, const answer::FigureValues& values) const {
  if (report.memory.chance < report.scenario.fit_confidence) return Failing::kMemory;
  if (report.run.end != sim::RunEnd::kReached || !std::isfinite(report.mean_days)) return Failing::kEnd;
  for (const plan::Notice& warning : report.warnings)
    if (voids_price(warning.kind))
      return warning.kind == plan::NoticeKind::kTooManyForBlocks ? Failing::kTooManyForBlocks
                                                                 : Failing::kTooLongForBlock;
  if (!keeps_deadline(report)) return Failing::kDeadline;
  for (const answer::Condition& until : question_.until)
    if (const Truth truth = holds(until, values); truth != Truth::kYes)
      return truth == Truth::kUnknown ? Failing::kUnknown : Failing::kBound;
  return Failing::kNothing;
}

Miss MarketJudge::miss_of_bounds(const Report& report, const answer::FigureValues& values) const {
  Miss miss;
  if (!keeps_deadline(report)) {
    const double confidence = report.scenario.deadline_confidence, chance = report.deadline_chance.value_or(0);
    miss = {.distance = (confidence - chance) / confidence,
            .clause = fmt::format("{} kept with {} ({})", date_text(*report.scenario.deadline), ratio_text(confidence),
                                  ratio_text(chance))};
  }
  for (const answer::Condition& until : question_.until)
    if (Miss other = miss_of(until, values); other.distance > miss.distance) miss = std::move(other);
  return miss;
}

std::string MarketJudge::failing_text(const Judged& judged) const {
  switch (judged.failing) {
    case Failing::kMemory: return "memory";
    case Failing::kEnd: return "failures";
    case Failing::kTooManyForBlocks: return "a block's nodes";
    case Failing::kTooLongForBlock: return "a block's days";
    case Failing::kDeadline: return "deadline";
    case Failing::kBound: return question_.until.front().text;
    case Failing::kUnknown: return unknown_text();
    case Failing::kNothing:
    case Failing::kPlan: break;
  }
  return {};
}

std::string MarketJudge::unknown_text() const {
  std::vector<std::string> names;
  for (const answer::Bound& bound : bounds_of(question_.until.front())) {
    if (bound.figure.unit == answer::FigureUnit::kDollar) return "price unknown";
    if (std::ranges::find(names, bound.figure.name) == names.end()) names.push_back(bound.figure.name);
  }
  return fmt::format("{} unknown", fmt::join(names, " or "));
}

}  // namespace fmplan::what_if
