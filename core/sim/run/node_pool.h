#pragma once

#include <vector>

#include "core/base/random.h"
#include "core/sim/run/run_settings.h"

namespace fmplan::sim {

/// The nodes of one trial's job, its spares and those being repaired, by number: ordinary ones and lemons.
class NodePool {
 public:
  /// Draws which nodes are lemons with two draws from `key` on.
  NodePool(const RunSettings& settings, int num_nodes, RandomKey key);

  int lemons() const { return lemons_; }  ///< in the job
  int free_spares() const { return free_; }
  int in_repair() const { return static_cast<int>(repairs_.size()); }

  struct Order {
    double ready_s;       ///< wall-clock time at which all have been replaced; infinite: never
    int num_starved = 0;  ///< of them, for whom no spare was free
  };

  /// Replaces `number` nodes that failed of `cause`, and sends them to repair: by free spares, else by the first that
  /// comes back from repair or, if that is sooner, from the platform.
  Order replace(RunCause cause, int number, double clock_s, RandomStream& kinds, RandomStream& durations);

 private:
  struct Repair {
    double until_s = 0;
    bool is_lemon = false;

    friend bool operator>(const Repair& a, const Repair& b) { return a.until_s > b.until_s; }
  };

  double draw_repair_s(RunCause cause, RandomStream& durations) const;
  void take_back_repaired(double clock_s);
  void push(Repair repair);
  Repair pop();
  /// The first to come back of those in repair and `failed`; the others are in repair then.
  Repair first_back(Repair failed);

  const RunSettings& s_;
  int lemons_ = 0;
  int free_ = 0, free_lemons_ = 0;
  std::vector<Repair> repairs_;  ///< a heap, the earliest first
};

}  // namespace fmplan::sim
