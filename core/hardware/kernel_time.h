#pragma once

/// @file
/// Times of single kernels on one accelerator.  The coefficients are fitted to measured kernels
/// (core/calibration/kernel_fit); docs/models/kernels.md says how well.

#include <array>
#include <optional>
#include <string>

#include "core/base/quantity.h"
#include "core/hardware/accelerator.h"

namespace fmplan::hardware {

/// A product is cut into tiles of one of these shapes, each worked on by one core.
struct Tile {
  int rows = 0;
  int columns = 0;
};
/// Elements of the output; assumed: usual tiles of cuBLAS's kernels.
inline constexpr std::array<Tile, 5> kTiles = {{{256, 128}, {128, 256}, {128, 128}, {64, 128}, {128, 64}}};

/// The coefficients of matrix products, brought to seconds.
struct GemmRates {
  double cores = 0;  ///< 0: tiles are neglected
  /// Of each tile shape: seconds that one element of k costs in a round in which every core works on one tile.
  std::array<double, kTiles.size()> tile_s{};
  double s_per_flop = 0;  ///< 1/(e·peak·clock)
  double wave_share = 0;
  double fill_length = 0;
  double split = 0;
  double fade = 0;
  double fade_flop = 0;
  double s_per_byte = 0;    ///< 1/(eb·bandwidth)
  double conversion_s = 0;  ///< per element of the left operand
};

/// The rates of one accelerator at one precision, resolved once so that inner loops look nothing up.
struct KernelRates {
  GemmRates gemm;
  FlopPerSecond gemm_rate;        ///< e · peak · sustained clock
  BytesPerSecond gemm_bandwidth;  ///< eb · memory bandwidth
  Seconds gemm_launch;            ///< t0
  double operand_bytes = 2;       ///< of one element of the operands
  double cores = 0;
  double devices = 1;            ///< that share all of these rates, each with a copy of what is not split
  FlopPerSecond peak;            ///< dense, of the precision
  FlopPerSecond attention_rate;  ///< T∞ · sustained clock
  double attention_half_length = 0;
  double attention_backward = 1;
  double attention_least_head_size = 0;
  double attention_head_overhead = 0;
  double attention_fill = 0;
  double attention_query_passes = 0;
  double attention_key_value_passes = 0;
  Seconds attention_launch;
  BytesPerSecond memory_bandwidth;   ///< as the data sheet has it
  BytesPerSecond element_bandwidth;  ///< what norm, activation and softmax kernels reach
  std::array<BytesPerSecond, kNumMemoryKernels> kernel_bandwidth{};  ///< … by kind, where it was measured
  BytesPerSecond stream_bandwidth;  ///< what long streams reach: optimizer, gradient accumulation, logits
};

/// The dense peak at `precision` ("bf16", "fp16", "fp8", "fp8_block", "fp4", "fp32"); fp16 runs at the bf16 rate where
/// none is listed, fp8_block (fp8 with scales by block) at that of fp8.  Nothing if the accelerator has no such unit:
/// V100 has fp16 and no bf16.
std::optional<FlopPerSecond> dense_peak(const Accelerator& accelerator, const std::string& precision);

/// The rates at `precision`, with fused attention of `attention_library`, or of the fastest where that was not measured
/// on the accelerator.  Nothing where dense_peak() is nothing.
std::optional<KernelRates> kernel_rates(const Accelerator& accelerator, const std::string& precision,
                                        const std::string& attention_library = {});

/// C[m×n] = A[m×k]·B[k×n], `groups` of them in one launch (the experts of a mixture):
///
///   t = t0 + √(compute² + memory²) + conversion
///   compute = min over tiles a×b of  2ab·(1 + c·(1/a + 1/b − 3/256))·S/(e·peak) · rounds · (1 + d·F/(F + F_d))
///   rounds  = ((1 − q)·x + q·⌈x⌉)·(k + k0)      for x = groups·⌈m/a⌉·⌈n/b⌉/S ≥ 1 tiles for each of the S cores,
///             x^σ·k + k0                          for x < 1, where k is split among the idle cores
///   memory  = groups·(w·(mk + kn) + 2mn)/(eb·bandwidth), w bytes an element; the product is written in 16 bits
///   conversion = passes · 2mk/bandwidth           quantising a 16-bit left operand, for 8 and 4 bits
///
/// with F = 2mnk and 256 × 128 the largest tile.  Rises with every size, and is never below the roofline 2mnk/peak or
/// bytes/bandwidth.  Tiles and rounds: wave quantisation [NVIDIA, Matrix Multiplication Background User's Guide];
/// S/(e·peak) is scaled by the sustained clock.  Neglected: which of its kernels the library takes for a shape (± 5 %
/// from shape to shape), operands found in the cache, alignment.
Seconds gemm_time(const KernelRates& rates, double m, double n, double k, double groups = 1);

/// What fused attention works on, on one accelerator.
struct AttentionWork {
  double heads = 0;  ///< of queries
  double key_value_heads = 0;
  double head_size = 0;  ///< mean of the q·k and the p·v sizes
  double tokens = 0;     ///< queries
  double context = 0;    ///< tokens a query sees at most: the sequence, or the window if there is one
};

/// Fused (flash) causal attention, forward: F = 2·heads·head_size·context·tokens FLOP (half of the full square) in
///
///   t = t0 + √(compute² + memory²) + (query_passes·B_q + key_value_passes·B_kv)/bandwidth
///   compute = F·(1 + s0/context)·(max(head_size, least) + d0)/head_size·(1 + φ·S/blocks)/T∞
///   memory  = (B_q + B_kv)/bandwidth
///
/// with blocks = heads·tokens/128, the work of one core, and B_q of queries and output, B_kv of keys and values, 2
/// bytes an element.  s0 is the diagonal's and the loop's start, d0 the exponentials, φ the last blocks' longer rows
/// and the cores left over; the passes are those of kernels around the fused one, where a library has them (rotary
/// embedding, filling a cache).
Seconds flash_attention_forward_time(const KernelRates& rates, const AttentionWork& work);
/// The backward pass recomputes the scores: 2.5 × the FLOP at `attention_backward` of the rate.
Seconds flash_attention_backward_time(const KernelRates& rates, const AttentionWork& work);
/// What both take at the accelerator's peak, F/peak and 2.5 F/peak: nothing that was fitted is faster.
struct AttentionLeast {
  Seconds forward, backward;
};
AttentionLeast flash_attention_least_time(const KernelRates& rates, const AttentionWork& work);

/// Kernels bound by memory: bytes read and written over the bandwidth that short kernels on activations, or long
/// streams, reach.
Seconds element_wise_time(const KernelRates& rates, Bytes moved);
Seconds memory_kernel_time(const KernelRates& rates, MemoryKernel kernel, Bytes moved);
Seconds stream_time(const KernelRates& rates, Bytes moved);

/// How much slower kernels run while a collective uses the same cores and memory: 18.9 % on average, 40 % at most
/// [arXiv 2507.03114, A100, H100 and MI2xx, 4 GPUs].
inline constexpr double kCollectiveSlowdown = 0.189;
inline constexpr double kWorstCollectiveSlowdown = 0.40;

/// How long kernels of `compute` take when a collective of `collective` starts with them: as long as it runs they
/// advance at 1/(1 + slowdown).  That kernels slow the collective in turn is neglected.
Seconds beside_collective_time(Seconds compute, Seconds collective, double slowdown = kCollectiveSlowdown);

}  // namespace fmplan::hardware
