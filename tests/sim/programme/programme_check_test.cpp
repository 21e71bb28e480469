#include <functional>
#include <stdexcept>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/programme/plain_programme.h"

namespace fmplan::sim {
namespace programme_check_test {

using ::testing::HasSubstr;

ProgrammeSettings good_programme() {
  ProgrammeSettings s = plain_programme(16);
  add_task(s, {.nodes = 16, .run = plain_run()});
  add_task(s, {.nodes = 1, .duration_s = 1});
  s.tasks[1].after = {0};
  s.streams = {{.until_s = kDay_s, .jobs_per_s = 1e-4, .nodes = {1}, .mean_duration_s = 10}};
  return s;
}

struct BadProgramme {
  std::function<void(ProgrammeSettings&)> spoil;
  std::string where, message;
};

TEST(CheckProgramme, NamesEachRuleThatIsBroken) {
  EXPECT_TRUE(check_programme(good_programme()).empty());
  const std::vector<BadProgramme> all{
      {[](auto& s) { s.tasks[0].project = 7; }, "/tasks/0/project", "7 is none of the 2 projects; use 0 to 1"},
      {[](auto& s) { s.tasks[1].pool = -1; }, "/tasks/1/pool", "-1 is none of the 1 pools"},
      {[](auto& s) { s.tasks[0].nodes = 0; }, "/tasks/0/nodes", "0 is not between 1 and"},
      {[](auto& s) { s.tasks[0].after = {1}; }, "/tasks/0/after", "it waits for tasks that wait for it"},
      {[](auto& s) { s.tasks[1].after = {4}; }, "/tasks/1/after/0", "4 is none of the 2 tasks"},
      {[](auto& s) { s.tasks[0].run->productive = 0 * second; }, "/tasks/0/run/productive", "positive"},
      {[](auto& s) { s.tasks[0].step_time_error = StepTimeError{.low_80 = 1.1}; }, "/tasks/0/step_time_error",
       "in order"},
      {[](auto& s) { s.tasks[1].duration_s = std::nan(""); }, "/tasks/1/duration_s", "nan s is not between"},
      {[](auto& s) { s.pools[0].steps[0].nodes = 0; }, "/pools/0/steps/0/nodes", "leave the step out"},
      {[](auto& s) { s.pools[0].steps[0].until_s = 9; }, "/pools/0/steps/0/nodes", "give -16 in place of 16"},
      {[](auto& s) { s.pools[0].steps[0].late_chance = 2; }, "/pools/0/steps/0/late_chance",
       "2 is not between 0 and 1"},
      {[](auto& s) { s.projects[0].organisation = 1; }, "/projects/0/organisation", "1 is none of the 1 organisations"},
      {[](auto& s) {
         s.rules.shares = {1, 2};
       },
       "/rules/shares", "2 shares for 1 organisations"},
      {[](auto& s) { s.rules.shared_error = -0.1; }, "/rules/shared_error", "-0.1 is not between 0 and 1"},
      {[](auto& s) { s.streams[0].nodes.clear(); }, "/streams/0/nodes", "give one number"},
      {[](auto& s) { s.streams[0].jobs_per_s = 1e9; }, "/streams/0/jobs_per_s", "jobs is not between"},
      {[](auto& s) {
         s.month_ends_s = {1, 1};
       },
       "/month_ends_s/1", "1 s is not after"},
      {[](auto& s) { s.month_ends_s = {1}; }, "/month_ends_s", "months end before the programme does"},
      {[](auto& s) { s.node_hour_prices.assign(s.month_ends_s.size() + 1, {1.0}); }, "/node_hour_prices",
       "give none or all"},
      {[](auto& s) { s.node_hour_prices.assign(s.month_ends_s.size(), {-1.0}); }, "/node_hour_prices/0/0",
       "-1 is no price"},
      {[](auto& s) {
         s.pools.push_back(s.pools[0]);
         s.tasks[1].project = 0;
         s.tasks[1].pool = 1;
         s.tasks[0].keeps_nodes = true;
       },
       "/tasks/0/keeps_nodes", "the project's next task, 1, is on another pool"},
  };
  for (const BadProgramme& bad : all) {
    ProgrammeSettings s = good_programme();
    bad.spoil(s);
    const Issues issues = check_programme(s);
    ASSERT_FALSE(issues.empty()) << bad.where;
    EXPECT_EQ(issues[0].where, bad.where);
    EXPECT_THAT(issues[0].message, HasSubstr(bad.message));
  }
}

TEST(CheckProgramme, TellsAllProblemsAtOnceAndNothingIsSimulated) {
  ProgrammeSettings s = good_programme();
  s.tasks[0].nodes = -3;
  s.rules.shared_error = 5;
  EXPECT_EQ(check_programme(s).size(), 2U);
  EXPECT_THROW(simulate_programme(s, {}), std::invalid_argument);
}

}  // namespace programme_check_test
}  // namespace fmplan::sim
