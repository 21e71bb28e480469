#include "api/ask_scenario.h"

#include <algorithm>

#include "api/answering.h"
#include "core/answer/explain_document.h"
#include "core/answer/explain_run.h"
#include "core/answer/gate.h"
#include "core/answer/report_document.h"
#include "core/answer/report_json.h"
#include "core/answer/run_document.h"
#include "core/answer/run_json.h"
#include "core/answer/run_page.h"
#include "core/answer/search_answer.h"
#include "core/answer/search_document.h"
#include "core/export/answer_workbook.h"
#include "core/picture/run_svg.h"
#include "core/plan/evaluate.h"
#include "core/plan/outlook.h"
#include "core/plan/run_study.h"
#include "core/text/json_conversion.h"

namespace fmplan::api {
namespace {

constexpr QuestionField kMegatronField{"mode", FieldKind::kText,
                                       "megatron_theoretical: add Megatron-LM's own estimate"};

answer::Document explained(const Asked& asked, const plan::Report& report, const AskedAbout& about,
                           const AnswerContext& context) {
  const text::Json json = answer::report_json(report, {about.document, context.catalog.version(), seed_of(asked)});
  return answer::explain_document(asked.texts(kExplainName), {report, about.document, context.catalog}, json);
}

bool can_run(const plan::Report& report) { return report.obstacles.empty(); }

}  // namespace

const std::vector<QuestionField>& plan_fields() {
  static const std::vector<QuestionField> kFields = {kScenarioField, kSetField, kFailIfField, kExplainField,
                                                     kSeedField};
  return kFields;
}

QuestionAnswer answer_plan(const Asked& asked, const AnswerContext& context) {
  bounds_of(asked, answer::plan_figures());
  const AskedAbout about = scenario_of(asked, context);
  const plan::Report report = evaluate(about.scenario, context.threads);
  if (asked.has(kExplainName)) {
    const text::Json json = answer::report_json(report, {about.document, context.catalog.version(), seed_of(asked)});
    return {.json = json_text(explained(asked, report, about, context), context),
            .gates = judged(asked, answer::plan_figures(), answer::report_values(report, json)),
            .can_run = can_run(report)};
  }
  const plan::Outlook outlook{neighbours(about.scenario, report, context.threads), deciding_assumptions(report)};
  const answer::ReportOrigin origin{about.document, context.catalog.version(), seed_of(asked)};
  answer::Document document;
  if (context.form) {
    document = answer::plan_document(report, origin, outlook, {});
    context.form("xlsx", exports::answer_xlsx(text::parsed(document.json), "").text);
  } else {
    // Tables and charts would cost a sixth of the time.
    document.json = answer::plan_json(report, origin, outlook);
  }
  return {.json = json_text(document, context),
          .gates = judged(asked, answer::plan_figures(), answer::report_values(report, document.json)),
          .can_run = can_run(report)};
}

QuestionAnswer answer_step(const Asked& asked, const AnswerContext& context) {
  bounds_of(asked, answer::plan_figures());
  const AskedAbout about = scenario_of(asked, context);
  const plan::Report report = evaluate(about.scenario, context.threads);
  const answer::Document document =
      asked.has(kExplainName) ? explained(asked, report, about, context) : answer::step_document(report);
  QuestionAnswer result{.json = json_text(document, context), .can_run = can_run(report)};
  if (asked.has(kFailIfName)) {
    const text::Json json = answer::report_json(report, {about.document, context.catalog.version(), seed_of(asked)});
    result.gates = judged(asked, answer::plan_figures(), answer::report_values(report, json));
  }
  return result;
}

const std::vector<QuestionField>& memory_fields() {
  static const std::vector<QuestionField> kFields = {kScenarioField, kSetField, kMegatronField, kExplainField};
  return kFields;
}

QuestionAnswer answer_memory(const Asked& asked, const AnswerContext& context) {
  constexpr std::string_view kMegatronMode = "megatron_theoretical";
  const std::string mode = asked.text(kMegatronField.name);
  if (!mode.empty() && mode != kMegatronMode)
    throw InputError("--mode", "\"" + mode + "\" is not megatron_theoretical; write that, or leave it out");
  const AskedAbout about = scenario_of(asked, context);
  const plan::Report report = evaluate(about.scenario, context.threads);
  const answer::Document document = asked.has(kExplainName) ? explained(asked, report, about, context)
                                                            : answer::memory_document(report, !mode.empty());
  return {.json = json_text(document, context), .can_run = can_run(report)};
}

const std::vector<QuestionField>& run_fields() {
  static const std::vector<QuestionField> kFields = {kScenarioField,
                                                     kSetField,
                                                     {"trials", FieldKind::kCount, "runs to simulate; 10000"},
                                                     {"no_changes", FieldKind::kFlag, "leave out what would help most"},
                                                     kFailIfField,
                                                     kExplainField,
                                                     kSeedField};
  return kFields;
}

namespace {

plan::RunStudyOptions run_options(const Asked& asked, const AnswerContext& context) {
  plan::RunStudyOptions options{.seed = seed_of(asked), .threads = context.threads};
  options.trials = trials_of(asked, options.trials);
  options.trials_per_change = asked.flag("no_changes") ? 0 : std::min(options.trials_per_change, options.trials);
  return options;
}

}  // namespace

QuestionAnswer answer_run(const Asked& asked, const AnswerContext& context) {
  bounds_of(asked, answer::run_figures());
  const plan::RunStudyOptions options = run_options(asked, context);
  const AskedAbout about = scenario_of(asked, context);
  const plan::RunStudy study = study_run(about.scenario, options, context.watch);
  const bool stopped = context.watch.stopped();
  const answer::ReportOrigin origin{about.document, context.catalog.version(), options.seed};
  const answer::Document document = answer::run_document(study, origin, options.trials, stopped);
  QuestionAnswer result{.can_run = answer::can_run(study), .stopped = stopped};
  result.gates = judged(asked, answer::run_figures(), answer::run_values(study, document.json));
  if (asked.has(kExplainName)) {
    const text::Json report = answer::report_json(study.report, origin);
    result.json =
        json_text(answer::explain_run_document(asked.texts(kExplainName), study,
                                               {study.report, about.document, context.catalog}, report, document.json),
                  context);
  } else {
    result.json = json_text(document, context, [&] {
      return answer::run_page(document, picture::run_svg(study, options.seed), origin, options.trials);
    });
  }
  return result;
}

double work_of_run(const Asked& asked, const AnswerContext& context) {
  // Measured: 10,000 trials of the bundled scenarios take 0.1 to 1.4 s, and what would help most about as much again.
  constexpr double kSecondsPerTrial = 5e-5;
  bounds_of(asked, answer::run_figures());
  scenario_of(asked, context);
  const plan::RunStudyOptions options = run_options(asked, context);
  constexpr double kChanges = 10;  // numbers of spares tried among them
  return kSecondsPerTrial *
         (static_cast<double>(options.trials) + kChanges * static_cast<double>(options.trials_per_change));
}

const std::vector<QuestionField>& search_fields() {
  static const std::vector<QuestionField> kFields = {
      kScenarioField,
      kSetField,
      {"objective", FieldKind::kText, "step_time, gpu_hours, cost or energy; step_time"},
      {"top", FieldKind::kText, "plans to show; 10"},
      {"space", FieldKind::kText, "whole, all or framework; whole"},
      {"nodes", FieldKind::kText, "numbers of nodes: 32,64 or 32..128:8; the scenario's"},
      {"fit_confidence", FieldKind::kText, "chance of fitting in memory that a plan must have; the scenario's"},
      {"phase", FieldKind::kText, "phase to search for; the one with most tokens"},
      {"max_plans", FieldKind::kText, "refuse larger spaces; 2B"},
      {"tensor", FieldKind::kText, "tensor-parallel degrees, those alone: 4,8"},
      {"pipeline", FieldKind::kText, "pipeline stages, those alone"},
      {"virtual_pipeline", FieldKind::kText, "model chunks a stage, those alone"},
      {"context", FieldKind::kText, "context-parallel degrees, those alone"},
      {"expert", FieldKind::kText, "expert-parallel degrees, those alone"},
      {"micro_batch_size", FieldKind::kText, "sequences of a micro-batch, those alone"},
      {"min_micro_batches", FieldKind::kText, "micro-batches of a pipeline in a step, at least"},
      {"schedules", FieldKind::kText, "1f1b, gpipe, breadth_first, zb_h1, zb_v, dualpipe"},
      {"zero", FieldKind::kText, "ZeRO stages: 0 to 3"},
      {"recompute", FieldKind::kText, "none, selective, full"},
      {"tensor_across_domains", FieldKind::kFlag, "also tensor parallelism that leaves the scale-up domain"},
      {"no_offload", FieldKind::kFlag, "nothing lies in the host's memory"},
      kFailIfField,
      kExplainField,
      kSeedField};
  return kFields;
}

namespace {

answer::SearchArguments search_arguments(const Asked& asked) {
  answer::SearchArguments arguments;
  asked.take("objective", arguments.objective);
  asked.take("top", arguments.top);
  asked.take("max_plans", arguments.max_plans);
  asked.take("space", arguments.space);
  asked.take("phase", arguments.phase);
  asked.take("nodes", arguments.nodes);
  asked.take("fit_confidence", arguments.fit_confidence);
  asked.take("tensor", arguments.tensor);
  asked.take("pipeline", arguments.pipeline);
  asked.take("virtual_pipeline", arguments.virtual_pipeline);
  asked.take("context", arguments.context);
  asked.take("expert", arguments.expert);
  asked.take("micro_batch_size", arguments.micro_batch_sizes);
  asked.take("min_micro_batches", arguments.min_micro_batches);
  asked.take("schedules", arguments.schedules);
  asked.take("zero", arguments.zero_stages);
  asked.take("recompute", arguments.recompute);
  arguments.tensor_across_domains = asked.flag("tensor_across_domains");
  arguments.no_offload = asked.flag("no_offload");
  return arguments;
}

}  // namespace

QuestionAnswer answer_search(const Asked& asked, const AnswerContext& context) {
  bounds_of(asked, answer::search_figures());
  const AskedAbout about = scenario_of(asked, context);
  answer::SearchAsked question = answer::search_asked(about.scenario, search_arguments(asked));
  plan::SearchResult found = search(question.scenario, question.phase(), question.question, context.watch);
  const bool stopped = found.stopped;
  const answer::SearchAnswer result = answer::search_answer(question, std::move(found), context.catalog.version());
  if (!result.best) return {.json = json_text(result.document, context), .can_run = false, .stopped = stopped};
  return {.json = json_text(asked.has(kExplainName)
                                ? explained(asked, answer::best_report(question, *result.best), about, context)
                                : result.document,
                            context),
          .gates = judged(asked, answer::search_figures(), answer::search_values(question.scenario, *result.best)),
          .stopped = stopped};
}

double work_of_search(const Asked& asked, const AnswerContext& context) {
  constexpr double kPlansPerSecond = 4e6;  // measured on one core of a server, plans that do not fit among them
  bounds_of(asked, answer::search_figures());
  const AskedAbout about = scenario_of(asked, context);
  const answer::SearchAsked question = answer::search_asked(about.scenario, search_arguments(asked));
  return static_cast<double>(num_plans(question.scenario, question.phase(), question.question)) / kPlansPerSecond;
}

}  // namespace fmplan::api
