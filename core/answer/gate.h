#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/report.h"

namespace fmplan::answer {

/// A bound on one figure of the answer, as `--fail-if 'cost>2.5M'` states it.
struct Gate {
  std::string text;
  std::string figure;  ///< one of gate_figures()
  bool above = true;   ///< fails if the figure is above the bound, else if it is below
  double bound = 0;    ///< in the figure's own unit
};

/// The figures that can be bounded: cost ($), cost_p90, days (both means), days_p90, gpu_hours, step_time (s), memory
/// (bytes), energy (kWh), co2 (kg), mfu, goodput, interruptions.
const std::vector<std::string>& gate_figures();

/// @throws InputError with every gate that cannot be read.
std::vector<Gate> parse_gates(const std::vector<std::string>& texts);

/// The report's figure of that name; none where it is unknown.  @pre one of gate_figures()
std::optional<double> gate_figure(const plan::Report& report, const std::string& name);

/// A line for every gate that the figures exceed.  An unknown figure (a price not known) exceeds every bound on it.  Of
/// a cost known in part the known part is held against bounds from above, and the line says so; it exceeds those from
/// below.
std::vector<std::string> exceeded_gates(
    const std::function<std::optional<double>(const std::string& figure)>& figure_of, const std::vector<Gate>& gates,
    bool is_cost_partial = false);
/// With the report's figures.
std::vector<std::string> exceeded_gates(const plan::Report& report, const std::vector<Gate>& gates);

}  // namespace fmplan::answer
