#include "core/export/planned_use.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "tests/export/answers.h"

namespace fmplan::exports {
namespace planned_use_test {

// What rows expect adds up to what the pool's simulation says of the hours that organisations have.
TEST(PlannedUse, AddsUpToThePools) {
  for (const char* name : {"geniac-cycle2.json", "campus.json"}) {
    const programme::ProgrammeAnswer answer = answer_of(name);
    const programme::Study& study = answer.study;
    std::vector<double> failures(study.pools.size()), idle(study.pools.size()), hours(study.pools.size());
    for (const LedgerEntry& entry : ledger_of(study, 1).entries) {
      const PlannedUse use = planned_use(study, entry);
      EXPECT_EQ(use.failure_hours.has_value(), entry.organisation.has_value());
      if (!entry.organisation) continue;
      failures[entry.pool] += *use.failure_hours;
      idle[entry.pool] += *use.idle_hours;
      hours[entry.pool] += entry.node_hours;
    }
    for (std::size_t pool = 0; pool < study.pools.size(); ++pool) {
      if (hours[pool] == 0) continue;
      const sim::PoolSummary& summary = study.pools[pool].summary;
      const double allotted =
          summary.used_node_hours.mean + summary.lost_node_hours.mean + summary.kept_node_hours.mean;
      EXPECT_NEAR(failures[pool] / hours[pool], summary.lost_node_hours.mean / allotted, 1e-9) << name;
      EXPECT_NEAR(idle[pool] / hours[pool], summary.kept_node_hours.mean / allotted, 1e-9) << name;
    }
  }
}

TEST(PlannedUse, HasAStepTimeWhereAllWorkIsOfOne) {
  // Every project begins with experiments and ends with an evaluation; in some months between it trains alone.
  const programme::ProgrammeAnswer geniac = answer_of("geniac-cycle2.json");
  int with = 0;
  for (const LedgerEntry& entry : ledger_of(geniac.study, 1).entries) {
    const auto step = planned_use(geniac.study, entry).step_time_s;
    if (!step) continue;
    ++with;
    EXPECT_GT(entry.month, 0U);
    const std::string& name = geniac.study.organisations[*entry.organisation].organisation->name;
    const bool is_a_runs = std::ranges::any_of(geniac.study.projects, [&](const programme::ProjectAnswer& project) {
      return project.organisation == name && std::ranges::any_of(project.phases, [&](const auto& phase) {
               return phase.option->run && phase.option->run->step_time_s == *step;
             });
    });
    EXPECT_TRUE(is_a_runs) << name;
  }
  EXPECT_GT(with, 5);
  // Experiments of so many node-hours have no steps.
  const programme::ProgrammeAnswer teams = answer_of("two-teams.json");
  for (const LedgerEntry& entry : ledger_of(teams.study, 1).entries)
    EXPECT_FALSE(planned_use(teams.study, entry).step_time_s.has_value());
}

}  // namespace planned_use_test
}  // namespace fmplan::exports
