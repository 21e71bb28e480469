// What lies across days of maintenance, and what does not fit between them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/catalog/catalog.h"
#include "core/programme/move.h"
#include "core/programme/risk.h"
#include "core/programme/study_programme.h"
#include "tests/programme/programmes.h"

namespace fmplan::programme {
namespace maintenance_test {

using testing::ElementsAre;

const Date kStart = *parse_date("2026-03-01");

Date day_after(int days) { return {kStart.days_since_epoch + days}; }

/// 8 nodes for 30 days, all of them in maintenance on the days 10 and 20.
scenario::Programme programme_of(const scenario::Project& project) {
  scenario::Pool pool = pool_of("p", kStart, 8, 1.0);
  pool.maintenance = {{.from = day_after(10), .until = day_after(11)}, {.from = day_after(20), .until = day_after(21)}};
  scenario::Programme programme = programme::programme_of(kStart, 30, {pool});
  programme.organisations = {{.name = "org", .projects = {project}}};
  return programme;
}

/// Jobs that come for so many days, and have 8 nodes to themselves.
scenario::Project jobs_for(double days) {
  scenario::Project project = project_of("a", "p", days, {8});
  project.phases[0].kind = scenario::PhaseKind::kExperiments;
  project.phases[0].jobs = scenario::JobStream{.jobs_per_day = 8, .nodes = {1}, .mean_duration = 1 * day};
  return project;
}

scenario::Project training(std::vector<int> nodes) {
  scenario::Project project{.name = "a", .organisation = "org"};
  project.scenario = nlohmann::json::parse(R"({"version": 1, "model": "llama-3-8b",
    "training": {"tokens": "600B", "sequence_length": 8192, "global_batch_size": 512},
    "cluster": {"instance": "p5.48xlarge", "nodes": 8},
    "run": {"start": "2026-03-01", "campaign_overhead": "none"}})");
  project.nodes = std::move(nodes);
  project.pools = {"p"};
  project.phases = {{.kind = scenario::PhaseKind::kTraining, .name = "training"}};
  return project;
}

Study studied(const scenario::Programme& programme) {
  static const catalog::Catalog kItems = catalog::Catalog::shipped();
  return study_programme(programme, kItems, {.trials = 50, .prove = false});
}

// From day 3 on: 7 days up to day 10, 9 more up to day 20, and what is left behind it; a start within a pause waits for
// its end.
TEST(EndOfWork, IsLaterByThePausesBeforeIt) {
  const std::vector<int> pauses = {10, 20};
  EXPECT_EQ(end_of_work(3, 5, pauses), 8);
  EXPECT_EQ(end_of_work(3, 7, pauses), 10);
  EXPECT_EQ(end_of_work(3, 8, pauses), 12);
  EXPECT_EQ(end_of_work(3, 17, pauses), 22);
  EXPECT_EQ(end_of_work(10.25, 2, pauses), 13);
  EXPECT_EQ(end_of_work(11, 2, pauses), 13);
}

// 15 days of work from day 0 on stand still on day 10 and end with day 15: placed, and simulated to the second.
TEST(Maintenance, JobsLieAcrossIt) {
  const Study study = studied(programme_of(jobs_for(15)));
  ASSERT_EQ(study.projects[0].phases.size(), 1U) << "placed";
  EXPECT_THAT(study.problem.projects[0].phases[0].modes[0].pauses, ElementsAre(10, 20));
  EXPECT_DOUBLE_EQ(study.projects[0].phases[0].end_day, 16);
  EXPECT_DOUBLE_EQ(study.projects[0].summary.finish_days.p50, 16);
  // Where it is dragged to, it still needs no nodes on those days.
  const MovePreview moved = preview_move(study, {.start_day = 8});
  EXPECT_DOUBLE_EQ(moved.phases[0].end_day, 25);
  EXPECT_THAT(moved.broken, testing::IsEmpty());
}

// Of a week with maintenance nothing counts: two weeks of work take the first and the fourth.
TEST(Maintenance, TakesWholeWeeksOfAGridOfWeeks) {
  scenario::Programme programme = programme_of(jobs_for(14));
  programme.policy.grid_days = 7;
  const Study study = studied(programme);
  EXPECT_THAT(study.problem.projects[0].phases[0].modes[0].pauses, ElementsAre(1, 2));
  ASSERT_EQ(study.projects[0].phases.size(), 1U);
  EXPECT_EQ(study.projects[0].phases[0].start_day, 0);
  EXPECT_DOUBLE_EQ(study.projects[0].phases[0].end_day, 15);
}

// A run of more days than lie between two maintenances, by a placement and in a queue.
TEST(Maintenance, ARunWritesItsCheckpointAndGoesOnAfterIt) {
  for (const scenario::PolicyKind policy : {scenario::PolicyKind::kPlanned, scenario::PolicyKind::kFifo}) {
    scenario::Programme programme = programme_of(training({8}));
    programme.policy.kind = policy;
    const Study study = studied(programme);
    ASSERT_EQ(study.projects[0].phases.size(), 1U) << "placed";
    const ChosenPhase& phase = study.projects[0].phases[0];
    ASSERT_GT(phase.option->p50_days, 10);
    EXPECT_EQ(phase.start_day, 0);
    EXPECT_DOUBLE_EQ(phase.end_day, phase.option->p50_days + (phase.option->p50_days > 19 ? 2 : 1));
    EXPECT_GT(study.projects[0].summary.finish_days.p90, phase.option->p50_days + 1);
  }
}

// Other work needs its days in a row: 10 are the most, from the first on.
TEST(Maintenance, CutsOtherWorkShortAndIsToldAsTheReason) {
  const Study study = studied(programme_of(project_of("a", "p", 15, {4, 8})));
  EXPECT_TRUE(study.projects[0].phases.empty());
  EXPECT_THAT(
      what_is_wrong(study, 0),
      ElementsAre("its phase \"work\" takes 15 days in a row where it is fastest, and p has 4 nodes for 10 at most",
                  "the longest stretch between maintenance is 2026-03-01 to 2026-03-10",
                  "a run, which writes checkpoints, or a stream of jobs goes on after maintenance"));
  EXPECT_EQ(risk_line(study, 0), "takes 15 days in a row; its nodes are there for 10 at most");
  EXPECT_FALSE(studied(programme_of(project_of("a", "p", 10, {8}))).projects[0].phases.empty()) << "10 fit";
}

// Half of the nodes stay: 4 of them work on, and 8 stand still.
TEST(Maintenance, OfSomeNodesPausesWhatNeedsMore) {
  scenario::Project project = jobs_for(15);
  project.phases[0].nodes = {4, 8};
  scenario::Programme programme = programme_of(project);
  for (scenario::PoolMaintenance& pause : programme.pools[0].maintenance) pause.nodes = 4;
  const Study study = studied(programme);
  EXPECT_THAT((*study.table)[0][0].options[0].pauses, testing::IsEmpty());
  EXPECT_THAT((*study.table)[0][0].options[1].pauses, ElementsAre(10, 20));
}

}  // namespace maintenance_test
}  // namespace fmplan::programme
