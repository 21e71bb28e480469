#include "core/sim/step/expert_exchange.h"

#include <array>

#include <gtest/gtest.h>

#include "core/model/expert_routing.h"
#include "core/model/state_bytes.h"
#include "core/sim/step/step_parts.h"
#include "tests/model/known_models.h"
#include "tests/sim/step/round_machine.h"

namespace fmplan::sim {
namespace expert_exchange_test {

using model::Dispatcher;
using model::MixtureOfExperts;

/// Sums of a dozen terms in double precision.
constexpr double kRounding = 1e-12;

MixtureOfExperts routed_to(int experts_per_token, int num_groups = 0, int groups_per_token = 0) {
  return {.num_experts = 256,
          .experts_per_token = experts_per_token,
          .expert_ffn_hidden_size = 2048,
          .num_groups = num_groups,
          .groups_per_token = groups_per_token};
}

Seconds way(const MixtureOfExperts& moe, Dispatcher dispatcher, int ranks, Bytes tokens,
            const hardware::Instance& instance = round_machine()) {
  StepSettings settings = round_settings();
  settings.plan = {.expert = ranks, .data = ranks, .dispatcher = dispatcher};
  return expert_way_time(moe, settings.plan, layer_context(instance, settings), StepHabits{}, tokens);
}

// One expert lies in one place, and one place holds all.  Of eight places eight experts miss each with (7/8)^8: 5.2511
// places are met.  Two experts of two: 1.5.
TEST(PlacesOfToken, AreThoseThatHoldOneOfItsExperts) {
  EXPECT_EQ(places_of_token(routed_to(1), 64), 1);
  EXPECT_EQ(places_of_token(routed_to(8), 1), 1);
  EXPECT_NEAR(places_of_token(routed_to(8), 8), 5.2511, 1e-4);
  EXPECT_DOUBLE_EQ(places_of_token(routed_to(2), 2), 1.5);
}

// DeepSeek-V3's 8 experts lie in 4 of 8 groups, so on 4·(1 − (3/4)^8) = 3.5995 of 8 machines.  On 4 machines the groups
// limit nothing; on 64 ranks the four groups are 32 of them, 32·(1 − (31/32)^8) = 7.1776.
TEST(PlacesOfToken, AreFewerWhereRoutingIsLimitedToGroups) {
  const MixtureOfExperts limited = routed_to(8, 8, 4);
  EXPECT_NEAR(places_of_token(limited, 8), 3.5995, 1e-4);
  EXPECT_EQ(places_of_token(limited, 4), places_of_token(routed_to(8), 4));
  EXPECT_NEAR(places_of_token(limited, 64), 7.1776, 1e-4);
}

// 100 MB of tokens for two experts on 16 ranks of two machines.  A copy for each: 200 MB, of which 8 of 16 parts cross
// at 10 GB/s: 10 ms.  A copy for each machine: 150 MB, of which one of two parts crosses: 7.5 ms.
TEST(ExpertWayTime, CrossesTheNetworkOnceForEachDomain) {
  EXPECT_NEAR(way(routed_to(2), Dispatcher::kAllToAll, 16, 100 * megabyte) / millisecond, 10, 1e-9);
  EXPECT_NEAR(way(routed_to(2), Dispatcher::kDeduplicating, 16, 100 * megabyte) / millisecond, 7.5, 1e-9);
}

// Inside one domain of eight a rank takes a token once for its experts: 8·(1 − (7/8)²) = 1.875 copies in place of 2, of
// which 7/8 leave at 100 GB/s.  A domain of 72 is one domain.
TEST(ExpertWayTime, InsideADomainDeduplicatesByRank) {
  EXPECT_NEAR(way(routed_to(2), Dispatcher::kDeduplicating, 8, 100 * megabyte) / millisecond, 1.875 * 7 / 8, 1e-9);
  hardware::Instance rack = round_machine();
  rack.scale_up_domain = 72;
  const double places = places_of_token(routed_to(8), 64);
  EXPECT_NEAR(way(routed_to(8), Dispatcher::kDeduplicating, 64, 100 * megabyte, rack) / millisecond, places * 63 / 64,
              1e-9);
}

// It never sends more than a copy for each expert, and limiting routes never more than not.
TEST(ExpertWayTime, IsNeverLongerForDeduplicating) {
  for (const int ranks : {2, 4, 8, 16, 32, 64, 128, 256})
    for (const int experts : {1, 2, 4, 6, 8}) {
      const Seconds once = way(routed_to(experts), Dispatcher::kDeduplicating, ranks, 100 * megabyte);
      EXPECT_LE(once, (1 + kRounding) * way(routed_to(experts), Dispatcher::kAllToAll, ranks, 100 * megabyte))
          << ranks << " ranks, top " << experts;
      EXPECT_LE(way(routed_to(experts, 8, 4), Dispatcher::kDeduplicating, ranks, 100 * megabyte),
                (1 + kRounding) * once)
          << ranks << " ranks, top " << experts;
    }
}

// Beside fp8 products, tokens go out in 8 bits (a byte, and a scale for 128 of them) and come back in 16: 1.5 times 16
// bits one way, and the scales.
TEST(ExpertExchangeTime, SendsOutEightBitsWhereTheFrameworkQuantisesBefore) {
  StepSettings settings = round_settings();
  settings.plan = {.expert = 16, .data = 16, .dispatcher = Dispatcher::kDeduplicating};
  settings.precision = model::Precision::kFp8;
  FrameworkProfile framework = plain_framework();
  const LayerContext context = layer_context(round_machine(), settings);
  const Seconds sixteen = expert_exchange_time(model::deepseek_v3(), settings, context, framework);
  framework.quantised_dispatch = true;
  const double width = model::quantised_bytes(settings.recipe);
  EXPECT_NEAR(expert_exchange_time(model::deepseek_v3(), settings, context, framework) / sixteen, (width + 2) / 4,
              kRounding);
  settings.precision = model::Precision::kBf16;
  EXPECT_EQ(expert_exchange_time(model::deepseek_v3(), settings, context, framework), sixteen);
}

/// A layer of Mixtral 8x7B over a network that waits 3 ms a pass, 5 ms where tokens are deduplicated, or not at all.
LayerTime waiting_layer(model::ParallelPlan plan, bool waits) {
  hardware::Instance machine = round_machine();
  if (waits) {
    machine.scale_out->exchange_wait = 3 * millisecond;
    machine.scale_out->deduplicating_wait = 5 * millisecond;
  }
  StepSettings settings = round_settings();
  settings.plan = plan;
  const FrameworkProfile framework = plain_framework();
  return layer_set(model::mixtral_8x7b(), settings, machine, framework, nullptr,
                   step_rates(settings, machine, framework).value())[model::LayerKind::kMoe];
}

// Whatever runs beside: a forward pass waits once, a backward pass twice, a repeated one again.
TEST(ExchangeWait, IsOnEachPassOfALayerWhoseExpertsLieApart) {
  const auto longer = [](const model::ParallelPlan& plan) {
    const LayerTime with = waiting_layer(plan, true), without = waiting_layer(plan, false);
    return std::array{(with.forward.total() - without.forward.total()) / millisecond,
                      (with.backward.total() - without.backward.total()) / millisecond,
                      (with.recompute - without.recompute) / millisecond};
  };
  const auto expect = [&](const model::ParallelPlan& plan, std::array<double, 3> waits) {
    const auto found = longer(plan);
    for (std::size_t i = 0; i < waits.size(); ++i) EXPECT_NEAR(found[i], waits[i], 1e-9) << i;
  };
  expect({.expert = 8, .data = 16}, {0, 0, 0});
  model::ParallelPlan apart = {.tensor = 2, .expert = 8, .data = 16};
  expect(apart, {3, 6, 0});
  apart.overlap.expert = true;
  expect(apart, {3, 6, 0});
  apart.recompute = model::Recompute::kFull;
  expect(apart, {3, 6, 3});
  apart.dispatcher = Dispatcher::kDeduplicating;
  expect(apart, {5, 10, 5});
  apart.dispatcher = Dispatcher::kAllGather;
  expect(apart, {0, 0, 0});
}

// Selective recomputation by operation keeps what all-to-alls bring: it exchanges nothing again, full recomputation
// all.
TEST(ExpertExchangeTime, IsNotRepeatedByOperation) {
  const auto again = [](model::Recompute kind, double exchange) {
    StepSettings settings = round_settings();
    settings.plan = {.expert = 16, .data = 16, .recompute = kind};
    FrameworkProfile framework = plain_framework();
    framework.habits[StepHabit::kExpertParallel] = exchange;
    return layer_time(model::mixtral_8x7b(), model::LayerKind::kMoe, settings, layer_context(round_machine(), settings),
                      framework)
        .recompute;
  };
  EXPECT_EQ(again(model::Recompute::kPerOperation, 1), again(model::Recompute::kPerOperation, 2));
  EXPECT_LT(again(model::Recompute::kFull, 1), again(model::Recompute::kFull, 2));
}

}  // namespace expert_exchange_test
}  // namespace fmplan::sim
