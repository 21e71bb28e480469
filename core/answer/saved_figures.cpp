#include "core/answer/saved_figures.h"

#include <optional>
#include <string>

#include "core/answer/gate.h"

namespace fmplan::answer {
namespace {

std::string figure_words(const Figure& figure, const std::optional<double>& value, bool exact) {
  if (!value) return "unknown";
  return exact ? exact_figure_text(figure.unit, *value) : figure_text(figure.unit, *value);
}

}  // namespace

Table saved_figures(const text::Json& answer, const FigureSet& figures) {
  Table table{.title = {},
              .header = {"figure", "value", "of"},
              .align = {Align::kLeft, Align::kRight},
              .rows = {},
              .notes = {}};
  for (const Figure& figure : figures.named())
    if (const auto value = json_value(answer, figure).value)
      table.rows.push_back({figure.name, figure_words(figure, value, false), figure.what});
  return table;
}

Table changed_figures(const text::Json& then, const text::Json& now, const FigureSet& figures) {
  Table table{.title = {},
              .header = {"figure", "then", "now", "of"},
              .align = {Align::kLeft, Align::kRight, Align::kRight},
              .rows = {},
              .notes = {}};
  for (const Figure& figure : figures.named()) {
    const std::optional<double> before = json_value(then, figure).value, after = json_value(now, figure).value;
    if (before == after) continue;
    const bool exact = figure_words(figure, before, false) == figure_words(figure, after, false);
    table.rows.push_back(
        {figure.name, figure_words(figure, before, exact), figure_words(figure, after, exact), figure.what});
  }
  return table;
}

}  // namespace fmplan::answer
