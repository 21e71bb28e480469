#include "core/answer/explain_run.h"

#include <algorithm>
#include <utility>

#include "core/answer/explain_table.h"
#include "core/answer/gate.h"
#include "core/answer/run_document.h"

namespace fmplan::answer {
namespace {

/// Where the answer of `run` has what a plan's report has under "run".
constexpr std::string_view kClosedForm = "closed_form.";

/// Names of the closed form as the answer of `run` has them: "closed_form.goodput" for "run.goodput".
std::string in_names_of_run(std::string_view text) {
  constexpr std::string_view kThere = "run.";
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '_' || c == '.'; };
  std::string renamed;
  while (!text.empty()) {
    const std::size_t at = text.find(kThere);
    renamed += text.substr(0, at);
    if (at == std::string_view::npos) break;
    const bool begins = renamed.empty() || !is_letter(renamed.back());
    const bool goes_on = at + kThere.size() < text.size() && is_letter(text[at + kThere.size()]);
    renamed += begins && goes_on ? kClosedForm : kThere;
    text.remove_prefix(at + kThere.size());
  }
  return renamed;
}

ExplainNode in_names_of_run(ExplainNode node) {
  node.key = in_names_of_run(node.key);
  node.formula = in_names_of_run(node.formula);
  for (ExplainNode& input : node.inputs) input = in_names_of_run(std::move(input));
  return node;
}

class ExplainedRun {
 public:
  ExplainedRun(const plan::RunStudy& study, const ExplainOrigin& origin, const text::Json& report_json,
               const text::Json& run_json)
      : study_(study), json_(run_json), closed_form_(origin, report_json), keyed_(run_figures().keyed()) {}

  std::vector<ExplainNode> asked(const std::string& word, int levels) const {
    std::vector<ExplainNode> nodes;
    if (const Figure* const named = figure_named(word); named && is_simulated(*named)) {
      nodes.push_back(simulated(*named, levels));
      return nodes;
    }
    for (const Figure& figure : keyed_)
      if ((word == "all" || figure.name == word || figure.name.starts_with(word + ".")) && value_of(figure))
        nodes.push_back(explained_key(figure, levels));
    if (nodes.empty() || word == "all")
      for (const std::string& key : closed_form_.asked(word))
        nodes.push_back(in_names_of_run(explained(key, closed_form_, levels)));
    return nodes;
  }

 private:
  static const Figure* figure_named(const std::string& word) {
    const auto& figures = run_figures().named();
    const auto found = run_figures().find(word);
    if (!found) return nullptr;
    const auto at = std::ranges::find(figures, found->name, &Figure::name);
    return at == figures.end() ? nullptr : &*at;
  }

  std::optional<double> value_of(const Figure& figure) const { return run_values(study_, json_)(figure).value; }

  /// The key of the answer of `run` that a figure has, not one of the report alone.
  static std::string key_of(const Figure& figure) {
    std::string key = figure.name == "cost"    ? "cost.mean"
                      : figure.pointer.empty() ? figure.name
                                               : figure.pointer.substr(1);
    if (figure.name == "gpu_hours") key = "gpu_hours";
    if (figure.name == "goodput" || figure.name == "interruptions") key = "run." + figure.name + ".mean";
    if (figure.name == "cost.p10" || figure.name == "cost.p90") key = figure.name;
    std::ranges::replace(key, '/', '.');
    return key;
  }
  static bool is_simulated(const Figure& figure) {
    return !explanations_of(key_of(figure), run_explanations()).empty();
  }

  ExplainNode simulated(const Figure& figure, int levels) const {
    ExplainNode node = of_row(key_of(figure), figure, levels);
    // What the trials say of the spread.
    for (const char* const name : {"days", "cost", "finish"})
      if (figure.name == name)
        if (const auto low = end_of(figure.name + ".p10"), high = end_of(figure.name + ".p90"); low && high)
          node.interval_80 = Range{*low, *high};
    return node;
  }
  std::optional<double> end_of(const std::string& name) const {
    const auto figure = run_figures().find(name);
    return figure ? value_of(*figure) : std::nullopt;
  }

  ExplainNode explained_key(const Figure& figure, int levels) const {
    if (!explanations_of(figure.name, run_explanations()).empty()) return of_row(figure.name, figure, levels);
    // The rest is the closed form's.
    const bool is_there = figure.name.starts_with(kClosedForm);
    ExplainNode node = in_names_of_run(
        explained(is_there ? "run." + figure.name.substr(kClosedForm.size()) : figure.name, closed_form_, levels));
    node.key = figure.name;
    return node;
  }

  ExplainNode of_row(const std::string& key, const Figure& figure, int levels) const {
    const Explanation& row = *explanations_of(key, run_explanations()).front();
    ExplainNode node{.key = key,
                     .unit = figure.unit,
                     .what = figure.what,
                     .value = value_of(figure),
                     .interval_80 = {},
                     .formula = std::string(row.formula),
                     .numbers = {},
                     .page = std::string(row.page),
                     .rests_on = std::string(row.rests_on),
                     .inputs = {}};
    if (levels == 0) return node;
    for (const std::string& input : words_of(row.inputs)) {
      if (closed_form_.lacks(input)) continue;
      const auto at = std::ranges::find(keyed_, input, &Figure::name);
      node.inputs.push_back(at == keyed_.end() ? in_names_of_run(explained(input, closed_form_, levels - 1))
                                               : explained_key(*at, levels - 1));
    }
    return node;
  }

  const plan::RunStudy& study_;
  const text::Json& json_;
  ExplainedReport closed_form_;
  std::vector<Figure> keyed_;
};

}  // namespace

Document explain_run_document(const std::vector<std::string>& words, const plan::RunStudy& study,
                              const ExplainOrigin& origin, const text::Json& report_json, const text::Json& run_json) {
  const ExplainedRun run(study, origin, report_json, run_json);
  const int levels = std::ranges::find(words, "all") == words.end() ? kExplainedLevels : 0;
  std::vector<ExplainNode> nodes;
  for (const std::string& word : words)
    for (ExplainNode& node : run.asked(word, levels))
      if (std::ranges::find(nodes, node.key, &ExplainNode::key) == nodes.end()) nodes.push_back(std::move(node));
  const ExplainSources sources = sources_of(origin);
  Document document = explanations_document(nodes, &sources);
  document.headline = explained_subject(study.report);
  return document;
}

}  // namespace fmplan::answer
