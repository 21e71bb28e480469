#include "core/catalog/collective_pool.h"

#include <algorithm>
#include <cmath>

#include "core/base/words.h"

namespace fmplan::catalog {
namespace {

using network::Coefficient;
using network::CoefficientInfo;
using network::CollectiveProfile;

bool tells(const CollectiveProfileItem& item, Coefficient id) {
  return std::ranges::find(item.determined, id) != item.determined.end();
}

bool same_library(const CollectiveProfileItem& a, const CollectiveProfileItem& b) {
  return a.profile.tuner.has_value() && b.profile.tuner.has_value();
}

/// Weighted mean of logarithms.
class LogMean {
 public:
  /// `spread` is how far the value may be from the one that is sought, as a log ratio.
  void add(double value, double spread) {
    const double weight = 1 / (spread * spread);
    sum_ += weight * std::log(value);
    weight_ += weight;
  }
  double value() const { return std::exp(sum_ / weight_); }

 private:
  double sum_ = 0;
  double weight_ = 0;
};

/// By the name of the accelerator: the generations that NCCL's tuner tells apart.
std::optional<network::NvidiaGeneration> generation_of(const hardware::Accelerator& accelerator) {
  using enum network::NvidiaGeneration;
  struct Named {
    std::string_view start;
    network::NvidiaGeneration generation;
  };
  constexpr Named kNames[] = {{"v100", kVolta},     {"a100", kAmpere},    {"a800", kAmpere},     {"h100", kHopper},
                              {"h200", kHopper},    {"h800", kHopper},    {"h20", kHopper},      {"gh200", kHopper},
                              {"b200", kBlackwell}, {"b300", kBlackwell}, {"gb200", kBlackwell}, {"gb300", kBlackwell}};
  const std::string name = lower_case(accelerator.name);
  for (const Named& each : kNames)
    if (name.starts_with(each.start)) return each.generation;
  return std::nullopt;
}

/// By the name of the link between machines, as profiles call it: whatever has no way of its own is RDMA.
std::string transport_of(const hardware::Instance& instance) {
  const std::string link = instance.scale_out ? lower_case(instance.scale_out->name) : std::string();
  for (const char* const transport : {"efa", "tcpxo", "tcpx", "slingshot"})
    if (link.find(transport) != std::string::npos) return transport;
  return link.find("tcp") != std::string::npos ? "tcpx" : "rdma";
}

}  // namespace

bool same_transport(const hardware::Instance& a, const hardware::Instance& b) {
  return transport_of(a) == transport_of(b);
}

bool can_be_pooled(const std::vector<CollectiveProfileItem>& items, const CollectiveProfileItem& item) {
  return std::ranges::any_of(items, [&](const CollectiveProfileItem& other) {
    return other.name != item.name && !other.determined.empty() && same_library(other, item);
  });
}

CollectiveProfile pooled_profile(const std::vector<CollectiveProfileItem>& items, const CollectiveProfileItem& item) {
  const CollectiveProfile prior = network::uncalibrated_profile(item.name, item.profile.in_switch_reduction);
  CollectiveProfile profile = item.profile;
  profile.unmeasured = true;
  std::erase_if(profile.cells, [&](const network::MeasuredCell& cell) { return !item.node || cell.num_domains > 1; });
  // Chosen: how far apart systems of one transport are, and of another.
  constexpr double kAlike = 0.3;
  constexpr double kOther = 1;
  for (const CoefficientInfo& c : network::coefficient_table()) {
    if (!c.across && item.node) continue;
    LogMean mean;
    mean.add(prior[c.id], kAlike + c.log_sigma);
    for (const CollectiveProfileItem& other : items) {
      if (other.name == item.name || !same_library(other, item) || !tells(other, c.id)) continue;
      const bool alike = !c.across || (other.transport == item.transport && !item.transport.empty());
      mean.add(other.profile[c.id], alike ? kAlike : kOther);
    }
    profile[c.id] = mean.value();
  }
  return profile;
}

std::optional<CollectiveProfileItem> pooled_item(const std::vector<CollectiveProfileItem>& items,
                                                 const hardware::Instance& instance) {
  const auto generation = generation_of(instance.accelerator);
  if (!generation || !instance.scale_up || instance.wiring.shape != hardware::ScaleUpShape::kSwitch)
    return std::nullopt;
  CollectiveProfileItem item;
  item.name = "pooled";
  item.title = "what measured machines with NCCL have in common";
  item.source = "pooled from fitted profiles; no row of this machine";
  item.machine = {.scale_up = instance.scale_up->bandwidth,
                  .scale_out = std::nullopt,
                  .node = instance.accelerators_per_node,
                  .ranks_per_accelerator = 1,
                  .domain = instance.scale_up_domain};
  if (instance.scale_out) item.machine.scale_out = instance.scale_out->bandwidth;
  item.transport = transport_of(instance);
  const bool adds =
      *generation == network::NvidiaGeneration::kHopper || *generation == network::NvidiaGeneration::kBlackwell;
  item.profile = network::uncalibrated_profile(item.name, adds);
  constexpr Seconds kEfa = 35 * microsecond;  // what AWS's plug-in announces of p5en and later [aws-ofi-nccl @2daf7d30]
  item.profile.flushes = item.transport != "efa";
  item.profile.tuner =
      network::NcclTuner{.generation = *generation, .net_latency = item.transport == "efa" ? kEfa : Seconds{}};
  item.profile = pooled_profile(items, item);
  return item;
}

}  // namespace fmplan::catalog
