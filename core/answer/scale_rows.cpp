#include "core/answer/scale_rows.h"

#include <fmt/format.h>

#include <utility>

#include "core/base/quantity_text.h"
#include "core/model/scaling_law_batch.h"

namespace fmplan::answer {

using model::Optimum;
using model::ScalingLaw;

bool asks_prediction(const ScaleQuestion& question) { return question.parameters && question.tokens; }

std::optional<Flop> asked_compute(const ScaleQuestion& question) {
  if (!question.budget) return question.compute;
  return budget_compute(*question.budget, *question.machine->price->price, *question.machine, question.mfu);
}

namespace {

/// Why a point is none of a law that takes repeated tokens as fresh; empty where it is one.
std::string taken_as_fresh(const ScalingLaw& law, const Optimum& point, const model::LawConditions& conditions) {
  if (!conditions.unique_tokens || knows_repetition(law) || point.tokens <= *conditions.unique_tokens) return "";
  return fmt::format("takes all tokens as fresh, and {} are {:.3g} epochs of {}", count_text(point.tokens),
                     point.tokens / *conditions.unique_tokens, count_text(*conditions.unique_tokens));
}

LawRow ask(ScalingLaw law, const ScaleQuestion& question) {
  model::LawAnswer answer = model::NoAnswer{};
  LawRow row;
  if (asks_prediction(question)) {
    answer = model::prediction(law, *question.parameters, *question.tokens, question.conditions);
  } else if (question.parameters) {
    answer = model::optimum_for_parameters(law, *question.parameters, question.conditions);
  } else if (question.tokens) {
    answer = model::optimum_for_tokens(law, *question.tokens, question.conditions);
  } else if (question.loss) {
    answer = model::optimum_for_loss(law, *question.loss, question.conditions);
  } else {
    answer = model::optimum_for_compute(law, *asked_compute(question), question.conditions);
  }
  if (const model::NoAnswer* none = std::get_if<model::NoAnswer>(&answer)) {
    row.reason = none->reason;
  } else {
    Optimum& point = std::get<Optimum>(answer);
    row.reason = taken_as_fresh(law, point, question.conditions);
    if (row.reason.empty()) row.answer = std::move(point);
  }
  if (row.answer && asks_prediction(question))
    row.over_training = model::over_training_ratio(law, *question.parameters, *question.tokens, question.conditions);
  row.law = std::move(law);
  return row;
}

}  // namespace

std::vector<LawRow> ask_all(const ScaleQuestion& question) {
  std::vector<LawRow> rows;
  for (const ScalingLaw& law : question.laws) rows.push_back(ask(law, question));
  return rows;
}

std::optional<Dollars> cost(const Optimum& point, const ScaleQuestion& question) {
  const ScaleMachine& machine = *question.machine;
  if (!machine.price || !machine.price->price) return std::nullopt;
  return accelerator_time(point.compute, machine, question.mfu) / machine.instance.accelerators_per_node *
         *machine.price->price;
}

std::vector<Assumption> assumptions(const ScaleQuestion& question) {
  std::vector<Assumption> list;
  if (question.machine) {
    const ScaleMachine& machine = *question.machine;
    list.push_back({"mfu", ratio_text(question.mfu),
                    fmt::format("{} of the dense {} peak, {} per accelerator; 6ND FLOP",
                                question.mfu_given ? "as given: share" : "assumed: a typical share", machine.precision,
                                flop_rate_text(machine.peak))});
    if (machine.price && machine.price->price) {
      list.push_back(
          {"price", money_rate_text(*machine.price->price),
           fmt::format("per {}, {}, {}, in force on {}; seen from {}{}{}", machine.instance.name, machine.region,
                       machine.price_kind, date_text(machine.on), date_text(machine.price->valid_from),
                       machine.price->last_seen ? " to " + date_text(*machine.price->last_seen) : "",
                       machine.price->confirmed ? "" : ", unconfirmed")});
    } else {
      list.push_back({"price", "unknown",
                      fmt::format("no {} price of {} in {} on {} is known: no cost is given; {}", machine.price_kind,
                                  machine.instance.name, machine.region, date_text(machine.on), machine.price_hint)});
    }
  }
  const auto asks = [&](const char* name) { return question.law == "all" || question.law == name; };
  if (asks("clark-2022")) {
    list.push_back(
        {"experts", std::to_string(question.conditions.num_experts), "experts per routed layer (clark-2022)"});
  }
  if (asks("krajewski-2024")) {
    list.push_back({"granularity", fmt::format("{:g}", question.conditions.granularity),
                    "fine experts per standard expert, 64-fold expansion (krajewski-2024)"});
  }
  if (asks("sardana-2024")) {
    const std::optional<double>& served = question.conditions.inference_tokens;
    list.push_back({"inference_tokens", served ? count_text(*served) : "none",
                    !served                 ? "nothing is served: training alone is divided (sardana-2024)"
                    : question.law == "all" ? "to be served (sardana-2024); other laws divide training alone"
                                            : "to be served (sardana-2024)"});
  }
  if (asks("muennighoff-2023")) {
    const std::optional<double>& unique = question.conditions.unique_tokens;
    list.push_back(
        {"unique_tokens", unique ? count_text(*unique) : "unlimited",
         unique ? "more than that repeats them (muennighoff-2023)" : "no token is repeated (muennighoff-2023)"});
  }
  return list;
}

std::vector<BatchRule> batch_rules(const Optimum& point, const std::optional<ScalingLaw>& batch_law) {
  std::vector<BatchRule> rules;
  if (const auto* form = batch_law ? std::get_if<model::KaplanForm>(&batch_law->form) : nullptr) {
    const double own_loss = loss(form->loss, point.parameters, point.tokens);
    rules.push_back({batch_law->name,
                     "critical batch",
                     critical_batch(form->loss, own_loss),
                     {},
                     fmt::format("at its own loss, {:.3f}; twice the fewest steps and tokens there", own_loss)});
  }
  const model::HyperParameters deepseek = model::deepseek_hyper_parameters(point.compute);
  const model::HyperParameters step = model::step_law_hyper_parameters(point.parameters, point.tokens);
  rules.push_back({"zhang-2024",
                   "critical batch",
                   model::data_critical_batch(point.tokens),
                   {},
                   "∝ D^0.47 is confirmed, its coefficient is not; 85M–1.2B parameters"});
  rules.push_back(
      {"deepseek-llm-2024", "best batch", deepseek.batch_tokens, deepseek.learning_rate, "fitted on 1e17–2e19 FLOP"});
  rules.push_back(
      {"step-law-2025", "best batch", step.batch_tokens, step.learning_rate, "AdamW, cosine; N without vocabulary"});
  return rules;
}

const LawRow* reference_row(const std::vector<LawRow>& rows, const model::LawConditions& conditions) {
  const LawRow* first = nullptr;
  for (const LawRow& row : rows) {
    if (!row.answer) continue;
    if (conditions.unique_tokens ? knows_repetition(row.law) : row.law.name == "besiroglu-2024") return &row;
    if (!first) first = &row;
  }
  return first;
}

}  // namespace fmplan::answer
