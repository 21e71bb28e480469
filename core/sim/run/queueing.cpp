#include "core/sim/run/queueing.h"

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace fmplan::sim {

double erlang_b(int servers, double load) {
  if (std::isinf(load)) return 1;
  double blocked = 1;
  for (int c = 1; c <= servers; ++c) blocked = load * blocked / (c + load * blocked);
  return blocked;
}

Starving starving(const SparePool& pool) {
  if (pool.failures == 0) return {};
  // F_n/π_n of the states with all nodes.
  const double load = pool.failures * pool.repair_time;
  std::vector<double> below(static_cast<std::size_t>(pool.spares) + 1, 1);
  for (std::size_t n = 1; n < below.size(); ++n) below[n] = 1 + static_cast<double>(n) / load * below[n - 1];
  // The states with nodes missing, over the fullest of those.
  double state = 1, waiting = 0, births = pool.failures;
  constexpr double kNoMore = 1e-17;  // of the sum: below the precision of a double
  for (double missing = 1;; ++missing) {
    const double deaths = (pool.spares + missing) / pool.repair_time + missing * pool.platform_rate;
    if (deaths == 0) return {.ratio = std::numeric_limits<double>::infinity()};
    state *= births / deaths;
    waiting += state;
    births = pool.while_waiting * pool.failures;
    if (!std::isfinite(waiting)) return {.ratio = waiting};
    if (births == 0 || (births < deaths && state < kNoMore * waiting)) break;
  }
  Starving result{.ratio = waiting / below.back()};
  double share = 1 / below.back();
  for (std::size_t n = below.size() - 1; n-- > 0;) {
    share *= static_cast<double>(n + 1) / load;
    result.head_start += result.ratio * below[n] * (1 - below[n] * share) / pool.failures;
  }
  return result;
}

}  // namespace fmplan::sim
