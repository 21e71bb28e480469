#include "core/network/fat_tree.h"

#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>

#include <fmt/format.h>

#include "core/base/issue.h"

namespace fmplan::network {

namespace {

void require(bool holds, std::string_view field, std::string message, Issues& issues) {
  if (!holds) issues.push_back({fmt::format("/{}", field), std::move(message)});
}

bool is_positive(double value) { return std::isfinite(value) && value > 0; }

void check_shape(const FatTreeShape& shape) {
  Issues issues;
  const auto at_least_one = [&](int value, std::string_view field) {
    require(value >= 1, field, fmt::format("{} must be at least 1", value), issues);
  };
  at_least_one(shape.num_endpoints, "num_endpoints");
  at_least_one(shape.endpoints_per_leaf, "endpoints_per_leaf");
  at_least_one(shape.num_spines, "num_spines");
  at_least_one(shape.cores_per_spine, "cores_per_spine");
  at_least_one(shape.scale_up_size, "scale_up_size");
  require(shape.leaves_per_pod >= 0, "leaves_per_pod", "must not be negative; 0 is a single pod", issues);
  require(is_positive(shape.endpoint_bandwidth / byte_per_second), "endpoint_bandwidth", "must be greater than 0",
          issues);
  require(is_positive(shape.oversubscription), "oversubscription", "must be greater than 0", issues);
  require(is_positive(shape.core_oversubscription), "core_oversubscription", "must be greater than 0", issues);
  require(shape.scale_up_size == 1 || is_positive(shape.scale_up_bandwidth / byte_per_second), "scale_up_bandwidth",
          "must be greater than 0 where endpoints share a scale-up domain", issues);
  require(!shape.is_rail_optimised || shape.scale_up_size > 1, "is_rail_optimised",
          "needs scale-up domains of two or more endpoints", issues);
  if (!issues.empty()) throw InputError(std::move(issues));
}

int blocks(int count, int size) { return (count + size - 1) / size; }

/// Links are numbered by int.
void check_number_of_links(const FatTreeShape& shape, std::int64_t num_leaves, std::int64_t num_pods) {
  const std::int64_t endpoint_links = (shape.scale_up_size > 1 ? 4 : 2) * std::int64_t{shape.num_endpoints};
  const double num_links = static_cast<double>(endpoint_links) +
                           2.0 * static_cast<double>(num_leaves) * shape.num_spines +
                           2.0 * static_cast<double>(num_pods) * shape.num_spines * shape.cores_per_spine;
  if (num_links > std::numeric_limits<int>::max())
    throw InputError("/num_spines", fmt::format("{:.0f} links are too many; at most 2147483647", num_links));
}

}  // namespace

FatTree::FatTree(const FatTreeShape& shape) : shape_(shape) {
  check_shape(shape);
  const int rails = shape.is_rail_optimised ? shape.scale_up_size : 1;
  num_leaves_ = rails * blocks(blocks(shape.num_endpoints, rails), shape.endpoints_per_leaf);
  leaves_per_pod_ = shape.leaves_per_pod == 0 ? num_leaves_ : shape.leaves_per_pod;
  num_pods_ = blocks(num_leaves_, leaves_per_pod_);
  check_number_of_links(shape, num_leaves_, num_pods_);

  leaf_begin_ = 2 * shape.num_endpoints;
  spine_begin_ = leaf_begin_ + 2 * num_leaves_ * shape.num_spines;
  scale_up_begin_ = spine_begin_ + (num_pods_ > 1 ? 2 * num_pods_ * shape.num_spines * shape.cores_per_spine : 0);
  const int num_links = scale_up_begin_ + (shape.scale_up_size > 1 ? 2 * shape.num_endpoints : 0);

  const BytesPerSecond leaf_bandwidth =
      shape.endpoint_bandwidth * shape.endpoints_per_leaf / shape.num_spines / shape.oversubscription;
  const BytesPerSecond spine_bandwidth =
      leaf_bandwidth * leaves_per_pod_ / shape.cores_per_spine / shape.core_oversubscription;
  const auto from_to = [&](int begin, int end, BytesPerSecond capacity) {
    for (int link = begin; link < end; ++link) capacities_.push_back(capacity);
  };
  from_to(0, leaf_begin_, shape.endpoint_bandwidth);
  from_to(leaf_begin_, spine_begin_, leaf_bandwidth);
  from_to(spine_begin_, scale_up_begin_, spine_bandwidth);
  from_to(scale_up_begin_, num_links, shape.scale_up_bandwidth);
}

int FatTree::leaf_of(int endpoint) const {
  assert(0 <= endpoint && endpoint < shape_.num_endpoints);
  if (!shape_.is_rail_optimised) return endpoint / shape_.endpoints_per_leaf;
  const int domain = endpoint / shape_.scale_up_size;
  return domain / shape_.endpoints_per_leaf * shape_.scale_up_size + endpoint % shape_.scale_up_size;
}

std::vector<int> FatTree::route(int source, int destination) const {
  if (source == destination) return {};
  const int domain = shape_.scale_up_size;
  if (domain > 1 && source / domain == destination / domain) return {scale_up_out(source), scale_up_in(destination)};
  const int from = leaf_of(source);
  const int to = leaf_of(destination);
  if (from == to) return {endpoint_up(source), endpoint_down(destination)};
  const int spine = destination % shape_.num_spines;
  if (pod_of(from) == pod_of(to))
    return {endpoint_up(source), leaf_up(from, spine), leaf_down(to, spine), endpoint_down(destination)};
  const int core = destination / shape_.num_spines % shape_.cores_per_spine;
  return {endpoint_up(source),
          leaf_up(from, spine),
          spine_up(pod_of(from), spine, core),
          spine_down(pod_of(to), spine, core),
          leaf_down(to, spine),
          endpoint_down(destination)};
}

std::string FatTree::link_name(int link) const {
  assert(0 <= link && link < num_links());
  const int endpoints = shape_.num_endpoints;
  if (link >= scale_up_begin_) {
    const int place = link - scale_up_begin_;
    return place < endpoints ? fmt::format("endpoint {} → scale-up domain {}", place, place / shape_.scale_up_size)
                             : fmt::format("scale-up domain {} → endpoint {}",
                                           (place - endpoints) / shape_.scale_up_size, place - endpoints);
  }
  if (link >= spine_begin_) {
    const int place = link - spine_begin_;
    const int core = place % shape_.cores_per_spine;
    const int spine = place / shape_.cores_per_spine % shape_.num_spines;
    const int pod = place / shape_.cores_per_spine / shape_.num_spines;
    return pod < num_pods_ ? fmt::format("pod {} spine {} → core {}", pod, spine, core)
                           : fmt::format("core {} → pod {} spine {}", core, pod - num_pods_, spine);
  }
  if (link >= leaf_begin_) {
    const int spine = (link - leaf_begin_) % shape_.num_spines;
    const int leaf = (link - leaf_begin_) / shape_.num_spines;
    return leaf < num_leaves_ ? fmt::format("leaf {} → spine {}", leaf, spine)
                              : fmt::format("spine {} → leaf {}", spine, leaf - num_leaves_);
  }
  return link < endpoints ? fmt::format("endpoint {} → leaf {}", link, leaf_of(link))
                          : fmt::format("leaf {} → endpoint {}", leaf_of(link - endpoints), link - endpoints);
}

}  // namespace fmplan::network
