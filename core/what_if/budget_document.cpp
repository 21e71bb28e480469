#include "core/what_if/budget_document.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/answer/notice_text.h"
#include "core/answer/report_json.h"
#include "core/answer/report_tables.h"
#include "core/base/quantity_text.h"
#include "core/base/version.h"
#include "core/plan/node_choice.h"
#include "core/plan/subject.h"

namespace fmplan::what_if {
namespace {

using answer::Align;
using answer::Table;
using text::Json;

std::string loss_text(double loss) { return fmt::format("{:.4f}", loss); }

std::string shape_text(const model::Transformer& model) {
  return fmt::format("{} layers of {}, {} heads ({} of keys), MLP {}, vocabulary {}", model.num_layers,
                     count_text(model.hidden_size), model.num_heads, model.num_kv_heads,
                     count_text(model.ffn_hidden_size), model.vocabulary_size);
}

/// Without a deadline money for more than all nodes that are searched over a year makes models that no number of nodes
/// runs.
bool wants_deadline(const BudgetQuestion& question) {
  return !question.days && question.budget / question.node_price > plan::kMostSearchedNodes * (365 * day);
}

/// "33", "7,536 + 16": those that train, and spares.
std::string nodes_text(const SizeAnswer& size) {
  const std::string nodes = count_text(size.nodes);
  return size.spares > 0 ? fmt::format("{} + {}", nodes, size.spares) : nodes;
}

std::string machines_text(const plan::Report& report) {
  return held_text(plan::held_nodes(report), report.scenario.cluster.instance.name);
}

std::string budget_headline(const BudgetQuestion& question, const BudgetAnswer& answer) {
  const std::string stopped = answer.stopped ? "; interrupted: the best so far" : "";
  if (!answer.best)
    return fmt::format("{} on {} buys nothing that can run{}{}", money_text(question.budget),
                       question.base.document["cluster"]["instance"].get<std::string>(),
                       wants_deadline(question) ? "; --deadline '12 months' looks at runs of such a length alone" : "",
                       stopped);
  const SizeAnswer& best = *answer.best;
  return fmt::format("{} parameters on {} tokens: loss {} ({}), {} on {}, {} days (P50){}", count_text(best.parameters),
                     count_text(static_cast<double>(best.tokens)), loss_text(best.loss), question.law.name,
                     money_text(*answer.report.cost.total), machines_text(answer.report),
                     days_text(answer.report.median_days), stopped);
}

std::string batch_bound_text(const BudgetQuestion& question) {
  return question.batch ? "batch: a larger one would train on more tokens in the time"
                        : "batch: one beyond the critical would train on more tokens in the time, each worth less";
}

Table recommendation(const BudgetQuestion& question, const BudgetAnswer& answer) {
  const SizeAnswer& best = *answer.best;
  const plan::Report& report = answer.report;
  const plan::PhaseReport& phase = report.phases[report.main_phase];
  Table table{.title = "Recommendation", .header = {}, .align = {Align::kLeft, Align::kLeft}, .rows = {}, .notes = {}};
  const auto add = [&table](const char* what, std::string text) { table.rows.push_back({what, std::move(text)}); };
  add("model", fmt::format("{}: {}", count_text(best.parameters), shape_text(best.model)));
  add("tokens",
      fmt::format("{}, {:.0f} a parameter; {} sequences of {} a step", count_text(static_cast<double>(best.tokens)),
                  static_cast<double>(best.tokens) / best.parameters,
                  count_text(report.scenario.phases.front().global_batch_size),
                  count_text(report.scenario.phases.front().sequence_length)));
  add("loss", fmt::format("{} by {}; {} – {} where steps are at the ends of their 80 % interval", loss_text(best.loss),
                          question.law.name, loss_text(answer.loss_80.low), loss_text(answer.loss_80.high)));
  if (answer.promised && answer.promised->loss)
    add("promised", fmt::format("{} parameters on {} tokens and {} by the law alone, at {} of the peak",
                                count_text(answer.promised->parameters), count_text(answer.promised->tokens),
                                loss_text(*answer.promised->loss), ratio_text(kAssumedUtilisation)));
  add("nodes", machines_text(report));
  add("parallel", answer::parallel_text(phase.parallel));
  add("step time", fmt::format("{}, MFU {}", time_text(phase.step.total()), ratio_text(phase.mfu)));
  add("days",
      fmt::format("{} (P50), {} (9 in 10)", days_text(report.median_days), days_text(report.wall_clock_days_80.high)));
  if (report.deadline_chance) add("deadline", answer::deadline_text(report));
  add("cost", answer::cost_text(report));
  if (const auto& price = report.scenario.price; price.chosen && report.cost.price_per_node)
    add("price", fmt::format("{} a node: {}{}, on {}", money_rate_text(*report.cost.price_per_node), price.kind,
                             price.region.empty() ? "" : " in " + price.region, date_text(*price.on)));
  add("bound by", answer.bound_by == "money"   ? "money: its expected cost is the budget"
                  : answer.bound_by == "batch" ? batch_bound_text(question)
                  : answer.bound_by == "until" ? question.until.front().text
                                               : answer.bound_by);
  if (answer.bound_by == "money" && report.cost.total_80)
    table.notes.push_back(
        fmt::format("the budget is the mean: one run in ten costs more than {}; --until "
                    "'cost.p90<={}' bounds that",
                    money_text(report.cost.total_80->high), money_text(question.budget)));
  constexpr double kLong = 365;  // days (chosen)
  if (!question.days && report.median_days > kLong)
    table.notes.push_back(
        "no deadline was given, so that the nodes are those of least price: --deadline '12 months' "
        "bounds the days");
  return table;
}

/// Sizes at these factors of the best, as near as there are.
Table sizes_table(const BudgetQuestion& question, const BudgetAnswer& answer) {
  Table table{.title = question.days ? "Other sizes for the same money and time"
                                     : "Other sizes for the same money, however long they take",
              .header = {"parameters", "tokens", "a parameter", "nodes", "loss", "Δ loss"},
              .align = {Align::kRight, Align::kRight, Align::kRight, Align::kRight, Align::kRight, Align::kRight},
              .rows = {},
              .notes = {}};
  const SizeAnswer* last = nullptr;
  for (const double factor : {0.25, 0.5, 0.7, 1.0, 1.4, 2.0, 4.0}) {
    const double wanted = factor * answer.best->parameters;
    const SizeAnswer& size = *std::ranges::min_element(
        answer.sizes, {}, [&](const SizeAnswer& one) { return std::abs(std::log(one.parameters / wanted)); });
    if (&size == last || std::abs(std::log(size.parameters / wanted)) > kSizeStep - 1) continue;
    last = &size;
    table.rows.push_back({count_text(size.parameters), count_text(static_cast<double>(size.tokens)),
                          fmt::format("{:.0f}", static_cast<double>(size.tokens) / size.parameters), nodes_text(size),
                          loss_text(size.loss), fmt::format("{:+.4f}", size.loss - answer.best->loss)});
  }
  return table;
}

Table laws_table(const BudgetAnswer& answer) {
  Table table{.title = "Other laws, for the compute of this run",
              .header = {"law", "loss here", "its parameters", "its tokens", "its loss"},
              .align = {Align::kLeft, Align::kRight, Align::kRight, Align::kRight, Align::kRight},
              .rows = {},
              .notes = {"losses of different laws are over different data: compare them within a law only"}};
  for (const LawView& view : answer.laws) {
    if (!view.optimum) continue;
    table.rows.push_back({view.law, view.loss ? loss_text(*view.loss) : "–", count_text(view.optimum->parameters),
                          count_text(view.optimum->tokens), view.optimum->loss ? loss_text(*view.optimum->loss) : "–"});
  }
  return table;
}

std::vector<std::pair<std::string, std::string>> assumptions(const BudgetQuestion& question,
                                                             const BudgetAnswer& answer) {
  const model::ShapeRule& rule = question.rule;
  std::vector<std::pair<std::string, std::string>> list = {
      {"shape", fmt::format("layers = {:.3g} × (parameters / 1B)^{:.3f}, fitted to {} dense models of the catalogue "
                            "(off by {} as a standard deviation); MLP {:.3g} of the width, medians beside",
                            layers_by(rule, 1e9), rule.b, rule.num_models, ratio_text(std::exp(rule.log_sd) - 1),
                            rule.ffn_ratio)}};
  if (!question.batch)
    list.emplace_back("batch",
                      "the critical one of the tokens at most (Zhang et al. 2024, coefficient not confirmed): of a "
                      "larger one tokens are worth less than the law takes them for; --set "
                      "training.global_batch_size=N states one");
  if (answer.best) {
    const auto found = prediction(question.law, size_by(question.law, answer.best->model),
                                  static_cast<double>(answer.best->tokens), question.conditions);
    if (const auto* point = std::get_if<model::Optimum>(&found))
      for (const std::string& warning : point->warnings) list.emplace_back("law", warning);
  }
  return list;
}

Json size_json(const SizeAnswer& size) {
  return {{"parameters", size.parameters},   {"tokens", static_cast<long long>(size.tokens)},
          {"global_batch_size", size.batch}, {"nodes", size.nodes},
          {"spare_nodes", size.spares},      {"loss", size.loss}};
}

Json optimum_json(const std::optional<model::Optimum>& optimum) {
  if (!optimum) return nullptr;
  return {{"parameters", optimum->parameters},
          {"tokens", optimum->tokens},
          {"loss", optimum->loss ? Json(*optimum->loss) : Json()}};
}

}  // namespace

answer::Document budget_document(const BudgetQuestion& question, const BudgetAnswer& answer,
                                 const catalog::Catalog& catalog, std::uint64_t seed) {
  answer::Document document;
  document.headline = budget_headline(question, answer);
  const auto assumed = assumptions(question, answer);
  Table rest{.title = "Assumptions", .header = {}, .align = {Align::kLeft, Align::kLeft}, .rows = {}, .notes = {}};
  for (const auto& [what, text] : assumed) rest.rows.push_back({what, text});
  rest.notes.push_back(fmt::format("looked at {} sizes and numbers of nodes; --format json has the scenario",
                                   count_text(static_cast<double>(answer.num_points))));
  if (answer.at_edge && answer.best) rest.notes.push_back("the best is at the end of the sizes that were looked at");
  if (answer.best) {
    document.warnings = answer::notice_texts(answer.report.warnings);
    document.tables.push_back(recommendation(question, answer));
    document.tables.push_back(sizes_table(question, answer));
    document.tables.push_back(laws_table(answer));
  }
  document.tables.push_back(std::move(rest));
  Json& json = document.json;
  json = {{"version", 1},
          {"catalog_version", catalog.version()},
          {"fmplan_version", version()},
          {"budget", money_decimal(question.budget)},
          {"until", question.until.empty() ? Json() : Json(question.until.front().text)},
          {"law", question.law.name},
          {"answer", nullptr},
          {"sizes", Json::array()},
          {"laws", Json::array()},
          {"assumptions", Json::array()}};
  if (answer.best) {
    json["answer"] = size_json(*answer.best);
    json["answer"]["loss_low_80"] = answer.loss_80.low;
    json["answer"]["loss_high_80"] = answer.loss_80.high;
    json["answer"]["bound_by"] = answer.bound_by;
    json["answer"]["global_batch_size"] = answer.report.scenario.phases.front().global_batch_size;
    json["answer"]["report"] = answer::report_json(answer.report, {answer.scenario, catalog.version(), seed});
  }
  json["promised"] = optimum_json(answer.promised);
  if (answer.promised) json["promised"]["utilisation"] = kAssumedUtilisation;
  for (const SizeAnswer& size : answer.sizes) json["sizes"].push_back(size_json(size));
  for (const LawView& view : answer.laws)
    json["laws"].push_back(
        {{"law", view.law}, {"loss", view.loss ? Json(*view.loss) : Json()}, {"optimum", optimum_json(view.optimum)}});
  for (const auto& [what, text] : assumed) json["assumptions"].push_back({{"what", what}, {"text", text}});
  json["at_edge"] = answer.at_edge;
  json["points"] = static_cast<long long>(answer.num_points);
  json["stopped"] = answer.stopped;
  return document;
}

}  // namespace fmplan::what_if
