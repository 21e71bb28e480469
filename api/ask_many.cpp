#include "api/ask_many.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <sstream>
#include <string>
#include <utility>

#include "api/answering.h"
#include "core/answer/compare_document.h"
#include "core/answer/compare_question.h"
#include "core/answer/compare_side.h"
#include "core/answer/explain_document.h"
#include "core/answer/gate.h"
#include "core/export/answer_workbook.h"
#include "core/programme/edit.h"
#include "core/programme/programme_comparison.h"
#include "core/what_if/budget_document.h"
#include "core/what_if/budget_question.h"
#include "core/what_if/solve_document.h"
#include "core/what_if/solve_question.h"
#include "core/what_if/sweep_page.h"
#include "core/what_if/sweep_picture.h"
#include "core/what_if/sweep_question.h"
#include "core/what_if/sweep_text.h"

namespace fmplan::api {
namespace {

using nlohmann::json;
using what_if::AnswerKind;

/// As the document has it, which nobody has checked: null where there is none.
json parallel_of(const json& document) {
  const json training = document.is_object() ? document.value("training", json()) : json();
  return training.is_object() ? training.value("parallel", json()) : json();
}

/// Seconds of one point on one core, measured on the bundled scenarios: a plan of stated parallelism, one whose
/// parallelism is searched, a thousand trials of a run, a search, and a programme.
double seconds_of_point(AnswerKind kind, const json& document, std::int64_t trials) {
  constexpr double kPlan = 3e-4, kSearchedPlan = 0.03, kTrial = 5e-5, kSearch = 1.0, kProgramme = 0.1;
  const bool is_searched = parallel_of(document) == "auto";
  switch (kind) {
    case AnswerKind::kPlan: return is_searched ? kSearchedPlan : kPlan;
    case AnswerKind::kRun: return kPlan + kTrial * static_cast<double>(trials);
    case AnswerKind::kSearch: return kSearch;
    case AnswerKind::kProgramme: return kProgramme + 10 * kTrial * static_cast<double>(trials);
  }
  return kProgramme;
}

what_if::AskedScenario asked_scenario(const json& document, std::string name) {
  return {.name = std::move(name), .document = document, .folder = std::nullopt};
}

constexpr QuestionField kDocumentField{"scenario", FieldKind::kDocument, "the scenario or programme", true};
constexpr QuestionField kTrialsField{"trials", FieldKind::kText, "simulated runs of each point; 1000"};

}  // namespace

const std::vector<QuestionField>& sweep_fields() {
  static const std::vector<QuestionField> kFields = {
      kDocumentField,
      {"set", FieldKind::kSets, "values to try: {\"cluster.nodes\": \"32..128:8\"} or [32, 64]; lists are crossed",
       true},
      {"zip", FieldKind::kFlag, "lists side by side instead"},
      {"answer", FieldKind::kText, "plan, run or search; plan"},
      kTrialsField,
      {"columns", FieldKind::kText, "figures to show, for instance days,cost.p90"},
      {"where", FieldKind::kText, "leave out points of which it does not hold: days<=120"},
      kFailIfField,
      kSeedField};
  return kFields;
}

namespace {

what_if::SweepQuestion sweep_question(const Asked& asked, const catalog::Catalog& catalog) {
  what_if::SweepOptions options{.sets = asked.lists(kSetName)};
  options.scenarios = {asked_scenario(asked.document(kScenarioName), "scenario")};
  options.zip = asked.flag("zip");
  options.answer = asked.text("answer");
  options.trials = asked.text("trials");
  options.where = asked.text("where");
  options.columns = asked.text("columns");
  options.fail_if = asked.texts(kFailIfName);
  options.seed = seed_of(asked);
  return what_if::sweep_question(options, catalog);
}

}  // namespace

namespace {

/// A row as a line of JSON, without its end.
std::string row_line(const what_if::SweepHead& head, const what_if::SweepRow& row) {
  std::string line = row_text(what_if::RowFormat::kJsonLines, head, row, false);
  while (line.ends_with('\n')) line.pop_back();
  return line;
}

/// Of the rows that `counts` were given.
std::int64_t num_shown(const what_if::SweepCounts& counts) {
  return std::accumulate(counts.by_status.begin(), counts.by_status.end(), std::int64_t{0});
}

/// Rows of a workbook, at most; chosen: fifty megabytes of memory while it is made.
constexpr std::int64_t kMostInWorkbook = 5'000;

}  // namespace

std::string sweep_rows(const Asked& asked, const AnswerContext& context, const std::string& rows, RowsForm form,
                       const std::string& answer) {
  const what_if::SweepHead head = head_of(sweep_question(asked, context.catalog), context.catalog);
  std::string lines = rows_begin(what_if::RowFormat::kJsonLines, head) + rows;
  if (form == RowsForm::kJsonLines) {
    // In the order in which rows_end() writes them.
    using Ordered = nlohmann::ordered_json;
    if (!answer.empty()) lines += Ordered{{"counts", Ordered::parse(answer).at("counts")}}.dump() + "\n";
    return lines;
  }
  std::string csv = rows_begin(what_if::RowFormat::kCsv, head);
  std::istringstream in(lines);
  what_if::read_rows(
      in, "rows", [&](const what_if::SweepRow& row) { csv += row_text(what_if::RowFormat::kCsv, head, row, false); });
  return csv;
}

QuestionAnswer answer_sweep(const Asked& asked, const AnswerContext& context) {
  const what_if::SweepQuestion question = sweep_question(asked, context.catalog);
  const what_if::SweepHead head = head_of(question, context.catalog);
  const auto [begin, end] = points_of(head);
  QuestionAnswer result;
  std::vector<what_if::SweepRow> drawn;
  result.json = rows_begin(what_if::RowFormat::kJson, head);
  what_if::SweepCounts counts;
  std::vector<std::int64_t> exceeding(question.gates.size());
  bool first = true;
  const what_if::SweptPoints swept = what_if::sweep(
      question, context.catalog, begin, end, context.threads, context.watch, [&](const what_if::SweepRow& row) {
        counts.add(row);
        for (const std::size_t gate : row.tripped) ++exceeding[gate];
        if (context.row) context.row(row_line(head, row));
        if (context.form && drawn.size() <= what_if::kMostDrawn) drawn.push_back(row);
        result.json += row_text(what_if::RowFormat::kJson, head, row, std::exchange(first, false));
      });
  counts.looked_at = swept.looked_at;
  counts.undecided = swept.undecided;
  const std::int64_t num_rows = num_shown(counts);
  counts.left_out = counts.looked_at - num_rows;
  result.stopped = counts.looked_at < end - begin;
  result.json += rows_end(what_if::RowFormat::kJson, head, counts, result.stopped);
  result.can_run = end == begin || counts.by_status[static_cast<std::size_t>(plan::Verdict::kOk)] > 0;
  if (context.form && !result.stopped) {
    // As -o FILE.html: without rows there is nothing to draw.
    if (num_rows > 0 && num_rows <= static_cast<std::int64_t>(what_if::kMostDrawn))
      context.form("html", sweep_page(head, drawn, counts,
                                      sweep_svg(head, drawn, drawn_figures(head, !has_usual_columns(head)))));
    if (num_rows <= kMostInWorkbook) context.form("xlsx", exports::answer_xlsx(json::parse(result.json), "").text);
  }
  const std::vector<std::string> bounds = asked.texts(kFailIfName);
  for (std::size_t i = 0; i < bounds.size(); ++i)
    result.gates.push_back(
        {.condition = bounds[i],
         .exceeded = exceeding[i] > 0,
         .told = exceeding[i] > 0 ? fmt::format("{} of {} points exceed {}", exceeding[i], counts.shown(), bounds[i])
                                  : ""});
  return result;
}

double work_of_sweep(const Asked& asked, const AnswerContext& context) {
  const what_if::SweepQuestion question = sweep_question(asked, context.catalog);
  const what_if::SweepHead head = head_of(question, context.catalog);
  return static_cast<double>(head.num_points) *
         seconds_of_point(question.settings.answer, question.scenarios.front().document, question.settings.trials);
}

const std::vector<QuestionField>& solve_fields() {
  static const std::vector<QuestionField> kFields = {
      {"scenario", FieldKind::kDocument, "the scenario or programme; or a budget without one"},
      {"vary", FieldKind::kTexts, "what is looked for: cluster.nodes, or training.tokens=1T..15T; up to three"},
      {"until", FieldKind::kText, "what must hold: finish.p90<=2025-09-30 and cost<$60M"},
      {"minimize", FieldKind::kText, "of all that do, the least of it; the first of vary"},
      {"maximize", FieldKind::kText, "the most of it"},
      {"budget", FieldKind::kText, "without a scenario: the best loss that $3M buys"},
      {"on", FieldKind::kText, "with a budget: the machine, p5.48xlarge"},
      {"deadline", FieldKind::kText, "with a budget: 90 d, 3 months, or a day"},
      {"law", FieldKind::kText, "with a budget: the scaling law"},
      kSetField,
      kTrialsField,
      kFailIfField,
      kSeedField};
  return kFields;
}

namespace {

bool is_budget(const Asked& asked) { return asked.has("budget"); }

what_if::SolveQuestion solve_question(const Asked& asked, const AnswerContext& context) {
  if (!asked.has(kScenarioName)) throw InputError("#/scenario", "is missing; give a scenario, or a budget: \"$3M\"");
  return what_if::solve_question({.file = "scenario",
                                  .sets = asked.sets(kSetName),
                                  .vary = asked.texts("vary"),
                                  .until = asked.text("until"),
                                  .minimize = asked.text("minimize"),
                                  .maximize = asked.text("maximize"),
                                  .trials = asked.text("trials"),
                                  .seed = seed_of(asked),
                                  .scenario = asked_scenario(asked.document(kScenarioName), "scenario")},
                                 context.catalog);
}

what_if::BudgetQuestion budget_question(const Asked& asked, const AnswerContext& context) {
  if (asked.has(kScenarioName) || asked.has("vary") || asked.has("minimize") || asked.has("maximize"))
    throw InputError("#/budget", "stands without scenario, vary, minimize and maximize; state the rest in set");
  return what_if::budget_question({.budget = asked.text("budget"),
                                   .on = asked.text("on"),
                                   .deadline = asked.text("deadline"),
                                   .law = asked.text("law"),
                                   .until = asked.text("until"),
                                   .sets = asked.sets(kSetName)},
                                  context.catalog);
}

QuestionAnswer answer_budget(const Asked& asked, const AnswerContext& context) {
  bounds_of(asked, answer::plan_figures());
  const what_if::BudgetQuestion question = budget_question(asked, context);
  const what_if::BudgetAnswer answer = spend(question, context.catalog, context.threads, context.watch);
  const answer::Document document = budget_document(question, answer, context.catalog, seed_of(asked));
  QuestionAnswer result{
      .json = json_text(document, context), .can_run = answer.best.has_value(), .stopped = answer.stopped};
  if (answer.best)
    result.gates = judged(asked, answer::plan_figures(),
                          answer::report_values(answer.report, document.json.at("answer").at("report")));
  return result;
}

}  // namespace

QuestionAnswer answer_solve(const Asked& asked, const AnswerContext& context) {
  if (is_budget(asked)) return answer_budget(asked, context);
  const what_if::SolveQuestion question = solve_question(asked, context);
  const answer::FigureSet figures = what_if::point_figures(question.settings.answer, {});
  bounds_of(asked, figures);
  const what_if::SolveAnswer answer = solve(question, context.catalog, context.threads, context.watch);
  const answer::Document document = solve_document(question, answer, context.catalog);
  QuestionAnswer result{
      .json = json_text(document, context), .can_run = answer.best.has_value(), .stopped = answer.stopped};
  for (const std::string& text : asked.texts(kFailIfName)) {
    if (!answer.best) break;
    const std::vector<std::string> told = what_if::exceeded_by_answer(
        answer::parse_conditions({text}, figures, "--fail-if"), question, answer, context.catalog, document.json);
    result.gates.push_back({.condition = text, .exceeded = !told.empty(), .told = told.empty() ? "" : told.front()});
  }
  return result;
}

double work_of_solve(const Asked& asked, const AnswerContext& context) {
  constexpr double kBudget = 5;  // measured: sizes × numbers of nodes of one budget
  if (is_budget(asked)) {
    budget_question(asked, context);
    return kBudget;
  }
  const what_if::SolveQuestion question = solve_question(asked, context);
  double num_points = 1;
  for (const what_if::Unknown& unknown : question.unknowns)
    num_points *= static_cast<double>(unknown.axis.values.size());
  num_points += static_cast<double>(most_refined(question));
  return num_points * seconds_of_point(question.settings.answer, question.scenario.document, question.settings.trials);
}

const std::vector<QuestionField>& compare_fields() {
  static const std::vector<QuestionField> kFields = {
      {"sides", FieldKind::kSides, "scenarios, programmes, or answers of plan, run and search", true},
      {"with", FieldKind::kVariants, "variants of the first: [{\"cluster.nodes\": 128}]"},
      {"set", FieldKind::kSets, "values to replace in every scenario"},
      kFailIfField,
      kExplainField,
      kSeedField};
  return kFields;
}

namespace {

/// A problem of a side is at its place of the body, one of what is set in all at the place of that.
Issue placed(Issue issue, const answer::SideOrigin& origin) {
  if (!origin.variant && issue.where.starts_with("--")) return issue;
  const std::string side =
      origin.variant ? fmt::format("#/with/{}", *origin.variant) : fmt::format("#/sides/{}", origin.document);
  issue.where = side + (issue.where.starts_with('/') ? issue.where : "");
  return issue;
}

answer::CompareQuestion compare_question(const Asked& asked) {
  answer::CompareQuestion question{.documents = {}, .sets = asked.sets(kSetName), .variants = asked.variants("with")};
  for (json& document : asked.documents("sides")) {
    const bool is_programme = programme::is_programme(document);
    question.documents.push_back(
        {.document = std::move(document),
         .name = fmt::format("{} {}", is_programme ? "programme" : "answer", question.documents.size() + 1)});
  }
  if (question.documents.empty() || question.documents.size() + question.variants.size() < 2)
    throw InputError("#/sides", "one alone is compared with nothing; give a second, or a variant in with");
  return question;
}

QuestionAnswer compare_programmes(const Asked& asked, const answer::CompareQuestion& question,
                                  const AnswerContext& context) {
  if (asked.has(kFailIfName) || asked.has(kExplainName))
    throw InputError(asked.has(kFailIfName) ? "#/fail_if" : "#/explain",
                     "is of scenarios; ask /v1/programme for a programme's own");
  const std::vector<programme::ComparedProgramme> sides =
      programme::compared_programmes(question, context.catalog, seed_of(asked), context.threads, placed, context.watch);
  return {.json = json_text(programme_comparison(sides), context), .stopped = context.watch.stopped()};
}

}  // namespace

QuestionAnswer answer_compare(const Asked& asked, const AnswerContext& context) {
  const answer::CompareQuestion question = compare_question(asked);
  if (programme::is_programme(question.documents.front().document)) return compare_programmes(asked, question, context);
  bounds_of(asked, answer::difference_figures());
  const std::vector<answer::Compared> sides = compared_sides(question, context.catalog, context.threads, placed);
  const answer::Document document =
      answer::compare_document(sides, context.catalog, context.threads, seed_of(asked), context.watch);
  QuestionAnswer result;
  result.json = json_text(asked.has(kExplainName)
                              ? answer::explain_sides(asked.texts(kExplainName), sides, context.catalog, seed_of(asked))
                              : document,
                          context);
  for (const std::string& text : asked.texts(kFailIfName)) {
    const std::vector<std::string> told = answer::exceeded_differences(
        answer::parse_conditions({text}, answer::difference_figures(), "--fail-if"), document.json);
    result.gates.push_back({.condition = text, .exceeded = !told.empty(), .told = told.empty() ? "" : told.front()});
  }
  result.can_run = std::ranges::all_of(sides, [](const answer::Compared& side) { return side.obstacles.empty(); });
  result.stopped = context.watch.stopped();
  return result;
}

double work_of_compare(const Asked& asked, const AnswerContext& context) {
  // Why sides differ takes plans for subsets of the inputs that
  // do: of a variant few, of two scenarios up to thousands (measured: 0.5 to 15 s a pair).
  constexpr double kVariant = 0.05, kScenario = 5, kProgrammeSide = 0.5;
  const std::vector<json> documents = asked.documents("sides");
  const auto num_variants = static_cast<double>(asked.documents("with").size());
  const double num_others = documents.empty() ? 0 : static_cast<double>(documents.size() - 1);
  const bool of_programmes = !documents.empty() && programme::is_programme(documents.front());
  // What is wrong with a side is found when it is planned.
  if (!of_programmes) compared_sides(compare_question(asked), context.catalog, context.threads, placed);
  return of_programmes ? kProgrammeSide * (1 + num_variants + num_others)
                       : kVariant * (1 + num_variants) + kScenario * num_others;
}

}  // namespace fmplan::api
