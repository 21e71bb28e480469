#include "api/metrics.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <vector>

namespace fmplan::api {

void Metrics::add(const std::string& route, int status, double seconds) {
  const auto bin = static_cast<std::size_t>(std::ranges::lower_bound(kBins, seconds) - kBins.begin());
  const std::scoped_lock lock(mutex_);
  ++requests_[{route, status}];
  Latency& latency = latencies_[route];
  ++latency.counts[bin];
  latency.sum_s += seconds;
}

std::string Metrics::text(const std::vector<Gauge>& gauges) const {
  std::string text;
  auto out = std::back_inserter(text);
  const std::scoped_lock lock(mutex_);
  fmt::format_to(out,
                 "# HELP fmplan_http_requests_total Requests answered, by route and status.\n"
                 "# TYPE fmplan_http_requests_total counter\n");
  for (const auto& [key, count] : requests_)
    fmt::format_to(out, "fmplan_http_requests_total{{route=\"{}\",status=\"{}\"}} {}\n", key.first, key.second, count);
  fmt::format_to(out,
                 "# HELP fmplan_http_request_duration_seconds Time from the whole request to its answer.\n"
                 "# TYPE fmplan_http_request_duration_seconds histogram\n");
  for (const auto& [route, latency] : latencies_) {
    std::int64_t below = 0;
    for (std::size_t i = 0; i < kBins.size(); ++i) {
      below += latency.counts[i];
      fmt::format_to(out, "fmplan_http_request_duration_seconds_bucket{{route=\"{}\",le=\"{}\"}} {}\n", route, kBins[i],
                     below);
    }
    below += latency.counts.back();
    fmt::format_to(out,
                   "fmplan_http_request_duration_seconds_bucket{{route=\"{0}\",le=\"+Inf\"}} {1}\n"
                   "fmplan_http_request_duration_seconds_sum{{route=\"{0}\"}} {2}\n"
                   "fmplan_http_request_duration_seconds_count{{route=\"{0}\"}} {1}\n",
                   route, below, latency.sum_s);
  }
  for (const Gauge& gauge : gauges)
    fmt::format_to(out, "# HELP {0} {1}\n# TYPE {0} gauge\n{0} {2}\n", gauge.name, gauge.help, gauge.value);
  return text;
}

double resident_bytes() {
  std::ifstream in("/proc/self/statm");
  double whole = 0, resident = 0;
  in >> whole >> resident;
  return in ? resident * static_cast<double>(sysconf(_SC_PAGESIZE)) : 0;
}

}  // namespace fmplan::api
