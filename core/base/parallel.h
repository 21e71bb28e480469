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

/// Stretches that sums are cut into, whatever the number of threads; chosen: more than most machines have cores.
inline constexpr int kNumStretches = 64;

/// Those from `begin` to before `end`.
struct Stretches {
  int begin = 0, end = kNumStretches;
};

/// The sums of some of the kNumStretches stretches that items 0 … count − 1 are cut into, each summed in order by
/// `add(item, sum)`.  A stop leaves the sums of the items done.
template <class Sum, class Add>
std::vector<Sum> parallel_stretches(std::int64_t count, int threads, Stretches stretches, const Add& add,
                                    const Watch& watch = {}) {
  constexpr std::int64_t kItemsBetweenReports = 64;  // chosen: seldom, yet ten times a second
  const auto first_of = [count](std::int64_t stretch) { return stretch * count / kNumStretches; };
  JobCount done(watch, first_of(stretches.end) - first_of(stretches.begin));
  std::vector<Sum> sums(static_cast<std::size_t>(stretches.end - stretches.begin));
  deal_out(stretches.end - stretches.begin, threads, [&](std::int64_t i) {
    // Not in place: neighbours would share cache lines.
    Sum sum{};
    const std::int64_t end = first_of(stretches.begin + i + 1);
    std::int64_t unreported = 0;
    for (std::int64_t item = first_of(stretches.begin + i); item < end && !watch.stopped(); ++item) {
      add(item, sum);
      if (++unreported == kItemsBetweenReports) done.add(std::exchange(unreported, 0));
    }
    if (unreported > 0) done.add(unreported);
    sums[static_cast<std::size_t>(i)] = std::move(sum);
  });
  return sums;
}

/// Σ over items 0 … count − 1: `add(item, sum)` adds one, `merge(sum, other)` a sum of items that follow.  The sums of
/// all stretches are merged in order, so that rounding is the same for any number of threads.  A stop leaves the sum of
/// the items done.
template <class Sum, class Add, class Merge>
Sum parallel_sum(std::int64_t count, int threads, const Add& add, const Merge& merge, const Watch& watch = {}) {
  Sum sum{};
  for (const Sum& stretch : parallel_stretches<Sum>(count, threads, {}, add, watch)) merge(sum, stretch);
  return sum;
}

}  // namespace fmplan
