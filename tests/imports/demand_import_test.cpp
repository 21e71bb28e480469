#include "core/imports/demand_import.h"

#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "core/scenario/programme_json.h"
#include "core/text/json_conversion.h"

namespace fmplan::imports {
namespace demand_import_test {

using evidence::DemandRow;
using evidence::JobLog;
using evidence::LoggedJob;
using scenario::Programme;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

Date on(const char* text) { return *parse_date(text); }

const DemandTerms kTerms = {.name = "demand", .instance = "p5.48xlarge", .start = on("2026-03-01")};

LoggedJob job(const char* organisation, const char* user, int nodes, double submitted_days, int hours) {
  const std::int64_t start = on("2026-03-01").days_since_epoch * 86'400LL;
  return {.id = "1",
          .organisation = organisation,
          .user = user,
          .nodes = nodes,
          .submitted_s = start + static_cast<std::int64_t>(submitted_days * 86'400),
          .ran_s = hours * 3600};
}

// 32 jobs of one GPU for a day on nodes of eight: 768 node-hours are counted, 96 were held.
TEST(NotesOnSharedNodes, SayWhatWholeNodesAreTooMany) {
  JobLog log;
  for (int i = 0; i < 32; ++i) {
    log.jobs.push_back(job("physics", "ann", 1, 0, 24));
    log.jobs.back().accelerators = 1;
  }
  EXPECT_THAT(notes_on_shared_nodes(log, 8),
              ElementsAre(HasSubstr("32 of 32 jobs held fewer GPUs than their nodes have, and count with whole nodes: "
                                    "768 node-hours, where their GPUs make 96")));
  EXPECT_THAT(notes_on_shared_nodes(log, 1), SizeIs(0));
  log.jobs.front().accelerators.reset();
  log.jobs.resize(1);
  EXPECT_THAT(notes_on_shared_nodes(log, 8), SizeIs(0));
}

/// What comes out has to be read again.
Programme read_again(const Programme& programme) {
  return scenario::read_programme(text::parsed(scenario::programme_json(programme)), catalog::Catalog::shipped(),
                                  std::nullopt);
}

std::string complaint(const auto& make) {
  try {
    make();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// Four days; ann has 2 jobs of 4 nodes and one of 1, bob 4 of 1.
TEST(ProgrammeOfJobs, HasTheLogsRatesAndNodeHours) {
  JobLog log;
  log.jobs = {job("physics", "ann", 4, 0.5, 10), job("physics", "ann", 4, 1.5, 20), job("physics", "ann", 1, 2, 3)};
  for (const int hours : {1, 2, 3, 6}) log.jobs.push_back(job("maths", "bob", 1, 3.2, hours));
  const Programme programme = read_again(programme_of_jobs(log, kTerms));
  EXPECT_EQ(programme.start, on("2026-03-01"));
  EXPECT_EQ(programme.end, on("2026-03-05"));
  // On the third day ann's second job of 4 nodes and her third of 1 run at once.
  EXPECT_EQ(programme.pools.front().deliveries.front().nodes, 5);
  ASSERT_THAT(programme.organisations, SizeIs(2));
  double node_hours = 0;
  for (const scenario::Organisation& organisation : programme.organisations)
    for (const scenario::Project& project : organisation.projects) {
      const scenario::JobStream& jobs = *project.phases.front().jobs;
      Seconds mean;
      for (const Seconds duration : jobs.durations) mean += duration / static_cast<double>(jobs.durations.size());
      node_hours += jobs.jobs_per_day * 4 * jobs.nodes.front() * (mean / hour);
    }
  // 4 × 30 + 3 + 12.
  EXPECT_NEAR(node_hours, 135, 135e-5);  // six digits are written
  EXPECT_EQ(programme.organisations.back().projects.front().name, "physics ann, 1 node");
}

// A thousand durations of 1 to 1,000 hours become twenty of the same mean, 500.5 hours.
TEST(ProgrammeOfJobs, KeepsTheMeanOfManyDurations) {
  JobLog log;
  for (int hours = 1; hours <= 1000; ++hours) log.jobs.push_back(job("a", "", 1, 0.01 * hours, hours));
  const Programme programme = programme_of_jobs(log, kTerms);
  const auto& durations = programme.organisations.front().projects.front().phases.front().jobs->durations;
  ASSERT_THAT(durations, SizeIs(20));
  double sum = 0;
  for (const Seconds duration : durations) sum += duration / hour;
  EXPECT_NEAR(sum / 20, 500.5, 500.5e-5);  // six digits
  EXPECT_NEAR(durations.front() / hour, 25.5, 1e-3);
}

TEST(ProgrammeOfJobs, RefusesWhatIsNoDemand) {
  EXPECT_THAT(complaint([] { programme_of_jobs({}, kTerms); }), HasSubstr("has no job that ran"));
  JobLog log;
  log.jobs = {job("a", "b", 8, 0, 1)};
  DemandTerms few = kTerms;
  few.nodes = 4;
  EXPECT_THAT(complaint([&] { programme_of_jobs(log, few); }), HasSubstr("4 are fewer than one job asks for, 8"));
}

TEST(ProgrammeOfDemand, HasAProjectARow) {
  const Programme programme = read_again(programme_of_demand({{"one", "alpha", 4, 10, on("2026-04-01")},
                                                              {"two", "beta", 2, 5, on("2026-03-20")},
                                                              {"one", "gamma", 1, 2, on("2026-03-20")}},
                                                             kTerms));
  ASSERT_THAT(programme.organisations, SizeIs(2));
  EXPECT_THAT(programme.organisations[0].projects, SizeIs(2));
  const scenario::Project& alpha = programme.organisations[0].projects[0];
  EXPECT_THAT(alpha.nodes, ElementsAre(4));
  EXPECT_EQ(alpha.phases.front().duration, 10 * day);
  EXPECT_EQ(programme.end, on("2026-04-01"));
  EXPECT_EQ(programme.pools.front().deliveries.front().nodes, 7);
}

// 40 + 10 node-days on 4 nodes are 12.5 days, the longest is 10: in any order done within 25.
TEST(ProgrammeOfDemand, EndsWhenAnyListIsDoneWithoutDeadlines) {
  DemandTerms terms = kTerms;
  terms.nodes = 4;
  const Programme programme = programme_of_demand({{"one", "alpha", 4, 10, {}}, {"two", "beta", 2, 5, {}}}, terms);
  EXPECT_EQ(programme.end, on("2026-03-26"));
}

TEST(ProgrammeOfDemand, TellsOfEveryRow) {
  const std::string told = complaint([] {
    programme_of_demand({{"one", "a", 1, 1, on("2026-02-01")}, {"two", "b", 1, 1, {}}, {"two", "b", 1, 1, {}}}, kTerms);
  });
  EXPECT_THAT(told, HasSubstr("a: has its deadline, 2026-02-01, not after the start"));
  EXPECT_THAT(told, HasSubstr("b: is a project of two rows"));
}

}  // namespace demand_import_test
}  // namespace fmplan::imports
