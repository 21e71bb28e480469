#include "core/sim/step/layer_simulation.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fmplan::sim {
namespace layer_simulation_test {

/// Up to eight tasks, each rounded to nanoseconds.
constexpr double kRounding = 8e-9;

// a + (c − 1)·max(a, x): the first block is there, each later one comes while the one before it is attended to.
TEST(RingAttention, WaitsForBlocksThatTravelLongerThanOneIsAttendedTo) {
  for (const int context : {1, 2, 4, 8})
    for (const double exchange : {0.0, 0.5, 1.0, 3.0}) {
      const double a = 1.6 / context, x = context > 1 ? exchange / (context - 1) : 0;
      EXPECT_NEAR(ring_attention_time(1.6 * second, exchange * second, context) / second,
                  a + (context - 1) * std::max(a, x), kRounding)
          << context << " " << exchange;
    }
}

// Exchange of 1 s a layer beside 2 s of compute: all but the last half second of the second micro-batch hides, as the
// first one's last exchange runs beside its compute.
TEST(TwoBatches, HideTheExchangeOfOneBehindTheOther) {
  for (const int layers : {1, 2, 10})
    EXPECT_NEAR(two_batch_time(2 * second, 1 * second, layers) / second, 2 * 2 * layers + 0.5, kRounding) << layers;
}

// With twice the exchange of compute the network never rests after the first half of the first micro-batch's compute.
TEST(TwoBatches, AreBoundByTheNetworkWhereThatIsSlower) {
  for (const int layers : {1, 2, 10})
    EXPECT_NEAR(two_batch_time(1 * second, 2 * second, layers) / second, 0.5 + 2 * 2 * layers, kRounding) << layers;
}

}  // namespace layer_simulation_test
}  // namespace fmplan::sim
