#pragma once

#include <cstdint>

namespace fmplan {

/// Draws that depend on nothing but their key, so that any order and any number of threads gives the same:
/// Philox4x32-10 [Salmon et al. 2011, Parallel random numbers: as easy as 1, 2, 3].
struct RandomKey {
  std::uint64_t seed = 1;
  std::uint32_t stream = 0;  ///< what is drawn for
  std::uint32_t substream = 0;
  std::uint64_t index = 0;  ///< of the draw
};

/// Uniform in (0, 1), never an end.
double uniform_draw(const RandomKey& key);

/// Standard normal, by its quantile function.
double normal_draw(const RandomKey& key);

/// The largest of `count` standard normals.  @pre count ≥ 1
double largest_normal_draw(const RandomKey& key, double count);

/// Draws one after another: of key.index, key.index + 1, …, two to each.
class RandomStream {
 public:
  explicit RandomStream(const RandomKey& key) : key_(key) {}

  double uniform();      ///< in (0, 1), never an end
  double exponential();  ///< of mean 1

 private:
  RandomKey key_;
  double next_ = -1;  ///< the other draw of a key already used; negative: none
};

}  // namespace fmplan
