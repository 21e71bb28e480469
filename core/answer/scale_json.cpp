#include <fmt/format.h>

#include <algorithm>

#include "core/answer/scale_document.h"
#include "core/answer/scale_rows.h"
#include "core/base/quantity_text.h"

namespace fmplan::answer {

using nlohmann::ordered_json;

namespace {

using model::LawRange;
using model::Optimum;
using model::ScalingLaw;

template <class T>
ordered_json or_null(const std::optional<T>& value) {
  return value ? ordered_json(*value) : ordered_json(nullptr);
}

ordered_json range_json(const std::optional<LawRange<double>>& range) {
  return range ? ordered_json{range->low, range->high} : ordered_json(nullptr);
}
ordered_json range_json(const std::optional<LawRange<Flop>>& range) {
  return range ? ordered_json{range->low / flop, range->high / flop} : ordered_json(nullptr);
}

ordered_json answer_json(const LawRow& row, const ScaleQuestion& question) {
  const Optimum& point = *row.answer;
  ordered_json json = {{"parameters", point.parameters},
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
    json["cost_usd"] = money ? ordered_json(money_decimal(*money)) : ordered_json(nullptr);
  }
  return json;
}

ordered_json law_json(const LawRow& row, const ScaleQuestion& question) {
  const ScalingLaw& law = row.law;
  return {{"name", law.name},
          {"title", law.title},
          {"source", law.source},
          {"confirmed", law.confirmed},
          {"parameters_mean", law.parameters_mean},
          {"loss_means", law.loss_means.empty() ? ordered_json(nullptr) : ordered_json(law.loss_means)},
          {"fitted_on",
           {{"parameters", range_json(law.parameters)},
            {"tokens", range_json(law.tokens)},
            {"compute_flop", range_json(law.compute)}}},
          {"answer", row.answer ? answer_json(row, question) : ordered_json(nullptr)},
          {"no_answer", row.answer ? ordered_json(nullptr) : ordered_json(row.reason)},
          {"warnings", row.answer ? row.answer->warnings : std::vector<std::string>{}},
          {"notes", law.notes}};
}

ordered_json question_json(const ScaleQuestion& question) {
  const std::optional<Flop> compute = asked_compute(question);
  return {{"compute_flop", compute ? ordered_json(*compute / flop) : ordered_json(nullptr)},
          {"parameters", or_null(question.parameters)},
          {"tokens", or_null(question.tokens)},
          {"loss", or_null(question.loss)},
          {"budget_usd", question.budget ? ordered_json(money_decimal(*question.budget)) : ordered_json(nullptr)},
          {"inference_tokens", or_null(question.conditions.inference_tokens)},
          {"unique_tokens", or_null(question.conditions.unique_tokens)},
          {"law", question.law}};
}

ordered_json machine_json(const ScaleMachine& machine, double mfu) {
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
          {"price_valid_from", priced ? ordered_json(date_text(machine.price->valid_from)) : ordered_json(nullptr)},
          {"price_usd_per_node_hour",
           priced ? ordered_json(*machine.price->price / dollar_per_hour) : ordered_json(nullptr)}};
}

}  // namespace

ordered_json scale_json(const std::vector<LawRow>& rows, const ScaleQuestion& question) {
  ordered_json json = {{"question", question_json(question)}};
  json["machine"] = question.machine ? machine_json(*question.machine, question.mfu) : ordered_json(nullptr);
  json["laws"] = ordered_json::array();
  for (const LawRow& row : rows) json["laws"].push_back(law_json(row, question));
  json["batch"] = ordered_json::array();
  if (const LawRow* reference = reference_row(rows)) {
    for (const BatchRule& rule : batch_rules(*reference->answer)) {
      json["batch"].push_back({{"rule", rule.name},
                               {"gives", rule.what},
                               {"at_law", reference->law.name},
                               {"batch_tokens", rule.batch_tokens},
                               {"learning_rate", or_null(rule.learning_rate)},
                               {"note", rule.note}});
    }
  }
  json["assumptions"] = ordered_json::array();
  for (const Assumption& each : assumptions(question)) {
    json["assumptions"].push_back({{"path", each.path}, {"value", each.value}, {"why", each.why}});
  }
  return json;
}

bool any_answer(const Document& document) {
  return std::ranges::any_of(document.json["laws"], [](const ordered_json& law) { return !law["answer"].is_null(); });
}

}  // namespace fmplan::answer
