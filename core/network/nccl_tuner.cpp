#include "core/network/nccl_tuner.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace fmplan::network {
namespace {

/// By protocol: LL, LL128, Simple.
using ByProtocol = std::array<double, 3>;
/// By number of domains: one, two, more.
using ByDomains = std::array<double, 3>;

// Microseconds [NCCL src/graph/tuning.cc: baseLat, hwLat of NVLink and NET].
constexpr ByProtocol kTreeBase = {6.8, 14, 8.4};
constexpr ByProtocol kRingBase = {6.6, 14, 8.4};
constexpr double kPatBase = 8;
constexpr ByProtocol kTreeHop = {0.6, 1.25, 4};
constexpr ByProtocol kRingHop = {0.6, 1.9, 3.4};
constexpr ByProtocol kTreeNet = {5, 8.5, 14};
constexpr ByProtocol kRingNet = {2.7, 4, 14};
constexpr double kNvlsHop = 25;
constexpr double kNvlsNet = 18;
constexpr double kNvlsTreeNet = 20.9;
constexpr double kPatNet = 14;
/// Posting to a NIC, three times for Simple: a step inside a domain is never believed faster.
constexpr double kPost = 1;

/// Shares of line rates that the search of links finds, and of a bus that protocols reach [the same file].
constexpr double kScaleUpShare = 0.8;
constexpr double kNetShare = 0.96;
constexpr double kLl128Share = 0.92;
constexpr double kTreeShare = 0.92;
constexpr double kTreeLlShare = 1 / 3.8;
constexpr double kTreeLl128Inside = 7.0 / 9;
constexpr double kTreeLl128Across = 120.0 / 128;
constexpr double kPatShare = 0.75;

/// What NCCL grants a GPU generation; GB/s, by channel where it says so [the same file].
struct Limits {
  double channels;  ///< of rings and trees, as logged
  ByDomains ll;     ///< all channels
  double ring_ll128;
  ByDomains tree_ll128;
  ByDomains tree;
  ByDomains nvls_tree;
  double nvls_efficiency;
  std::array<double, 8> nvls_speeds;  ///< of one channel, as tried in turn
};

/// GB/s of a channel, as NCCL's search tries them in turn [src/graph/search.cc].
constexpr std::array<double, 8> kHopperSpeeds = {60, 50, 40, 30, 24, 20, 15, 12};
/// The same of Blackwell.
constexpr std::array<double, 8> kBlackwellSpeeds = {90, 80, 70, 60, 50, 45, 40, 30};

constexpr std::array<Limits, 4> kLimits = {{
    {12, {39, 39, 20.4}, 20, {20, 20, 20}, {26.5, 18.5, 10}, {26.5, 18.5, 10}, 0, {}},
    {12, {87.7, 39, 20.4}, 20, {20, 20, 20}, {24, 23.6, 17.8}, {24, 23.6, 17.8}, 0, {}},
    {12, {141, 39, 20.4}, 36.7, {36.7, 36.7, 29}, {38.7, 41.4, 36}, {0, 57.7, 45.5}, 0.85, kHopperSpeeds},
    {16, {282, 39, 20.4}, 40, {55.6, 31.67, 20}, {70, 42.8, 24}, {0, 96, 80}, 0.74, kBlackwellSpeeds},
}};

/// Of the tree's bandwidth that messages of 64 B, 128 B, … 256 MiB reach [the same file: treeCorrectionFactor].
constexpr std::array<std::array<double, 23>, 3> kTreeCorrection = {{
    {1, 1, 1, 1, 0.9, 0.8, 0.7, 0.7, 0.7, 0.7, 0.6, 0.5, 0.4, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1, 1, 1},
    {1, 1, 1, 1, 1, 0.9, 0.8, 0.8, 0.8, 0.7, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.8, 0.9, 0.9, 0.9, 0.9, 1, 1},
    {0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.8, 0.7, 0.6, 0.6, 0.5, 0.5, 0.5, 0.5, 0.6, 0.7, 0.8, 0.7, 0.7, 0.8, 0.9, 0.9},
}};

double tree_correction(NcclProtocol protocol, double bytes) {
  const auto& table = kTreeCorrection[static_cast<std::size_t>(protocol)];
  const auto step = std::bit_width(static_cast<std::uint64_t>(bytes) >> 6);
  return step == 0 || static_cast<std::size_t>(step) > table.size() ? 1 : table[static_cast<std::size_t>(step) - 1];
}

/// One question, in microseconds and GB/s.
struct Question {
  const NcclTuner& tuner;
  Collective collective;
  double bytes;
  const CollectiveGroup& group;
  NcclProtocol protocol;

  const Limits& limits() const { return kLimits[static_cast<std::size_t>(tuner.generation)]; }
  double n() const { return group.num_ranks; }
  double p() const { return group.ranks_per_domain; }
  std::size_t domains() const { return static_cast<std::size_t>(std::min(group.num_domains, 3) - 1); }
  bool across() const { return group.num_domains > 1; }
  double depth() const { return std::bit_width(static_cast<unsigned>(group.num_domains)) - 1; }
  double steps() const {
    switch (collective) {
      case Collective::kAllReduce: return 2 * (n() - 1);
      case Collective::kBroadcast:
      case Collective::kReduce: return n();
      default: return n() - 1;
    }
  }
  bool all_reduce() const { return collective == Collective::kAllReduce; }
  bool simple() const { return protocol == NcclProtocol::kSimple; }
  double of(const ByProtocol& values) const { return values[static_cast<std::size_t>(protocol)]; }
  double net(double hop) const { return hop + (simple() ? 2 : 1) * (tuner.net_latency / microsecond); }
  double net_rate() const {
    return kNetShare * ranks_in_last_domain(group) * (group.scale_out_bandwidth / gigabyte_per_second);
  }
  /// Of two domains a tree's links inside are sought up to twice as fast as those across, and they count
  /// [src/graph/search.cc].
  double bus(bool of_tree = false) const {
    const double inside = kScaleUpShare * (group.scale_up_bandwidth / gigabyte_per_second);
    if (!across()) return inside;
    if (group.ranks_per_domain == 1) return net_rate();
    return std::min(inside, (of_tree && group.num_domains == 2 ? 2 : 1) * net_rate());
  }
  /// bytes over GB/s, in microseconds.
  double transfer(double rate) const { return bytes / (1e3 * rate); }
};

double tuned_ring(const Question& q) {
  double rate = q.bus();
  if (q.protocol == NcclProtocol::kLl) rate = std::min(q.limits().ll[q.domains()], rate / 2);
  if (q.protocol == NcclProtocol::kLl128)
    rate = std::min(kLl128Share * rate, q.limits().channels * q.limits().ring_ll128);
  double hop = q.of(kRingHop);
  if (q.across()) hop = std::max(hop, (q.simple() ? 3 : 1) * kPost);
  const double crossings = q.across() ? (q.all_reduce() ? 2 : 1) * (q.group.num_domains - 1.0) : 0;
  double latency = q.of(kRingBase) + (q.steps() - crossings) * hop + crossings * q.net(q.of(kRingNet));
  // Long messages of rings across nodes are believed to be held up by their neighbours [the same file].
  constexpr double kLong = 64;  // bytes a channel and rank
  if (q.simple() && q.all_reduce() && q.across() && q.bytes >= kLong * q.limits().channels * q.n())
    latency *= q.tuner.generation == NvidiaGeneration::kVolta ? 1.9 : 1.4;
  return latency + q.transfer(rate * q.n() / q.steps());
}

double tuned_tree(const Question& q) {
  const Limits& limits = q.limits();
  double rate = std::min(kTreeShare * q.bus(true), limits.channels * limits.tree[q.domains()]);
  if (q.protocol == NcclProtocol::kLl) rate = std::min(kTreeLlShare * rate, limits.ll[q.domains()]);
  if (q.protocol == NcclProtocol::kLl128)
    rate = std::min((q.across() ? kTreeLl128Across : kTreeLl128Inside) * rate,
                    limits.channels * limits.tree_ll128[q.domains()]);
  const double latency = q.of(kTreeBase) + 2 * ((q.p() - 1) * q.of(kTreeHop) + q.depth() * q.net(q.of(kTreeNet)));
  return latency + q.transfer(rate / 2 * tree_correction(q.protocol, q.bytes));
}

/// Each channel is one rank that heads it; all ranks spend its rate and the head twice, so that channels and one more
/// share the link.
double nvls_bus(const Question& q, bool of_tree) {
  // What the search finds in a rack is not published.  With a node's eight the tuner believes in NVLS within a rack and
  // in the ring for long messages across three, where GB200 moves 749 GB/s: the ring's 0.83 of 900 (OCI's runs).
  constexpr double kMostHeads = 8;
  constexpr double kSearched = 370.8 / 450;  // of the line rate: 18 links of 20.6 GB/s
  const double heads = std::min(q.p(), kMostHeads);
  const double link = kSearched * (q.group.scale_up_bandwidth / gigabyte_per_second);
  double speed = link / (heads + 1);
  for (const double tried : q.limits().nvls_speeds)
    if (tried <= speed) {
      speed = tried;
      break;
    }
  double rate = 2 * speed * q.limits().nvls_efficiency * (heads - 1) / heads;
  if (q.across()) {
    const double net = q.net_rate() / heads * (of_tree && q.group.num_domains == 2 ? 2 : 1);
    rate = std::min(rate, net);
    if (of_tree) rate = std::min(rate, q.limits().nvls_tree[q.domains()]);
  }
  return heads * rate;
}

}  // namespace

std::optional<double> tuner_time_us(const NcclTuner& tuner, Collective collective, double bytes,
                                    const CollectiveGroup& group, NcclAlgorithm algorithm, NcclProtocol protocol) {
  const Question q{tuner, collective, bytes, group, protocol};
  const bool has_switch = q.limits().nvls_efficiency > 0 && group.ranks_per_domain > 2;
  switch (algorithm) {
    case NcclAlgorithm::kRing: return tuned_ring(q);
    case NcclAlgorithm::kTree:
      if (!q.all_reduce() || !q.across()) return std::nullopt;
      return tuned_tree(q);
    case NcclAlgorithm::kNvls:
      if (!q.all_reduce() || !has_switch) return std::nullopt;
      return kNvlsHop + (q.across() ? q.net(kNvlsNet) : 0) + q.transfer(nvls_bus(q, false) * q.n() / q.steps());
    case NcclAlgorithm::kNvlsTree: {
      if (!q.all_reduce() || !q.across() || !has_switch) return std::nullopt;
      const double correction =
          tuner.generation == NvidiaGeneration::kBlackwell ? tree_correction(NcclProtocol::kSimple, bytes) : 1;
      return kNvlsHop + 2 * q.depth() * q.net(kNvlsTreeNet) +
             q.transfer(nvls_bus(q, true) * q.n() / q.steps() * correction);
    }
    case NcclAlgorithm::kPat:
      if (group.ranks_per_domain > 1) return std::nullopt;
      return kPatBase + q.depth() * q.net(kPatNet) / 3.5 + 2.8 * q.n() +
             q.transfer(kPatShare * q.bus() * q.n() / q.steps());
    case NcclAlgorithm::kPairwise: break;
  }
  return std::nullopt;
}

}  // namespace fmplan::network
