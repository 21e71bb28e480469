#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/sim/run/run_settings.h"

namespace fmplan::sim {

/// When the checkpoints of one undisturbed stretch are complete, in closed form.  Segment k is τ of work, which takes
/// τ·pace, and the stalls of all levels that its checkpoint goes to: those whose `every` divides its number, counted
/// from the begin of the run.
class CheckpointGrid {
 public:
  /// @pre interval_s > 0, pace ≥ 1; `levels` outlives the grid.
  CheckpointGrid(std::span<const CheckpointLevel> levels, double interval_s)
      : levels_(levels), interval_s_(interval_s) {
    for (const CheckpointLevel& level : levels) {
      mean_stall_s_ += level.stall / level.every / second;
      all_stalls_s_ += level.stall / second;
    }
    is_plain_ = levels.size() == 1 && levels[0].every == 1;
  }

  double interval_s() const { return interval_s_; }

  /// Stalls of the first `count` checkpoints of the run.
  double stalls_s(std::int64_t count) const {
    if (is_plain_) return static_cast<double>(count) * mean_stall_s_;
    double stalls_s = 0;
    for (const CheckpointLevel& level : levels_) {
      const std::int64_t num_written = count / level.every;
      stalls_s += static_cast<double>(num_written) * (level.stall / second);
    }
    return stalls_s;
  }

  /// From the stretch's begin, `first` checkpoints into the run, to the end of its k-th segment.
  double time_s(std::int64_t first, std::int64_t k, double pace) const {
    const double work_s = static_cast<double>(k) * interval_s_ * pace;
    return is_plain_ ? work_s + static_cast<double>(k) * mean_stall_s_ : work_s + stalls_s(first + k) - stalls_s(first);
  }

  /// The most segments that take no longer than `elapsed_s`.
  std::int64_t segments(std::int64_t first, double elapsed_s, double pace) const {
    if (!(elapsed_s > 0)) return 0;
    if (is_plain_) return nearest(first, elapsed_s, pace, static_cast<std::int64_t>(elapsed_s / mean_segment_s(pace)));
    // k segments take k mean ones but for one stall of each level.
    auto low = static_cast<std::int64_t>(std::max(0.0, (elapsed_s - all_stalls_s_) / mean_segment_s(pace)));
    auto high = static_cast<std::int64_t>((elapsed_s + all_stalls_s_) / mean_segment_s(pace)) + 1;
    while (high - low > 1) {
      const std::int64_t middle = low + (high - low) / 2;
      (time_s(first, middle, pace) <= elapsed_s ? low : high) = middle;
    }
    return nearest(first, elapsed_s, pace, low);
  }

 private:
  double mean_segment_s(double pace) const { return interval_s_ * pace + mean_stall_s_; }

  /// Corrects what rounding has made of `k`.
  std::int64_t nearest(std::int64_t first, double elapsed_s, double pace, std::int64_t k) const {
    while (k > 0 && time_s(first, k, pace) > elapsed_s) --k;
    while (time_s(first, k + 1, pace) <= elapsed_s) ++k;
    return k;
  }

  std::span<const CheckpointLevel> levels_;
  double interval_s_;
  double mean_stall_s_ = 0;  ///< of one checkpoint
  double all_stalls_s_ = 0;  ///< of one to all levels
  bool is_plain_ = false;
};

}  // namespace fmplan::sim
