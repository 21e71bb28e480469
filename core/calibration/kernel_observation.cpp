#include "core/calibration/kernel_observation.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/base/statistics.h"

namespace fmplan::calibration {
namespace {

/// FNV-1a, 32 bits [Fowler, Noll, Vo], of whole numbers.
std::uint32_t shape_hash(std::initializer_list<double> sizes) {
  std::uint32_t hash = 2166136261u;
  for (const double size : sizes) {
    auto rest = static_cast<std::uint64_t>(std::llround(size));
    for (int byte = 0; byte < 8; ++byte, rest >>= 8) {
      hash ^= static_cast<std::uint32_t>(rest & 0xff);
      hash *= 16777619u;
    }
  }
  // The lowest bits of FNV see only the lowest bits of its input, and sizes are multiples of powers of two.
  hash ^= hash >> 15;
  hash *= 0x85ebca6bu;
  return hash ^ (hash >> 13);
}

}  // namespace

double counted_flop(const KernelObservation& o) {
  if (!o.attention) return 2 * o.m * o.n * o.k;
  return 2 * o.attention->heads * o.attention->head_size * o.attention->context * o.attention->tokens;
}

KernelBand kernel_band(const KernelObservation& o) {
  const double work = counted_flop(o);
  if (o.attention) {
    if (o.attention->context >= 1024 && work >= 1e10 && o.attention->head_size <= 256) return KernelBand::kTraining;
    return work < 1e9 ? KernelBand::kTiny : KernelBand::kThin;
  }
  if (std::min({o.m, o.n, o.k}) >= 1024 && work >= 5e9) return KernelBand::kTraining;
  return work < 5e8 ? KernelBand::kTiny : KernelBand::kThin;
}

bool held_out(const KernelObservation& o) {
  const std::uint32_t hash =
      o.attention ? shape_hash({o.attention->heads, o.attention->key_value_heads, o.attention->head_size})
                  : shape_hash({o.n, o.k});
  return hash % 4 == 0;
}

Seconds predicted_time(const hardware::KernelRates& rates, const KernelObservation& o) {
  return o.attention ? flash_attention_forward_time(rates, *o.attention) : gemm_time(rates, o.m, o.n, o.k);
}

KernelInterval interval_of_ratios(std::vector<double> ratios) {
  constexpr std::size_t kFewest = 20;  // chosen: fewer have no tails
  if (ratios.size() < kFewest) return {};
  std::sort(ratios.begin(), ratios.end());
  constexpr double kLeast = 0.01;  // chosen: no interval narrower than ±1 %
  return {.low_80 = std::min(sorted_quantile(ratios, 0.1), 1 - kLeast),
          .high_80 = std::max(sorted_quantile(ratios, 0.9), 1 + kLeast),
          .low_95 = std::min(sorted_quantile(ratios, 0.025), 1 - kLeast),
          .high_95 = std::max(sorted_quantile(ratios, 0.975), 1 + kLeast)};
}

}  // namespace fmplan::calibration
