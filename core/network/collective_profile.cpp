#include "core/network/collective_profile.h"

#include <algorithm>
#include <utility>

namespace fmplan::network {
namespace {

using enum Coefficient;

/// A microsecond in seconds, and the bounds of a fit: chosen wide.
constexpr double kUs = 1e-6;
constexpr double kLeastTime = 0.05 * kUs;
constexpr double kMostTime = 5000 * kUs;
constexpr double kLeastShape = 0.5;
constexpr double kMostShape = 4;

constexpr CoefficientInfo time_inside(Coefficient id, std::string_view name, double prior_us, double log_sigma) {
  return {id, name, true, false, prior_us * kUs, log_sigma, kLeastTime, kMostTime};
}
constexpr CoefficientInfo time_across(Coefficient id, std::string_view name, double prior_us, double log_sigma) {
  return {id, name, true, true, prior_us * kUs, log_sigma, kLeastTime, kMostTime};
}
constexpr CoefficientInfo ratio(Coefficient id, std::string_view name, bool across, double prior, double log_sigma) {
  return {id, name, false, across, prior, log_sigma, 0.05, 1};
}
/// LL carries 4 bytes of data in 8, LL128 120 in 128 [NCCL src/device/prims_ll.h, prims_ll128.h]; both lose more to
/// polling.
constexpr CoefficientInfo share_ll(Coefficient id, std::string_view name, bool across) {
  return {id, name, false, across, 0.3, 0.4, 0.1, 0.5};
}
constexpr CoefficientInfo share_ll128(Coefficient id, std::string_view name, bool across) {
  return {id, name, false, across, 0.92, 0.12, 0.2, 1};
}
constexpr CoefficientInfo channel(Coefficient id, std::string_view name, double prior) {
  return {id, name, false, false, prior, 0.4, 0.005, 0.5};
}
constexpr CoefficientInfo shape(Coefficient id, std::string_view name, bool across, double prior) {
  return {id, name, false, across, prior, 0.2, kLeastShape, kMostShape};
}

constexpr std::array<CoefficientInfo, kNumCoefficients> kTable = {{
    time_inside(kLaunch, "launch", 8, 0.6),
    time_inside(kHopLl, "hop_ll", 0.6, 0.5),
    time_inside(kHopLl128, "hop_ll128", 1.2, 0.5),
    time_inside(kHopSimple, "hop_simple", 3.4, 0.6),
    share_ll(kShareLl, "share_ll", false),
    share_ll128(kShareLl128, "share_ll128", false),
    shape(kShapeLl, "shape_ll", false, 1),
    shape(kShapeLl128, "shape_ll128", false, 1),
    ratio(kRingEfficiency, "ring_efficiency", false, 0.8, 0.3),
    shape(kRingShape, "ring_shape", false, 0.8),
    ratio(kOwnShare, "own_share", false, 0.3, 1),
    time_inside(kNvlsLatency, "nvls_latency", 25, 0.6),
    ratio(kNvlsEfficiency, "nvls_efficiency", false, 0.7, 0.3),
    shape(kNvlsShape, "nvls_shape", false, 0.8),
    time_inside(kPairLatencyLl, "pair_latency_ll", 8, 0.6),
    time_inside(kPairLatencySimple, "pair_latency_simple", 20, 0.7),
    time_inside(kPairPeer, "pair_peer", 0.4, 1),
    channel(kPairChannel, "pair_channel", 0.04),
    ratio(kPairEfficiency, "pair_efficiency", false, 0.75, 0.3),
    shape(kPairShape, "pair_shape", false, 0.8),
    time_across(kNetRingStep, "net_ring_step", 0.4, 1),
    time_across(kNetRingHopLl, "net_ring_hop_ll", 2.7, 0.4),
    time_across(kNetRingHopLl128, "net_ring_hop_ll128", 4, 0.4),
    time_across(kNetRingHopSimple, "net_ring_hop_simple", 14, 0.4),
    time_across(kNetTreeHopLl, "net_tree_hop_ll", 5, 0.4),
    time_across(kNetTreeHopLl128, "net_tree_hop_ll128", 8.5, 0.4),
    time_across(kNetTreeHopSimple, "net_tree_hop_simple", 14, 0.4),
    time_across(kNetNvlsHop, "net_nvls_hop", 20.9, 0.4),
    share_ll(kNetShareLl, "net_share_ll", true),
    share_ll128(kNetShareLl128, "net_share_ll128", true),
    shape(kNetShapeLl, "net_shape_ll", true, 1),
    shape(kNetShapeLl128, "net_shape_ll128", true, 1),
    ratio(kNetRingEfficiency, "net_ring_efficiency", true, 0.9, 0.15),
    shape(kNetRingShape, "net_ring_shape", true, 0.9),
    ratio(kNetTreeEfficiency, "net_tree_efficiency", true, 0.92, 0.15),
    shape(kNetTreeShape, "net_tree_shape", true, 0.9),
    ratio(kNetNvlsEfficiency, "net_nvls_efficiency", true, 0.92, 0.2),
    shape(kNetNvlsShape, "net_nvls_shape", true, 0.9),
    time_across(kNetPairLatencyLl, "net_pair_latency_ll", 5, 0.4),
    time_across(kNetPairLatencySimple, "net_pair_latency_simple", 14, 0.4),
    time_across(kNetPairPeer, "net_pair_peer", 1, 1),
    ratio(kNetPairEfficiency, "net_pair_efficiency", true, 0.83, 0.3),
    shape(kNetPairShape, "net_pair_shape", true, 0.9),
}};

/// Where protocols and what bounds a collective change: chosen.
constexpr std::array<Bytes, kNumSizeBands - 1> kBandEnds = {64 * kibibyte, 1 * mebibyte, 16 * mebibyte, 256 * mebibyte};
constexpr std::array<std::string_view, kNumSizeBands> kBandNames = {"< 64 KiB", "64 KiB - 1 MiB", "1 - 16 MiB",
                                                                    "16 - 256 MiB", ">= 256 MiB"};

}  // namespace

int size_band(Bytes bytes) {
  return static_cast<int>(std::upper_bound(kBandEnds.begin(), kBandEnds.end(), bytes) - kBandEnds.begin());
}

std::string_view size_band_name(int band) { return kBandNames[static_cast<std::size_t>(band)]; }

std::optional<int> parse_size_band(std::string_view name) {
  const auto found = std::ranges::find(kBandNames, name);
  return found == kBandNames.end() ? std::nullopt : std::optional(static_cast<int>(found - kBandNames.begin()));
}

std::span<const CoefficientInfo> coefficient_table() { return kTable; }

CollectiveProfile uncalibrated_profile(std::string name, bool in_switch_reduction) {
  CollectiveProfile profile;
  profile.name = std::move(name);
  profile.in_switch_reduction = in_switch_reduction;
  for (const CoefficientInfo& info : kTable) profile[info.id] = info.prior;
  profile.small_factors = {0.5, 2};
  profile.large_factors = {0.6, 1.7};
  return profile;
}

}  // namespace fmplan::network
