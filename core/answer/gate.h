#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/answer/condition.h"
#include "core/text/json_writer.h"

namespace fmplan::answer {

/// A line for every condition of `--fail-if` that holds, or may hold because a figure is unknown, with the figures that
/// it rests on: "gate exceeded: days>60 (days is 119.0 days)".
std::vector<std::string> exceeded_gates(const std::vector<Condition>& gates, const FigureValues& values);

/// "days is 119.0 days": the figure of a bound, with more digits where the bound would look the same.
std::string figure_told(const Bound& bound, const FigureValue& value);

/// The figures of a report: those with `of_report` from it, others from its JSON, as report_json() has it.
FigureValues report_values(const plan::Report& report, const text::Json& json);

/// What stands at the figure's pointer: a number, money as a decimal string, or a day.
FigureValue json_value(const text::Json& json, const Figure& figure);

}  // namespace fmplan::answer
