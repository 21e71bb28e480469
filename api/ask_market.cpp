#include "api/ask_market.h"

#include "api/answering.h"
#include "core/what_if/market_document.h"
#include "core/what_if/market_picture.h"
#include "core/what_if/market_question.h"

namespace fmplan::api {
namespace {

what_if::MarketQuestion market_question(const Asked& asked, const AnswerContext& context) {
  return what_if::market_question({.file = "scenario",
                                   .sets = asked.sets(kSetName),
                                   .until = asked.text("until"),
                                   .minimize = asked.text("minimize"),
                                   .maximize = asked.text("maximize"),
                                   .on = asked.text("on"),
                                   .regions = asked.text("regions"),
                                   .kinds = asked.text("kinds"),
                                   .nodes = asked.text("nodes"),
                                   .scenario = what_if::AskedScenario{.name = "scenario",
                                                                      .document = asked.document(kScenarioName),
                                                                      .folder = std::nullopt}},
                                  context.catalog);
}

}  // namespace

const std::vector<QuestionField>& market_fields() {
  static const std::vector<QuestionField> kFields = {
      kScenarioField,
      kSetField,
      {"until", FieldKind::kText, "what must hold, beside run.deadline: days<=90 and cost.p90<$80M"},
      {"minimize", FieldKind::kText, "the best has the least of it; cost"},
      {"maximize", FieldKind::kText, "the best has the most of it"},
      {"on", FieldKind::kText, "machines: p5*,p6*,trn2*, or * for all; those of the scenario's provider"},
      {"regions", FieldKind::kText, "where: us-*,eu-*; all but governments'"},
      {"kinds", FieldKind::kText, "ways of buying: on_demand,capacity_block; all but reservations and spot"},
      {"nodes", FieldKind::kText, "numbers of nodes: 64..512:8; 1 to 20,000, each within 3 % of the next"}};
  return kFields;
}

QuestionAnswer answer_market(const Asked& asked, const AnswerContext& context) {
  const what_if::MarketQuestion question = market_question(asked, context);
  const what_if::MarketAnswer answer = look_at_market(question, context.catalog, context.threads, context.watch);
  const answer::Document document = market_document(question, answer, context.catalog);
  return {.json = json_text(document, context, [&] { return market_page(question, answer, document); }),
          .can_run = !answer.lines.empty(),
          .stopped = answer.stopped};
}

double work_of_market(const Asked& asked, const AnswerContext& context) {
  constexpr double kPoint = 2e-3;  // measured: 30 machines × 350 numbers of nodes of a scenario on "auto" take 15 s
  const what_if::MarketQuestion question = market_question(asked, context);
  double num_machines = 0;
  const std::string* last = nullptr;  // offers of one machine stand next to each other
  for (const what_if::Offer& offer : question.offers) {
    num_machines += last == nullptr || *last != offer.instance ? 1 : 0;
    last = &offer.instance;
  }
  return kPoint * num_machines * static_cast<double>(question.nodes.size());
}

}  // namespace fmplan::api
