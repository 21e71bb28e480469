#include "core/sim/run/queueing.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fmplan::sim {

double erlang_b(int servers, double load) {
  if (std::isinf(load)) return 1;
  // The reciprocal needs no division for each server.
  constexpr double kNever = 1e300;  // chosen: near the largest double, where B is 0
  const double each = 1 / load;
  double inverse = 1;
  for (int c = 1; c <= servers && inverse < kNever; ++c) inverse = 1 + c * each * inverse;
  return 1 / inverse;
}

Starving starving(const SparePool& pool) {
  if (pool.failures == 0) return {};
  // Over the states with all nodes: F_n/π_n, the sum of those below n, and that of F_k²π_k/π_n² up to n.
  const double load = pool.failures * pool.repair_time;
  double below = 1, sum = 0, squares = 1;
  constexpr double kEnough = 1e15;  // chosen: beyond, no failure in so many starves
  for (int n = 1; n <= pool.spares; ++n) {
    const double step = n / load;
    sum += below;
    below = 1 + step * below;
    squares = below * below + step * squares;
    if (below > kEnough) return {};
  }
  // The states with nodes missing, over the fullest of those.
  double state = 1, waiting = 0, births = pool.failures;
  constexpr double kNoMore = 1e-15;  // of the sum: near the precision of a double
  for (double missing = 1;; ++missing) {
    const double deaths = (pool.spares + missing) / pool.repair_time + missing * pool.platform_rate;
    if (deaths == 0) waiting = std::numeric_limits<double>::infinity();
    state *= births / deaths;
    waiting += state;
    births = pool.while_waiting * pool.failures;
    if (!std::isfinite(waiting)) return {.starved = 1 / below, .ratio = std::numeric_limits<double>::infinity()};
    if (births == 0 || (births < deaths && state < kNoMore * waiting)) break;
  }
  const double ratio = waiting / below;
  return {.starved = 1 / below,
          .ratio = ratio,
          .head_start = ratio * std::max(0.0, sum - (squares - below * below) / below) / pool.failures};
}

}  // namespace fmplan::sim
