#include "core/sim/programme/day_one.h"

#include <algorithm>
#include <cmath>

namespace fmplan::sim {

double chance_of_nodes(int delivered, double defective_share, int needed) {
  if (needed <= 0) return 1;
  if (needed > delivered || defective_share >= 1) return 0;
  if (defective_share <= 0) return 1;
  const double nodes = delivered, bad = std::log(defective_share), good = std::log1p(-defective_share);
  double chance = 0;
  for (int k = 0; k <= delivered - needed; ++k)
    chance += std::exp(std::lgamma(nodes + 1) - std::lgamma(k + 1.0) - std::lgamma(nodes - k + 1) + k * bad +
                       (nodes - k) * good);
  return std::min(1.0, chance);
}

int fewest_extra_nodes(int needed, double share, double confidence) {
  const auto is_enough = [&](int extra) { return chance_of_nodes(needed + extra, share, needed) >= confidence; };
  // The chance grows with every node: doubled until it is enough, then halved.
  int too_few = -1, enough = 0;
  while (!is_enough(enough)) {
    too_few = enough;
    enough = 2 * enough + 1;
  }
  while (enough - too_few > 1) {
    const int middle = too_few + (enough - too_few) / 2;
    (is_enough(middle) ? enough : too_few) = middle;
  }
  return enough;
}

}  // namespace fmplan::sim
