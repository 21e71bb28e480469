#pragma once

#include <string>
#include <vector>

#include "core/base/statistics.h"
#include "core/plan/report.h"
#include "core/sim/run/run_settings.h"

namespace fmplan::plan {

/// A scenario's run: in closed form, and as it is simulated.
struct RunCase {
  Report report;
  sim::RunSettings settings;  ///< nothing is said where the report has no phases
};

/// Whether a deadline is met is a share of the trials here, and no obstacle; where nodes are searched, it is met.
RunCase run_case(Scenario scenario);

/// What the simulation cannot see for itself: all obstacles but that the closed form sees no end.
Notices lasting_obstacles(const Report& report);

/// Of a scenario that differs from the case's in what does not touch its steps.
sim::RunSettings variant_settings(const RunCase& base, const Scenario& variant);
/// What its storage is rented for.
std::vector<StorageRent> variant_rents(const RunCase& base, const Scenario& variant, const sim::RunSettings& settings);

struct RunBill {
  double node_hours = 0;  ///< the job's and the spares'
  CostReport cost;
};

/// What `days` of wall-clock time of `run` cost, or of a variant of it, nodes being held for `held_days` of them, or
/// expectedly for so many where P10 and P90 of them are said.
RunBill bill_of(const RunCase& run, const Scenario& scenario, const sim::RunSettings& settings, double days,
                double held_days, const std::vector<StorageRent>& rents, std::optional<Range> held_80 = std::nullopt);

}  // namespace fmplan::plan
