#include "core/answer/explain_node.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/answer/explain_table.h"
#include "core/answer/explain_terms.h"
#include "core/answer/formula.h"
#include "core/answer/gate.h"
#include "core/base/issue.h"
#include "core/base/suggestion.h"

namespace fmplan::answer {
namespace {

std::string pointer_of(const std::string& name) {
  std::string pointer = "/" + name;
  std::ranges::replace(pointer, '.', '/');
  return pointer;
}

std::string dotted(std::string pointer) {
  std::ranges::replace(pointer, '/', '.');
  return pointer.substr(1);
}

bool is_arithmetic(const Explanation& row) { return row.formula.find('{') != std::string_view::npos; }

}  // namespace

std::optional<double> ExplainedReport::value(const std::string& name) const {
  // Without a report every name is taken to be known, so that formulas show all of theirs.
  if (!report_) return 1;
  if (const ExplainTerm* const term = explain_term(name))
    return report_->phases.empty() ? std::nullopt : term->of_report(*report_);
  const auto key = keys_.find(name);
  if (key != keys_.end()) return json_value(*json_, key->second).value;
  const auto named = plan_figures().find(name);
  return named && named->of_report ? figure_of(*report_, *named).value : std::nullopt;
}

bool ExplainedReport::lacks(const std::string& name) const { return report_ && explain_term(name) && !value(name); }

std::vector<std::string> ExplainedReport::below(const std::string& group) const {
  std::vector<std::string> names;
  for (const std::string& key : order_)
    if (key.starts_with(group + ".") && key.find('.', group.size() + 1) == std::string::npos &&
        !key.ends_with(".total"))
      names.push_back(key);
  return names;
}

ExplainNode ExplainedReport::described(const std::string& name) const {
  ExplainNode node{.key = name,
                   .what = {},
                   .value = {},
                   .interval_80 = {},
                   .formula = {},
                   .numbers = {},
                   .page = {},
                   .rests_on = {},
                   .inputs = {}};
  if (report_) node.value = value(name);
  if (const ExplainTerm* const term = explain_term(name)) {
    node.unit = term->unit;
    node.what = term->what;
    return node;
  }
  if (const auto key = keys_.find(name); key != keys_.end()) {
    node.unit = key->second.unit;
    node.what = key->second.what;
  }
  for (const Figure& figure : plan_figures().named())
    if (figure.name == name || figure.pointer == pointer_of(name)) {
      node.unit = figure.unit;
      node.what = figure.what;
      if (report_ && node.value && figure.interval_of) node.interval_80 = figure.interval_of(*report_);
      return node;
    }
  return node;
}

std::vector<std::string> ExplainedReport::asked(const std::string& word) const {
  if (word == "all") return explained_keys();
  if (const auto figure = plan_figures().find(word))
    return {figure->pointer.empty() ? figure->name : dotted(figure->pointer)};
  if (explain_term(word)) return {word};
  std::vector<std::string> found;
  for (const std::string& key : order_)
    if (key.starts_with(word + ".") && (!report_ || value(key))) found.push_back(key);
  if (!found.empty()) return found;
  std::vector<std::string> names = order_;
  for (const Figure& figure : plan_figures().named()) names.push_back(figure.name);
  for (const ExplainTerm& term : explain_terms()) names.emplace_back(term.name);
  const std::string near = did_you_mean(word, names);
  throw InputError("--explain", fmt::format("\"{}\" is no figure of the answer{}", word,
                                            near.empty() ? "; fmplan explain --list names them" : near));
}

void ExplainedReport::read_keys() {
  std::map<std::string, int> times;
  const std::vector<Figure> figures = plan_figures().keyed();
  for (const Figure& figure : figures) ++times[figure.what];
  for (const Figure& figure : figures) {
    order_.push_back(figure.name);
    keys_.emplace(figure.name, figure);
    // What is said of several is said of what they stand in.
    if (times[figure.what] > 1) keys_[figure.name].what.clear();
  }
}

std::vector<std::string> ExplainedReport::explained_keys() const {
  std::vector<std::string> names = order_, keys;
  for (const ExplainTerm& term : explain_terms()) names.emplace_back(term.name);
  for (const std::string& name : names)
    if (!explanations_of(name).empty() && (!report_ || value(name))) keys.push_back(name);
  return keys;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

ExplainNode explained(const std::string& key, const ExplainedReport& figures, int levels) {
  ExplainNode node = figures.described(key);
  const NamedValue value_of = [&figures](const std::string& name) { return figures.value(name); };
  const NamesBelow below = [&figures](const std::string& group) { return figures.below(group); };
  const std::vector<const Explanation*> rows = explanations_of(key);
  const Explanation* row = nullptr;
  std::optional<std::string> numbers;
  for (const Explanation* each : rows) {
    row = each;
    if (!is_arithmetic(*each) || !figures.has_report()) break;
    numbers = node.value ? Formula(each->formula, value_of, below).in_numbers(value_of, *node.value) : std::nullopt;
    if (numbers) break;
  }
  if (!row) return node;
  node.page = row->page;
  node.rests_on = row->rests_on;
  std::vector<std::string> inputs = words_of(row->inputs);
  node.formula = row->formula;
  if (is_arithmetic(*row)) {
    const Formula formula(row->formula, value_of, below);
    node.formula = formula.in_names();
    node.numbers = numbers.value_or("");
    inputs = formula.names();
  }
  if (levels > 0)
    for (const std::string& input : inputs)
      if (!figures.lacks(input)) node.inputs.push_back(explained(input, figures, levels - 1));
  return node;
}

}  // namespace fmplan::answer
