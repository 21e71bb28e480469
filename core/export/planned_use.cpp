#include "core/export/planned_use.h"

#include <cstddef>
#include <string>

namespace fmplan::exports {
namespace {

using programme::Study;

/// Of the runs that are all that an organisation does on a pool in a month, by the placement, where they have the same.
std::optional<double> step_time_of(const Study& study, const LedgerEntry& entry) {
  const std::string& name = study.organisations[*entry.organisation].organisation->name;
  const Date start = study.programme->start;
  const programme::Month& month = study.months[entry.month];
  const int from_day = month.from.days_since_epoch - start.days_since_epoch,
            until_day = month.until.days_since_epoch - start.days_since_epoch;
  std::optional<double> step_time_s;
  for (const programme::ProjectAnswer& project : study.projects) {
    if (project.organisation != name) continue;
    for (const programme::ChosenPhase& phase : project.phases) {
      const bool is_elsewhere = static_cast<std::size_t>(phase.option->pool) != entry.pool;
      if (is_elsewhere || phase.start_day >= until_day || phase.end_day <= from_day) continue;
      if (!phase.option->run) return std::nullopt;
      const double of_phase = phase.option->run->step_time_s;
      if (step_time_s.value_or(of_phase) != of_phase) return std::nullopt;
      step_time_s = of_phase;
    }
  }
  return step_time_s;
}

}  // namespace

PlannedUse planned_use(const Study& study, const LedgerEntry& entry) {
  if (!entry.organisation) return {};
  const sim::PoolSummary& pool = study.pools[entry.pool].summary;
  const double lost = pool.lost_node_hours.mean, kept = pool.kept_node_hours.mean;
  const double allotted = pool.used_node_hours.mean + lost + kept;
  PlannedUse use{.step_time_s = step_time_of(study, entry)};
  if (allotted > 0) {
    use.failure_hours = entry.node_hours * lost / allotted;
    use.idle_hours = entry.node_hours * kept / allotted;
  }
  return use;
}

}  // namespace fmplan::exports
