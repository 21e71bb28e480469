#include "core/hardware/kernel_time.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace fmplan::hardware {
namespace {

/// Queries that one core of fused attention works on at a time.
constexpr double kQueryBlock = 128;

/// fp16 runs on the tensor cores that bf16 does, at the same rate (the reverse is not true of older chips), and fp8
/// with scales by block on those of fp8.
const char* stand_in(const std::string& precision) {
  if (precision == "fp16") return "bf16";
  return precision == "fp8_block" ? "fp8" : nullptr;
}

template <class Map>
auto find_rate(const Map& map, const std::string& precision) {
  const auto found = map.find(precision);
  const char* other = stand_in(precision);
  return found == map.end() && other != nullptr ? map.find(other) : found;
}

double operand_bytes(const std::string& precision) {
  if (precision == "fp32") return 4;
  if (precision == "fp4") return 0.5 + 1.0 / 16;  // and one 8-bit scale for each 16 elements
  return precision == "fp8" || precision == "fp8_block" ? 1 : 2;
}

Pace products_pace(const std::string& precision) {
  if (precision == "fp4") return Pace::kProducts4Bit;
  return precision == "fp8" || precision == "fp8_block" ? Pace::kProducts8Bit : Pace::kProducts16Bit;
}

/// What a large tile reaches: never more than the peak.
FlopPerSecond products_rate(const Accelerator& accelerator, const std::string& precision, double efficiency,
                            FlopPerSecond peak) {
  return std::min(1.0, efficiency * accelerator.sustained_clock * accelerator.pace[products_pace(precision)]) * peak;
}

GemmRates gemm_rates(const Accelerator& accelerator, const GemmEfficiency& e, FlopPerSecond rate) {
  GemmRates rates{.cores = 1.0 * accelerator.cores,
                  .s_per_flop = flop / rate / second,
                  .wave_share = e.wave_share,
                  .fill_length = e.fill_length,
                  .split = e.split,
                  .fade = e.fade,
                  .fade_flop = e.fade_work / flop,
                  .s_per_byte = byte / (e.memory * accelerator.memory_bandwidth) / second,
                  .conversion_s = e.conversion_passes * 2 * byte / accelerator.memory_bandwidth / second};
  for (std::size_t i = 0; i < kTiles.size(); ++i) {
    const double rows = kTiles[i].rows;
    const double columns = kTiles[i].columns;
    const double edges = 1 / rows + 1 / columns - 3.0 / 256;
    rates.tile_s[i] = 2 * rows * columns * (1 + e.tile_overhead * edges) * rates.cores * rates.s_per_flop;
  }
  return rates;
}

/// std::ceil() for what is not negative and below 2⁶³, without a call.
double round_up(double value) {
  const auto whole = static_cast<double>(static_cast<std::int64_t>(value));
  return whole < value ? whole + 1 : whole;
}

/// Seconds of the fastest way to cut the products into tiles.
double tiled_s(const GemmRates& r, double m, double n, double k, double groups) {
  const double rows[3] = {round_up(m / 64), round_up(m / 128), round_up(m / 256)};
  const double columns[3] = {round_up(n / 64), round_up(n / 128), round_up(n / 256)};
  const double counts[kTiles.size()] = {rows[2] * columns[1], rows[1] * columns[2], rows[1] * columns[1],
                                        rows[0] * columns[1], rows[1] * columns[0]};
  double fastest = std::numeric_limits<double>::infinity();
  // From the smallest tiles on, which leave the fewest cores idle and so spare the others their power.
  for (std::size_t i = kTiles.size(); i-- > 0;) {
    const double x = groups * counts[i] / r.cores;
    double length = x * k + r.fill_length;
    if (x >= 1) {
      length = ((1 - r.wave_share) * x + r.wave_share * round_up(x)) * (k + r.fill_length);
    } else if (r.tile_s[i] * length < fastest) {  // x^σ is never below x
      length = std::pow(x, r.split) * k + r.fill_length;
    }
    fastest = std::min(fastest, r.tile_s[i] * length);
  }
  return fastest;
}

BytesPerSecond element_wise_bandwidth(const Accelerator& accelerator, double efficiency) {
  return std::min(1.0, efficiency * accelerator.pace[Pace::kMemory]) * accelerator.memory_bandwidth;
}

std::array<BytesPerSecond, kNumMemoryKernels> kernel_bandwidth(const Accelerator& accelerator) {
  std::array<BytesPerSecond, kNumMemoryKernels> rates;
  for (std::size_t i = 0; i < rates.size(); ++i)
    rates[i] = element_wise_bandwidth(accelerator,
                                      accelerator.memory_kernels[i].value_or(accelerator.element_wise_efficiency));
  return rates;
}

}  // namespace

std::optional<FlopPerSecond> dense_peak(const Accelerator& accelerator, const std::string& precision) {
  const auto peak = find_rate(accelerator.peak, precision);
  return peak == accelerator.peak.end() ? std::nullopt : std::optional(peak->second);
}

std::optional<KernelRates> kernel_rates(const Accelerator& accelerator, const std::string& precision,
                                        const std::string& attention_library) {
  const std::optional<FlopPerSecond> peak = dense_peak(accelerator, precision);
  if (!peak) return std::nullopt;
  const auto fitted = find_rate(accelerator.gemm, precision);
  const GemmEfficiency gemm = fitted == accelerator.gemm.end() ? GemmEfficiency{} : fitted->second;
  const auto library = accelerator.attention_libraries.find(attention_library);
  const AttentionEfficiency& attention =
      library == accelerator.attention_libraries.end() ? accelerator.attention : library->second;
  const FlopPerSecond rate = products_rate(accelerator, precision, gemm.compute, *peak);
  const double attention_clock = accelerator.sustained_clock * accelerator.pace[Pace::kAttention];
  return KernelRates{.gemm = gemm_rates(accelerator, gemm, rate),
                     .gemm_rate = rate,
                     .gemm_bandwidth = gemm.memory * accelerator.memory_bandwidth,
                     .gemm_launch = gemm.launch,
                     .operand_bytes = operand_bytes(precision),
                     .cores = 1.0 * accelerator.cores,
                     .devices = 1.0 * accelerator.devices,
                     .peak = *peak,
                     .attention_rate = attention_clock * attention.peak_rate,
                     .attention_half_length = attention.half_length,
                     .attention_backward = attention.backward,
                     .attention_least_head_size = attention.least_head_size,
                     .attention_head_overhead = attention.head_overhead,
                     .attention_fill = attention.fill,
                     .attention_query_passes = attention.query_passes,
                     .attention_key_value_passes = attention.key_value_passes,
                     .attention_launch = attention.launch,
                     .memory_bandwidth = accelerator.memory_bandwidth,
                     .element_bandwidth = element_wise_bandwidth(accelerator, accelerator.element_wise_efficiency),
                     .kernel_bandwidth = kernel_bandwidth(accelerator),
                     .stream_bandwidth = accelerator.memory_efficiency * accelerator.memory_bandwidth};
}

Seconds gemm_time(const KernelRates& rates, double m, double n, double k, double groups) {
  const GemmRates& r = rates.gemm;
  const double work = 2 * m * n * k * groups;
  const double plain_s = r.cores > 0 ? tiled_s(r, m, n, k, groups) : work * r.s_per_flop;
  const double compute_s = plain_s * (1 + r.fade * work / (work + r.fade_flop));
  // The product is written in 16 bits whatever the operands are.
  const double output_bytes = std::max(rates.operand_bytes, 2.0);
  const double memory_s = groups * (rates.operand_bytes * (m * k + k * n) + output_bytes * m * n) * r.s_per_byte;
  const double conversion_s = groups * m * k * r.conversion_s;
  return rates.gemm_launch + (std::sqrt(compute_s * compute_s + memory_s * memory_s) + conversion_s) * second;
}

namespace {

/// Of a forward pass.
Flop counted_flop(const AttentionWork& work) {
  return 2 * work.heads * work.head_size * work.context * work.tokens * flop;
}

constexpr double kBackwardFlop =
    2.5;  // over the forward pass's: the scores again, and four products [FlashAttention-2]

}  // namespace

Seconds flash_attention_forward_time(const KernelRates& rates, const AttentionWork& work) {
  const Flop counted = counted_flop(work);
  const double diagonal = (work.context + rates.attention_half_length) / work.context;
  const double head = std::max(work.head_size, rates.attention_least_head_size);
  const double exponentials = (head + rates.attention_head_overhead) / work.head_size;
  const double blocks = work.heads * work.tokens / kQueryBlock;
  const double filling = 1 + rates.attention_fill * rates.cores / blocks;
  const double compute_s = counted / rates.attention_rate / second * (diagonal * exponentials * filling);
  const Seconds query = 4 * work.heads * head * work.tokens * byte / rates.memory_bandwidth;
  const Seconds key_value = 4 * work.key_value_heads * head * work.tokens * byte / rates.memory_bandwidth;
  const double memory_s = (query + key_value) / second;
  return rates.attention_launch + std::sqrt(compute_s * compute_s + memory_s * memory_s) * second +
         rates.attention_query_passes * query + rates.attention_key_value_passes * key_value;
}

Seconds flash_attention_backward_time(const KernelRates& rates, const AttentionWork& work) {
  return kBackwardFlop / rates.attention_backward * flash_attention_forward_time(rates, work);
}

AttentionLeast flash_attention_least_time(const KernelRates& rates, const AttentionWork& work) {
  const Seconds forward = counted_flop(work) / rates.peak;
  return {.forward = forward, .backward = kBackwardFlop * forward};
}

Seconds element_wise_time(const KernelRates& rates, Bytes moved) { return moved / rates.element_bandwidth; }

Seconds memory_kernel_time(const KernelRates& rates, MemoryKernel kernel, Bytes moved) {
  return moved / rates.kernel_bandwidth[static_cast<std::size_t>(kernel)];
}

Seconds stream_time(const KernelRates& rates, Bytes moved) { return moved / rates.stream_bandwidth; }

Seconds beside_collective_time(Seconds compute, Seconds collective, double slowdown) {
  const Seconds slowed = (1 + slowdown) * compute;
  return slowed <= collective ? slowed : compute + slowdown / (1 + slowdown) * collective;
}

}  // namespace fmplan::hardware
