// Laws that hold whatever happens: node-hours add up, threads change nothing.

#include <numeric>

#include <gtest/gtest.h>

#include "tests/sim/programme/plain_programme.h"

namespace fmplan::sim {
namespace programme_books_test {

/// Everything that can happen, as a random draw: two pools, three organisations, runs, plain tasks in chains, some that
/// keep their nodes, streams, slips, defects, maintenance, returns.
ProgrammeSettings random_programme(RandomStream& random) {
  const auto often = [&random] { return random.uniform() < 0.5; };
  const auto up_to = [&random](double most) { return random.uniform() * most; };
  const auto whole = [&random](int least, int most) {
    return least + static_cast<int>(random.uniform() * (most - least + 1));
  };
  ProgrammeSettings s;
  s.end_s = 40 * kDay_s;
  s.month_ends_s = {11 * kDay_s, 28 * kDay_s, 45 * kDay_s};
  s.num_organisations = 3;
  s.node_hour_prices = {{1, 2}, {3, 5}, {8, 13}};
  s.rules = {.order = static_cast<QueueOrder>(whole(0, 4)),
             .backfill = often(),
             .preemption = often(),
             .shares = often() ? std::vector<double>{1, 2, 3} : std::vector<double>{},
             .shared_error = random.uniform()};
  for (int pool = 0; pool < 2; ++pool) {
    SimulatedPool& p = s.pools.emplace_back();
    p.spares = whole(0, 3);
    for (int i = 0; i < 2; ++i)
      p.steps.push_back({.at_s = up_to(5 * kDay_s),
                         .nodes = whole(10, 40),
                         .late_chance = 0.3,
                         .late_mean_s = 3 * kDay_s,
                         .defective_share = often() ? 0.2 : 0,
                         .check_s = often() ? kDay_s : 0,
                         .replaced_in_s = up_to(5 * kDay_s)});
    if (often()) {
      const double at_s = up_to(30 * kDay_s);
      p.steps.push_back({.at_s = at_s, .nodes = -whole(1, 80), .until_s = at_s + up_to(4 * kDay_s) + 1});
    }
    if (often()) p.steps.push_back({.at_s = up_to(60 * kDay_s), .nodes = -whole(1, 30)});
  }
  const int num_projects = whole(2, 6);
  for (int project = 0; project < num_projects; ++project) {
    s.projects.push_back({.organisation = whole(0, 2),
                          .priority = whole(0, 2),
                          .deadline_s = often() ? std::optional<double>(up_to(50 * kDay_s)) : std::nullopt});
    const int pool = whole(0, 1), chain = whole(1, 3);
    for (int i = 0; i < chain; ++i) {
      SimulatedTask task{.project = project,
                         .pool = pool,
                         .nodes = whole(1, 24),
                         .submitted_s = up_to(10 * kDay_s),
                         .not_before_s = up_to(15 * kDay_s),
                         .estimate_s = up_to(20 * kDay_s),
                         .duration_s = up_to(10 * kDay_s),
                         .keeps_nodes = often()};
      if (i > 0) task.after = {static_cast<int>(s.tasks.size()) - 1};
      if (often()) {
        task.run = random_run(random);
        task.run->productive = up_to(10 * kDay_s) * second + 1 * hour;
        task.step_time_error = StepTimeError{0.8, 0.9, 1.1, 1.2};
        task.kin = whole(-1, 1);
      }
      s.tasks.push_back(std::move(task));
    }
  }
  if (often())
    s.streams.push_back({.pool = whole(0, 1),
                         .from_s = up_to(5 * kDay_s),
                         .until_s = 20 * kDay_s,
                         .jobs_per_s = up_to(20) / kDay_s,
                         .nodes = {1, 2, 5},
                         .mean_duration_s = up_to(kDay_s)});
  return s;
}

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

TEST(Books, AddUpToTheNodeSecondWhateverHappens) {
  RandomStream random({.seed = 31});
  int num_finished = 0, num_tasks = 0, num_jobs = 0;
  double lost = 0, kept = 0, unfit = 0, spare = 0, idle = 0;
  for (int i = 0; i < 600; ++i) {
    const ProgrammeSettings s = random_programme(random);
    ASSERT_TRUE(check_programme(s).empty()) << check_programme(s)[0].where << check_programme(s)[0].message;
    const ProgrammeTrial trial = one_trial(s, i);
    double allotted = 0;
    for (const PoolOutcome& pool : trial.pools) {
      const double rounding = 1e-9 * pool.held + 1e-6;
      EXPECT_NEAR(pool.held, pool.used + pool.lost + pool.kept + pool.idle + pool.spare + pool.unfit, rounding) << i;
      EXPECT_NEAR(pool.held, sum(pool.held_by_week), rounding);
      EXPECT_NEAR(sum(pool.allotted_by_week), pool.used + pool.lost + pool.kept, rounding);
      for (const double part : {pool.used, pool.lost, pool.kept, pool.idle, pool.spare, pool.unfit})
        EXPECT_GE(part, -rounding) << i;
      for (std::size_t week = 0; week < pool.held_by_week.size(); ++week)
        EXPECT_LE(pool.allotted_by_week[week], pool.held_by_week[week] + rounding);
      allotted += pool.used + pool.lost + pool.kept;
      lost += pool.lost, kept += pool.kept, unfit += pool.unfit, spare += pool.spare, idle += pool.idle;
    }
    EXPECT_NEAR(sum(trial.allotted), allotted, 1e-9 * allotted + 1e-6);
    for (std::size_t t = 0; t < s.tasks.size(); ++t) {
      const TaskOutcome& task = trial.tasks[t];
      ++num_tasks;
      if (!task.finished) continue;
      ++num_finished;
      EXPECT_GE(task.start_s, std::max(s.tasks[t].submitted_s, s.tasks[t].not_before_s));
      for (const int before : s.tasks[t].after)
        EXPECT_GE(task.start_s, trial.tasks[static_cast<std::size_t>(before)].finish_s);
      EXPECT_NEAR(task.finish_s, task.start_s + task.wall_clock_s, 1e-6);
      EXPECT_LE(task.node_s, s.tasks[t].nodes * task.wall_clock_s * (1 + 1e-12) + 1e-6) << i;
      if (!s.tasks[t].run) {
        EXPECT_NEAR(task.node_s, s.tasks[t].nodes * s.tasks[t].duration_s, 1e-5) << i;
      }
    }
    for (const StreamOutcome& stream : trial.streams) num_jobs += static_cast<int>(stream.jobs);
  }
  // Or the test would say little.
  EXPECT_GT(num_finished, num_tasks / 2);
  EXPECT_GT(num_jobs, 10'000);
  for (const double part : {lost, kept, unfit, spare, idle}) EXPECT_GT(part, 1e6);
}

TEST(Programme, IsTheSameForAnyNumberOfThreads) {
  RandomStream random({.seed = 33});
  for (int i = 0; i < 5; ++i) {
    const ProgrammeSettings s = random_programme(random);
    const ProgrammeSimulation one = simulate_programme(s, {.trials = 130, .threads = 1});
    EXPECT_EQ(simulate_programme(s, {.trials = 130, .threads = 2}), one);
    EXPECT_EQ(simulate_programme(s, {.trials = 130, .threads = 4}), one);
    EXPECT_EQ(one.trials, 130);
  }
}

// 8 nodes for 3 days of the first month at 10 and for one of the second at 20: 5,760, then 3,840 more.
TEST(Programme, TellsWhatIsSpentUpToEachMonthsEnd) {
  ProgrammeSettings s = plain_programme(8, 10 * kDay_s);
  s.month_ends_s = {5 * kDay_s, 36 * kDay_s};
  add_task(s, {.nodes = 8, .submitted_s = 2 * kDay_s, .duration_s = 4 * kDay_s}, {});
  EXPECT_TRUE(simulate_programme(s, {.trials = 10}).spent.empty());
  s.node_hour_prices = {{10}, {20}};
  const ProgrammeSimulation simulated = simulate_programme(s, {.trials = 10});
  ASSERT_EQ(simulated.spent.size(), 2U);
  EXPECT_DOUBLE_EQ(simulated.spent[0].estimate.mean, 8 * 3 * 24 * 10);
  EXPECT_DOUBLE_EQ(simulated.spent[1].estimate.mean, 8 * 3 * 24 * 10 + 8 * 24 * 20);
  EXPECT_DOUBLE_EQ(simulated.spent[1].p10, simulated.spent[1].p90);
}

// 8 nodes for 4 days, of which one lies in the programme's last month and three behind it.
TEST(Programme, MoneyToTheLastGoesOnAfterTheEnd) {
  ProgrammeSettings s = plain_programme(8, 10 * kDay_s);
  s.month_ends_s = {5 * kDay_s, 10 * kDay_s};
  s.node_hour_prices = {{10}, {20}};
  add_task(s, {.nodes = 8, .submitted_s = 9 * kDay_s, .duration_s = 4 * kDay_s}, {});
  const ProgrammeSimulation simulated = simulate_programme(s, {.trials = 10});
  EXPECT_DOUBLE_EQ(simulated.money_in_all[0].estimate.mean, 8 * 1 * 24 * 20);
  EXPECT_DOUBLE_EQ(simulated.money_to_the_last[0].estimate.mean, 8 * 4 * 24 * 20);
  s.end_s = s.month_ends_s[1] = 13 * kDay_s;
  const ProgrammeSimulation in_time = simulate_programme(s, {.trials = 10});
  EXPECT_EQ(in_time.money_to_the_last, in_time.money_in_all);
}

// Two deliveries that each slip by their own luck in half of the trials: a job on each.  Sums of their quantiles would
// be wider than the quantiles of the sum, and never narrower.
TEST(Programme, WhatIsSpentIsNarrowerThanSumsOfQuantiles) {
  ProgrammeSettings s = plain_programme(8, 10 * kDay_s);
  s.month_ends_s = {10 * kDay_s};
  s.pools.push_back(s.pools[0]);
  for (SimulatedPool& pool : s.pools) {
    pool.steps[0].late_chance = 0.5;
    pool.steps[0].late_mean_s = 5 * kDay_s;
  }
  s.node_hour_prices = {{1, 1}};
  for (int pool = 0; pool < 2; ++pool) add_task(s, {.pool = pool, .nodes = 8, .duration_s = 20 * kDay_s}, {});
  const ProgrammeSimulation simulated = simulate_programme(s, {.trials = 500});
  const auto& of_month = simulated.allotted_node_hours[0][0];
  EXPECT_GT(simulated.spent[0].p10, of_month[0].p10 + of_month[1].p10);
  EXPECT_LE(simulated.spent[0].p90, of_month[0].p90 + of_month[1].p90);
  EXPECT_NEAR(simulated.spent[0].estimate.mean, of_month[0].estimate.mean + of_month[1].estimate.mean, 1e-6);
  EXPECT_EQ(simulated.money[0][0], simulated.spent[0]) << "one organisation, one month";
  EXPECT_EQ(simulated.money_in_all[0], simulated.spent[0]);
}

// A job of 8 nodes and 4 days that is delivered on day 0 or, as likely, at some time after day 5, the first month's
// end: it costs 8 · 4 · 24 · 2 in the one month or the other, and that much in all.
TEST(Programme, MoneyInAllIsThatOfTheMonthsInEachTrial) {
  ProgrammeSettings s = plain_programme(8, 400 * kDay_s);
  s.month_ends_s = {5 * kDay_s, 400 * kDay_s};
  s.num_organisations = 2;
  s.pools.push_back({.steps = {{.nodes = 8, .late_chance = 0.5, .late_mean_s = 30 * kDay_s}}});
  s.node_hour_prices = {{1, 2}, {1, 2}};
  add_task(s, {.pool = 1, .nodes = 8, .duration_s = 4 * kDay_s}, {.organisation = 1});
  const ProgrammeSimulation simulated = simulate_programme(s, {.trials = 400});
  const double all = 8 * 4 * 24 * 2;
  // 1 in 4,096: the width of the bins of quantiles.
  for (const Spread& month : {simulated.money[0][1], simulated.money[1][1]}) {
    EXPECT_EQ(month.p10, 0);
    EXPECT_NEAR(month.p90, all, all / 4096);
  }
  EXPECT_NEAR(simulated.money_in_all[1].p10, all, all / 4096);
  EXPECT_NEAR(simulated.money_in_all[1].p90, all, all / 4096);
  EXPECT_EQ(simulated.money_in_all[0].p90, 0);
  EXPECT_EQ(simulated.money[1][0].estimate.mean, 0);
}

// Eight nodes of an organisation from day 2 to day 6, a month's end on day 5: 3 and 1 days of 8 nodes.
TEST(Programme, TellsMonthsOrganisationsAndDeadlines) {
  ProgrammeSettings s = plain_programme(8, 10 * kDay_s);
  s.month_ends_s = {5 * kDay_s, 36 * kDay_s};
  s.num_organisations = 2;
  add_task(s, {.nodes = 8, .submitted_s = 2 * kDay_s, .duration_s = 4 * kDay_s},
           {.organisation = 1, .deadline_s = 6 * kDay_s});
  const ProgrammeSimulation simulated = simulate_programme(s, {.trials = 100});
  EXPECT_DOUBLE_EQ(simulated.allotted_node_hours[0][1][0].p90, 8 * 3 * 24);
  EXPECT_DOUBLE_EQ(simulated.allotted_node_hours[1][1][0].p10, 8 * 1 * 24);
  EXPECT_EQ(simulated.allotted_node_hours[0][0][0].estimate.mean, 0);
  EXPECT_EQ(simulated.projects[0].on_time.mean, 1);
  EXPECT_EQ(simulated.projects[0].start_days.p50, 2);
  EXPECT_DOUBLE_EQ(simulated.projects[0].finish_days.p50, 6);
  EXPECT_DOUBLE_EQ(simulated.projects[0].node_hours.p50, 8 * 4 * 24);
  // Weeks end on days 7 and 10: 4 of 7 days, then none.
  ASSERT_EQ(simulated.pools[0].utilisation.size(), 2U);
  EXPECT_DOUBLE_EQ(simulated.pools[0].utilisation[0].mean, 4.0 / 7);
  EXPECT_EQ(simulated.pools[0].utilisation[1].mean, 0);
  s.projects[0].deadline_s = 5.9 * kDay_s;
  EXPECT_EQ(simulate_programme(s, {.trials = 100}).projects[0].on_time.mean, 0);
}

class StopAfter : public JobWatcher {
 public:
  void report(std::int64_t done, std::int64_t) override { done_ = done; }
  bool stopped() const override { return done_ > 0; }

 private:
  std::int64_t done_ = 0;
};

TEST(Programme, KeepsWhatWasSimulatedWhenItIsStopped) {
  ProgrammeSettings s = plain_programme(8);
  add_task(s, {.nodes = 8, .duration_s = kDay_s});
  StopAfter watcher;
  const ProgrammeSimulation some = simulate_programme(s, {.trials = 6400}, watcher);
  EXPECT_EQ(some.trials, 64) << "one report";
  EXPECT_EQ(some.projects[0].finished, 64);
}

}  // namespace programme_books_test
}  // namespace fmplan::sim
