#include "core/answer/gate.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/quantity_text.h"
#include "core/base/suggestion.h"

namespace fmplan::answer {
namespace {

/// The bound in the unit of gate_figure(); bare numbers are taken in that unit, with count suffixes.
std::optional<double> bound_of(const std::string& figure, const std::string& text) {
  std::optional<double> value;
  if (figure == "cost" || figure == "cost_p90")
    if (const auto amount = parse_money(text)) value = *amount / dollar;
  if (figure == "step_time")
    if (const auto time = parse_time(text)) value = *time / second;
  if (figure == "memory")
    if (const auto bytes = parse_data(text)) value = *bytes / byte;
  if (!value) value = parse_ratio(text);
  if (!value)
    if (const auto scaled = parse_money("$" + text)) value = *scaled / dollar;
  return value;
}

}  // namespace

std::optional<double> gate_figure(const plan::Report& report, const std::string& name) {
  if (report.phases.empty()) return std::nullopt;
  const plan::PhaseReport& phase = report.phases[report.main_phase];
  if (name == "cost") return report.cost.known() ? std::optional(*report.cost.known() / dollar) : std::nullopt;
  if (name == "cost_p90")
    return report.cost.total_80 ? std::optional(report.cost.total_80->high / dollar) : std::nullopt;
  if (name == "days") return report.mean_days;
  if (name == "days_p90") return report.wall_clock_days_80.high;
  if (name == "gpu_hours") return report.accelerator_hours.job;
  if (name == "step_time") return phase.step.total() / second;
  if (name == "memory") return report.memory.use.total() / byte;
  if (name == "energy")
    return report.energy.machines ? std::optional(*report.energy.machines / kilowatt_hour) : std::nullopt;
  if (name == "co2") return report.energy.machines_co2_kg;
  if (name == "mfu") return phase.mfu;
  if (name == "goodput") return report.run.goodput;
  return report.run.interruptions;
}

const std::vector<std::string>& gate_figures() {
  static const std::vector<std::string> kFigures = {"cost",      "cost_p90",  "days",    "days_p90",
                                                    "gpu_hours", "step_time", "memory",  "energy",
                                                    "co2",       "mfu",       "goodput", "interruptions"};
  return kFigures;
}

std::vector<Gate> parse_gates(const std::vector<std::string>& texts) {
  std::vector<Gate> gates;
  Issues issues;
  for (const std::string& text : texts) {
    const std::size_t sign = text.find_first_of("<>");
    if (sign == std::string::npos) {
      issues.push_back({"--fail-if", fmt::format("\"{}\" has no > or <; write for instance 'cost>2.5M'", text)});
      continue;
    }
    Gate gate{.text = text, .figure = text.substr(0, sign), .above = text[sign] == '>', .bound = 0};
    std::erase(gate.figure, ' ');
    std::string bound = text.substr(sign + 1);
    bound.erase(0, bound.find_first_not_of("= "));
    const auto& figures = gate_figures();
    if (std::find(figures.begin(), figures.end(), gate.figure) == figures.end())
      issues.push_back({"--fail-if", fmt::format("\"{}\" is no figure of the answer; use one of {}{}", gate.figure,
                                                 fmt::join(figures, ", "), did_you_mean(gate.figure, figures))});
    const std::optional<double> value = bound_of(gate.figure, bound);
    if (!value)
      issues.push_back({"--fail-if", fmt::format("\"{}\" is no bound; write for instance 2.5M, 30 or 12%", bound)});
    gate.bound = value.value_or(0);
    gates.push_back(gate);
  }
  if (!issues.empty()) throw InputError(std::move(issues));
  return gates;
}

std::vector<std::string> exceeded_gates(
    const std::function<std::optional<double>(const std::string& figure)>& figure_of, const std::vector<Gate>& gates,
    bool is_cost_partial) {
  std::vector<std::string> exceeded;
  for (const Gate& gate : gates) {
    const std::optional<double> figure = figure_of(gate.figure);
    // What is known only from below does not stay below a bound for certain.
    const bool is_open = is_cost_partial && gate.figure.starts_with("cost") && !gate.above;
    const bool fails = !figure || is_open || (gate.above ? *figure > gate.bound : *figure < gate.bound);
    if (!fails) continue;
    const bool is_partial = is_cost_partial && gate.figure.starts_with("cost");
    const std::string found = figure
                                  ? fmt::format("{} is {}{:.6g}", gate.figure, is_partial ? "at least " : "", *figure)
                                  : gate.figure + " is unknown";
    exceeded.push_back(fmt::format("gate exceeded: {} ({})", gate.text, found));
  }
  return exceeded;
}

std::vector<std::string> exceeded_gates(const plan::Report& report, const std::vector<Gate>& gates) {
  return exceeded_gates([&report](const std::string& name) { return gate_figure(report, name); }, gates,
                        !report.cost.total);
}

}  // namespace fmplan::answer
