#include "core/answer/scale_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/answer/scale_rows.h"
#include "core/base/quantity_text.h"

namespace fmplan::answer {
namespace {

using model::LawRange;
using model::Optimum;
using model::ScalingLaw;

const char* const kNone = "–";

std::string scale_headline(const ScaleQuestion& question) {
  if (question.budget) {
    return fmt::format("What {} buys on {}: {}", money_text(*question.budget), question.machine->instance.name,
                       flop_text(*asked_compute(question)));
  }
  if (question.compute) return fmt::format("Compute-optimal training with {}", flop_text(*question.compute));
  if (question.loss) return fmt::format("The cheapest training that reaches loss {:.4g}", *question.loss);
  if (asks_prediction(question)) {
    return fmt::format("{} parameters trained on {} tokens", count_text(*question.parameters),
                       count_text(*question.tokens));
  }
  if (question.parameters) {
    return fmt::format("The training for which {} parameters are the best choice", count_text(*question.parameters));
  }
  return fmt::format("The training for which {} tokens are the best choice", count_text(*question.tokens));
}

std::string range_text(const std::optional<LawRange<double>>& range) {
  return range ? fmt::format("{} … {}", count_text(range->low), count_text(range->high)) : "not stated";
}
std::string range_text(const std::optional<LawRange<Flop>>& range) {
  return range ? fmt::format("{} … {}", flop_text(range->low), flop_text(range->high)) : "not stated";
}

/// "D × 30" where D lies that far above the fitted range, "D ÷ 30" where it lies below; empty inside.
template <class T>
std::string extrapolation_text(const char* what, T x, const std::optional<LawRange<T>>& range) {
  constexpr double kSlack = 1e-9;  // the ends themselves, computed, count as inside
  if (range && x > range->high * (1 + kSlack)) return fmt::format("{} × {:.3g}", what, x / range->high);
  if (range && x < range->low * (1 - kSlack)) return fmt::format("{} ÷ {:.3g}", what, range->low / x);
  return "";
}

std::string validity_text(const LawRow& row, const ScaleQuestion& question) {
  const ScalingLaw& law = row.law;
  std::vector<std::string> parts{extrapolation_text("N", row.answer->parameters, law.parameters),
                                 extrapolation_text("D", row.answer->tokens, law.tokens),
                                 extrapolation_text("C", row.answer->compute, law.compute)};
  if (knows_repetition(law) && question.conditions.unique_tokens) {
    parts.push_back(fmt::format("{:.3g} epochs", row.answer->tokens / *question.conditions.unique_tokens));
  }
  std::erase(parts, "");
  if (!parts.empty()) return fmt::format("{}", fmt::join(parts, ", "));
  return law.parameters || law.tokens || law.compute ? "inside" : "not stated";
}

/// A given amount of compute is the same in every row, and stands above the table.
bool flop_vary(const ScaleQuestion& question) {
  const bool served = question.conditions.inference_tokens.has_value();
  return served || !(question.compute || question.budget);
}

std::vector<std::string> cells(const LawRow& row, const ScaleQuestion& question) {
  const Optimum& point = *row.answer;
  std::string parameters = count_text(point.parameters);
  if (point.active_parameters) parameters += fmt::format(" ({} active)", count_text(*point.active_parameters));
  std::vector<std::string> texts{row.law.name, parameters, count_text(point.tokens),
                                 fmt::format("{:.1f}", point.tokens / point.parameters),
                                 point.loss ? fmt::format("{:.4f}", *point.loss) : kNone};
  if (flop_vary(question)) texts.push_back(flop_text(point.compute));
  if (asks_prediction(question)) {
    texts.push_back(row.over_training ? fmt::format("{:.3g} ×", *row.over_training) : kNone);
  }
  if (question.machine) {
    const Seconds time = accelerator_time(point.compute, *question.machine, question.mfu);
    texts.push_back(count_text(time / hour));
    texts.push_back(amount_text(time / question.machine->instance.accelerators_per_node / day));
    const std::optional<Dollars> money = cost(point, question);
    texts.push_back(money ? money_text(*money) : "unknown");
  }
  texts.push_back(validity_text(row, question));
  return texts;
}

Table answer_table(const std::vector<LawRow>& rows, const ScaleQuestion& question) {
  Table table{.title = scale_headline(question),
              .header = {"law", "parameters", "tokens", "tokens/param.", "loss"},
              .align = {},
              .rows = {},
              .notes = {}};
  if (flop_vary(question)) table.header.push_back("training FLOP");
  if (asks_prediction(question)) table.header.push_back("over-trained");
  if (question.machine) {
    table.header.insert(table.header.end(), {"GPU-hours", "node-days", "cost"});
  }
  table.header.push_back("beyond its fit");
  table.align.assign(table.header.size(), Align::kRight);
  table.align.front() = table.align.back() = Align::kLeft;
  for (const LawRow& row : rows) {
    if (row.answer) table.rows.push_back(cells(row, question));
  }
  for (const LawRow& row : rows) {
    if (!row.answer) {
      table.notes.push_back(fmt::format("{}: {}", row.law.name, row.reason));
    } else if (row.answer->inference_compute > 0 * flop) {
      table.notes.push_back(fmt::format("{}: beside training, {} of serving {} tokens", row.law.name,
                                        flop_text(row.answer->inference_compute),
                                        count_text(question.conditions.inference_tokens.value_or(0))));
    }
  }
  if (std::ranges::any_of(rows, [](const LawRow& row) { return row.answer && row.answer->loss; })) {
    table.notes.push_back(
        "losses of different laws are over different data and tokenizers: compare them within a law only");
  }
  return table;
}

Table range_table(const std::vector<LawRow>& rows) {
  Table table{.title = "Where each law was fitted",
              .header = {"law", "parameters", "tokens", "compute"},
              .align = {},
              .rows = {},
              .notes = {}};
  const bool single = rows.size() == 1;
  if (single) table.header.insert(table.header.end(), {"N counts", "loss"});
  for (const LawRow& row : rows) {
    const ScalingLaw& law = row.law;
    table.rows.push_back({law.name, range_text(law.parameters), range_text(law.tokens), range_text(law.compute)});
    if (single)
      table.rows.back().insert(table.rows.back().end(),
                               {law.parameters_mean, law.loss_means.empty() ? kNone : law.loss_means});
    if (!law.confirmed) table.notes.push_back(law.name + ": not every constant was checked against its source");
    if (rows.size() > 1) continue;
    table.notes.push_back("source: " + law.source);
    table.notes.insert(table.notes.end(), law.notes.begin(), law.notes.end());
  }
  if (rows.size() > 1) table.notes.push_back("sources and notes: --law NAME, or --format json");
  return table;
}

Table assumption_table(const ScaleQuestion& question) {
  Table table{.title = "Assumptions", .header = {"what", "value", "why"}, .align = {}, .rows = {}, .notes = {}};
  for (const Assumption& each : assumptions(question)) table.rows.push_back({each.path, each.value, each.why});
  return table;
}

/// In full for one law; for many, how many are stretched (each row's last column says how far).
std::vector<std::string> warnings(const std::vector<LawRow>& rows) {
  if (rows.size() == 1) return rows[0].answer ? rows[0].answer->warnings : std::vector<std::string>{};
  const auto answered = std::ranges::count_if(rows, [](const LawRow& row) { return row.answer.has_value(); });
  const auto stretched =
      std::ranges::count_if(rows, [](const LawRow& row) { return row.answer && !row.answer->warnings.empty(); });
  if (stretched == 0) return {};
  return {fmt::format("{} of {} answers lie outside what their law was fitted on; × and ÷ say how far", stretched,
                      answered)};
}

Table batch_table(const LawRow& row, const std::optional<model::ScalingLaw>& batch_law) {
  Table table{.title = fmt::format("Batch size and learning rate at {} parameters, {} tokens ({})",
                                   count_text(row.answer->parameters), count_text(row.answer->tokens), row.law.name),
              .header = {"rule", "gives", "tokens per batch", "learning rate", "note"},
              .align = {Align::kLeft, Align::kLeft, Align::kRight, Align::kRight, Align::kLeft},
              .rows = {},
              .notes = {}};
  for (const BatchRule& rule : batch_rules(*row.answer, batch_law)) {
    table.rows.push_back({rule.name, rule.what, count_text(rule.batch_tokens),
                          rule.learning_rate ? fmt::format("{:.3g}", *rule.learning_rate) : kNone, rule.note});
  }
  return table;
}

}  // namespace

Document scale_document(const ScaleQuestion& question) {
  const std::vector<LawRow> rows = ask_all(question);
  const LawRow* reference = reference_row(rows, question.conditions);
  Document document;
  document.tables.push_back(answer_table(rows, question));
  if (reference) document.tables.push_back(batch_table(*reference, question.batch_law));
  document.tables.push_back(range_table(rows));
  if (!assumptions(question).empty()) document.tables.push_back(assumption_table(question));
  document.warnings = warnings(rows);
  document.json = scale_json(rows, question);
  document.csv_table = "laws";
  return document;
}

}  // namespace fmplan::answer
