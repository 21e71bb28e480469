#include "core/sim/programme/backfill.h"

#include <algorithm>
#include <limits>

namespace fmplan::sim {

Reservation reservation(int nodes, int free, double now_s, std::vector<Release> releases) {
  if (free >= nodes) return {.at_s = now_s, .extra = free - nodes};
  std::ranges::sort(releases, {}, &Release::at_s);
  for (std::size_t i = 0; i < releases.size(); ++i) {
    free += releases[i].nodes;
    const bool is_last_of_time = i + 1 == releases.size() || releases[i + 1].at_s > releases[i].at_s;
    if (is_last_of_time && free >= nodes) return {.at_s = releases[i].at_s, .extra = free - nodes};
  }
  return {.at_s = std::numeric_limits<double>::infinity(), .extra = 0};
}

}  // namespace fmplan::sim
