#include "core/answer/explain_document.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/answer/explain_node.h"
#include "core/answer/explain_terms.h"
#include "core/answer/figure_document.h"
#include "core/answer/formula.h"
#include "core/answer/report_tables.h"
#include "core/base/quantity_text.h"
#include "core/plan/subject.h"

namespace fmplan::answer {
namespace {

using text::Json;

// ---- words ----

std::string node_value_text(const ExplainNode& node) {
  return node.value ? figure_text(node.unit, *node.value) : std::string("unknown");
}

/// "119.00 days".
std::string exact_text(const ExplainNode& node) {
  if (!node.value) return "unknown";
  if (node.unit == FigureUnit::kDate) return node_value_text(node);
  if (!std::isfinite(*node.value)) return node_value_text(node);
  const std::string_view unit = unit_name(node.unit);
  return number_text(*node.value) + (unit.empty() || unit == "share" ? "" : fmt::format(" {}", unit));
}

std::string node_title(const ExplainNode& node, bool has_report) {
  if (!has_report) return node.key;
  std::string title = fmt::format("{}: {}", node.key, node_value_text(node));
  if (node.interval_80)
    title += fmt::format(" (80 %: {} – {})", figure_text(node.unit, node.interval_80->low),
                         figure_text(node.unit, node.interval_80->high));
  return title;
}

/// The rows of a figure's formula, and of those that it names: what was told is not told again.
void add_rows(const ExplainNode& node, const std::string& label, bool has_report, std::set<std::string>& told,
              Table& table) {
  if (!told.insert(node.key).second) return;
  const std::string head = label.empty() ? node.what : node.key + (node.what.empty() ? "" : ": " + node.what);
  const bool is_fact = node.formula.empty();
  if (!head.empty())
    table.rows.push_back({label, is_fact && has_report ? fmt::format("{} = {}", head, exact_text(node)) : head});
  if (!is_fact) {
    table.rows.push_back({"", "= " + node.formula});
    if (has_report)
      table.rows.push_back({"", node.numbers.empty() ? "= " + exact_text(node)
                                                     : fmt::format("= {} = {}", node.numbers, exact_text(node))});
  }
  int number = 0;
  for (const ExplainNode& input : node.inputs)
    if (!told.contains(input.key))
      add_rows(input, fmt::format("{}{}{}", label, label.empty() ? "" : ".", ++number), has_report, told, table);
}

/// Entries of Explanation::rests_on, of the figure and of those that its formula names.
void collect_entries(const ExplainNode& node, std::vector<std::string>& entries) {
  for (const std::string& entry : words_of(node.rests_on))
    if (std::ranges::find(entries, entry) == entries.end()) entries.push_back(entry);
  for (const ExplainNode& input : node.inputs) collect_entries(input, entries);
}

std::vector<Coefficient> coefficients(const std::vector<std::string>& entries, const ExplainSources& sources) {
  std::vector<Coefficient> found;
  for (const std::string& entry : entries)
    for (Coefficient& each : sources.coefficients(entry))
      if (std::ranges::find(found, each) == found.end()) found.push_back(std::move(each));
  return found;
}

Table coefficients_table(const std::vector<Coefficient>& coefficients) {
  Table table{.title = {}, .header = {"rests on", "value", "source"}, .align = {}, .rows = {}, .notes = {}};
  for (const Coefficient& each : coefficients) {
    std::string source = each.source;
    if (each.as_of) source += fmt::format(" ({})", date_text(*each.as_of));
    if (each.confirmed == false) source += ", not confirmed";
    table.rows.push_back({each.what, each.value, std::move(source)});
  }
  return table;
}

std::vector<std::string> evidence_notes(const StepEvidence& evidence) {
  std::vector<std::string> notes = {fmt::format("step times: {}", fmt::join(evidence.seen, "; "))};
  std::vector<std::string> errors;
  for (const HeldOutErrors& each : evidence.held_out)
    errors.push_back(fmt::format("{} {}: median error {} of {} rows, {} in the 80 % interval", each.split,
                                 each.left_out, ratio_text(each.median_error), each.rows,
                                 ratio_text(each.coverage_80)));
  if (!errors.empty()) notes.push_back(fmt::format("held out from the fit: {}", fmt::join(errors, "; ")));
  return notes;
}

std::string page_path(const std::string& page) { return page.empty() ? "" : "docs/models/" + page; }

// ---- JSON ----

Json number_json(const ExplainNode& node, const std::optional<double>& value) {
  if (!value || !std::isfinite(*value)) return nullptr;
  if (node.unit == FigureUnit::kDate) return figure_text(node.unit, *value);
  // An hour's price has more digits than cents.
  if (node.key.ends_with("per_node_hour")) return money_rate_decimal(*value * dollar / hour);
  if (node.unit == FigureUnit::kDollar) return money_decimal(*value * dollar);
  return *value;
}

Json node_json(const ExplainNode& node, bool has_report) {
  Json inputs = Json::array();
  for (const ExplainNode& input : node.inputs) inputs.push_back(node_json(input, has_report));
  Json json = {{"key", node.key}, {"what", node.what}, {"unit", unit_name(node.unit)}};
  if (has_report) {
    json["value"] = number_json(node, node.value);
    json["text"] = node_value_text(node);
    json["interval_80"] = nullptr;
    if (node.interval_80)
      json["interval_80"] = {{"low", number_json(node, node.interval_80->low)},
                             {"high", number_json(node, node.interval_80->high)}};
  }
  json["formula"] = node.formula.empty() ? Json(nullptr) : Json(node.formula);
  if (has_report) json["numbers"] = node.numbers.empty() ? Json(nullptr) : Json(node.numbers);
  json["page"] = node.page.empty() ? Json(nullptr) : Json(page_path(node.page));
  json["inputs"] = std::move(inputs);
  return json;
}

Json coefficients_json(const std::vector<Coefficient>& coefficients) {
  Json list = Json::array();
  for (const Coefficient& each : coefficients)
    list.push_back({{"what", each.what},
                    {"value", each.value},
                    {"source", each.source},
                    {"as_of", each.as_of ? Json(date_text(*each.as_of)) : Json(nullptr)},
                    {"confirmed", each.confirmed ? Json(*each.confirmed) : Json(nullptr)}});
  return list;
}

Json evidence_json(const std::optional<StepEvidence>& evidence) {
  if (!evidence) return nullptr;
  Json held_out = Json::array();
  for (const HeldOutErrors& each : evidence->held_out)
    held_out.push_back({{"split", each.split},
                        {"left_out", each.left_out},
                        {"rows", each.rows},
                        {"median_error", each.median_error},
                        {"coverage_80", each.coverage_80}});
  return {{"measured", evidence->measured}, {"seen", evidence->seen}, {"held_out", std::move(held_out)}};
}

std::vector<std::string> keys_of(const std::vector<std::string>& words, const ExplainedReport& figures) {
  std::vector<std::string> keys;
  for (const std::string& word : words)
    for (std::string& key : figures.asked(word))
      if (std::ranges::find(keys, key) == keys.end()) keys.push_back(std::move(key));
  return keys;
}

void add_explanation(const ExplainNode& node, const ExplainSources* sources, Document& document) {
  const bool has_report = sources != nullptr;
  Table table{.title = node_title(node, has_report), .header = {}, .align = {}, .rows = {}, .notes = {}};
  std::set<std::string> told;
  add_rows(node, "", has_report, told, table);
  Json json = node_json(node, has_report);
  std::vector<std::string> notes;
  std::optional<Table> rests_on;
  if (sources) {
    std::vector<std::string> entries;
    collect_entries(node, entries);
    const std::vector<Coefficient> found = coefficients(entries, *sources);
    if (!found.empty()) rests_on = coefficients_table(found);
    std::optional<StepEvidence> evidence;
    if (std::ranges::find(entries, "steps") != entries.end()) evidence = sources->step_evidence();
    if (evidence) notes = evidence_notes(*evidence);
    json["rests_on"] = coefficients_json(found);
    json["step_evidence"] = evidence_json(evidence);
  }
  if (!node.page.empty()) notes.push_back("read on: " + page_path(node.page));
  (rests_on ? *rests_on : table).notes = std::move(notes);
  document.tables.push_back(std::move(table));
  if (rests_on) document.tables.push_back(std::move(*rests_on));
  document.json["explanations"].push_back(std::move(json));
}

std::vector<ExplainNode> nodes_of(const std::vector<std::string>& words, const ExplainedReport& figures) {
  // Of all figures each is told for itself.
  const int levels = std::ranges::find(words, "all") == words.end() ? kExplainedLevels : 0;
  std::vector<ExplainNode> nodes;
  for (const std::string& key : keys_of(words, figures)) nodes.push_back(explained(key, figures, levels));
  return nodes;
}

}  // namespace

ExplainSources sources_of(const ExplainOrigin& origin) {
  return {
      .coefficients = [&origin](const std::string& entry) { return coefficients_of(entry, origin); },
      .step_evidence =
          [&origin] { return origin.report.phases.empty() ? std::optional<StepEvidence>() : step_evidence(origin); }};
}

Document explanations_document(const std::vector<ExplainNode>& nodes, const ExplainSources* sources) {
  Document document;
  document.json = {{"version", 1}, {"explanations", Json::array()}};
  document.csv_table = "explanations";
  for (const ExplainNode& node : nodes) add_explanation(node, sources, document);
  return document;
}

std::string explained_subject(const plan::Report& report) {
  if (report.phases.empty()) return subject_text(report);
  return fmt::format("{}: {}", billed_subject_text(report), parallel_text(report.phases[report.main_phase].parallel));
}

Document explain_document(const std::vector<std::string>& keys, const ExplainOrigin& origin, const Json& report_json) {
  const ExplainSources sources = sources_of(origin);
  Document document = explanations_document(nodes_of(keys, ExplainedReport(origin, report_json)), &sources);
  document.headline = explained_subject(origin.report);
  return document;
}

Document explain_formulas(const std::vector<std::string>& keys) {
  return explanations_document(nodes_of(keys, ExplainedReport()), nullptr);
}

std::vector<ExplainedFigure> explained_figures(const ExplainOrigin& origin, const Json& report_json) {
  const ExplainedReport figures(origin, report_json);
  std::vector<std::string> names = figures.keys();
  for (const ExplainTerm& term : explain_terms()) names.emplace_back(term.name);
  for (const Figure& figure : plan_figures().named())
    if (figure.pointer.empty()) names.push_back(figure.name);
  std::vector<ExplainedFigure> list;
  for (const std::string& name : names) {
    ExplainNode node = explained(name, figures, 0);
    if (node.value) list.push_back({.key = name, .value = *node.value, .numbers = node.numbers});
  }
  return list;
}

}  // namespace fmplan::answer
