#include "core/base/random.h"

#include <cmath>
#include <utility>

#include <Random123/philox.h>
#include <boost/math/special_functions/erf.hpp>

namespace fmplan {

namespace {

r123::Philox4x32::ctr_type random_bits(const RandomKey& key) {
  const r123::Philox4x32::ctr_type counter = {
      {static_cast<std::uint32_t>(key.index), static_cast<std::uint32_t>(key.index >> 32), key.stream, key.substream}};
  const r123::Philox4x32::key_type seed = {
      {static_cast<std::uint32_t>(key.seed), static_cast<std::uint32_t>(key.seed >> 32)}};
  return r123::Philox4x32{}(counter, seed);
}

/// 53 bits and a half.
double uniform_of(std::uint32_t high, std::uint32_t low) {
  const std::uint64_t mantissa = (static_cast<std::uint64_t>(high) << 21) | (low >> 11);
  return (static_cast<double>(mantissa) + 0.5) * 0x1p-53;
}

}  // namespace

double uniform_draw(const RandomKey& key) {
  const auto bits = random_bits(key);
  return uniform_of(bits[0], bits[1]);
}

double RandomStream::uniform() {
  if (next_ >= 0) return std::exchange(next_, -1.0);
  const auto bits = random_bits(key_);
  ++key_.index;
  next_ = uniform_of(bits[2], bits[3]);
  return uniform_of(bits[0], bits[1]);
}

double RandomStream::exponential() { return -std::log(uniform()); }

double normal_draw(const RandomKey& key) { return largest_normal_draw(key, 1); }

// P(max of n ≤ x) = Φ(x)^n.
double largest_normal_draw(const RandomKey& key, double count) {
  // 1 − U^(1/n) without cancellation, since it is small where n is large.
  const double above = -std::expm1(std::log(uniform_draw(key)) / count);
  return std::sqrt(2.0) * boost::math::erfc_inv(2 * above);
}

}  // namespace fmplan
