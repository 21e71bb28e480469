#include "tests/reference/reliability.h"

#include <algorithm>
#include <cmath>

#include "core/base/statistics.h"

namespace fmplan::reference {

using sim::Interruptions;
using sim::SegmentCost;
using sim::young_interval;

namespace {

/// Terms of Σ S(kL) that are summed one by one; after these the corrections left out are below 10⁻¹².
constexpr int kSummedTerms = 1024;
/// Terms below this share of the sum change no digit of it.
constexpr double kNegligible = 1e-18;

}  // namespace

Seconds daly_first_order_interval(Seconds mtbf, Seconds stall) { return young_interval(mtbf, stall) - stall; }

Seconds daly_period(Seconds mtbf, Seconds stall, Seconds recovery) {
  return young_interval(mtbf + recovery, stall) + stall;
}

Seconds rfo_period(Seconds mtbf, Seconds stall, Seconds recovery) { return young_interval(mtbf - recovery, stall); }

Seconds segment_time_deviation(Seconds length, PerSecond rate) {
  const double x = rate * length;
  if (x == 0) return {};
  // e^{2x} − 2x·e^x − 1 = 2e^x·(sinh x − x), whose difference is taken from its series where it would cancel.
  constexpr double kSeries = 0.1;
  const double x2 = x * x;
  const double difference = x < kSeries ? x * x2 / 6 * (1 + x2 / 20 * (1 + x2 / 42 * (1 + x2 / 72))) : std::sinh(x) - x;
  return std::sqrt(2 * std::exp(x) * difference) / rate;
}

Makespan expected_makespan(const SegmentedWork& work, const Interruptions& interruptions) {
  // A rest that is rounding, not work, makes no piece of its own.
  constexpr double kRounding = 1e-9;
  if (work.work == Seconds{}) return {};
  const Seconds interval = std::min(work.interval, work.work);
  double whole = std::floor(work.work / interval + kRounding);
  Seconds rest = work.work - whole * interval;
  if (rest < kRounding * interval) {
    whole -= 1;
    rest = interval;
  }
  Makespan sum;
  const auto add = [&](double count, Seconds length) {
    if (count == 0) return;
    const SegmentCost cost = segment_cost(length, interruptions);
    sum.time += count * (length + cost.lost + cost.waiting);
    sum.failures += count * cost.failures;
  };
  add(whole, interval + work.stall);
  add(1, work.final_checkpoint ? rest + work.stall : rest);
  return sum;
}

double durable_fraction(Seconds interval, Seconds stall, const Interruptions& interruptions, Seconds persist_lag) {
  const SegmentCost cost = segment_cost(interval + stall, interruptions, persist_lag);
  return interval / (interval + stall + cost.lost + cost.waiting);
}

FailureLaw weibull_law(double shape, Seconds mean) {
  const Seconds scale = mean / std::tgamma(1 + 1 / shape);
  return {.survival = [shape, scale](Seconds t) { return std::exp(-std::pow(t / scale, shape)); }, .mean = mean};
}

double completed_segments(const FailureLaw& law, Seconds length, Seconds persist_lag) {
  const auto term = [&](double k) { return law.survival(k * length + persist_lag); };
  double sum = 0;
  for (int k = 1; k <= kSummedTerms; ++k) {
    const double survival = term(k);
    sum += survival;
    if (survival <= kNegligible * sum) return sum;
  }
  // Σ_{k=a+1}^{b} S = ∫_a^b S + (S(b) − S(a))/2 + (S′(b) − S′(a))/12 − …, b = 2a, until nothing is left.
  const auto slope = [&](double k) { return (term(k + 1) - term(k - 1)) / 2; };
  for (double a = kSummedTerms; term(a) > kNegligible * sum; a *= 2) {
    const double b = 2 * a;
    sum += integral(term, a, b) + (term(b) - term(a)) / 2 + (slope(b) - slope(a)) / 12;
  }
  return sum;
}

double renewal_fraction(const FailureLaw& law, Seconds interval, Seconds stall, Seconds recovery, Seconds persist_lag) {
  return interval * completed_segments(law, interval + stall, persist_lag) / (law.mean + recovery);
}

Seconds mean_first_failure(double num_nodes, double shape, Seconds node_mean) {
  return node_mean * std::pow(num_nodes, -1 / shape);
}

Seconds pattern_time(const TwoLevelPattern& pattern) {
  const PerSecond rate = pattern.soft_rate + pattern.hard_rate;
  const int k = pattern.num_segments;
  if (rate == PerSecond{}) return k * (pattern.interval + pattern.near_stall) + pattern.far_stall;
  const double hard = pattern.hard_rate / rate, soft = pattern.soft_rate / rate;
  const Seconds failed = 1.0 / rate + soft * pattern.near_restart + hard * pattern.far_restart;
  Seconds own;         // a_i
  double passing = 1;  // c_i
  for (int i = k - 1; i >= 0; --i) {
    const Seconds length = pattern.interval + pattern.near_stall + (i == k - 1 ? pattern.far_stall : Seconds{});
    const double survives = std::exp(-(rate * length)), fails = -std::expm1(-(rate * length));
    const double leaves = survives + fails * hard;
    own = (fails * failed + survives * own) / leaves;
    passing *= survives / leaves;
  }
  return own / passing;
}

double meta_expected_ettr(PerSecond rate, Seconds restart, Seconds interval, Seconds write) {
  return (1 - rate * (restart + interval / 2)) / (1 + write / interval);
}

}  // namespace fmplan::reference
