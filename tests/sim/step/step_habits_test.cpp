#include "core/sim/step/step_habits.h"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "core/sim/step/step_time.h"
#include "tests/sim/step/round_machine.h"

namespace fmplan::sim {
namespace step_habits_test {

/// Sums of some dozens of terms in double precision.
constexpr double kRounding = 1e-11;

model::Transformer round_mixture() {
  model::Transformer model = round_model();
  model.ffn_hidden_size = 0;
  model.moe = model::MixtureOfExperts{.num_experts = 16, .experts_per_token = 2, .expert_ffn_hidden_size = 4096};
  return model;
}

StepTime time_of(const model::Transformer& model, const StepSettings& settings, const FrameworkProfile& framework,
                 const hardware::Instance& instance = round_machine()) {
  return step_time(model, settings, instance, framework).value();
}

/// Everything at once: a mixture over two domains' tensor, pipeline, expert and data ranks.
StepSettings busy_settings() {
  StepSettings settings = round_settings();
  settings.plan = {.tensor = 2, .pipeline = 2, .expert = 8, .data = 8};
  settings.global_batch_size = 64;
  return settings;
}

// Two years after the reference a gain of 5 % a year takes 10 % off, as a logarithm; mixtures have a gain of their own.
TEST(SoftwareFactor, IsTheYearlyGainSinceTheReference) {
  StepJob job{.model = round_model(), .settings = {}, .instance = {}, .framework = {}, .collectives = {}};
  job.framework.habits[StepHabit::kYearlyGain] = 0.05;
  job.framework.habits[StepHabit::kYearlyGainOfMixtures] = 0.2;
  EXPECT_EQ(software_factor(job), 1);  // no date
  job.software = kSoftwareReference;
  EXPECT_EQ(software_factor(job), 1);
  job.software = parse_date("2027-01-01");  // 730 days of 365.25 a year
  EXPECT_NEAR(std::log(software_factor(job)), -0.1 * 730 / 730.5, 1e-12);
  job.model = round_mixture();
  EXPECT_NEAR(std::log(software_factor(job)), -0.4 * 730 / 730.5, 1e-12);
  job.software = parse_date("2024-01-02");  // 365 days before
  EXPECT_NEAR(std::log(software_factor(job)), 0.2 * 365 / 365.25, 1e-12);
}

TEST(StepHabits, HaveDifferentNames) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < kNumStepHabits; ++i) names.insert(step_habit_name(static_cast<StepHabit>(i)));
  EXPECT_EQ(names.size(), kNumStepHabits);
}

// Time rises with every habit: each is a time, a factor on one, or a share that others wait.
TEST(StepHabits, NeverMakeAStepFasterByGrowing) {
  const StepTime plain = time_of(round_mixture(), busy_settings(), plain_framework());
  for (std::size_t i = 0; i < kNumStepHabits; ++i) {
    FrameworkProfile framework = plain_framework();
    framework.habits.values[i] = 2 * framework.habits.values[i] + 1e-3;
    EXPECT_GE(time_of(round_mixture(), busy_settings(), framework).total(), plain.total())
        << step_habit_name(static_cast<StepHabit>(i));
  }
}

// 16 micro-batches at 3 ms and the step's own 20 ms.
TEST(StepHabits, CountTheHostsTimesOncePerMicroBatchAndStep) {
  FrameworkProfile framework = plain_framework();
  const StepTime plain = time_of(round_model(), round_settings(), framework);
  framework.habits[StepHabit::kHostPerMicroBatch] = 3e-3;
  framework.habits[StepHabit::kHostPerStep] = 20e-3;
  const StepTime slow = time_of(round_model(), round_settings(), framework);
  EXPECT_NEAR((slow.total() - plain.total()) / millisecond, 16 * 3 + 20, 1e-8);
  EXPECT_NEAR(slow[StepPart::kLaunch] / millisecond, 16 * 3 + 20, 1e-8);
  // A processor that launches half as fast, between micro-batches alone: what a step costs besides is not launches.
  hardware::Instance superchip = round_machine();
  superchip.accelerator.host_slowness = 2;
  const StepTime slowest = time_of(round_model(), round_settings(), framework, superchip);
  EXPECT_NEAR((slowest.total() - plain.total()) / millisecond, 16 * 2 * 3 + 20, 1e-8);
  // Layers that the host limits take twice as long.
  framework.host_time_per_layer = 500 * millisecond;
  EXPECT_NEAR(time_of(round_model(), round_settings(), framework, superchip).total() /
                  time_of(round_model(), round_settings(), framework).total(),
              2, 0.01);
}

// Experts on ranks of one domain are not spread; on 16 ranks of domains of eight, two domains: 2^0.5.
TEST(StepHabits, SlowTheAllToAllWithTheDomainsItSpans) {
  const auto exchange = [&](int ranks, double spread) {
    StepSettings settings = round_settings();
    settings.plan.expert = settings.plan.data = ranks;
    settings.global_batch_size = 16;
    FrameworkProfile framework = plain_framework();
    framework.habits[StepHabit::kExpertSpread] = spread;
    return time_of(round_mixture(), settings, framework)[StepPart::kExpertParallel];
  };
  EXPECT_EQ(exchange(8, 0.5), exchange(8, 0));
  EXPECT_NEAR(exchange(16, 0.5) / exchange(16, 0), std::sqrt(2), kRounding);
}

// Eight ranks lie in one domain, sixteen in two: one habit each, and the time of exposed traffic in proportion to it.
TEST(StepHabits, TellGradientsInsideADomainFromThoseAcross) {
  const auto traffic = [](int ranks, StepHabit habit) {
    StepSettings settings = round_settings();
    settings.plan.data = settings.global_batch_size = ranks;
    FrameworkProfile framework = plain_framework();
    framework.data_parallel_overlap = 0;
    const double plain = time_of(round_model(), settings, framework)[StepPart::kDataParallel] / second;
    framework.habits[habit] = 3;
    return time_of(round_model(), settings, framework)[StepPart::kDataParallel] / second / plain;
  };
  EXPECT_NEAR(traffic(8, StepHabit::kDataParallelInside), 3, kRounding);
  EXPECT_NEAR(traffic(8, StepHabit::kDataParallel), 1, kRounding);
  EXPECT_NEAR(traffic(16, StepHabit::kDataParallelInside), 1, kRounding);
  EXPECT_NEAR(traffic(16, StepHabit::kDataParallel), 3, kRounding);
}

// 4 nodes are two doublings: 1 % each of everything else.
TEST(StepHabits, GrowTheStepWithEveryDoublingOfNodes) {
  StepSettings settings = round_settings();
  settings.plan.data = 32;
  settings.global_batch_size = 32;
  FrameworkProfile framework = plain_framework();
  const StepTime plain = time_of(round_model(), settings, framework);
  framework.habits[StepHabit::kStraggler] = 0.01;
  EXPECT_NEAR(time_of(round_model(), settings, framework).total() / plain.total(), 1.02, kRounding);
}

// The floor of a stage: 2 ms for each of 2 tensor ranks and 4 layers a stage, on a machine that computes much faster.
TEST(StepHabits, KeepAStageAboveWhatTensorRanksCost) {
  hardware::Instance machine = round_machine();
  machine.scale_up_domain = 2;
  machine.accelerator.peak["bf16"] = 1e6 * teraflop_per_second;
  machine.accelerator.memory_bandwidth = 1e6 * terabyte_per_second;
  machine.accelerator.attention.peak_rate = 1e6 * teraflop_per_second;
  machine.scale_up->bandwidth = machine.scale_out->bandwidth = 1e6 * terabyte_per_second;
  StepSettings settings = round_settings();
  settings.plan.tensor = settings.plan.pipeline = 2;
  FrameworkProfile framework = plain_framework();
  framework.habits[StepHabit::kStagePerTensorRank] = 2e-3;
  const StepTime step = time_of(round_model(), settings, framework, machine);
  // 16 micro-batches and one of the bubble.
  EXPECT_NEAR(step.total() / millisecond, 17 * 4 * 2 * 2, 0.1);
}

// An accelerator that keeps up half of a rate takes twice as long in what runs at it, and never exceeds its peak.
TEST(Paces, ScaleTheRatesOfTraining) {
  const StepTime plain = time_of(round_model(), round_settings(), plain_framework());
  hardware::Instance machine = round_machine();
  machine.accelerator.pace[hardware::Pace::kProducts16Bit] = 0.5;
  machine.accelerator.pace[hardware::Pace::kAttention] = 0.25;
  const StepTime slow = time_of(round_model(), round_settings(), plain_framework(), machine);
  hardware::Instance computes = compute_only_machine();
  computes.accelerator.pace[hardware::Pace::kProducts16Bit] = 2;
  EXPECT_GT(slow[StepPart::kGemm], 1.9 * plain[StepPart::kGemm]);
  EXPECT_GT(slow[StepPart::kAttention], 2 * plain[StepPart::kAttention]);
  EXPECT_EQ(time_of(round_model(), round_settings(), plain_framework(), computes)[StepPart::kGemm],
            time_of(round_model(), round_settings(), plain_framework(), compute_only_machine())[StepPart::kGemm]);
}

// A framework's library is taken where it was measured on the accelerator, and the fastest where it was not.
TEST(AttentionLibrary, DecidesTheRateOfAttention) {
  hardware::Instance machine = compute_only_machine();
  machine.accelerator.attention_libraries["fa2"] = {
      .peak_rate = 50 * teraflop_per_second, .half_length = 0, .backward = 1};
  FrameworkProfile framework = plain_framework();
  const Seconds fastest = time_of(round_model(), round_settings(), framework, machine)[StepPart::kAttention];
  framework.attention_library = "fa2";
  EXPECT_NEAR(time_of(round_model(), round_settings(), framework, machine)[StepPart::kAttention] / fastest, 2,
              kRounding);
  framework.attention_library = "unheard-of";
  EXPECT_EQ(time_of(round_model(), round_settings(), framework, machine)[StepPart::kAttention], fastest);
}

// Weights that are not trained have no gradients: one product backward in place of two, and no optimizer step or
// reduction worth naming.
TEST(Adapters, SaveTheWeightGradients) {
  StepSettings settings = round_settings();
  settings.plan.data = 8;
  const StepTime full = time_of(round_model(), settings, plain_framework());
  settings.adapter_rank = 16;
  const StepTime adapters = time_of(round_model(), settings, plain_framework());
  EXPECT_GT(adapters[StepPart::kGemm] / full[StepPart::kGemm], 2.0 / 3);
  EXPECT_LT(adapters[StepPart::kGemm] / full[StepPart::kGemm], 0.72);
  EXPECT_LT(adapters[StepPart::kOptimizer], 0.01 * full[StepPart::kOptimizer]);
  EXPECT_LT(adapters[StepPart::kDataParallel], full[StepPart::kDataParallel]);
}

// Of a stage's layers the first of each chunk are computed again: the share of them is that of the time.
TEST(Recompute, OfBlocksTakesTheirShareOfTheTime) {
  StepSettings settings = round_settings();
  const auto again = [&](int num_layers) {
    settings.plan.recompute = model::Recompute::kFull;
    settings.plan.recompute.method = model::RecomputeMethod::kBlock;
    settings.plan.recompute.num_layers = num_layers;
    return time_of(round_model(), settings, plain_framework())[StepPart::kRecompute];
  };
  const int num_layers = round_model().num_layers;
  const Seconds all = again(num_layers);
  settings.plan.recompute = model::Recompute::kFull;
  EXPECT_EQ(time_of(round_model(), settings, plain_framework())[StepPart::kRecompute], all);
  EXPECT_NEAR(again(1) / all, 1.0 / num_layers, kRounding);
  EXPECT_EQ(again(num_layers + 1), all);
}

// Shards inside a domain of eight travel over its fast links; between domains go only an eighth of the gradients, once
// a step.
TEST(HybridSharding, KeepsParametersOffTheSlowLinks) {
  StepSettings settings = round_settings();
  settings.plan = {.data = 64, .zero_stage = model::ZeroStage::kParameters};
  settings.global_batch_size = 256;
  hardware::Instance machine = round_machine();
  machine.scale_out->bandwidth = 1 * gigabyte_per_second;
  const StepTime full = time_of(round_model(), settings, plain_framework(), machine);
  settings.plan.shard_group = 8;
  const StepTime hybrid = time_of(round_model(), settings, plain_framework(), machine);
  EXPECT_LT(hybrid[StepPart::kDataParallel], 0.4 * full[StepPart::kDataParallel]);
  EXPECT_GT(hybrid[StepPart::kOptimizer], full[StepPart::kOptimizer]);  // an eighth of the state in place of a 64th
  settings.plan.shard_group = 64;
  EXPECT_EQ(time_of(round_model(), settings, plain_framework(), machine).total(), full.total());
}

// A group of one rank shards nothing: it reduces as ZeRO 0 does, as slowly as the framework.
TEST(HybridSharding, ReducesBetweenGroupsAsSlowlyAsOverAllRanks) {
  sim::FrameworkProfile slow = plain_framework();
  slow.habits[StepHabit::kDataParallel] = 3;
  slow.habits[StepHabit::kDataParallelInside] = 2;
  for (const int data : {8, 64}) {
    StepSettings settings = round_settings();
    settings.global_batch_size = 256;
    settings.plan = {.data = data, .zero_stage = model::ZeroStage::kNone};
    const Seconds whole = time_of(round_model(), settings, slow)[StepPart::kDataParallel];
    settings.plan = {.data = data, .shard_group = 1};
    EXPECT_NEAR(time_of(round_model(), settings, slow)[StepPart::kDataParallel] / whole, 1, 1e-12) << data;
  }
}

// Every rank gathers all ranks' tokens: eight ranks' at two bytes, where each token would go to two experts.
TEST(ExpertDispatch, ByGatheringCarriesAllTokensToAllRanks) {
  StepSettings settings = round_settings();
  settings.plan.expert = settings.plan.data = 8;
  const Seconds to_all = time_of(round_mixture(), settings, plain_framework())[StepPart::kExpertParallel];
  settings.plan.dispatcher = model::Dispatcher::kAllGather;
  const Seconds gathered = time_of(round_mixture(), settings, plain_framework())[StepPart::kExpertParallel];
  EXPECT_NEAR(gathered / to_all, 8.0 / 2, 0.01);
}

}  // namespace step_habits_test
}  // namespace fmplan::sim
