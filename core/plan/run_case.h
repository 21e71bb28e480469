#pragma once

#include <optional>
#include <vector>

#include "core/base/statistics.h"
#include "core/plan/report.h"
#include "core/sim/run/run_settings.h"
#include "core/sim/run/run_summary.h"

namespace fmplan::plan {

/// A scenario's run: in closed form, and as it is simulated.
struct RunCase {
  Report report;
  sim::RunSettings settings;  ///< nothing is said where the report has no phases
};

/// Whether a deadline is met is a share of the trials here, and no obstacle; where nodes are searched, it is met.
/// Threads as of evaluate().
RunCase run_case(Scenario scenario, int threads = 1);

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

/// For how long nodes are held.
struct HeldTime {
  double days = 0;
  double nodes = 0;                ///< of the job, over those days
  std::optional<Range> days_80{};  ///< P10 and P90 of them: as many are held expectedly; none: it is certain
};

/// Nodes of the job, over the time that they are held.
double nodes_held(const sim::RunSettings& settings, const sim::RunSimulation& trials);

/// As long as the trials hold them, in the mean and with the spread of all trials.
HeldTime held_time(const sim::RunSettings& settings, const sim::RunSimulation& trials);

/// What `days` of wall-clock time of `run` cost, or of a variant of it.
RunBill bill_of(const RunCase& run, const Scenario& scenario, double days, const HeldTime& held,
                const std::vector<StorageRent>& rents);

}  // namespace fmplan::plan
