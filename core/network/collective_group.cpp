#include "core/network/collective_group.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <optional>

#include "core/network/domain_mesh.h"

namespace fmplan::network {
namespace {

MeshRates scale_up_rates(const hardware::Instance& instance, int domain, int count, int stride) {
  const BytesPerSecond all = instance.scale_up->bandwidth;
  const hardware::Wiring& wiring = instance.wiring;
  // Measured rows say domains that cannot be wired; machines by hand are refused them, and the topology reports them.
  if (wiring.shape == hardware::ScaleUpShape::kSwitch || domain < 2 || !can_be_wired(wiring, domain)) return {all, all};
  return mesh_rates(wiring, domain, all, count, stride);
}

/// Ranks of a group in the domain that has most of them, and in the one that has fewest.
struct Dealt {
  int most = 1;
  std::optional<int> fewest{};  ///< none: what the others leave to the last
};

Dealt dealt_alone(const hardware::Instance& instance, int domain, int num_accelerators, int stride) {
  const int most = std::min(num_accelerators, std::max(1, domain / stride));
  const int in_node = std::clamp(instance.accelerators_per_node / stride, 1, most);
  return {ranks_of_domain(num_accelerators, in_node, most)};
}

Dealt dealt_in_job(const hardware::Instance& instance, int domain, int num_accelerators, int stride, int num_in_job) {
  // Accelerators of the job in one domain.
  const int held = ranks_of_domain(num_in_job, std::min(instance.accelerators_per_node, domain), domain);
  const int span = num_accelerators * stride;
  if (num_accelerators == 1 || num_in_job <= held || held % span == 0) return {num_accelerators};
  // Whole nodes and whole groups, where a domain has room for them and no more domains are needed: schedulers that know
  // racks take segments.
  const int segment = std::lcm(instance.accelerators_per_node, span);
  const auto domains_of = [num_in_job](int each) { return (num_in_job + each - 1) / each; };
  if (segment <= domain && domains_of(domain / segment * segment) == domains_of(domain)) return {num_accelerators};
  if (span < held) {
    const int fewest = std::max(1, std::gcd(span, held) / stride);
    return {num_accelerators - fewest, fewest};
  }
  if (held % stride == 0 || span % held != 0) return dealt_alone(instance, domain, num_accelerators, stride);
  const int num_domains = span / held;
  return {(num_accelerators + num_domains - 1) / num_domains, std::max(1, held / stride)};
}

}  // namespace

int ranks_of_domain(int num_ranks, int in_node, int most) {
  const auto shares = [](int whole, int parts) { return (whole + parts - 1) / parts; };
  return std::min(most, shares(shares(num_ranks, in_node), shares(num_ranks, most)) * in_node);
}

CollectiveGroup collective_group(const hardware::Instance& instance, int num_accelerators, int stride,
                                 int ranks_per_accelerator, int num_in_job) {
  assert(num_accelerators >= 1 && stride >= 1 && ranks_per_accelerator >= 1);
  const int domain = instance.scale_up ? std::max(1, instance.scale_up_domain) : 1;
  const Dealt dealt = num_in_job > num_accelerators
                          ? dealt_in_job(instance, domain, num_accelerators, stride, num_in_job)
                          : dealt_alone(instance, domain, num_accelerators, stride);
  CollectiveGroup group;
  group.num_ranks = num_accelerators * ranks_per_accelerator;
  group.ranks_per_domain = dealt.most * ranks_per_accelerator;
  group.num_domains = (num_accelerators + dealt.most - 1) / dealt.most;
  if (dealt.fewest) group.fewest_in_domain = *dealt.fewest * ranks_per_accelerator;
  if (instance.scale_up) {
    const MeshRates rates = scale_up_rates(instance, domain, dealt.most, stride);
    group.scale_up_bandwidth = rates.together;
    group.pair_bandwidth = rates.to_one;
    group.all_links = instance.scale_up->bandwidth;
  }
  if (instance.scale_out) group.scale_out_bandwidth = instance.scale_out->bandwidth / ranks_per_accelerator;
  return group;
}

CollectiveGroup group_on_nodes(const hardware::Instance& instance, int num_nodes, int in_use,
                               int ranks_per_accelerator) {
  const int node = instance.accelerators_per_node, ranks = num_nodes * in_use;
  assert(num_nodes >= 1 && in_use >= 1 && in_use <= node);
  if (in_use == node) return collective_group(instance, ranks, 1, ranks_per_accelerator);
  CollectiveGroup group = collective_group(instance, in_use, 1, ranks_per_accelerator);
  const int domain = instance.scale_up ? std::max(1, instance.scale_up_domain) : 1;
  const int room = domain >= node ? domain / node * in_use : std::min(domain, in_use);
  const int most = ranks_of_domain(ranks, std::min(in_use, room), room);
  group.num_ranks = ranks * ranks_per_accelerator;
  group.ranks_per_domain = most * ranks_per_accelerator;
  group.num_domains = (ranks + most - 1) / most;
  group.fewest_in_domain.reset();
  return group;
}

}  // namespace fmplan::network
