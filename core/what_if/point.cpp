#include "core/what_if/point.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/answer/gate.h"
#include "core/answer/notice_text.h"
#include "core/answer/report_json.h"
#include "core/answer/run_document.h"
#include "core/answer/run_json.h"
#include "core/answer/search_document.h"
#include "core/answer/search_question.h"
#include "core/base/issue.h"
#include "core/base/quantity_text.h"
#include "core/hardware/price.h"
#include "core/plan/evaluate.h"
#include "core/plan/run_study.h"
#include "core/plan/search_report.h"
#include "core/programme/edit.h"
#include "core/programme/programme_figures.h"
#include "core/programme/programme_report_json.h"
#include "core/programme/study_programme.h"
#include "core/scenario/programme_json.h"
#include "core/scenario/scenario_json.h"

namespace fmplan::what_if {
namespace {

using answer::Figure;
using answer::FigureValue;

/// What a point is asked for.
struct Asked {
  const std::vector<std::string>& paths;
  const std::vector<std::string>& values;
  const std::vector<Figure>& figures;
  const std::vector<answer::Condition>& conditions;

  /// The value that a path was set to, where it is a number.
  std::optional<FigureValue> input(const Figure& figure) const {
    const auto path = std::ranges::find(paths, figure.name);
    if (path == paths.end()) return std::nullopt;
    return FigureValue{.value = answer::read_figure(figure, values[static_cast<std::size_t>(path - paths.begin())])};
  }

  /// Whether any figure stands only in the answer's JSON.
  bool wants_json() const {
    const auto keyed = [this](const Figure& figure) { return !figure.of_report && !input(figure); };
    if (std::ranges::any_of(figures, keyed)) return true;
    return std::ranges::any_of(conditions, [&](const answer::Condition& condition) {
      return std::ranges::any_of(bounds_of(condition), [&](const answer::Bound& bound) { return keyed(bound.figure); });
    });
  }
};

using Interval = std::function<std::optional<Range>(const Figure& figure)>;

/// What is not finite is not known.
void fill(PointAnswer& answer, const Asked& asked, const answer::FigureValues& answered, const Interval& interval) {
  const answer::FigureValues values = [&](const Figure& figure) {
    if (const std::optional<FigureValue> input = asked.input(figure)) return *input;
    const FigureValue value = answered(figure);
    return value.value && std::isfinite(*value.value) ? value : FigureValue{};
  };
  for (const Figure& figure : asked.figures)
    answer.figures.push_back({.value = values(figure), .interval_80 = interval(figure)});
  for (const answer::Condition& condition : asked.conditions) answer.conditions.push_back(holds(condition, values));
}

std::optional<Range> no_interval(const Figure&) { return std::nullopt; }

std::string reason_of(const plan::Notices& obstacles) {
  return obstacles.empty() ? "" : answer::notice_text(obstacles.front());
}

/// "432 of 448 nodes train, batch 2,160".
std::string note_of(const plan::Report& report) {
  if (!report.rounding) return {};
  std::string note;
  const plan::Scenario& planned = report.scenario;
  const int training = most_phase_nodes(planned);
  if (report.rounding->nodes_held != training)
    note = fmt::format("{} of {} nodes train", training, report.rounding->nodes_held);
  for (std::size_t i = 0; i < planned.phases.size(); ++i) {
    const plan::Phase& phase = planned.phases[i];
    if (report.rounding->batches_asked[i] == phase.global_batch_size) continue;
    const std::string of = planned.phases.size() > 1 ? " of " + phase.name : "";
    note += fmt::format("{}batch {}{}", note.empty() ? "" : ", ", phase.global_batch_size, of);
  }
  return note;
}

std::vector<plan::NoticeKind> kinds_of(const plan::Notices& warnings) {
  std::vector<plan::NoticeKind> kinds;
  for (const plan::Notice& warning : warnings)
    if (std::ranges::find(kinds, warning.kind) == kinds.end()) kinds.push_back(warning.kind);
  return kinds;
}

PointAnswer plan_point(const plan::Scenario& scenario, const nlohmann::json& document, const Asked& asked,
                       const catalog::Catalog& catalog) {
  const bool wants_json = asked.wants_json();
  const plan::Report report = wants_json ? evaluate(scenario) : evaluate_briefly(scenario);
  PointAnswer answer{.verdict = plan::verdict_of(report.obstacles),
                     .reason = reason_of(report.obstacles),
                     .note = note_of(report),
                     .warnings = kinds_of(report.warnings)};
  const text::Json json = wants_json ? answer::report_json(report, {document, catalog.version(), 1}) : text::Json();
  fill(answer, asked, answer::report_values(report, json),
       [&report](const Figure& figure) { return figure.interval_of ? figure.interval_of(report) : std::nullopt; });
  return answer;
}

/// P10 and P90 of what was simulated.
std::optional<Range> simulated_interval(const Figure& figure, const answer::FigureValues& values) {
  if (figure.name != "days" && figure.name != "cost" && figure.name != "finish") return std::nullopt;
  const FigureValue low = values({.name = figure.name + ".p10"}), high = values({.name = figure.name + ".p90"});
  if (!low.value || !high.value || low.is_least) return std::nullopt;
  return Range{*low.value, *high.value};
}

PointAnswer run_point(const plan::Scenario& scenario, const nlohmann::json& document, const Asked& asked,
                      const PointSettings& settings, const catalog::Catalog& catalog) {
  const plan::RunStudy study =
      study_run(scenario, {.trials = settings.trials, .trials_per_change = 0, .seed = settings.seed, .threads = 1});
  PointAnswer answer{.verdict = plan::verdict_of(study.obstacles),
                     .reason = reason_of(study.obstacles),
                     .note = note_of(study.report),
                     .warnings = kinds_of(study.warnings)};
  if (answer.verdict == plan::Verdict::kOk && !answer::mostly_finishes(study)) {
    answer.verdict = plan::Verdict::kNeverEnds;
    answer.reason = "Most trials do not end.";
  }
  if (!answer::has_simulation(study)) {
    fill(
        answer, asked, [](const Figure&) { return FigureValue{}; }, no_interval);
    return answer;
  }
  const text::Json json =
      asked.wants_json() ? answer::run_json(study, {document, catalog.version(), settings.seed}) : text::Json();
  const answer::FigureValues values = answer::run_values(study, json);
  fill(answer, asked, values, [&values](const Figure& figure) { return simulated_interval(figure, values); });
  return answer;
}

/// Of the plans that "parallel": "auto" varies.
PointAnswer search_point(plan::Scenario scenario, const Asked& asked) {
  scenario.network_flows.reset();
  answer::SearchArguments arguments;
  arguments.space = "framework";
  arguments.top = "1";
  const plan::Phase& phase = answer::searched_phase(scenario, arguments);
  const plan::SearchQuestion question = answer::search_question(scenario, phase, arguments);
  const plan::SearchReport report = report_search(scenario, phase, question, search(scenario, phase, question));
  PointAnswer answer;
  if (report.leaders.empty()) {
    const bool none_divides = report.result.counts[plan::PlanObstacle::kMemory] == 0;
    answer.verdict = none_divides ? plan::Verdict::kRefused : plan::Verdict::kDoesNotFit;
    answer.reason = none_divides ? "No plan divides these nodes and this batch." : "No plan fits in memory.";
    fill(
        answer, asked, [](const Figure&) { return FigureValue{}; }, no_interval);
    return answer;
  }
  answer.verdict = plan::Verdict::kOk;
  const plan::PhaseReport& best = report.leaders.front().plan.phase;
  if (scenario.price.kind == hardware::kCapacityBlock) {
    const hardware::BlockTerms& blocks = scenario.price.blocks;
    if (best.num_nodes > blocks.most_nodes) answer.warnings.push_back(plan::NoticeKind::kTooManyForBlocks);
    if (best.productive > blocks.longest_days * day && !scenario.hazards.capacity_block)
      answer.warnings.push_back(plan::NoticeKind::kTooLongForBlock);
  }
  const bool voided = std::ranges::any_of(answer.warnings, plan::voids_price);
  const answer::FigureValues found = answer::search_values(scenario, report.leaders.front().plan);
  fill(
      answer, asked,
      [&](const Figure& figure) {
        return voided && figure.unit == answer::FigureUnit::kDollar ? FigureValue{} : found(figure);
      },
      no_interval);
  return answer;
}

/// One of which a project is not placed is refused.
PointAnswer programme_point(const scenario::Programme& programme, const nlohmann::json& document, const Asked& asked,
                            const PointSettings& settings, const catalog::Catalog& catalog) {
  const programme::ProgrammeAnswer told = programme_answer(programme, document, settings, catalog);
  PointAnswer answer{.verdict = plan::Verdict::kOk};
  for (const programme::ProjectAnswer& project : told.study.projects) {
    if (!project.phases.empty() || answer.verdict == plan::Verdict::kRefused) continue;
    answer.verdict = plan::Verdict::kRefused;
    answer.reason = fmt::format("{} is not placed: {}", project.project->name, project.why.front());
  }
  const text::Json json = programme_report_json(told);
  fill(answer, asked, programme::programme_values(json), no_interval);
  return answer;
}

std::string refusal_of(const InputError& error) {
  constexpr std::size_t kMostTold = 2;  // chosen: a row has no place for more
  std::string reason;
  const Issues& issues = error.issues();
  for (std::size_t i = 0; i < std::min(issues.size(), kMostTold); ++i)
    reason += fmt::format("{}{}: {}", i > 0 ? "; " : "", issues[i].where, issues[i].message);
  if (issues.size() > kMostTold) reason += fmt::format("; and {} more", issues.size() - kMostTold);
  return reason;
}

}  // namespace

std::string_view not_sold_text(plan::NoticeKind warning) {
  return warning == plan::NoticeKind::kTooManyForBlocks ? "Capacity Blocks are not sold for so many nodes at once."
                                                        : "Capacity Blocks are not sold for so many days.";
}

programme::ProgrammeAnswer programme_answer(const scenario::Programme& programme, const nlohmann::json& document,
                                            const PointSettings& settings, const catalog::Catalog& catalog) {
  return {
      .study = programme::study_programme(
          programme, catalog,
          {.trials = settings.trials, .seed = settings.seed, .threads = 1, .prove = false, .known = settings.known}),
      .asked = document,
      .catalog_version = catalog.version(),
      .trials = settings.trials,
      .seed = settings.seed};
}

answer::FigureSet point_figures(AnswerKind answer, const std::vector<std::string>& paths) {
  answer::FigureSet figures = answer == AnswerKind::kPlan        ? answer::plan_figures()
                              : answer == AnswerKind::kRun       ? answer::run_figures()
                              : answer == AnswerKind::kProgramme ? programme::programme_figures()
                                                                 : answer::search_figures();
  const char* const of = answer == AnswerKind::kProgramme ? "of the programme" : "of the scenario";
  for (const std::string& path : paths) figures.add({.name = path, .what = of, .says_unit = true});
  return figures;
}

nlohmann::json document_of(const AskedScenario& asked, const std::vector<std::string>& paths,
                           const std::vector<std::string>& values, const catalog::Catalog& catalog) {
  std::vector<std::string> assignments;
  for (std::size_t i = 0; i < paths.size(); ++i) assignments.push_back(paths[i] + "=" + values[i]);
  AskedScenario other = asked;
  set_values(other, assignments, catalog);
  return std::move(other.document);
}

void set_values(AskedScenario& asked, const std::vector<std::string>& assignments, const catalog::Catalog& catalog) {
  if (!programme::is_programme(asked.document)) return scenario::set_values(asked.document, assignments, catalog);
  for (const std::string& assignment : assignments)
    programme::set_programme_value(asked.document, assignment, asked.folder);
}

AnswerKind usual_answer(const AskedScenario& asked) {
  return programme::is_programme(asked.document) ? AnswerKind::kProgramme : AnswerKind::kPlan;
}

PointAnswer answer_point(const AskedScenario& asked, const std::vector<std::string>& paths,
                         const std::vector<std::string>& values, const PointSettings& settings,
                         const std::vector<Figure>& figures, const std::vector<answer::Condition>& conditions,
                         const catalog::Catalog& catalog) {
  const Asked question{paths, values, figures, conditions};
  try {
    const nlohmann::json document = document_of(asked, paths, values, catalog);
    if (settings.answer == AnswerKind::kProgramme)
      return programme_point(scenario::read_programme(document, catalog, asked.folder), document, question, settings,
                             catalog);
    const plan::Scenario scenario = scenario::read_scenario(document, catalog, asked.folder);
    switch (settings.answer) {
      case AnswerKind::kProgramme: break;
      case AnswerKind::kPlan: return plan_point(scenario, document, question, catalog);
      case AnswerKind::kRun: return run_point(scenario, document, question, settings, catalog);
      case AnswerKind::kSearch: return search_point(scenario, question);
    }
    return {};
  } catch (const InputError& error) {
    PointAnswer answer{.verdict = plan::Verdict::kRefused, .reason = refusal_of(error)};
    fill(
        answer, question, [](const Figure&) { return FigureValue{}; }, no_interval);
    return answer;
  }
}

}  // namespace fmplan::what_if
