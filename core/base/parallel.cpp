#include "core/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>

namespace fmplan {

int thread_count(int asked) {
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return std::min(asked > 0 ? asked : cores, kMostThreads);
}

void deal_out(std::int64_t count, int threads, const std::function<void(std::int64_t)>& work) {
  std::atomic<std::int64_t> next{0};
  std::mutex mutex;
  std::exception_ptr problem;
  std::int64_t problem_of = std::numeric_limits<std::int64_t>::max();
  const auto run = [&] {
    std::int64_t i = 0;
    try {
      while ((i = next++) < count) work(i);
    } catch (...) {
      // All of lower numbers have begun, and end: which exception is kept does not depend on who is first.
      next = count;
      const std::scoped_lock lock(mutex);
      if (i < problem_of) {
        problem_of = i;
        problem = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::int64_t i = 1; i < std::min<std::int64_t>(threads, count); ++i) others.emplace_back(run);
    run();
  }
  if (problem) std::rethrow_exception(problem);
}

}  // namespace fmplan
