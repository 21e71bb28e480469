#pragma once

/// @file
/// What was measured of a collective library on one kind of machine: a few coefficients with a physical meaning, the
/// library's habits of choosing, and how far predictions were off.  Plain data; the model is nccl_model.h, the fit
/// core/calibration/fit/fit_collectives.h.

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/names.h"
#include "core/base/quantity.h"
#include "core/network/collective_time.h"

namespace fmplan::network {

/// What NCCL calls its algorithms.  kPairwise is its send/receive machinery, which also runs all-to-all.
enum class NcclAlgorithm { kRing, kTree, kNvls, kNvlsTree, kPat, kPairwise };
inline constexpr auto kNcclAlgorithmNames = names<NcclAlgorithm>({{"ring", NcclAlgorithm::kRing},
                                                                  {"tree", NcclAlgorithm::kTree},
                                                                  {"nvls", NcclAlgorithm::kNvls},
                                                                  {"nvls_tree", NcclAlgorithm::kNvlsTree},
                                                                  {"pat", NcclAlgorithm::kPat},
                                                                  {"pairwise", NcclAlgorithm::kPairwise}});
/// Low latency with an 8-byte flag in every 8 (LL) or 128 (LL128) bytes, or chunks behind a memory fence (Simple).
enum class NcclProtocol { kLl, kLl128, kSimple };
inline constexpr auto kNcclProtocolNames = names<NcclProtocol>(
    {{"ll", NcclProtocol::kLl}, {"ll128", NcclProtocol::kLl128}, {"simple", NcclProtocol::kSimple}});

inline std::string_view nccl_algorithm_name(NcclAlgorithm algorithm) { return kNcclAlgorithmNames.name(algorithm); }
inline std::string_view nccl_protocol_name(NcclProtocol protocol) { return kNcclProtocolNames.name(protocol); }
inline std::optional<NcclAlgorithm> parse_nccl_algorithm(std::string_view name) {
  return kNcclAlgorithmNames.parse(name);
}
inline std::optional<NcclProtocol> parse_nccl_protocol(std::string_view name) { return kNcclProtocolNames.parse(name); }

/// The coefficients.  Times in seconds; efficiencies and shares are ratios; `shape` is the exponent q of
///   t = (L^q + x^q)^(1/q)
/// by which a latency L and a transfer time x join: 1 adds them, less than 1 is a pipe that fills badly at medium
/// sizes, more than 1 is a latency that hides behind the transfer.
enum class Coefficient : std::size_t {
  // Inside a scale-up domain.
  kLaunch,  ///< from the call to the first byte, and back
  kHopLl,   ///< one step to the neighbour
  kHopLl128,
  kHopSimple,
  kShareLl,  ///< bandwidth of a protocol over that of Simple
  kShareLl128,
  kShapeLl,
  kShapeLl128,
  kRingEfficiency,  ///< of the scale-up line rate
  kRingShape,
  kOwnShare,  ///< what a rank's own 1/n of the data costs, as a share of one ring step
  kNvlsLatency,
  kNvlsEfficiency,  ///< of the in-switch reduction's bound
  kNvlsShape,
  kPairLatencyLl,  ///< send/receive and all-to-all
  kPairLatencySimple,
  kPairPeer,     ///< per peer of an all-to-all
  kPairChannel,  ///< of the scale-up line rate, by one of NCCL's channels to a peer
  kPairEfficiency,
  kPairShape,
  // Across domains.
  kNetRingStep,  ///< what a step inside a domain takes longer in a ring that leaves it
  kNetRingHopLl,
  kNetRingHopLl128,
  kNetRingHopSimple,
  kNetTreeHopLl,
  kNetTreeHopLl128,
  kNetTreeHopSimple,
  kNetNvlsHop,
  kNetShareLl,
  kNetShareLl128,
  kNetShapeLl,
  kNetShapeLl128,
  kNetRingEfficiency,  ///< of the line rate of the domain's NICs
  kNetRingShape,
  kNetTreeEfficiency,  ///< of the tree's bound
  kNetTreeShape,
  kNetNvlsEfficiency,
  kNetNvlsShape,
  kNetPairLatencyLl,  ///< of send/receive and all-to-all, beyond what it takes inside
  kNetPairLatencySimple,
  kNetPairPeer,
  kNetPairEfficiency,
  kNetPairShape,
  kCount
};

inline constexpr std::size_t kNumCoefficients = static_cast<std::size_t>(Coefficient::kCount);

struct CoefficientInfo {
  Coefficient id;
  std::string_view name;
  bool is_time = false;    ///< seconds, else a ratio
  bool across = false;     ///< between domains, else inside one
  double prior = 1;        ///< NCCL's own constant where it has one
  double log_sigma = 0.5;  ///< how far from the prior would not surprise, as a log ratio
  double minimum = 0;
  double maximum = 1;
};

/// One entry per coefficient, in the order of the enum.  Priors: NCCL's tuning constants (src/graph/tuning.cc, 2.30)
/// for Hopper where it has them.
std::span<const CoefficientInfo> coefficient_table();

/// A habit: up to `up_to` bytes (of the nccl-tests size), on this number of domains with so many ranks in each, this
/// combination is taken.
struct NcclChoice {
  Collective collective = Collective::kAllReduce;
  int num_domains = 2;
  int ranks_per_domain = 8;
  Bytes up_to;
  NcclAlgorithm algorithm = NcclAlgorithm::kRing;
  NcclProtocol protocol = NcclProtocol::kSimple;

  friend bool operator==(const NcclChoice&, const NcclChoice&) = default;
};

/// What 80 % of measurements lie between, as factors on the predicted time.
struct TimeFactors {
  double low = 0.8;
  double high = 1.25;

  friend bool operator==(const TimeFactors&, const TimeFactors&) = default;
};

/// Size bands of intervals and reports: [0, 64 KiB), [64 KiB, 1 MiB), [1, 16 MiB), [16, 256 MiB), [256 MiB, ∞): where
/// protocols, and what bounds a collective, change.
inline constexpr int kNumSizeBands = 5;
int size_band(Bytes bytes);
std::string_view size_band_name(int band);
std::optional<int> parse_size_band(std::string_view name);

/// What was measured of one collective in one band of sizes on one kind of group, and how far the profile is off there.
struct MeasuredCell {
  Collective collective = Collective::kAllReduce;
  int size_band = 0;
  int num_domains = 1;
  int ranks_per_domain = 8;
  int num_points = 0;  ///< sizes, of all sources together
  TimeFactors factors;

  friend bool operator==(const MeasuredCell&, const MeasuredCell&) = default;
};

/// GPU generations that NCCL's tuner tells apart, by compute capability.
enum class NvidiaGeneration { kVolta, kAmpere, kHopper, kBlackwell };
inline constexpr auto kNvidiaGenerationNames = names<NvidiaGeneration>({{"volta", NvidiaGeneration::kVolta},
                                                                        {"ampere", NvidiaGeneration::kAmpere},
                                                                        {"hopper", NvidiaGeneration::kHopper},
                                                                        {"blackwell", NvidiaGeneration::kBlackwell}});

/// What NCCL's tuner is told of a machine (nccl_tuner.h).
struct NcclTuner {
  NvidiaGeneration generation = NvidiaGeneration::kHopper;
  Seconds net_latency;  ///< that the transport's plug-in announces; 0: InfiniBand and RoCE without one

  friend bool operator==(const NcclTuner&, const NcclTuner&) = default;
};

struct CollectiveProfile {
  std::string name;
  bool in_switch_reduction = false;  ///< NVLS: NVSwitch of Hopper and later
  bool sharp = false;                ///< switches between domains add up too (SHARP, NCCL_COLLNET_ENABLE=1)
  int ranks_per_accelerator = 1;     ///< more where a rank is a core (Trainium)
  bool protocols = true;             ///< has LL and LL128; otherwise everything is Simple (Neuron)
  bool net_protocols = true;         ///< … across domains as well (not so with plug-ins that force Simple)
  /// A hop of Simple across domains waits twice, the second time for the flush of what was received; EFA's plug-in does
  /// not flush.
  bool flushes = true;
  std::optional<NcclTuner> tuner;  ///< none: a library with rules unknown, of which the fastest is taken
  std::array<double, kNumCoefficients> coefficients{};
  /// Of a plug-in that decides by tables of its own.  For one collective and number of domains, ascending in `up_to`;
  /// the nearest number of domains (in ratio) is used; above the last size, and where there is none, the fastest is
  /// taken.
  std::vector<NcclChoice> choices;
  std::vector<MeasuredCell> cells;  ///< what was measured
  bool unmeasured = false;          ///< no row is of this machine: cells are those of none
  TimeFactors small_factors;        ///< below 1 MiB, all cells together; counts where the profile names no cells
  TimeFactors large_factors;

  double operator[](Coefficient id) const { return coefficients[static_cast<std::size_t>(id)]; }
  double& operator[](Coefficient id) { return coefficients[static_cast<std::size_t>(id)]; }
  friend bool operator==(const CollectiveProfile&, const CollectiveProfile&) = default;
};

/// A profile at the priors: NCCL's own constants, no measurement.
CollectiveProfile uncalibrated_profile(std::string name, bool in_switch_reduction);

}  // namespace fmplan::network
