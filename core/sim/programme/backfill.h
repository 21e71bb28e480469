#pragma once

/// @file
/// EASY backfilling [Lifka 1995]: who may go before the first in the queue.

#include <vector>

namespace fmplan::sim {

/// Nodes that are free (negative: gone) from some time on, as far as the queue knows.
struct Release {
  double at_s = 0;
  int nodes = 0;
};

/// For the first in the queue.
struct Reservation {
  double at_s = 0;  ///< it has its nodes then; infinite: never, as far as the queue knows
  int extra = 0;    ///< nodes that it leaves over then
};

/// The earliest time at which `nodes` are free, of which `free` are now, as `releases` say; those of one time count
/// together.
Reservation reservation(int nodes, int free, double now_s, std::vector<Release> releases);

/// Whether a job that fits now leaves the reservation as it is: it ends by then, or takes what is left over.
inline bool may_jump(int nodes, double estimate_s, double now_s, const Reservation& first) {
  return now_s + estimate_s <= first.at_s || nodes <= first.extra;
}

}  // namespace fmplan::sim
