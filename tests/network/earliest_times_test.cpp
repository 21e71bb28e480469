#include "core/network/earliest_times.h"

#include <algorithm>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/network/flow_sets.h"

namespace fmplan::network {
namespace earliest_times_test {

TEST(EarliestTimes, OfNothingIsNever) { EXPECT_EQ(EarliestTimes(0).earliest(), EarliestTimes::kNever); }

TEST(EarliestTimes, FollowsAPlainListThroughManyChanges) {
  for (const std::size_t num_slots : {1, 16, 17, 300, 5000}) {
    flow_sets::Random random(num_slots);
    EarliestTimes times(num_slots);
    std::vector<double> list(num_slots, EarliestTimes::kNever);
    for (int step = 0; step < 200; ++step) {
      for (int change = random.below(5); change >= 0; --change) {
        const auto slot = static_cast<std::size_t>(random.below(static_cast<int>(num_slots)));
        list[slot] = random.uniform() < 0.3 ? EarliestTimes::kNever : random.uniform();
        times.set(slot, list[slot]);
      }
      times.refresh();
      ASSERT_EQ(times.earliest(), *std::ranges::min_element(list));
      std::vector<std::size_t> expected;
      for (std::size_t slot = 0; slot < num_slots; ++slot)
        if (list[slot] <= 0.1) expected.push_back(slot);
      std::vector<std::size_t> visited;
      times.visit_until(0.1, [&](std::size_t slot) { visited.push_back(slot); });
      ASSERT_EQ(visited, expected);
    }
  }
}

}  // namespace earliest_times_test
}  // namespace fmplan::network
