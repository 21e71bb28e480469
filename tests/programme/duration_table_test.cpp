#include "core/programme/duration_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/sim/run/run.h"
#include "tests/programme/programmes.h"

namespace fmplan::programme {
namespace duration_table_test {

const catalog::Catalog& items() {
  static const catalog::Catalog kItems = catalog::Catalog::shipped();
  return kItems;
}

DurationTable table_of(const scenario::Programme& programme) {
  DurationMemo memo;
  return duration_table(programme, items(), 1, memo);
}

const Date kStart = *parse_date("2026-03-01");

// 12 hours on the scenario's 16 nodes: 24 on 8 of them and 6 on 32.
TEST(DurationTable, FailuresGrowWithTheNodesThatAProjectIsPlacedOn) {
  scenario::Programme programme = programme_of(kStart, 180, {pool_of("p", kStart, 32, 40.0)});
  scenario::Project project{.name = "a", .organisation = "org"};
  project.scenario = nlohmann::json::parse(R"({"version": 1, "model": "llama-3-8b",
    "training": {"tokens": "1T", "sequence_length": 8192, "global_batch_size": 512},
    "cluster": {"instance": "p5.48xlarge", "nodes": 16},
    "run": {"start": "2026-03-01", "failures": "12 h"}})");
  project.nodes = {8, 16, 32};
  project.pools = {"p"};
  project.phases = {{.kind = scenario::PhaseKind::kTraining, .name = "training"}};
  programme.organisations = {{.name = "org", .projects = {project}}};
  const DurationTable table = table_of(programme);
  ASSERT_EQ(table[0][0].options.size(), 3U);
  for (const PhaseOption& option : table[0][0].options) {
    const Seconds mtbf = 1 / job_failure_rate(option.run->settings.failures, option.nodes, 8);
    EXPECT_NEAR(mtbf / hour, 12.0 * 16 / option.nodes, 1e-9) << option.nodes;
  }
}

/// One-node jobs of 6 hours, so many a day for 120 days, in a queue of first come, first served.
scenario::Programme jobs_of(double per_day, std::vector<scenario::Pool> pools) {
  scenario::Project project{.name = "a", .organisation = "org"};
  for (const scenario::Pool& pool : pools) project.pools.push_back(pool.name);
  scenario::ProjectPhase phase{.kind = scenario::PhaseKind::kExperiments, .name = "experiments", .duration = 120 * day};
  phase.jobs = scenario::JobStream{.jobs_per_day = per_day, .nodes = {1}, .mean_duration = 6 * hour};
  project.phases = {phase};
  scenario::Programme programme = programme_of(kStart, 120, std::move(pools));
  programme.policy.kind = scenario::PolicyKind::kFifo;
  programme.organisations = {{.name = "org", .projects = {project}}};
  return programme;
}

// 17 jobs of a quarter of a day keep 4.25 nodes busy.  On 4 they come all the same, and wait.
TEST(DurationTable, JobsOfAQueueComeToAPoolThatCannotKeepUp) {
  const PhaseOptions options = table_of(jobs_of(17, {pool_of("p", kStart, 4, 40.0)}))[0][0];
  ASSERT_EQ(options.options.size(), 1U);
  EXPECT_EQ(options.options[0].nodes, 4);
  EXPECT_THAT(options.refused, testing::IsEmpty());
}

TEST(DurationTable, JobsGoToThePoolThatKeepsUpWhereThereIsOne) {
  const PhaseOptions options =
      table_of(jobs_of(17, {pool_of("p", kStart, 4, 40.0), pool_of("q", kStart, 5, 40.0)}))[0][0];
  ASSERT_EQ(options.options.size(), 1U);
  EXPECT_EQ(options.options[0].pool, 1);
  EXPECT_EQ(options.options[0].nodes, 5);
  EXPECT_EQ(options.refused.size(), 1U);
}

// A placement gives them nodes of their own, 5; and 120,000 jobs of which hardly any begins are too many to simulate.
TEST(DurationTable, JobsAreRefusedWhereNoQueueHoldsThem) {
  scenario::Programme planned = jobs_of(17, {pool_of("p", kStart, 4, 40.0)});
  planned.policy.kind = scenario::PolicyKind::kPlanned;
  for (const scenario::Programme& programme : {planned, jobs_of(1000, {pool_of("p", kStart, 4, 40.0)})}) {
    const PhaseOptions options = table_of(programme)[0][0];
    EXPECT_THAT(options.options, testing::IsEmpty());
    ASSERT_EQ(options.refused.size(), 1U);
    EXPECT_THAT(options.refused[0].reason, testing::HasSubstr("never has more than 4 nodes"));
  }
}

}  // namespace duration_table_test
}  // namespace fmplan::programme
