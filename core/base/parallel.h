#pragma once

/// @file
/// Loops over threads whose results are the same bytes for any number of them.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "core/base/job.h"

namespace fmplan {

/// Chosen: more than the cores of machines that this runs on, so that a slip starts no thousands.
inline constexpr int kMostThreads = 256;

/// `asked`, or one per core where that is 0; kMostThreads at most.
int thread_count(int asked);

/// Calls `work` with 0 … count − 1, dealt out in that order to `threads` threads, this one among them.  After a call
/// that throws none is begun; of exceptions the one of the lowest number is thrown again, whatever the threads.
void deal_out(std::int64_t count, int threads, const std::function<void(std::int64_t)>& work);

/// Calls `work` with 0 … count − 1 as deal_out() does, and reports each; none is begun once the watch says stop.
template <class Work>
void parallel_for(std::int64_t count, int threads, const Work& work, const Watch& watch = {}) {
  JobCount done(watch, count);
  deal_out(count, threads, [&](std::int64_t i) {
    if (watch.stopped()) return;
    work(i);
    done.add(1);
  });
}

/// Σ over items 0 … count − 1: `add(item, sum)` adds one, `merge(sum, other)` a sum of items that follow.
///
/// Items are cut into kNumShards stretches, whatever the number of threads; each is summed in order, and the sums of
/// all are merged in order, so that rounding is the same.  A stop leaves the sum of the items done.
template <class Sum, class Add, class Merge>
Sum parallel_sum(std::int64_t count, int threads, const Add& add, const Merge& merge, const Watch& watch = {}) {
  constexpr std::int64_t kNumShards = 64, kItemsBetweenReports = 64;
  JobCount done(watch, count);
  std::vector<Sum> shards(kNumShards);
  deal_out(kNumShards, threads, [&](std::int64_t shard) {
    // Not in place: neighbours would share cache lines.
    Sum sum{};
    const std::int64_t begin = shard * count / kNumShards, end = (shard + 1) * count / kNumShards;
    std::int64_t unreported = 0;
    for (std::int64_t item = begin; item < end && !watch.stopped(); ++item) {
      add(item, sum);
      if (++unreported == kItemsBetweenReports) done.add(std::exchange(unreported, 0));
    }
    if (unreported > 0) done.add(unreported);
    shards[static_cast<std::size_t>(shard)] = std::move(sum);
  });
  Sum sum{};
  for (const Sum& shard : shards) merge(sum, shard);
  return sum;
}

}  // namespace fmplan
