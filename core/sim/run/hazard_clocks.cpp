#include "core/sim/run/hazard_clocks.h"

#include <algorithm>
#include <cmath>

#include "core/sim/run/run.h"

namespace fmplan::sim {
namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();
constexpr double kThousandNodeDays_s = 1000 * 86400.0;

}  // namespace

HazardRates::HazardRates(const RunSettings& s, int nodes_in_job) : num_nodes(nodes_in_job) {
  const Hazards& h = s.hazards;
  const double per_thousand = s.mean_nodes * s.accelerators_per_node / 8 / kThousandNodeDays_s;
  nodes = s.failures.per_1000_node_days * per_thousand;
  if (h.groups) groups = s.mean_nodes / h.groups->nodes / (h.groups->mtbf / second);
  if (h.silent_corruption) corruptions = h.silent_corruption->per_1000_node_days * per_thousand;
  if (h.slow_nodes) slow = h.slow_nodes->per_1000_node_days * per_thousand;
  if (h.preemption) preemptions = second / h.preemption->mean_between;
  if (h.renewal_shape && nodes > 0) {
    renewal_shape = *h.renewal_shape;
    renewal_scale = 1 / nodes / std::tgamma(1 + 1 / renewal_shape);
  }
  if (h.aging) {
    aging_shape = h.aging->shape;
    aging_scale = h.aging->mean_life / second / std::tgamma(1 + 1 / aging_shape);
  }
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
  node_rate_ = rates_.renewal_scale > 0 ? 0 : factor * rates_.nodes;
  renewal_scale_ = rates_.renewal_scale / factor;
  present_share_ = present_share;
  rate_ = present_share * (node_rate_ + rates_.groups + rates_.corruptions + rates_.slow) + rates_.preemptions;
}

void HazardClocks::renew() {
  if (renewal_scale_ > 0)
    renewal_left_s_ = renewal_scale_ * std::pow(arrivals_.exponential(), 1 / rates_.renewal_shape);
}

// Of n nodes of one age the next fails where n·(age/η)^shape has grown by a unit exponential.
void HazardClocks::wind_up_aging() {
  if (rates_.aging_scale == 0) return;
  const double grown =
      std::pow(age_s_ / rates_.aging_scale, rates_.aging_shape) + arrivals_.exponential() / rates_.num_nodes;
  next_aging_s_ = rates_.aging_scale * std::pow(grown, 1 / rates_.aging_shape);
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

Hazard HazardClocks::next(RandomStream& kinds) {
  const double common_s = rate_ > 0 ? budget_ / rate_ : kForever;
  if (next_aging_s_ - age_s_ <= std::min(common_s, renewal_left_s_)) {
    age_s_ = next_aging_s_;
    wind_up_aging();
    return Hazard::kNode;
  }
  if (renewal_left_s_ <= common_s) {
    renewal_left_s_ = kForever;  // until the recovery is over
    return Hazard::kNode;
  }
  budget_ = arrivals_.exponential();
  if (rate_ == present_share_ * node_rate_) return Hazard::kNode;
  double at = kinds.uniform() * rate_;
  if ((at -= present_share_ * node_rate_) < 0) return Hazard::kNode;
  if ((at -= present_share_ * rates_.groups) < 0) return Hazard::kGroup;
  if ((at -= present_share_ * rates_.corruptions) < 0) return Hazard::kCorruption;
  if ((at -= present_share_ * rates_.slow) < 0) return Hazard::kSlow;
  return Hazard::kPreemption;
}

}  // namespace fmplan::sim
