#pragma once

#include <vector>

#include "core/base/random.h"
#include "core/sim/run/run_settings.h"

namespace fmplan::sim {

/// Spares that stand by and nodes being repaired, by number: ordinary ones and lemons.  Of one job, or shared by all
/// jobs on a pool; who asks does so in the order of time.
class SpareNodes {
 public:
  explicit SpareNodes(int free, int free_lemons = 0) : free_(free), free_lemons_(free_lemons) {}

  int free() const { return free_; }
  int in_repair() const { return static_cast<int>(repairs_.size()); }

 private:
  friend class NodePool;
  struct Repair {
    double until_s = 0;
    bool is_lemon = false;

    friend bool operator>(const Repair& a, const Repair& b) { return a.until_s > b.until_s; }
  };

  void take_back_repaired(double clock_s);
  void push(Repair repair);
  Repair pop();
  /// The first to come back of those in repair and `failed`; the others are in repair then.
  Repair first_back(Repair failed);

  int free_ = 0, free_lemons_ = 0;
  std::vector<Repair> repairs_;  ///< a heap, the earliest first
};

/// Draws how many of `number` spares are lemons, with the second draw from `key` on.
SpareNodes fresh_spares(const RunSettings& settings, int number, RandomKey key);

/// The nodes of one trial's job, which are replaced from its own spares, then from those that it shares with others.
class NodePool {
 public:
  /// Draws which nodes are lemons with the first draw of `key`.  @param offset_s from the job's clock to that of the
  /// spares; `shared` outlive it
  NodePool(const RunSettings& settings, int num_nodes, const RandomKey& key, SpareNodes& shared,
           SpareNodes own = SpareNodes(0), double offset_s = 0);

  int lemons() const { return lemons_; }  ///< in the job
  int free_spares() const { return own_.free() + shared_.free(); }
  int in_repair() const { return own_.in_repair() + shared_.in_repair(); }

  struct Order {
    double ready_s;       ///< wall-clock time at which all have been replaced; infinite: never
    int num_starved = 0;  ///< of them, for whom no spare was free
  };

  /// Replaces `number` nodes that failed of `cause`, and sends them to repair: by free spares, else by the first that
  /// comes back from repair or, if that is sooner, from the platform.
  Order replace(RunCause cause, int number, double clock_s, RandomStream& kinds, RandomStream& durations);

 private:
  double draw_repair_s(RunCause cause, RandomStream& durations) const;
  /// Those whose first node in repair comes back first.
  SpareNodes& first_to_come_back();

  const RunSettings& s_;
  SpareNodes& shared_;
  SpareNodes own_;
  double offset_s_;
  int lemons_ = 0;
};

}  // namespace fmplan::sim
