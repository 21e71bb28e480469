#include "core/base/parallel.h"

#include <atomic>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "tests/base/recording_watcher.h"

namespace fmplan {
namespace parallel_test {

constexpr int kThreadCounts[] = {1, 2, 3, 7};

/// Σ 1/(i + 1): its last bits depend on the order in which it is added up.
double harmonic_sum(std::int64_t count, int threads, const Watch& watch = {}) {
  return parallel_sum<double>(
      count, threads, [](std::int64_t i, double& sum) { sum += 1.0 / static_cast<double>(i + 1); },
      [](double& sum, double other) { sum += other; }, watch);
}

// ln n + γ + 1/(2n), to 1/(12 n²).
TEST(ParallelSum, IsTheSameBytesForAnyNumberOfThreads) {
  const double one = harmonic_sum(100'003, 1);
  EXPECT_NEAR(one, std::log(100'003.0) + 0.57721566490153286 + 1 / 200'006.0, 1e-11);
  for (const int threads : kThreadCounts) EXPECT_EQ(harmonic_sum(100'003, threads), one) << threads;
}

TEST(ParallelSum, HasEveryItemOnceAndInOrder) {
  for (const std::int64_t count : {0, 1, 5, 64, 1000})
    for (const int threads : kThreadCounts) {
      const auto items = parallel_sum<std::vector<std::int64_t>>(
          count, threads, [](std::int64_t i, auto& sum) { sum.push_back(i); },
          [](auto& sum, const auto& other) { sum.insert(sum.end(), other.begin(), other.end()); });
      std::vector<std::int64_t> all(static_cast<std::size_t>(count));
      std::iota(all.begin(), all.end(), 0);
      EXPECT_EQ(items, all) << count << " on " << threads;
    }
}

TEST(ParallelSum, ReportsEveryItemAndNeverLess) {
  for (const int threads : kThreadCounts) {
    RecordingWatcher watcher;
    harmonic_sum(10'000, threads, watcher);
    ASSERT_FALSE(watcher.reports.empty());
    EXPECT_TRUE(watcher.never_fell());
    EXPECT_EQ(watcher.reports.back(), std::pair(std::int64_t{10'000}, std::int64_t{10'000}));
  }
}

// Each thread ends at most the item it is at, and reports come every 64 items of a shard.
TEST(ParallelSum, KeepsWhatIsDoneWhenStopped) {
  for (const int threads : kThreadCounts) {
    RecordingWatcher watcher(1'000);
    const auto items = parallel_sum<std::int64_t>(
        1'000'000, threads, [](std::int64_t, std::int64_t& sum) { ++sum; },
        [](std::int64_t& sum, std::int64_t other) { sum += other; }, watcher);
    EXPECT_GE(items, 1'000);
    EXPECT_LT(items, 1'000'000);
    EXPECT_EQ(items, watcher.reports.back().first);
  }
}

TEST(ParallelFor, CallsEachOnceAndReportsIt) {
  for (const int threads : kThreadCounts) {
    std::vector<std::atomic<int>> calls(100);
    RecordingWatcher watcher;
    parallel_for(
        100, threads, [&](std::int64_t i) { ++calls[static_cast<std::size_t>(i)]; }, watcher);
    for (const std::atomic<int>& n : calls) EXPECT_EQ(n, 1);
    EXPECT_EQ(watcher.reports.size(), 100u);
    EXPECT_TRUE(watcher.never_fell());
  }
}

TEST(ParallelFor, BeginsNoneOnceStopped) {
  for (const int threads : kThreadCounts) {
    RecordingWatcher watcher(10);
    std::atomic<int> calls = 0;
    parallel_for(
        1'000'000, threads, [&](std::int64_t) { ++calls; }, watcher);
    EXPECT_GE(calls, 10);
    EXPECT_LT(calls, 1'000'000);
  }
}

// 30 and every later one throws: the one of 30 comes back, whoever threw first.
TEST(ParallelFor, ThrowsTheExceptionOfTheLowestNumber) {
  for (const int threads : kThreadCounts)
    for (int again = 0; again < 20; ++again) {
      std::atomic<int> calls = 0;
      try {
        parallel_for(1'000'000, threads, [&calls](std::int64_t i) {
          ++calls;
          if (i >= 30) throw std::runtime_error(std::to_string(i));
        });
        FAIL() << "nothing was thrown";
      } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "30");
      }
      EXPECT_GE(calls, 31);
      EXPECT_LE(calls, 31 + threads);
    }
}

TEST(ParallelSum, CarriesAnExceptionOver) {
  for (const int threads : kThreadCounts)
    EXPECT_THROW(parallel_sum<int>(
                     1'000, threads,
                     [](std::int64_t i, int&) {
                       if (i == 500) throw std::runtime_error("500");
                     },
                     [](int&, int) {}),
                 std::runtime_error);
}

TEST(ThreadCount, IsWhatIsAskedOrOnePerCore) {
  EXPECT_EQ(thread_count(3), 3);
  EXPECT_EQ(thread_count(1'000'000), kMostThreads);
  EXPECT_GE(thread_count(0), 1);
}

}  // namespace parallel_test
}  // namespace fmplan
