#include "api/ask_programme.h"

#include <algorithm>
#include <initializer_list>

#include "api/answering.h"
#include "core/export/export_kind.h"
#include "core/programme/explain_programme.h"
#include "core/programme/programme_document.h"
#include "core/programme/programme_figures.h"
#include "core/programme/programme_page.h"
#include "core/programme/programme_report_json.h"
#include "core/programme/question.h"

namespace fmplan::api {

namespace {

/// Fields that every question about a programme has, and others.
std::vector<QuestionField> programme_fields_and(std::initializer_list<QuestionField> others) {
  std::vector<QuestionField> fields = {
      {"programme", FieldKind::kProgramme, "the programme", true},
      {"set", FieldKind::kSets, "values to replace, items by name: {\"pools.p5.deliveries.0.on\": \"+14d\"}"},
      {"drop", FieldKind::kTexts, "without these projects"},
      {"only", FieldKind::kText, "with one organisation's projects alone"},
      {"trials", FieldKind::kCount, "programmes to simulate; 1000"},
      {"no_proof", FieldKind::kFlag, "do not ask clasp for the best placement"},
      kSeedField};
  fields.insert(fields.end(), others);
  return fields;
}

}  // namespace

const std::vector<QuestionField>& programme_fields() {
  static const std::vector<QuestionField> kFields =
      programme_fields_and({{"no_remedies", FieldKind::kFlag, "do not look for what would help projects at risk"},
                            kFailIfField,
                            kExplainField});
  return kFields;
}

namespace {

programme::StudyOptions programme_options(const Asked& asked, const AnswerContext& context) {
  programme::StudyOptions options{.seed = seed_of(asked), .threads = context.threads, .prove = !asked.flag("no_proof")};
  options.trials = trials_of(asked, options.trials);
  return options;
}

programme::ProgrammeQuestion programme_question(const Asked& asked, const AnswerContext& context) {
  bounds_of(asked, programme::programme_figures());
  return programme::programme_question(
      {.document = asked.document("programme")},
      {.file = "programme", .sets = asked.sets(kSetName), .drops = asked.texts("drop"), .only = asked.text("only")},
      context.catalog);
}

}  // namespace

programme::ProgrammeAnswer programme_answer(const Asked& asked, const AnswerContext& context, bool with_remedies) {
  const programme::StudyOptions options = programme_options(asked, context);
  return programme::answer_programme(programme_question(asked, context), context.catalog, options, with_remedies,
                                     context.watch);
}

const QuestionKind& export_question() {
  static const std::vector<QuestionField> kFields = programme_fields_and(
      {{"from", FieldKind::kText, "of a budget: the first of at most 12 months, 2026-03; the programme's"},
       {"focus_version", FieldKind::kText, "of FOCUS: 1.2 or 1.4, of which not all is verified; 1.2"}});
  static const QuestionKind kKind{"export", "what a file is made of", kFields, "programme", {}, nullptr};
  return kKind;
}

const QuestionKind& workbook_question(const nlohmann::json& body) {
  static const std::vector<QuestionField> kFields = [] {
    std::vector<QuestionField> fields = programme_fields_and(
        {{kScenarioName, FieldKind::kScenario, "a scenario instead, planned as POST /v1/plan does"},
         {kAnswerName, FieldKind::kAnswer, "what plan or sweep answered instead"}});
    fields.front().required = false;
    return fields;
  }();
  static const QuestionKind kOfProgramme{"export", "what a workbook is made of", kFields, "programme", {}, nullptr},
      kOfScenario{"export", "what a workbook is made of", kFields, kScenarioName, {}, nullptr};
  const auto has = [&body](std::string_view name) { return body.contains(std::string(name)); };
  const bool of_scenario =
      body.is_object() && !has("programme") && (has(kScenarioName) || (has("model") && !has("pools")));
  return of_scenario ? kOfScenario : kOfProgramme;
}

QuestionAnswer answer_programme(const Asked& asked, const AnswerContext& context) {
  const bool looks_for_remedies = !asked.flag("no_remedies") && !asked.has(kExplainName);
  const programme::ProgrammeAnswer answer = programme_answer(asked, context, looks_for_remedies);
  programme::check_money_bounds(bounds_of(asked, programme::programme_figures()), answer.study.programme->currency,
                                "--fail-if");
  const text::Json report = programme_report_json(answer);
  if (context.form && !asked.has(kExplainName) && !context.watch.stopped())
    for (const exports::ExportKind& kind : exports::export_kinds())
      if (kind.name == "focus" || kind.name == "xlsx")
        context.form(kind.name, kind.make(answer, context.catalog, {}).text);
  QuestionAnswer result;
  result.json = asked.has(kExplainName)
                    ? json_text(explain_programme(asked.texts(kExplainName), answer, report), context)
                    : json_text(programme_document(answer), context, [&] { return programme_page(answer); });
  result.gates = judged(asked, programme::programme_figures(), programme::programme_values(report));
  result.can_run =
      std::ranges::none_of(answer.study.projects, [](const auto& project) { return project.phases.empty(); });
  result.stopped = context.watch.stopped();
  return result;
}

double work_of_programme(const Asked& asked, const AnswerContext& context) {
  // Measured on the bundled ones: placement and remedies, and a thousand trials of some dozen projects.
  constexpr double kPlacement = 0.1, kRemedies = 1.5, kTrial = 5e-5, kProof = 1.0;
  const programme::StudyOptions options = programme_options(asked, context);
  programme_question(asked, context);
  return kPlacement + (options.prove ? kProof : 0) + (asked.flag("no_remedies") ? 0 : kRemedies) +
         kTrial * static_cast<double>(options.trials);
}

}  // namespace fmplan::api
