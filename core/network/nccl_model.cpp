#include "core/network/nccl_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "core/network/collective_interval.h"
#include "core/network/nccl_tuner.h"

namespace fmplan::network {
namespace {

using enum Coefficient;

/// NCCL's own ratios for PAT over a ring's hop and bandwidth [src/graph/tuning.cc].
constexpr double kPatHopShare = 1 / 3.5;
constexpr double kPatBandwidthShare = 0.75;
/// NCCL's channels for send/receive.
constexpr double kPairChannels = 32;

struct Transfer {
  double seconds = 0;  ///< at the rate reached
  double bound = 0;    ///< at the line rate
  CollectiveBound what = CollectiveBound::kScaleUpLink;
};

/// `bytes` over `line`, of which `efficiency` is reached.
Transfer transfer(double bytes, double line, double efficiency, CollectiveBound what) {
  const double bound = bytes / line;
  return {bound / efficiency, bound, what};
}

/// Two links that carry the data side by side: the slower sets the pace.
Transfer slower(const Transfer& a, const Transfer& b) { return b.seconds > a.seconds ? b : a; }

double joined_time(double latency, double transfer, double shape) {
  const double larger = std::max(latency, transfer);
  if (larger <= 0) return 0;
  // Divided by the larger term: small times to a high power would underflow.
  return larger * std::pow(1 + std::pow(std::min(latency, transfer) / larger, shape), 1 / shape);
}

/// A candidate whose terms are known and not yet joined.
struct Draft {
  NcclAlgorithm algorithm = NcclAlgorithm::kRing;
  NcclProtocol protocol = NcclProtocol::kSimple;
  double latency = 0;
  Transfer x;
  double shape = 1;

  double least() const { return std::max(latency, x.seconds); }
  double time() const { return joined_time(latency, x.seconds, shape); }
};

/// A way to run a collective, not yet timed.
struct Option {
  NcclAlgorithm algorithm = NcclAlgorithm::kRing;
  NcclProtocol protocol = NcclProtocol::kSimple;
};

/// At most three protocols each of ring and tree, and two more: nothing is allocated where one alone is sought.
class Options {
 public:
  void add(NcclAlgorithm algorithm, NcclProtocol protocol) { options_[count_++] = {algorithm, protocol}; }
  const Option* begin() const { return options_.data(); }
  const Option* end() const { return options_.data() + count_; }

 private:
  std::array<Option, 8> options_;
  std::size_t count_ = 0;
};

/// The group and profile of one question, as bare numbers.
struct Setting {
  Collective collective;
  double size;  ///< bytes
  const CollectiveGroup& group;
  const CollectiveProfile& profile;

  double operator[](Coefficient id) const { return profile[id]; }
  double n() const { return group.num_ranks; }
  double p() const { return group.ranks_per_domain; }
  double domains() const { return group.num_domains; }
  bool across() const { return group.num_domains > 1; }
  bool inside() const { return group.ranks_per_domain > 1; }
  double up() const { return group.scale_up_bandwidth.in_base_units(); }
  /// Of the domain with fewest ranks, and so fewest NICs: it sets the pace.
  double domain_out() const { return ranks_in_last_domain(group) * group.scale_out_bandwidth.in_base_units(); }
};

struct ProtocolCoefficients {
  Coefficient hop, net_ring_hop, net_tree_hop;
  std::optional<Coefficient> share, net_share;  ///< none: Simple
};

ProtocolCoefficients of(NcclProtocol protocol) {
  switch (protocol) {
    case NcclProtocol::kLl: return {kHopLl, kNetRingHopLl, kNetTreeHopLl, kShareLl, kNetShareLl};
    case NcclProtocol::kLl128: return {kHopLl128, kNetRingHopLl128, kNetTreeHopLl128, kShareLl128, kNetShareLl128};
    case NcclProtocol::kSimple: break;
  }
  return {kHopSimple, kNetRingHopSimple, kNetTreeHopSimple, std::nullopt, std::nullopt};
}

double share(const Setting& s, std::optional<Coefficient> id) { return id ? s[*id] : 1; }

double shape_of(const Setting& s, NcclProtocol protocol, Coefficient inside, Coefficient across) {
  switch (protocol) {
    case NcclProtocol::kLl: return s[s.across() ? kNetShapeLl : kShapeLl];
    case NcclProtocol::kLl128: return s[s.across() ? kNetShapeLl128 : kShapeLl128];
    case NcclProtocol::kSimple: break;
  }
  return s[s.across() ? across : inside];
}

bool passes_once(Collective collective) {
  return collective == Collective::kBroadcast || collective == Collective::kReduce;
}

bool reduces_and_gathers(Collective collective) { return collective == Collective::kAllReduce; }

/// Bytes a ring passes over each link, over the size.
double ring_factor(const Setting& s) {
  if (passes_once(s.collective)) return 1;
  return bus_factor(s.collective, s.group.num_ranks);
}

Draft ring(const Setting& s, NcclProtocol protocol) {
  const ProtocolCoefficients c = of(protocol);
  const double passes = reduces_and_gathers(s.collective) ? 2 : 1;
  const double crossings = s.across() ? (s.domains() - 1) : 0;
  const double hop = s[c.hop] + (s.across() ? s[kNetRingStep] : 0);
  const double latency = s[kLaunch] + passes * ((s.n() - 1 - crossings) * hop + crossings * s[c.net_ring_hop]);
  const double bytes = s.size * ring_factor(s);
  const double own = passes_once(s.collective) ? 0 : s.size * s[kOwnShare] / s.n();
  Transfer x;
  if (s.inside()) {
    x = transfer(bytes, s.up(), s[kRingEfficiency] * share(s, c.share), CollectiveBound::kScaleUpLink);
    x.seconds += own / (s.up() * s[kRingEfficiency] * share(s, c.share));
  }
  if (s.across())
    x = slower(x,
               transfer(bytes, s.domain_out(), s[kNetRingEfficiency] * share(s, c.net_share), CollectiveBound::kNics));
  return {NcclAlgorithm::kRing, protocol, latency, x, shape_of(s, protocol, kRingShape, kNetRingShape)};
}

/// What a domain's NICs must send, over the size.  Of NCCL's two trees each carries half.  A domain that is a leaf of
/// one sends that half once; an inner domain with two children three times, a chain's middle one twice: together 1 for
/// two domains, 3/2 for three (a chain each), 2 beyond.
double tree_load(int num_domains) {
  if (num_domains == 2) return 1;
  return num_domains == 3 ? 1.5 : 2;
}

Transfer tree_across(const Setting& s, double efficiency) {
  const bool deep = s.group.num_domains > 2;
  return transfer(s.size, s.domain_out() / tree_load(s.group.num_domains), efficiency,
                  deep ? CollectiveBound::kTreeDegree : CollectiveBound::kNics);
}

Draft tree(const Setting& s, NcclProtocol protocol) {
  const ProtocolCoefficients c = of(protocol);
  const double latency = s[kLaunch] + 2 * ((s.p() - 1) * s[c.hop] + std::log2(s.domains()) * s[c.net_tree_hop]);
  const double efficiency = s[kNetTreeEfficiency] * share(s, c.net_share);
  Transfer x = tree_across(s, efficiency);
  // Inside a domain the tree is a chain that carries the data up and down: half the link for either.
  if (s.inside()) x = slower(x, transfer(2 * s.size, s.up(), efficiency, CollectiveBound::kScaleUpLink));
  return {NcclAlgorithm::kTree, protocol, latency, x, shape_of(s, protocol, kNetTreeShape, kNetTreeShape)};
}

Transfer in_switch(const Setting& s) {
  // The switch adds up what the ranks of a domain hold; a head rank moves its share twice, hence p + 1 in p.
  return transfer(s.size, s.up() * s.p() / (s.p() + 1), s[kNvlsEfficiency], CollectiveBound::kInSwitchReduction);
}

/// Across domains the switches between them add up what the domains' switches have: each domain sends the data once,
/// over one hop whatever their number.
Draft nvls(const Setting& s) {
  if (s.across())
    return {NcclAlgorithm::kNvls, NcclProtocol::kSimple, s[kNvlsLatency] + s[kNetNvlsHop],
            slower(in_switch(s), transfer(s.size, s.domain_out(), s[kNetNvlsEfficiency], CollectiveBound::kNics)),
            s[kNetNvlsShape]};
  return {NcclAlgorithm::kNvls, NcclProtocol::kSimple, s[kNvlsLatency], in_switch(s), s[kNvlsShape]};
}

Draft nvls_tree(const Setting& s) {
  const double latency = s[kNvlsLatency] + 2 * std::log2(s.domains()) * s[kNetNvlsHop];
  return {NcclAlgorithm::kNvlsTree, NcclProtocol::kSimple, latency,
          slower(in_switch(s), tree_across(s, s[kNetNvlsEfficiency])), s[kNetNvlsShape]};
}

Draft pat(const Setting& s) {
  const double latency = s[kLaunch] + std::log2(s.domains()) * s[kNetRingHopSimple] * kPatHopShare;
  const Transfer x = transfer(s.size * ring_factor(s), s.domain_out(), s[kNetRingEfficiency] * kPatBandwidthShare,
                              CollectiveBound::kNics);
  return {NcclAlgorithm::kPat, NcclProtocol::kSimple, latency, x, s[kNetRingShape]};
}

/// Channels that NCCL gives one peer of `ranks`: a power of two of which all peers together have at most 32, more where
/// a channel's part of the message would exceed 16 MiB [NCCL src/enqueue.cc].  NCCL doubles them; here they grow with
/// the message, so that a longer one is never faster.
double channels_to_peer(double ranks, double bytes) {
  constexpr double kPart = 16.0 * 1024 * 1024;  // bytes: the 16 MiB of above
  double channels = 1;
  while (2 * channels * ranks <= kPairChannels) channels *= 2;
  return std::clamp(bytes / kPart, channels, kPairChannels);
}

/// Send/receive as nccl-tests runs it (each rank to the next) and all-to-all.
Draft pairwise(const Setting& s, NcclProtocol protocol) {
  const bool low = protocol != NcclProtocol::kSimple;
  const bool to_all = s.collective == Collective::kAllToAll;
  const double near_peers = to_all ? s.p() - 1 : (s.inside() ? 1 : 0);
  const double far_peers = to_all ? s.n() - ranks_in_last_domain(s.group) : (s.across() ? 1 : 0);
  const double near_bytes = to_all ? s.size * near_peers / s.n() : s.size * near_peers;
  const double far_bytes = to_all ? s.size * far_peers / s.n() : s.size * far_peers;
  const double own = to_all ? s.size * s[kOwnShare] / s.n() : 0;
  double latency =
      s[low ? kPairLatencyLl : kPairLatencySimple] + near_peers * s[kPairPeer] + far_peers * s[kNetPairPeer];
  if (s.across()) latency += s[low ? kNetPairLatencyLl : kNetPairLatencySimple];
  Transfer x;
  if (near_bytes > 0) {
    const double channels = std::min(kPairChannels, near_peers * channels_to_peer(s.n(), near_bytes / near_peers));
    const double link = to_all ? s.up() : s.group.pair_bandwidth.in_base_units();
    // What a channel moves is a share of all links, whichever of them lead to the peer.
    const double all_links = s.group.all_links.value_or(s.group.scale_up_bandwidth).in_base_units();
    const double moved = channels * s[kPairChannel] * all_links / link;
    const double efficiency = std::min(s[kPairEfficiency], moved) * (low ? s[kShareLl] : 1);
    x = transfer(near_bytes, link, efficiency, CollectiveBound::kScaleUpLink);
    x.seconds += own / (link * efficiency);
  }
  if (s.across())
    x = slower(x, transfer(far_bytes, s.group.scale_out_bandwidth.in_base_units(),
                           s[kNetPairEfficiency] * (low ? s[kNetShareLl] : 1), CollectiveBound::kNics));
  return {NcclAlgorithm::kPairwise, protocol, latency, x, shape_of(s, protocol, kPairShape, kNetPairShape)};
}

/// What the plug-in's table names: the entry for this size of the nearest number of domains.  Tables begin at three
/// domains; for two NCCL decides.
const NcclChoice* habit(const Setting& s) {
  if (s.group.num_domains <= 2) return nullptr;
  const auto speaks_for = [&](const NcclChoice& choice) {
    return choice.collective == s.collective && choice.ranks_per_domain == s.group.ranks_per_domain;
  };
  int nearest = 0;
  double distance = std::numeric_limits<double>::infinity();
  for (const NcclChoice& choice : s.profile.choices) {
    if (choice.num_domains == nearest || !speaks_for(choice)) continue;
    const double from = std::max(s.domains() / choice.num_domains, choice.num_domains / s.domains());
    if (from >= distance) continue;
    nearest = choice.num_domains;
    distance = from;
  }
  // Ascending in size, so the first that fits is the one.
  for (const NcclChoice& choice : s.profile.choices)
    if (speaks_for(choice) && choice.num_domains == nearest && s.size <= choice.up_to.in_base_units()) return &choice;
  return nullptr;
}

Options all_options(const Setting& s) {
  using enum NcclAlgorithm;
  using enum NcclProtocol;
  Options all;
  const bool low = s.profile.protocols && (s.profile.net_protocols || !s.across());
  if (s.collective == Collective::kAllToAll || s.collective == Collective::kSendReceive) {
    if (low) all.add(kPairwise, kLl);
    all.add(kPairwise, kSimple);
    return all;
  }
  const auto add_each = [&](NcclAlgorithm algorithm) {
    if (low) all.add(algorithm, kLl);
    if (low) all.add(algorithm, kLl128);
    all.add(algorithm, kSimple);
  };
  add_each(kRing);
  const bool sums = s.collective == Collective::kAllReduce;
  if (sums && s.across()) add_each(kTree);
  if (sums && s.profile.in_switch_reduction && s.group.ranks_per_domain > 2) {
    if (s.across()) all.add(kNvlsTree, kSimple);
    if (!s.across() || s.profile.sharp) all.add(kNvls, kSimple);
  }
  const bool halves = s.collective == Collective::kAllGather || s.collective == Collective::kReduceScatter;
  if (halves && s.group.num_domains > 2 && !s.inside()) all.add(kPat, kSimple);
  return all;
}

Draft draft_of(const Setting& s, const Option& option) {
  switch (option.algorithm) {
    case NcclAlgorithm::kRing: return ring(s, option.protocol);
    case NcclAlgorithm::kTree: return tree(s, option.protocol);
    case NcclAlgorithm::kNvls: return nvls(s);
    case NcclAlgorithm::kNvlsTree: return nvls_tree(s);
    case NcclAlgorithm::kPat: return pat(s);
    case NcclAlgorithm::kPairwise: break;
  }
  return pairwise(s, option.protocol);
}

bool allowed(const Option& option, const NcclRestriction& only) {
  const bool nvls = option.algorithm == NcclAlgorithm::kNvls || option.algorithm == NcclAlgorithm::kNvlsTree;
  return (!only.algorithm || option.algorithm == *only.algorithm || option.algorithm == NcclAlgorithm::kPairwise) &&
         (!only.protocol || option.protocol == *only.protocol || nvls) && !(only.no_nvls && nvls);
}

/// Those that may be chosen.  A restriction that leaves nothing (NVLS where there is none) is not followed, as NCCL
/// does not.
Options options(const Setting& s, const NcclRestriction& only) {
  const Options all = all_options(s);
  if (only == NcclRestriction{}) return all;
  Options kept;
  for (const Option& option : all)
    if (allowed(option, only)) kept.add(option.algorithm, option.protocol);
  return kept.begin() == kept.end() ? all : kept;
}

/// What NCCL's tuner believes to be fastest; null where there is no tuner, or nothing that it ranks.
const Option* believed_fastest(const Setting& s, const Options& options) {
  const Option* best = nullptr;
  if (!s.profile.tuner) return best;
  double least = 0;
  for (const Option& option : options) {
    const auto time = tuner_time_us(*s.profile.tuner, s.collective, s.size, s.group, option.algorithm, option.protocol);
    if (!time || (best && *time >= least)) continue;
    best = &option;
    least = *time;
  }
  return best;
}

Draft fastest(const Setting& s, const Options& options) {
  Draft best;
  double least = std::numeric_limits<double>::infinity();
  for (const Option& option : options) {
    const Draft draft = draft_of(s, option);
    if (draft.least() >= least) continue;
    const double time = draft.time();
    if (time >= least) continue;
    best = draft;
    least = time;
  }
  return best;
}

Draft chosen(const Setting& s, const NcclRestriction& only) {
  const Options all = options(s, only);
  if (const NcclChoice* named = only == NcclRestriction{} ? habit(s) : nullptr)
    for (const Option& option : all)
      if (option.algorithm == named->algorithm && option.protocol == named->protocol) return draft_of(s, option);
  if (const Option* believed = believed_fastest(s, all)) return draft_of(s, *believed);
  return fastest(s, all);
}

/// A message takes no longer than one of twice or four times its size (chosen: a table or tuner goes over from one
/// protocol to the next once in as much).  Where it does and the profile knows one of them better than the other, times
/// would fall as sizes grow.
double least_of_larger(const Setting& s, double time) {
  // Chosen: beyond, all go as Simple; searches ask for millions of these.
  constexpr double kAllSimple = 16 * 1024 * 1024;  // bytes
  if (s.size >= kAllSimple || (!s.profile.tuner && s.profile.choices.empty())) return time;
  for (const double larger : {2.0, 4.0})
    time = std::min(time, chosen({s.collective, larger * s.size, s.group, s.profile}, {}).time());
  return time;
}

}  // namespace

std::vector<NcclCandidate> nccl_candidates(Collective collective, Bytes payload, const CollectiveGroup& group,
                                           const CollectiveProfile& profile, const NcclRestriction& only) {
  std::vector<NcclCandidate> candidates;
  if (group.num_ranks <= 1) return candidates;
  const Setting setting{collective, payload / byte, group, profile};
  for (const Option& option : options(setting, only)) {
    const Draft c = draft_of(setting, option);
    candidates.push_back({.algorithm = c.algorithm,
                          .protocol = c.protocol,
                          .time = c.time() * second,
                          .latency = c.latency * second,
                          .bound_time = c.x.bound * second,
                          .bound = c.x.what});
  }
  return candidates;
}

CalibratedTime collective_time(Collective collective, Bytes payload, const CollectiveGroup& group,
                               const CollectiveProfile& profile, const NcclRestriction& only) {
  CalibratedTime result;
  if (group.num_ranks <= 1) return result;
  const Setting setting{collective, payload / byte, group, profile};
  const Draft best = chosen(setting, only);
  CollectiveInterval interval = collective_interval(profile, collective, payload, group);
  // No row with SHARP across domains is known.
  if (setting.across() && best.algorithm == NcclAlgorithm::kNvls)
    interval = {unmeasured_factors(size_band(payload), true), 0};
  const double time = only == NcclRestriction{} ? least_of_larger(setting, best.time()) : best.time();
  result.total = time * second;
  result.low = interval.factors.low * result.total;
  result.high = interval.factors.high * result.total;
  result.points = interval.points;
  result.algorithm = best.algorithm;
  result.protocol = best.protocol;
  result.algorithm_bandwidth = payload / result.total;
  result.bus_bandwidth = bus_factor(collective, group.num_ranks) * result.algorithm_bandwidth;
  result.share_of_bound = best.x.bound * second / result.total;
  result.bound = best.latency > best.x.bound ? CollectiveBound::kLatency : best.x.what;
  return result;
}

Seconds calibrated_seconds(Collective collective, Bytes payload, const CollectiveGroup& group,
                           const CollectiveProfile& profile) {
  if (group.num_ranks <= 1) return Seconds{};
  const Setting setting{collective, payload / byte, group, profile};
  return least_of_larger(setting, chosen(setting, {}).time()) * second;
}

Seconds collective_bound_time(Collective collective, Bytes payload, const CollectiveGroup& group,
                              bool in_switch_reduction, bool sharp) {
  if (group.num_ranks <= 1) return Seconds{};
  const double n = group.num_ranks;
  const double p = group.ranks_per_domain;
  const double fewest = ranks_in_last_domain(group);
  const bool across = group.num_domains > 1;
  double rank_bytes = bus_factor(collective, group.num_ranks);      // into a rank, over the size
  double domain_bytes = bus_factor(collective, group.num_domains);  // into a domain
  BytesPerSecond rank_rate = group.scale_up_bandwidth;
  if (across) rank_rate += group.scale_out_bandwidth;
  if (collective == Collective::kAllReduce && in_switch_reduction) rank_bytes = std::min(rank_bytes, (p + 1) / p);
  if (collective == Collective::kAllReduce && sharp) domain_bytes = 1;
  if (collective == Collective::kAllToAll) domain_bytes = fewest * (n - fewest) / n;
  if (collective == Collective::kSendReceive && !across) rank_rate = group.pair_bandwidth;
  Seconds bound;
  if (p > 1) bound = rank_bytes * payload / rank_rate;
  if (across) bound = std::max(bound, domain_bytes * payload / (fewest * group.scale_out_bandwidth));
  return bound;
}

}  // namespace fmplan::network
