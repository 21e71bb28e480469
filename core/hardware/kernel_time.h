#pragma once

/// @file
/// Roofline times of single kernels on one accelerator.

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/quantity.h"
#include "core/hardware/accelerator.h"

namespace fmplan::hardware {

/// The rates of one accelerator at one precision, resolved once so that inner loops look nothing up.
struct KernelRates {
  FlopPerSecond gemm_rate;        ///< e · peak · sustained clock
  BytesPerSecond gemm_bandwidth;  ///< eb · memory bandwidth
  Seconds gemm_launch;            ///< t0
  double operand_bytes = 2;       ///< of one element of the operands
  FlopPerSecond attention_rate;   ///< T∞ · sustained clock
  double attention_half_length = 0;
  double attention_backward = 1;
  BytesPerSecond element_bandwidth;  ///< what norm, activation and softmax kernels reach
  BytesPerSecond stream_bandwidth;   ///< what long streams reach: optimizer, gradient accumulation, logits
};

/// The dense peak at `precision` ("bf16", "fp16", "fp8", "fp32"); fp16 runs at the bf16 rate where none is listed.
/// Nothing if the accelerator has no such unit: V100 has fp16 and no bf16.
std::optional<FlopPerSecond> dense_peak(const Accelerator& accelerator, const std::string& precision);

/// The rates at `precision`; nothing where dense_peak() is nothing.
std::optional<KernelRates> kernel_rates(const Accelerator& accelerator, const std::string& precision);

/// C[m×n] = A[m×k]·B[k×n]:  t = t0 + max( 2mnk/(e·peak), w·(mk + kn + mn)/(eb·BW) ), w bytes an element.
/// Fits over thousands of measured shapes give a median error of 4.6–6.6 % for bf16 and 10–16 % for fp8; tile and wave
/// quantisation and the growth of e with the product's size are neglected.
Seconds gemm_time(const KernelRates& rates, double m, double n, double k);

/// Fused (flash) causal attention, forward: F = 2·q_width·s·tokens FLOP (half of the full s × s core) at the rate
/// T∞·s/(s + s₀).  `q_width` is heads × head size on this accelerator, the mean of the q·k and the p·v widths; `tokens`
/// the query tokens on it; `context` the tokens a query sees at most (the window, if there is one).
Seconds flash_attention_forward_time(const KernelRates& rates, double q_width, double tokens, double context);
/// The backward pass recomputes the scores: 2.5 × the FLOP at `attention_backward` of the rate.
Seconds flash_attention_backward_time(const KernelRates& rates, double q_width, double tokens, double context);

/// Kernels bound by memory: bytes read and written over the bandwidth that short kernels on activations, or long
/// streams, reach.
Seconds element_wise_time(const KernelRates& rates, Bytes moved);
Seconds stream_time(const KernelRates& rates, Bytes moved);

}  // namespace fmplan::hardware
