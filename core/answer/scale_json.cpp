#include <fmt/format.h>

#include <algorithm>

#include "core/answer/json_values.h"
#include "core/answer/scale_document.h"
#include "core/answer/scale_rows.h"
#include "core/base/quantity_text.h"
#include "core/base/version.h"

namespace fmplan::answer {

using text::Json;

namespace {

using model::LawRange;
using model::Optimum;
using model::ScalingLaw;

Json law_range_json(const std::optional<LawRange<double>>& range) {
  return range ? Json::array({range->low, range->high}) : Json(nullptr);
}
Json law_range_json(const std::optional<LawRange<Flop>>& range) {
  return range ? Json::array({range->low / flop, range->high / flop}) : Json(nullptr);
}

Json answer_json(const LawRow& row, const ScaleQuestion& question) {
  const Optimum& point = *row.answer;
  Json json = {{"parameters", point.parameters},
               {"active_parameters", or_null(point.active_parameters)},
               {"tokens", point.tokens},
               {"tokens_per_parameter", point.tokens / point.parameters},
               {"loss", or_null(point.loss)},
               {"training_flop", point.compute / flop},
               {"inference_flop", point.inference_compute / flop}};
  if (asks_prediction(question)) json["over_training_ratio"] = or_null(row.over_training);
  if (question.machine) {
    const Seconds time = accelerator_time(point.compute, *question.machine, question.mfu);
    const std::optional<Dollars> money = cost(point, question);
    json["accelerator_hours"] = time / hour;
    json["node_days"] = time / question.machine->instance.accelerators_per_node / day;
    json["cost_usd"] = money ? Json(money_decimal(*money)) : Json(nullptr);
  }
  return json;
}

Json law_json(const LawRow& row, const ScaleQuestion& question) {
  const ScalingLaw& law = row.law;
  return {{"name", law.name},
          {"title", law.title},
          {"source", law.source},
          {"confirmed", law.confirmed},
          {"parameters_mean", law.parameters_mean},
          {"loss_means", law.loss_means.empty() ? Json(nullptr) : Json(law.loss_means)},
          {"fitted_on",
           {{"parameters", law_range_json(law.parameters)},
            {"tokens", law_range_json(law.tokens)},
            {"compute_flop", law_range_json(law.compute)}}},
          {"answer", row.answer ? answer_json(row, question) : Json(nullptr)},
          {"no_answer", row.answer ? Json(nullptr) : Json(row.reason)},
          {"warnings", row.answer ? row.answer->warnings : std::vector<std::string>{}},
          {"notes", law.notes}};
}

Json question_json(const ScaleQuestion& question) {
  const std::optional<Flop> compute = asked_compute(question);
  return {{"compute_flop", compute ? Json(*compute / flop) : Json(nullptr)},
          {"parameters", or_null(question.parameters)},
          {"tokens", or_null(question.tokens)},
          {"loss", or_null(question.loss)},
          {"budget_usd", question.budget ? Json(money_decimal(*question.budget)) : Json(nullptr)},
          {"inference_tokens", or_null(question.conditions.inference_tokens)},
          {"unique_tokens", or_null(question.conditions.unique_tokens)},
          {"law", question.law}};
}

Json machine_json(const ScaleMachine& machine, double mfu) {
  const bool priced = machine.price && machine.price->price;
  return {{"instance", machine.instance.name},
          {"accelerator", machine.instance.accelerator.name},
          {"accelerators_per_node", machine.instance.accelerators_per_node},
          {"precision", machine.precision},
          {"peak_tflop_per_s", machine.peak / teraflop_per_second},
          {"mfu", mfu},
          {"flop_convention", "6n"},
          {"region", machine.region},
          {"price_kind", machine.price_kind},
          {"catalog_version", machine.catalog_version},
          {"price_date", date_text(machine.on)},
          {"price_valid_from", priced ? Json(date_text(machine.price->valid_from)) : Json(nullptr)},
          {"price_usd_per_node_hour", priced ? Json(*machine.price->price / dollar_per_hour) : Json(nullptr)}};
}

}  // namespace

Json scale_json(const std::vector<LawRow>& rows, const ScaleQuestion& question) {
  Json json = {{"version", 1}, {"fmplan_version", version()}, {"question", question_json(question)}};
  json["machine"] = question.machine ? machine_json(*question.machine, question.mfu) : Json(nullptr);
  json["laws"] = Json::array();
  for (const LawRow& row : rows) json["laws"].push_back(law_json(row, question));
  json["batch"] = Json::array();
  if (const LawRow* reference = reference_row(rows, question.conditions)) {
    for (const BatchRule& rule : batch_rules(*reference->answer, question.batch_law)) {
      json["batch"].push_back({{"rule", rule.name},
                               {"gives", rule.what},
                               {"at_law", reference->law.name},
                               {"batch_tokens", rule.batch_tokens},
                               {"learning_rate", or_null(rule.learning_rate)},
                               {"note", rule.note}});
    }
  }
  json["assumptions"] = Json::array();
  for (const Assumption& each : assumptions(question)) {
    json["assumptions"].push_back({{"path", each.path}, {"value", each.value}, {"why", each.why}});
  }
  return json;
}

bool any_answer(const Document& document) {
  return std::ranges::any_of(document.json.at("laws").elements(),
                             [](const Json& law) { return !law.at("answer").is_null(); });
}

}  // namespace fmplan::answer
