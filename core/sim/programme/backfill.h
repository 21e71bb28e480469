#pragma once

/// @file
/// EASY backfilling [Lifka 1995] on a pool whose size changes as announced: who may go before the first in the queue.

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

/// Nodes that are free from now on, as far as the queue knows: those that run are thought to end, the pool to grow and
/// to shrink.  Fewer than none where more is at work than the pool will have.
class FreeNodes {
 public:
  /// `free` now, and as `changes` say; those of one time count together, those of the past now.
  FreeNodes(int free, double now_s, std::vector<Release> changes);

  /// The earliest time from which `nodes` are free for `for_s`, or, for 0, at that time alone.
  Reservation first(int nodes, double for_s) const;
  /// The fewest from now to before `until_s`.
  int least(double until_s) const;
  /// Somebody has `nodes` from one time to before the other.
  void take(int nodes, double from_s, double until_s);

 private:
  struct Step {
    double from_s = 0;
    int nodes = 0;
    int least = 0;  ///< from now to the end of this step
  };
  std::size_t step_at(double time_s);
  void find_least();

  std::vector<Step> steps_;  ///< the first from now on, the last for good
};

/// The earliest time at which `nodes` are free, of which `free` are now, as `releases` say.
Reservation reservation(int nodes, int free, double now_s, std::vector<Release> releases);

/// Whether a job that fits now leaves the reservation as it is: it ends by then, or takes what is left over.  On a pool
/// that does not shrink this is all of EASY.
inline bool may_jump(int nodes, double estimate_s, double now_s, const Reservation& first) {
  return now_s + estimate_s <= first.at_s || nodes <= first.extra;
}

}  // namespace fmplan::sim
