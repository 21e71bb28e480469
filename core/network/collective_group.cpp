#include "core/network/collective_group.h"

#include <algorithm>
#include <cassert>
#include <vector>

#include "core/network/domain_mesh.h"

namespace fmplan::network {
namespace {

struct ScaleUpRates {
  BytesPerSecond together;  ///< of one accelerator to all the others
  BytesPerSecond to_one;    ///< … to the one it reaches worst
};

/// Of `count` places of a mesh, `stride` apart: what the least joined has of cables to the others of them, and the
/// thinnest cable, over which traffic also goes that passes through others.
ScaleUpRates mesh_rates(const std::vector<MeshCable>& cables, int count, int stride) {
  const auto is_member = [&](int place) { return place % stride == 0 && place / stride < count; };
  std::vector<BytesPerSecond> joined(static_cast<std::size_t>(count));
  BytesPerSecond thinnest = cables.front().bandwidth;
  for (const MeshCable& cable : cables) {
    thinnest = std::min(thinnest, cable.bandwidth);
    if (!is_member(cable.a) || !is_member(cable.b)) continue;
    joined[static_cast<std::size_t>(cable.a / stride)] += cable.bandwidth;
    joined[static_cast<std::size_t>(cable.b / stride)] += cable.bandwidth;
  }
  return {std::max(thinnest, *std::ranges::min_element(joined)), thinnest};
}

ScaleUpRates scale_up_rates(const hardware::Instance& instance, int domain, int count, int stride) {
  const BytesPerSecond all = instance.scale_up->bandwidth;
  const hardware::Wiring& wiring = instance.wiring;
  // Measured rows say domains that cannot be wired; machines by hand are refused them, and the topology reports them.
  if (wiring.shape == hardware::ScaleUpShape::kSwitch || domain < 2 || !can_be_wired(wiring, domain)) return {all, all};
  return mesh_rates(mesh_cables(wiring, domain, all), count, stride);
}

}  // namespace

int ranks_of_domain(int num_ranks, int in_node, int most) {
  const auto shares = [](int whole, int parts) { return (whole + parts - 1) / parts; };
  return std::min(most, shares(shares(num_ranks, in_node), shares(num_ranks, most)) * in_node);
}

CollectiveGroup collective_group(const hardware::Instance& instance, int num_accelerators, int stride,
                                 int ranks_per_accelerator) {
  assert(num_accelerators >= 1 && stride >= 1 && ranks_per_accelerator >= 1);
  const int domain = instance.scale_up ? std::max(1, instance.scale_up_domain) : 1;
  const int most = std::min(num_accelerators, std::max(1, domain / stride));
  const int in_node = std::clamp(instance.accelerators_per_node / stride, 1, most);
  const int inside = ranks_of_domain(num_accelerators, in_node, most);
  CollectiveGroup group;
  group.num_ranks = num_accelerators * ranks_per_accelerator;
  group.ranks_per_domain = inside * ranks_per_accelerator;
  group.num_domains = (num_accelerators + inside - 1) / inside;
  if (instance.scale_up) {
    const ScaleUpRates rates = scale_up_rates(instance, domain, inside, stride);
    group.scale_up_bandwidth = rates.together;
    group.pair_bandwidth = rates.to_one;
    group.all_links = instance.scale_up->bandwidth;
  }
  if (instance.scale_out) group.scale_out_bandwidth = instance.scale_out->bandwidth / ranks_per_accelerator;
  return group;
}

}  // namespace fmplan::network
