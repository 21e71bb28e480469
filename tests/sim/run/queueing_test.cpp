#include "core/sim/run/queueing.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace fmplan::sim {
namespace queueing_test {

/// What values computed elsewhere in double precision differ by, at most.
constexpr double kVector = 1e-9;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// B = (a^c/c!)/Σ_{k≤c} a^k/k!, the sum itself [Erlang 1917].
double erlang_b_by_sum(int servers, double load) {
  double term = 1, sum = 1;
  for (int k = 1; k <= servers; ++k) {
    term *= load / k;
    sum += term;
  }
  return term / sum;
}

// S spares are S + 1 servers: the job stops at the failure after the last.  Load = nodes × rate × repair.  Each row but
// those of 127 nodes was also simulated event by event: 0.04205 ± 0.00022 (exponential repairs) and 0.04226 ± 0.00018
// (fixed ones) for the first, 0.01150 ± 0.00010 for the second.
TEST(ErlangB, IsTheStarvedShareOfPoolsComputedElsewhere) {
  constexpr double kLlama3 = 0.0037887008101851853;  // per node-day
  constexpr struct {
    double nodes, per_node_day, repair_days;
    int spares;
    double starved;
  } kPools[] = {{64, 0.0065, 2, 2, 0.04220939185085383},
                {2048, kLlama3, 0.5, 8, 0.011411632596038451},
                {127, kLlama3, 1, 2, 0.011492809020494559},
                {127, kLlama3, 1, 4, 0.00013283929803708315},
                {2048, kLlama3, 0.5, 12, 0.00014966337957469873}};
  for (const auto& pool : kPools) {
    const double load = pool.nodes * pool.per_node_day * pool.repair_days;
    EXPECT_NEAR(erlang_b(pool.spares + 1, load) / pool.starved, 1, kVector) << pool.nodes << " " << pool.spares;
  }
}

TEST(ErlangB, ByRecursionIsTheSumFormula) {
  for (const int servers : {0, 1, 2, 5, 20, 100})
    for (const double load : {0.0, 0.01, 1.0, 7.5, 80.0})
      EXPECT_NEAR(erlang_b(servers, load), erlang_b_by_sum(servers, load), 1e-13) << servers << " " << load;
}

TEST(ErlangB, HasItsLimits) {
  EXPECT_EQ(erlang_b(0, 3), 1);
  EXPECT_EQ(erlang_b(4, 0), 0);
  EXPECT_EQ(erlang_b(4, kInfinity), 1);
  EXPECT_DOUBLE_EQ(erlang_b(1, 3), 0.75);  // a/(1 + a)
  // Overloaded, only c of a can be served.
  EXPECT_NEAR(erlang_b(10, 1e6), 1 - 10 / 1e6, 1e-9);
  for (int servers = 1; servers < 50; ++servers) EXPECT_LT(erlang_b(servers, 10), erlang_b(servers - 1, 10));
}

// B/(1 − B) of S + 1 servers where nothing fails while a node is missing; exact but for rounding.
TEST(Starving, IsErlangsWhereClocksStandStill) {
  for (const int spares : {0, 1, 8, 40})
    for (const double load : {0.1, 3.0, 30.0}) {
      const double blocked = erlang_b(spares + 1, load);
      const Starving pool = starving({.spares = spares, .failures = load / 5, .repair_time = 5});
      if (erlang_b(spares, load) < 1e-15) {
        EXPECT_EQ(pool.ratio, 0) << "to fifteen digits it never starves";
        continue;
      }
      EXPECT_NEAR(pool.ratio / (blocked / (1 - blocked)), 1, 1e-12) << spares << " " << load;
      EXPECT_NEAR(pool.starved / erlang_b(spares, load), 1, 1e-12) << spares << " " << load;
    }
}

// As often as while it runs: the number in repair is Poisson of mean λT = 2, as in M/G/∞, and the job runs while it is
// at most S = 1: U = e^{−2}(1 + 2) = 0.4060, (1 − U)/U = 1.463.
TEST(Starving, IsThatOfAPoissonNumberWhereHardwareGoesOnFailing) {
  const double running = std::exp(-2) * (1 + 2);
  EXPECT_NEAR(starving({.spares = 1, .failures = 0.5, .while_waiting = 1, .repair_time = 4}).ratio,
              (1 - running) / running, 1e-12);
}

// Without spares one is waited for and those that fail meanwhile: (e^{fλT} − 1)/f, for λT = 0.6 and f = ½ 0.69972.
TEST(Starving, WithoutSparesIsTheExponentialOfTheLoad) {
  EXPECT_NEAR(starving({.spares = 0, .failures = 0.1, .while_waiting = 0.5, .repair_time = 6}).ratio,
              std::expm1(0.3) / 0.5, 1e-12);
}

// Spares that nothing repairs are all gone in the long run; each missing node comes after 3 h, λ = 0.1 a hour: 0.3.
TEST(Starving, WithoutRepairsIsThatOfThePlatform) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  EXPECT_NEAR(starving({.spares = 4, .failures = 0.1, .repair_time = kNever, .platform_rate = 1.0 / 3}).ratio, 0.3,
              1e-12);
  EXPECT_EQ(starving({.spares = 4, .failures = 0.1, .repair_time = kNever}).ratio, kNever);
}

}  // namespace queueing_test
}  // namespace fmplan::sim
