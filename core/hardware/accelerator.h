#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/names.h"
#include "core/base/quantity.h"

namespace fmplan::hardware {

/// How fast matrix products of one precision run on one accelerator; gemm_time() has the formula.  With what is 0 here
/// by default it is the roofline  t = t0 + ‖2mnk / (e·peak), bytes / (eb·bandwidth)‖.
struct GemmEfficiency {
  double compute = 0.7;              ///< e: share of the dense peak that a large tile reaches
  double memory = 0.7;               ///< eb: share of the memory bandwidth
  Seconds launch = 4 * microsecond;  ///< t0
  double tile_overhead = 0;          ///< c: elements that each edge of a tile smaller than the largest costs
  double wave_share = 0;             ///< q: share of the cores' last, partly filled round that is waited for
  double fill_length = 0;            ///< k0: elements of k a tile's start and end cost
  double split = 0;                  ///< σ: how well k is split where tiles are fewer than cores; 1 is perfectly
  double fade = 0;                   ///< d: how much slower than short products long ones run, …
  Flop fade_work = 1e12 * flop;      ///< … of which half is reached at this much work
  double conversion_passes = 0;      ///< times the 16-bit left operand is carried through memory to be quantised
  std::optional<double> median_error =
      std::nullopt;  ///< median relative error on rows not fitted to, where there are any

  friend bool operator==(const GemmEfficiency&, const GemmEfficiency&) = default;
};

/// How fast fused attention runs, forward and causal; flash_attention_forward_time() has the formula.
struct AttentionEfficiency {
  FlopPerSecond peak_rate;      ///< T∞: of long sequences and wide heads
  double half_length = 1000;    ///< s0: tokens at which half of the rate is reached
  double backward = 0.85;       ///< rate of the backward pass relative to the forward pass, per FLOP
  double least_head_size = 0;   ///< smaller heads are padded to it
  double head_overhead = 0;     ///< d0: what the softmax of a score costs, in elements of the head size
  double fill = 0;              ///< φ: rounds of the cores spent on filling them
  double query_passes = 0;      ///< times queries and output go through memory in kernels around the fused one
  double key_value_passes = 0;  ///< … keys and values
  Seconds launch{};             ///< t0

  friend bool operator==(const AttentionEfficiency&, const AttentionEfficiency&) = default;
};

/// Kernels bound by memory, by what they do with the activations.
enum class MemoryKernel { kNorm, kResidual, kActivation, kRotary };
inline constexpr std::size_t kNumMemoryKernels = 4;

/// What an accelerator keeps up through hours of training, over what short runs of single kernels show: power limits,
/// temperature, what the kernels share.
enum class Pace { kProducts16Bit, kProducts8Bit, kProducts4Bit, kAttention, kMemory };
inline constexpr auto kPaceNames = names<Pace>({{"products_16_bit", Pace::kProducts16Bit},
                                                {"products_8_bit", Pace::kProducts8Bit},
                                                {"products_4_bit", Pace::kProducts4Bit},
                                                {"attention", Pace::kAttention},
                                                {"memory", Pace::kMemory}});
inline constexpr std::size_t kNumPaces = kPaceNames.count;

/// Fitted to measured training steps (core/calibration/step_fit); 1 changes nothing.
struct Paces {
  std::array<double, kNumPaces> values = {1, 1, 1, 1, 1};

  double operator[](Pace pace) const { return values[static_cast<std::size_t>(pace)]; }
  double& operator[](Pace pace) { return values[static_cast<std::size_t>(pace)]; }
  friend bool operator==(const Paces&, const Paces&) = default;
};

/// "products_16_bit", … as profiles name them.
inline std::string_view pace_name(Pace pace) { return kPaceNames.name(pace); }

/// One GPU or AI chip.  Peaks are dense (no sparsity) and keyed by precision name ("bf16", "fp8", "fp32", …).
struct Accelerator {
  std::string name;
  std::string vendor;
  std::string like;          ///< the catalogue's that it was described by, and whose kernels it has; empty: none
  std::string chip;          ///< the accelerator whose chip it has at the same power; empty: none, or its own
  std::string architecture;  ///< "Hopper", "Blackwell", …; empty: unknown
  std::map<std::string, FlopPerSecond> peak;
  int cores = 0;  ///< streaming multiprocessors and their like, among which a product's tiles are dealt; 0 if unknown
  Bytes memory;   ///< as sold
  Bytes usable_memory;  ///< that programs are shown; as sold where it is not stated
  BytesPerSecond memory_bandwidth;
  std::optional<BytesPerSecond> scale_up_bandwidth;                ///< per direction
  std::optional<Watts> power;                                      ///< TDP or what the vendor publishes nearest to it
  std::map<std::string, GemmEfficiency> gemm;                      ///< keyed like `peak`
  AttentionEfficiency attention;                                   ///< of the fastest library
  std::map<std::string, AttentionEfficiency> attention_libraries;  ///< "fa2", "cudnn", …: where they were measured
  double memory_efficiency = 0.8;         ///< share of memory_bandwidth that long streams reach (optimizer step)
  double element_wise_efficiency = 0.43;  ///< share that norm and activation kernels reach
  /// … that each kind of them reaches, where it was measured
  std::array<std::optional<double>, kNumMemoryKernels> memory_kernels{};
  double sustained_clock = 1;  ///< clock under a training run's power draw over the clock of the peak
  /// Times that the processor beside it takes to launch what one of a DGX H100 does; of a superchip, whose processor
  /// comes with it.
  double host_slowness = 1;
  /// Devices that programs see of it, each with its share of compute and memory and a copy of what is not split.
  int devices = 1;
  Paces pace = {};

  friend bool operator==(const Accelerator&, const Accelerator&) = default;
};

}  // namespace fmplan::hardware
