#include "core/answer/gate.h"

#include <algorithm>
#include <limits>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/date.h"
#include "core/base/quantity_text.h"

namespace fmplan::answer {
namespace {

const text::Json* found_at(const text::Json& json, std::string_view pointer) {
  const text::Json* at = &json;
  while (!pointer.empty()) {
    pointer.remove_prefix(1);
    const std::string_view key = pointer.substr(0, pointer.find('/'));
    if (!at->contains(key)) return nullptr;
    at = &at->at(key);
    pointer.remove_prefix(key.size());
  }
  return at;
}

}  // namespace

std::string figure_told(const Bound& bound, const FigureValue& value) {
  if (!value.value) return bound.figure.name + " is unknown";
  const FigureUnit unit = bound.figure.unit;
  std::string text = figure_text(unit, *value.value);
  if (text == figure_text(unit, bound.value) && *value.value != bound.value)
    text = exact_figure_text(unit, *value.value);
  return fmt::format("{} is {}{}", bound.figure.name, value.is_least ? "at least " : "", text);
}

std::vector<std::string> exceeded_gates(const std::vector<Condition>& gates, const FigureValues& values) {
  std::vector<std::string> lines;
  for (const Condition& gate : gates) {
    if (holds(gate, values) == Truth::kNo) continue;
    std::vector<std::string> figures;
    for (const Bound& bound : bounds_of(gate)) {
      std::string figure = figure_told(bound, values(bound.figure));
      if (std::ranges::find(figures, figure) == figures.end()) figures.push_back(std::move(figure));
    }
    lines.push_back(fmt::format("gate exceeded: {} ({})", gate.text, fmt::join(figures, ", ")));
  }
  return lines;
}

FigureValue json_value(const text::Json& json, const Figure& figure) {
  const text::Json* const at = figure.pointer.empty() ? nullptr : found_at(json, figure.pointer);
  if (at == nullptr) return {};
  if (at->is_number()) return {.value = at->as_double()};
  if (!at->is_text()) return {};
  if (figure.unit == FigureUnit::kDate) {
    const auto date = parse_date(at->as_text());
    return {.value = date ? std::optional<double>(date->days_since_epoch) : std::nullopt};
  }
  const auto amount = parse_money("$" + at->as_text());
  return {.value = amount ? std::optional(*amount / dollar) : std::nullopt};
}

FigureValues report_values(const plan::Report& report, const text::Json& json) {
  return [&report, &json](const Figure& figure) {
    return figure.of_report ? figure_of(report, figure) : json_value(json, figure);
  };
}

}  // namespace fmplan::answer
