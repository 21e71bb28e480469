// Streams of jobs against the waiting lines of the literature, tests/reference/queueing.h.

#include <gtest/gtest.h>

#include "tests/reference/queueing.h"
#include "tests/sim/programme/plain_programme.h"

namespace fmplan::sim {
namespace queueing_law_test {

/// A pool of `servers` nodes and a stream of jobs of one node and an hour that keeps them busy for `load` of the time.
ProgrammeSettings waiting_line(int servers, double load, double days) {
  ProgrammeSettings s = plain_programme(servers, days * kDay_s);
  s.projects = {{}};
  s.rules.backfill = false;
  s.streams = {{.until_s = s.end_s, .jobs_per_s = load * servers / kHour_s, .nodes = {1}, .mean_duration_s = kHour_s}};
  return s;
}

// The house is empty at first, which takes less than a fiftieth off the mean of 9,000 jobs and more.
constexpr double kEmptyAtFirst = 0.02;

TEST(Streams, WaitAsErlangSays) {
  for (const auto& [servers, load, days] : {std::tuple{1, 0.7, 1500.0}, {4, 0.8, 600.0}, {16, 0.9, 300.0}}) {
    const ProgrammeSettings s = waiting_line(servers, load, days);
    const ProgrammeSimulation simulated = simulate_programme(s, {.trials = 8, .threads = 2});
    const double exact_h = reference::mmc_wait(load * servers / (1 * hour), 1 * hour, servers) / hour;
    const Estimate wait = simulated.streams[0].mean_wait_h;
    EXPECT_NEAR(wait.mean, exact_h, 4 * wait.standard_error + kEmptyAtFirst * exact_h) << servers;
    EXPECT_LT(wait.standard_error, 0.06 * exact_h) << servers;
    EXPECT_NEAR(simulated.streams[0].jobs.mean, load * servers * 24 * days,
                4 * simulated.streams[0].jobs.standard_error);
  }
}

TEST(Streams, WaitAsPollaczekAndKhinchinSayWhereAllTakeOneTime) {
  ProgrammeSettings s = waiting_line(1, 0.8, 1500);
  s.streams[0].durations_s = {kHour_s};
  const Estimate wait = simulate_programme(s, {.trials = 8, .threads = 2}).streams[0].mean_wait_h;
  const double exact_h = reference::md1_wait(0.8 / (1 * hour), 1 * hour) / hour;
  EXPECT_NEAR(wait.mean, exact_h, 4 * wait.standard_error + kEmptyAtFirst * exact_h);
  EXPECT_LT(wait.standard_error, 0.06 * exact_h);
}

}  // namespace queueing_law_test
}  // namespace fmplan::sim
