#pragma once

/// @file
/// What the server counts, as Prometheus reads it (text format 0.0.4).

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fmplan::api {

/// A figure of the moment.
struct Gauge {
  std::string_view name, help;
  double value = 0;
};

class Metrics {
 public:
  /// A request to `route`, a path with its "{name}"s, was answered with `status` after `seconds`.
  void add(const std::string& route, int status, double seconds);

  /// All of it, with the figures of the moment.
  std::string text(const std::vector<Gauge>& gauges) const;

 private:
  /// Ends of the latency histogram's bins, seconds: Prometheus' own, and one for what takes a millisecond.
  static constexpr std::array<double, 12> kBins = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10};

  struct Latency {
    std::array<std::int64_t, kBins.size() + 1> counts{};
    double sum_s = 0;
  };

  mutable std::mutex mutex_;
  std::map<std::pair<std::string, int>, std::int64_t> requests_;
  std::map<std::string, Latency> latencies_;
};

/// Bytes of memory that the process has now; 0 where the system does not tell.
double resident_bytes();

}  // namespace fmplan::api
