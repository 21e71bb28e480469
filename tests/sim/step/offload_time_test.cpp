#include "core/sim/step/offload_time.h"

#include <gtest/gtest.h>

namespace fmplan::sim {
namespace offload_time_test {

constexpr BytesPerSecond kHost = 50 * gigabyte_per_second;

// 12 GB at 50 GB/s: 240 ms in; what comes back goes beside it.
TEST(OptimizerOffloadTime, IsOnePassOverTheLink) {
  EXPECT_DOUBLE_EQ(optimizer_offload_time(12 * gigabyte, kHost) / millisecond, 240);
  EXPECT_EQ(optimizer_offload_time(Bytes{}, kHost), Seconds{});
}

// 1 GB at 50 GB/s: 20 ms each way.
TEST(ActivationOffloadTime, ShowsWhatThePassesAreTooShortFor) {
  struct Row {
    double forward_ms, backward_ms, exposed_forward_ms, exposed_backward_ms;
  };
  for (const Row& row : {Row{30, 60, 0, 0}, {20, 20, 0, 0}, {15, 30, 5, 0}, {5, 10, 15, 10}, {0, 0, 20, 20}}) {
    const ExposedOffload exposed =
        activation_offload_time(1 * gigabyte, kHost, row.forward_ms * millisecond, row.backward_ms * millisecond);
    EXPECT_NEAR(exposed.forward / millisecond, row.exposed_forward_ms, 1e-12) << row.forward_ms;
    EXPECT_NEAR(exposed.backward / millisecond, row.exposed_backward_ms, 1e-12) << row.backward_ms;
    EXPECT_NEAR(exposed.total() / millisecond, row.exposed_forward_ms + row.exposed_backward_ms, 1e-12);
  }
}

// Twice the bandwidth never shows more, and no bytes show nothing.
TEST(ActivationOffloadTime, FallsWithTheBandwidth) {
  Seconds before =
      activation_offload_time(1 * gigabyte, 1 * gigabyte_per_second, 10 * millisecond, 20 * millisecond).total();
  for (double rate = 2; rate <= 256; rate *= 2) {
    const Seconds now =
        activation_offload_time(1 * gigabyte, rate * gigabyte_per_second, 10 * millisecond, 20 * millisecond).total();
    EXPECT_LE(now, before) << rate;
    before = now;
  }
  EXPECT_EQ(before, Seconds{});
  EXPECT_EQ(activation_offload_time(Bytes{}, kHost, Seconds{}, Seconds{}), ExposedOffload{});
}

}  // namespace offload_time_test
}  // namespace fmplan::sim
