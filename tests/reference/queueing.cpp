#include "tests/reference/queueing.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "core/base/random.h"
#include "core/sim/run/queueing.h"

namespace fmplan::reference {
namespace {

constexpr Seconds kForEver{std::numeric_limits<double>::infinity()};

/// What the draws of a queue are for.
enum DrawStream : std::uint32_t { kArrivals, kServices };

}  // namespace

double erlang_c(int servers, double load) {
  if (load >= servers) return 1;
  const double blocked = sim::erlang_b(servers, load);
  return blocked / (1 - load / servers * (1 - blocked));
}

Seconds mm1_wait(PerSecond arrival_rate, Seconds mean_service) {
  const double busy = arrival_rate * mean_service;
  return busy < 1 ? busy / (1 - busy) * mean_service : kForEver;
}

Seconds mmc_wait(PerSecond arrival_rate, Seconds mean_service, int servers) {
  const double load = arrival_rate * mean_service;
  return load < servers ? erlang_c(servers, load) / (servers - load) * mean_service : kForEver;
}

Seconds md1_wait(PerSecond arrival_rate, Seconds service) { return mm1_wait(arrival_rate, service) / 2; }

WaitEstimate simulate_queue(const Queue& queue, std::int64_t num_customers, std::uint64_t seed) {
  constexpr std::int64_t kBatches = 50;  // chosen: the mean of so many batches is nearly normal
  const double mean_interarrival_s = 1.0 / queue.arrival_rate / second;
  const double mean_service_s = queue.mean_service / second;
  RandomStream arrivals(RandomKey{.seed = seed, .stream = kArrivals});
  RandomStream services(RandomKey{.seed = seed, .stream = kServices});
  // Times at which servers are free, a heap with the earliest in front.
  std::vector<double> free_s(static_cast<std::size_t>(queue.servers), 0.0);
  const std::int64_t batch_size = num_customers / kBatches;
  double now_s = 0;
  double sum = 0, sum_of_squares = 0;
  for (std::int64_t batch = 0; batch < kBatches; ++batch) {
    double waited_s = 0;
    for (std::int64_t customer = 0; customer < batch_size; ++customer) {
      now_s += mean_interarrival_s * arrivals.exponential();
      const double start_s = std::max(now_s, free_s.front());
      waited_s += start_s - now_s;
      const double service_s =
          queue.service == ServiceLaw::kFixed ? mean_service_s : mean_service_s * services.exponential();
      std::pop_heap(free_s.begin(), free_s.end(), std::greater<>{});
      free_s.back() = start_s + service_s;
      std::push_heap(free_s.begin(), free_s.end(), std::greater<>{});
    }
    if (batch == 0) continue;
    const double mean_s = waited_s / static_cast<double>(batch_size);
    sum += mean_s;
    sum_of_squares += mean_s * mean_s;
  }
  constexpr double kCounted = kBatches - 1;
  const double mean_s = sum / kCounted;
  const double variance = std::max(0.0, sum_of_squares / kCounted - mean_s * mean_s) / (kCounted - 1);
  return {.mean = mean_s * second, .standard_error = std::sqrt(variance) * second};
}

}  // namespace fmplan::reference
