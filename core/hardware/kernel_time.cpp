#include "core/hardware/kernel_time.h"

#include <algorithm>

namespace fmplan::hardware {
namespace {

/// fp16 runs on the tensor cores that bf16 does, at the same rate; the reverse is not true of older chips.
template <class Map>
auto find_rate(const Map& map, const std::string& precision) {
  const auto found = map.find(precision);
  return found == map.end() && precision == "fp16" ? map.find("bf16") : found;
}

double operand_bytes(const std::string& precision) {
  if (precision == "fp32") return 4;
  return precision == "fp8" ? 1 : 2;
}

}  // namespace

std::optional<FlopPerSecond> dense_peak(const Accelerator& accelerator, const std::string& precision) {
  const auto peak = find_rate(accelerator.peak, precision);
  return peak == accelerator.peak.end() ? std::nullopt : std::optional(peak->second);
}

std::optional<KernelRates> kernel_rates(const Accelerator& accelerator, const std::string& precision) {
  const std::optional<FlopPerSecond> peak = dense_peak(accelerator, precision);
  if (!peak) return std::nullopt;
  const auto fitted = find_rate(accelerator.gemm, precision);
  const GemmEfficiency gemm = fitted == accelerator.gemm.end() ? GemmEfficiency{} : fitted->second;
  return KernelRates{.gemm_rate = gemm.compute * accelerator.sustained_clock * *peak,
                     .gemm_bandwidth = gemm.memory * accelerator.memory_bandwidth,
                     .gemm_launch = gemm.launch,
                     .operand_bytes = operand_bytes(precision),
                     .attention_rate = accelerator.sustained_clock * accelerator.attention.peak_rate,
                     .attention_half_length = accelerator.attention.half_length,
                     .attention_backward = accelerator.attention.backward,
                     .element_bandwidth = accelerator.element_wise_efficiency * accelerator.memory_bandwidth,
                     .stream_bandwidth = accelerator.memory_efficiency * accelerator.memory_bandwidth};
}

Seconds gemm_time(const KernelRates& rates, double m, double n, double k) {
  const Seconds compute = 2 * m * n * k * flop / rates.gemm_rate;
  // The product is written in 16 bits whatever the operands are.
  const double output_bytes = std::max(rates.operand_bytes, 2.0);
  const Seconds memory = (rates.operand_bytes * (m * k + k * n) + output_bytes * m * n) * byte / rates.gemm_bandwidth;
  return rates.gemm_launch + std::max(compute, memory);
}

Seconds flash_attention_forward_time(const KernelRates& rates, double q_width, double tokens, double context) {
  const Flop work = 2 * q_width * context * tokens * flop;
  return work / rates.attention_rate * ((context + rates.attention_half_length) / context);
}

Seconds flash_attention_backward_time(const KernelRates& rates, double q_width, double tokens, double context) {
  return 2.5 / rates.attention_backward * flash_attention_forward_time(rates, q_width, tokens, context);
}

Seconds element_wise_time(const KernelRates& rates, Bytes moved) { return moved / rates.element_bandwidth; }

Seconds stream_time(const KernelRates& rates, Bytes moved) { return moved / rates.stream_bandwidth; }

}  // namespace fmplan::hardware
