#include "api/ask_facts.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "api/answering.h"
#include "core/answer/contention_document.h"
#include "core/answer/explain_document.h"
#include "core/answer/network_question.h"
#include "core/answer/network_times.h"
#include "core/answer/scale_document.h"
#include "core/answer/scale_options.h"
#include "core/answer/topology_document.h"
#include "core/scenario/scenario_json.h"

namespace fmplan::api {

const std::vector<QuestionField>& scale_fields() {
  static const std::vector<QuestionField> kFields = {
      {"compute", FieldKind::kText, "training compute: 1e24, or 100 PF-days"},
      {"params", FieldKind::kText, "parameters: 70B; with tokens: predict the loss"},
      {"tokens", FieldKind::kText, "training tokens: 15T"},
      {"loss", FieldKind::kText, "loss to reach, nats per token"},
      {"budget", FieldKind::kText, "money: $5M; needs on"},
      {"on", FieldKind::kText, "instance type: p5.48xlarge; adds hours and cost"},
      {"law", FieldKind::kText, "one law by name, or all; all"},
      {"mfu", FieldKind::kText, "share of the half-precision peak; 40%"},
      {"inference_tokens", FieldKind::kText, "tokens to be served, for sardana-2024"},
      {"unique_tokens", FieldKind::kText, "tokens there are, for muennighoff-2023"},
      {"experts", FieldKind::kCount, "for clark-2022; 64"},
      {"granularity", FieldKind::kNumber, "for krajewski-2024; 8"},
      {"region", FieldKind::kText, "of the price; as plan's, where the machine is sold"},
      {"price_kind", FieldKind::kText, "of the price; on_demand"},
      {"date", FieldKind::kText, "day of the price, YYYY-MM-DD; that of the catalogues"}};
  return kFields;
}

QuestionAnswer answer_scale(const Asked& asked, const AnswerContext& context) {
  answer::ScaleOptions options;
  asked.take("compute", options.compute);
  asked.take("params", options.parameters);
  asked.take("tokens", options.tokens);
  asked.take("loss", options.loss);
  asked.take("budget", options.budget);
  asked.take("on", options.instance);
  asked.take("law", options.law);
  asked.take("mfu", options.mfu);
  asked.take("inference_tokens", options.inference_tokens);
  asked.take("unique_tokens", options.unique_tokens);
  asked.take("region", options.region);
  asked.take("price_kind", options.price_kind);
  asked.take("date", options.date);
  constexpr std::uint64_t kMostExperts = 1'000'000;  // chosen: of no model there is
  options.num_experts = static_cast<int>(
      std::min(kMostExperts, asked.count_or("experts", static_cast<std::uint64_t>(options.num_experts))));
  options.granularity = asked.number_or("granularity", options.granularity);
  const answer::Document document = answer::scale_document(answer::scale_question(options, context.catalog));
  return {.json = json_text(document, context), .can_run = answer::any_answer(document)};
}

const std::vector<QuestionField>& network_fields() {
  static const std::vector<QuestionField> kFields = {
      {"cluster", FieldKind::kText, "instance of the catalogue, p5.48xlarge; or scenario"},
      {"scenario", FieldKind::kScenario, "whose cluster it is"},
      {"nodes", FieldKind::kText, "instances; 1, or the scenario's"},
      {"collective", FieldKind::kText,
       "all_reduce, all_gather, reduce_scatter, all_to_all, broadcast, reduce, send_receive; all_reduce"},
      {"bytes", FieldKind::kTexts, "sizes, for instance 1048576 or 1 GiB"},
      {"expect", FieldKind::kFlag, "with the interval that measurements should lie in"},
      {"show", FieldKind::kFlag, "the network itself: its levels, what fills up first, what was assumed"},
      {"fabric", FieldKind::kText, "with show or contention: a fabric of the catalogue, meta-24k"},
      {"oversubscription", FieldKind::kText, "with show or contention: 2:1"},
      {"contention", FieldKind::kFlag, "what slows the collective down"},
      {"jobs_beside", FieldKind::kText, "with contention: other jobs on the same leaves; 1"},
      {"failed_nics", FieldKind::kText, "with contention: NICs down in one machine; 1"},
      {"routing", FieldKind::kText, "with contention: spray or d-mod-k; spray"}};
  return kFields;
}

QuestionAnswer answer_network(const Asked& asked, const AnswerContext& context) {
  if (asked.has("cluster") == asked.has(kScenarioName))
    throw InputError("#/cluster", "give one of cluster, an instance of the catalogue, and scenario");
  hardware::Cluster cluster;
  if (asked.has("cluster"))
    cluster.instance = context.catalog.instance(asked.text("cluster"));
  else
    cluster = scenario::read_scenario(asked.document(kScenarioName), context.catalog, std::nullopt).cluster;
  cluster = answer::with_nodes(std::move(cluster), asked.text("nodes"));
  const answer::NetworkOptions options{
      .collective = asked.text("collective"),
      .sizes = asked.texts("bytes"),
      .expect = asked.flag("expect"),
      .fabric = {.fabric = asked.text("fabric"), .oversubscription = asked.text("oversubscription")},
      .contention = {.contention = asked.flag("contention"),
                     .jobs_beside = asked.text("jobs_beside"),
                     .failed_nics = asked.text("failed_nics"),
                     .routing = asked.text("routing")}};
  if (options.contention.is_asked()) {
    if (asked.flag("show") || asked.flag("expect"))
      throw InputError("#/contention", "cannot be asked together with show or expect");
    return {.json = json_text(contention_document(cluster, options, context.catalog), context)};
  }
  if (asked.flag("show") || options.fabric.is_chosen())
    return {.json =
                json_text(answer::topology_document(with_fabric(cluster, options.fabric, context.catalog)), context)};
  const answer::TimesQuestion question = times_question(cluster, options);
  const auto times = answer::collective_times(question, context.catalog);
  return {.json = json_text(times ? answer::times_document(*times) : answer::textbook_document(question), context)};
}

const std::vector<QuestionField>& explain_fields() {
  static const std::vector<QuestionField> kFields = {
      {"keys", FieldKind::kTexts, "figures, as days, or keys of the report, as step.mfu; all: each of them", true}};
  return kFields;
}

QuestionAnswer answer_explain(const Asked& asked, const AnswerContext& context) {
  try {
    return {.json = json_text(answer::explain_formulas(asked.texts("keys")), context)};
  } catch (const InputError& error) {
    Issues issues = error.issues();
    for (Issue& issue : issues) issue.where = "#/keys";
    throw InputError(std::move(issues));
  }
}

}  // namespace fmplan::api
