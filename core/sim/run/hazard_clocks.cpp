#include "core/sim/run/hazard_clocks.h"

#include <algorithm>
#include <cmath>

#include "core/sim/run/run.h"

namespace fmplan::sim {
namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();
constexpr double kThousandNodeDays_s = 1000 * 86400.0;  ///< seconds

}  // namespace

HazardRates::HazardRates(const RunSettings& s, int nodes_in_job)
    : others(rates_beside_nodes(s.hazards, s.mean_nodes, s.mean_nodes / kThousandNodeDays_s)), num_nodes(nodes_in_job) {
  const Hazards& h = s.hazards;
  const double nodes_of_rate = s.mean_nodes * s.accelerators_per_node / s.failures.accelerators_per_node;
  nodes = s.failures.per_1000_node_days * (nodes_of_rate / kThousandNodeDays_s);
  if (h.renewal_shape && nodes > 0) {
    renewal_shape = *h.renewal_shape;
    renewal_scale = 1 / nodes / std::tgamma(1 + 1 / renewal_shape);
  }
  if (h.aging) {
    aging_shape = h.aging->shape;
    aging_scale = h.aging->mean_life / second / std::tgamma(1 + 1 / aging_shape);
  }
}

double HazardRates::sum() const {
  double sum = nodes;
  for (const HazardRate& other : others) sum += other.per_second;
  return sum;
}

HazardClocks::HazardClocks(const HazardRates& rates, double rate_factor, const RandomKey& arrivals)
    : rates_(rates),
      arrivals_(arrivals),
      rate_factor_(rate_factor),
      budget_(arrivals_.exponential()),
      renewal_left_s_(kForever),
      next_aging_s_(kForever) {
  set_fleet(1, 1);
  wind_up_aging();
}

void HazardClocks::set_fleet(double fleet_factor, double present_share) {
  const double factor = fleet_factor * rate_factor_;
  node_failures_ = factor * present_share * rates_.nodes;
  node_rate_ = rates_.renewal_scale > 0 ? 0 : factor * rates_.nodes;
  renewal_scale_ = rates_.renewal_scale / factor;
  present_share_ = present_share;
  double of_nodes = node_rate_, of_job = 0;
  for (const HazardRate& other : rates_.others) (other.of_nodes ? of_nodes : of_job) += other.per_second;
  rate_ = present_share * of_nodes + of_job;
}

void HazardClocks::renew() {
  if (renewal_scale_ > 0 && renewal_left_s_ == kForever)
    renewal_left_s_ = renewal_scale_ * std::pow(arrivals_.exponential(), 1 / rates_.renewal_shape);
}

// Of n nodes of one age the next fails where n·(age/η)^shape has grown by a unit exponential.
void HazardClocks::wind_up_aging() {
  if (rates_.aging_scale == 0) return;
  const double grown =
      std::pow(age_s_ / rates_.aging_scale, rates_.aging_shape) + arrivals_.exponential() / rates_.num_nodes;
  next_aging_s_ = rates_.aging_scale * std::pow(grown, 1 / rates_.aging_shape);
}

void HazardClocks::set_age(double age_s) {
  age_s_ = age_s;
  wind_up_aging();
}

double HazardClocks::until_next_s() const {
  const double common_s = rate_ > 0 ? budget_ / rate_ : kForever;
  return std::min({common_s, renewal_left_s_, next_aging_s_ - age_s_});
}

void HazardClocks::expose(double elapsed_s) {
  budget_ -= elapsed_s * rate_;
  renewal_left_s_ -= elapsed_s;
  age_s_ += elapsed_s;
}

RunCause HazardClocks::next(RandomStream& kinds) {
  const double common_s = rate_ > 0 ? budget_ / rate_ : kForever;
  if (next_aging_s_ - age_s_ <= std::min(common_s, renewal_left_s_)) {
    age_s_ = next_aging_s_;
    wind_up_aging();
    return RunCause::kNode;
  }
  if (renewal_left_s_ <= common_s) {
    renewal_left_s_ = kForever;  // until the recovery is over
    return RunCause::kNode;
  }
  budget_ = arrivals_.exponential();
  if (rate_ == present_share_ * node_rate_) return RunCause::kNode;
  double at = kinds.uniform() * rate_ - present_share_ * node_rate_;
  RunCause cause = RunCause::kNode;
  for (auto other = rates_.others.begin(); at >= 0 && other != rates_.others.end(); ++other) {
    if (other->per_second == 0) continue;
    cause = other->cause;
    at -= other->of_nodes ? present_share_ * other->per_second : other->per_second;
  }
  return cause;
}

}  // namespace fmplan::sim
