#include "core/network/collective_group.h"

#include <algorithm>
#include <cassert>

namespace fmplan::network {
namespace {

constexpr double kMaxShares = 2;

}  // namespace

CollectiveGroup collective_group(const hardware::Instance& instance, int num_ranks, int stride, bool alone) {
  assert(num_ranks >= 1 && stride >= 1);
  CollectiveGroup group;
  group.num_ranks = num_ranks;
  const int domain = instance.scale_up ? std::max(1, instance.scale_up_domain) : 1;
  group.ranks_per_domain = std::min(num_ranks, std::max(1, domain / stride));
  group.num_domains = (num_ranks + group.ranks_per_domain - 1) / group.ranks_per_domain;
  if (instance.scale_up) group.scale_up_bandwidth = instance.scale_up->bandwidth;
  if (instance.scale_out) {
    const double idle_neighbours = static_cast<double>(domain) / group.ranks_per_domain;
    group.scale_out_bandwidth =
        (alone ? std::clamp(idle_neighbours, 1.0, kMaxShares) : 1.0) * instance.scale_out->bandwidth;
  }
  return group;
}

}  // namespace fmplan::network
