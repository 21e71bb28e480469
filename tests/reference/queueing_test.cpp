#include "tests/reference/queueing.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "core/sim/run/queueing.h"

namespace fmplan::reference {
namespace queueing_test {

/// What values computed elsewhere in double precision differ by, at most.
constexpr double kVector = 1e-9;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// a = 2 on 3 servers by hand: B = (8/6)/(1 + 2 + 2 + 8/6) = 4/19, C = (4/19)/(1 − 2/3·15/19) = 4/9.
TEST(ErlangC, IsWhatTheDefinitionGives) {
  EXPECT_NEAR(sim::erlang_b(3, 2), 4.0 / 19, 1e-15);
  EXPECT_NEAR(erlang_c(3, 2), 4.0 / 9, 1e-15);
  EXPECT_DOUBLE_EQ(erlang_c(1, 0.7), 0.7);  // one server: all who find it busy
  EXPECT_EQ(erlang_c(3, 3), 1);
  EXPECT_EQ(erlang_c(3, 0), 0);
}

struct QueueVector {
  const char* name;
  Queue queue;
  double wait_h;
};

const QueueVector kQueues[] = {
    {"M/M/1", {.arrival_rate = 0.7 / hour, .mean_service = 1 * hour}, 2.333333333333333},
    {"M/M/8", {.arrival_rate = 6.4 / hour, .mean_service = 1 * hour, .servers = 8}, 0.2860280784012601},
    {"M/D/1",
     {.arrival_rate = 0.7 / hour, .mean_service = 1 * hour, .service = ServiceLaw::kFixed},
     1.1666666666666665},
};

Seconds closed_form(const Queue& queue) {
  if (queue.service == ServiceLaw::kFixed) return md1_wait(queue.arrival_rate, queue.mean_service);
  return mmc_wait(queue.arrival_rate, queue.mean_service, queue.servers);
}

TEST(Wait, AgreesWithQueuesComputedElsewhere) {
  for (const QueueVector& v : kQueues) EXPECT_NEAR(closed_form(v.queue) / hour / v.wait_h, 1, kVector) << v.name;
}

// Two ways that must agree: the formulas, and two million customers one by one.
TEST(SimulateQueue, AgreesWithTheClosedFormsWithinFourStandardErrors) {
  for (const QueueVector& v : kQueues) {
    const WaitEstimate wait = simulate_queue(v.queue, 2'000'000, 1);
    EXPECT_NEAR(wait.mean / hour, v.wait_h, 4 * (wait.standard_error / hour)) << v.name;
    EXPECT_LT(wait.standard_error / hour, 0.02 * v.wait_h) << v.name;
  }
}

TEST(SimulateQueue, DependsOnTheSeedAlone) {
  const Queue queue{.arrival_rate = 2 / hour, .mean_service = 1 * hour, .servers = 3};
  const WaitEstimate first = simulate_queue(queue, 10'000, 7), again = simulate_queue(queue, 10'000, 7),
                     other = simulate_queue(queue, 10'000, 8);
  EXPECT_EQ(first.mean, again.mean);
  EXPECT_EQ(first.standard_error, again.standard_error);
  EXPECT_NE(first.mean, other.mean);
}

// An error that is said to be one standard deviation is below two of them in most of many tries.
TEST(SimulateQueue, StatesAnErrorThatItKeeps) {
  constexpr int kTries = 60;
  const Queue queue{.arrival_rate = 2 / hour, .mean_service = 1 * hour, .servers = 3};
  const Seconds expected = closed_form(queue);
  int within = 0;
  for (int seed = 1; seed <= kTries; ++seed) {
    const WaitEstimate wait = simulate_queue(queue, 50'000, static_cast<std::uint64_t>(seed));
    if (std::abs((wait.mean - expected) / wait.standard_error) < 2) ++within;
  }
  // Binomial(60, 0.95): 57 ± 1.7, and five of those below.
  EXPECT_GE(within, 48);
}

TEST(Wait, OfManyServersWithOneIsThatOfOne) {
  for (const double busy : {0.01, 0.3, 0.9, 0.999})
    EXPECT_NEAR(mmc_wait(busy / hour, 1 * hour, 1) / mm1_wait(busy / hour, 1 * hour), 1, 1e-12) << busy;
}

TEST(Wait, OfFixedServiceIsHalfOfExponential) {
  EXPECT_NEAR(md1_wait(0.8 / hour, 1 * hour) / mm1_wait(0.8 / hour, 1 * hour), 0.5, 1e-15);
}

// One fast server keeps fewer waiting in all than c slow ones, but who waits for c slow ones waits shorter in the
// queue.
TEST(Wait, FallsWithTheNumberOfServersAtTheSameLoadOfEach) {
  Seconds before{kInfinity};
  for (int servers = 1; servers < 30; ++servers) {
    const Seconds wait = mmc_wait(0.8 * servers / hour, 1 * hour, servers);
    EXPECT_LT(wait, before) << servers;
    before = wait;
  }
}

TEST(Wait, IsNothingWithoutArrivalsAndEndlessWhenOverloaded) {
  EXPECT_EQ(mm1_wait(PerSecond{}, 1 * hour), Seconds{});
  EXPECT_EQ(mmc_wait(PerSecond{}, 1 * hour, 4), Seconds{});
  EXPECT_EQ(md1_wait(PerSecond{}, 1 * hour), Seconds{});
  EXPECT_TRUE(std::isinf(mm1_wait(1 / hour, 1 * hour) / second));
  EXPECT_TRUE(std::isinf(mmc_wait(5 / hour, 1 * hour, 4) / second));
  EXPECT_TRUE(std::isinf(md1_wait(2 / hour, 1 * hour) / second));
}

}  // namespace queueing_test
}  // namespace fmplan::reference
