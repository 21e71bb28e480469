#include "core/plan/evaluate.h"

#include <chrono>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plan/search.h"
#include "core/sim/run/trial.h"
#include "tests/plan/notice_matchers.h"
#include "tests/plan/small_scenario.h"

namespace fmplan::plan {
namespace evaluate_test {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

/// Sums of a few terms in double precision.
constexpr double kRounding = 1e-12;

/// As on any machine that nothing was measured on.
Scenario with_step_errors() {
  Scenario scenario = small_scenario();
  scenario.step_errors.emplace();
  return scenario;
}

TEST(Evaluate, JoinsStepsHoursDaysAndMoney) {
  Scenario scenario = small_scenario();
  scenario.price.chosen = price_point("on_demand", 20);
  const Report report = evaluate(scenario);
  EXPECT_TRUE(report.obstacles.empty());
  const PhaseReport& phase = report.phases.front();
  // 256 × 4,096 = 1,048,576 tokens a step: 10¹⁰ take 9,537 whole steps.
  EXPECT_EQ(phase.num_steps, 9537);
  EXPECT_EQ(phase.tokens, 9537LL * 1048576);
  EXPECT_NEAR(phase.productive / (9537 * phase.step.total()), 1, kRounding);
  EXPECT_NEAR(phase.tokens_per_second / (1048576 / (phase.step.total() / second)), 1, kRounding);
  // 32 accelerators over the wall-clock time, four nodes at 20 $/h.
  const double hours = report.run.time.total() / hour;
  EXPECT_NEAR(report.accelerator_hours.job / (32 * hours), 1, kRounding);
  EXPECT_NEAR(report.node_hours / (4 * hours), 1, kRounding);
  EXPECT_NEAR(*report.cost.total / dollar / (4 * hours * 20), 1, kRounding);
  // 400 W each, PUE 1.2, 0.4 kg/kWh.
  EXPECT_NEAR(*report.energy.accelerators / kilowatt_hour / (32 * hours * 0.4 * 1.2), 1, kRounding);
  EXPECT_NEAR(*report.energy.accelerators_co2_kg / (32 * hours * 0.4 * 1.2 * 0.4), 1, kRounding);
}

/// Nothing fails, and nothing is saved but at the end: steps alone.
Scenario without_failures() {
  Scenario scenario = small_scenario();
  scenario.failures.per_1000_node_days = 0;
  scenario.checkpoint.interval = 1000 * day;
  scenario.checkpoint.asynchronous = true;
  return scenario;
}

// What campaigns take beside the machine: 20 % of the time on top, and the hours, money and energy with it.
TEST(Evaluate, PutsCampaignsOverheadOnTopOfWhatTheMachineCanDo) {
  Scenario scenario = without_failures();
  scenario.price.chosen = price_point("on_demand", 20);
  const Report physics = evaluate(scenario);
  scenario.campaign_overhead = CampaignOverhead{.share = 0.2};
  const Report campaign = evaluate(scenario);
  EXPECT_EQ(physics.physics_days, physics.median_days);
  EXPECT_NEAR(campaign.physics_days / physics.median_days, 1, kRounding);
  EXPECT_NEAR(campaign.median_days / physics.median_days, 1.2, 1e-3);  // a stall of the one checkpoint aside
  EXPECT_NEAR(campaign.accelerator_hours.overhead / physics.accelerator_hours.productive, 0.2, kRounding);
  EXPECT_NEAR(campaign.accelerator_hours.productive / physics.accelerator_hours.productive, 1, kRounding);
  EXPECT_NEAR(*campaign.cost.total / *physics.cost.total, 1.2, 1e-3);
  EXPECT_NEAR(*campaign.energy.accelerators / *physics.energy.accelerators, 1.2, 1e-3);
}

// The spread of campaigns alone, where nothing else is uncertain: P10 and P90 lie 1.2816 σ off the median, and the mean
// of a lognormal factor at e^(σ²/2) of it.
TEST(Evaluate, WidensTheBandByHowCampaignsDiffer) {
  Scenario scenario = without_failures();
  scenario.campaign_overhead = CampaignOverhead{.share = 0.2, .log_sd = 0.2};
  const Report report = evaluate(scenario);
  EXPECT_NEAR(std::log(report.wall_clock_days_80.high / report.median_days), 1.2816 * 0.2, 1e-3);
  EXPECT_NEAR(std::log(report.wall_clock_days_80.low / report.median_days), -1.2816 * 0.2, 1e-3);
  EXPECT_NEAR(report.mean_days / report.median_days, std::exp(0.02), 1e-3);
}

// Where campaigns show half of what is told of step times, as a logarithm, days have half of it.
TEST(Evaluate, HasOfTheStepTimesErrorInDaysWhatCampaignsShow) {
  Scenario scenario = without_failures();
  scenario.step_errors = StepErrors{};
  scenario.campaign_overhead = CampaignOverhead{};
  const Report whole = evaluate(scenario);
  scenario.campaign_overhead->step_share = 0.5;
  const Report half = evaluate(scenario);
  const auto up = [](const Report& report) { return std::log(report.step_time_days_80->high / report.median_days); };
  EXPECT_GT(up(whole), 0.1);
  EXPECT_NEAR(up(half), up(whole) / 2, 1e-3);  // a stall of the one checkpoint aside
  EXPECT_EQ(half.phases[0].interval, whole.phases[0].interval);
}

// Utilisation is model FLOP per time over the peak: the convention's FLOP/token × tokens/s / (32 × 312 TFLOP/s).
TEST(Evaluate, StatesUtilisationByTheConventionAskedFor) {
  Scenario scenario = small_scenario();
  for (const auto convention : model::kFlopConventionNames.values) {
    scenario.flop_convention = convention;
    const PhaseReport phase = evaluate(scenario).phases.front();
    const double per_token = training_flop_per_token(scenario.model, 4096, convention) / flop;
    EXPECT_NEAR(phase.mfu / (per_token * phase.tokens_per_second / 32 / 312e12), 1, kRounding);
    EXPECT_EQ(phase.hfu, phase.mfu);  // nothing recomputed
    EXPECT_GT(phase.mfu, 0.2);
    EXPECT_LT(phase.mfu, 0.7);
  }
}

TEST(Evaluate, CountsRecomputedWorkInHfuAlone) {
  Scenario scenario = small_scenario();
  scenario.parallel.recompute = model::Recompute::kFull;
  const PhaseReport phase = evaluate(scenario).phases.front();
  EXPECT_GT(phase.hfu, 1.25 * phase.mfu);  // a third more, but for the head
  EXPECT_LT(phase.hfu, 4.0 / 3 * phase.mfu);
}

TEST(Evaluate, KeepsALedgerThatAddsUp) {
  Scenario scenario = small_scenario();
  scenario.spare_nodes = 3;
  scenario.evaluation_share = 0.05;
  const Report report = evaluate(scenario);
  const AcceleratorHours& h = report.accelerator_hours;
  EXPECT_NEAR((h.productive + h.lost + h.checkpoint + h.waiting + h.evaluation) / h.job, 1, kRounding);
  for (const double part : {h.productive, h.lost, h.checkpoint, h.waiting, h.evaluation}) EXPECT_GT(part, 0);
  EXPECT_NEAR(h.productive / h.job, report.run.goodput, kRounding);
  EXPECT_NEAR(h.spares, 3 * 8 * (report.run.time.total() / hour), 1e-6);
}

// Two phases of one kind are one of twice the tokens: the same hours of steps, but for the whole steps.
TEST(Evaluate, AddsThePhases) {
  Scenario whole = small_scenario();
  whole.phases[0].tokens = 9600LL * 1048576;
  Scenario split = whole;
  split.phases[0].tokens /= 2;
  split.phases.push_back(split.phases[0]);
  const Report one = evaluate(whole), two = evaluate(split);
  ASSERT_EQ(two.phases.size(), 2u);
  EXPECT_NEAR(two.run.time.total() / one.run.time.total(), 1, kRounding);
  EXPECT_NEAR(two.accelerator_hours.job / one.accelerator_hours.job, 1, kRounding);
  EXPECT_NEAR(two.training_flop / one.training_flop, 1, kRounding);
}

// A phase on half the nodes counts half the accelerators while it lasts.
TEST(Evaluate, WeighsPhasesByTheirNodes) {
  Scenario scenario = small_scenario();
  scenario.phases.push_back(scenario.phases[0]);
  scenario.phases[1].num_nodes = 2;
  scenario.failures.per_1000_node_days = 0;
  const Report report = evaluate(scenario);
  const double first = report.phases[0].productive / hour, second_phase = report.phases[1].productive / hour;
  EXPECT_GT(second_phase, 1.8 * first);
  EXPECT_NEAR(report.accelerator_hours.productive / (32 * first + 16 * second_phase), 1, kRounding);
}

// What goes on after it on fewer nodes makes no phase cheaper: its failures still wait for a node on all of its own.
TEST(Evaluate, CostsNoLessWithAPhaseMore) {
  Scenario one = small_scenario();
  one.failures.per_1000_node_days = 100;
  one.recovery.replacement = 1 * day;
  one.price.chosen = price_point("on_demand", 10);
  const Report alone = evaluate(one);
  ASSERT_TRUE(alone.cost.total);
  for (const int share : {1, 10, 100}) {
    Scenario two = one;
    two.phases.push_back(two.phases[0]);
    two.phases[1].num_nodes = 1;
    two.phases[1].tokens = two.phases[0].tokens / share;
    const Report both = evaluate(two);
    ASSERT_TRUE(both.cost.total);
    EXPECT_GT(both.mean_days, alone.mean_days + both.phases[1].productive / day) << share;
    EXPECT_GT(*both.cost.total, *alone.cost.total) << share;
    EXPECT_GT(both.accelerator_hours.waiting, alone.accelerator_hours.waiting) << share;
    const AcceleratorHours& h = both.accelerator_hours;
    EXPECT_NEAR((h.productive + h.lost + h.checkpoint + h.waiting) / h.job, 1, kRounding) << share;
    EXPECT_NEAR(*both.cost.total / dollar, h.job / 8 * 10 * both.mean_days / (both.run.time.total() / day), 1e-3);
  }
}

TEST(Evaluate, ReportsTheLongestPhaseAsTheMainOne) {
  Scenario scenario = small_scenario();
  scenario.phases.insert(scenario.phases.begin(), scenario.phases[0]);
  scenario.phases[0].tokens = 1'000'000'000;
  EXPECT_EQ(evaluate(scenario).main_phase, 1u);
}

TEST(Evaluate, AnswersWhatDoesNotFitWithThePlanThatWould) {
  Scenario scenario = small_scenario();
  scenario.cluster.instance.accelerator.usable_memory = 20 * gigabyte;
  const Report report = evaluate(scenario);
  ASSERT_EQ(report.memory.verdict(), model::MemoryVerdict::kDoesNotFit);
  EXPECT_THAT(report.obstacles, Contains(is(NoticeKind::kOutOfMemory)));
  ASSERT_TRUE(report.memory.nearest);
  EXPECT_LE(report.memory.nearest->memory, 20 * gigabyte / scenario.framework.memory.interval.high_80);
  Scenario nearer = scenario;
  nearer.parallel = report.memory.nearest->parallel;
  EXPECT_TRUE(evaluate(nearer).obstacles.empty());
  EXPECT_EQ(evaluate(nearer).memory.verdict(), model::MemoryVerdict::kFits);
}

// Between the two a run may go through: it is answered, with a warning, and a plan that fits beside it.
TEST(Evaluate, WarnsWhereMemoryIsTight) {
  Scenario scenario = small_scenario();
  scenario.cluster.instance.accelerator.usable_memory = evaluate(scenario).memory.use.total();
  const Report report = evaluate(scenario);
  EXPECT_EQ(report.memory.verdict(), model::MemoryVerdict::kTight);
  EXPECT_TRUE(report.obstacles.empty());
  EXPECT_THAT(report.warnings, Contains(is(NoticeKind::kMemoryTight)));
  EXPECT_TRUE(report.memory.nearest);
}

TEST(Evaluate, SaysWhatIsUnknown) {
  Scenario scenario = small_scenario();
  scenario.cluster.instance.accelerator.power.reset();
  const Report report = evaluate(scenario);
  const EnergyReport& energy = report.energy;
  EXPECT_FALSE(energy.accelerators || energy.machines || energy.accelerators_co2_kg || report.cost.total);
  EXPECT_THAT(report.warnings, Contains(is(NoticeKind::kPowerUnknown)));
  EXPECT_THAT(report.warnings, Contains(is(NoticeKind::kPriceUnknown)));
}

// Machines of 5 kW, a fifth of that while they wait: 4 at work for the job but its waiting, and then and as spares
// idle.
TEST(Evaluate, CountsTheEnergyOfWholeMachinesWaitingAndSpareOnesToo) {
  Scenario scenario = small_scenario();
  scenario.spare_nodes = 2;
  scenario.power.node = 5 * kilowatt;
  scenario.power.waiting_share = 0.2;
  const Report report = evaluate(scenario);
  const double total = report.run.time.total() / hour, waiting = report.run.time.waiting / hour;
  const double kilowatts_h = 5 * (4 * (total - waiting) + 0.2 * (4 * waiting + 2 * total));
  EXPECT_NEAR(*report.energy.machines / kilowatt_hour / (1.2 * kilowatts_h), 1, kRounding);
  EXPECT_NEAR(*report.energy.machines_co2_kg / (0.4 * 1.2 * kilowatts_h), 1, kRounding);
}

// Skewed errors: the mean lies above P50, which is the step time as predicted.
TEST(Evaluate, TellsTheMeanFromTheMedian) {
  const Report plain = evaluate(small_scenario());
  EXPECT_EQ(plain.mean_days, plain.median_days);
  const Report skewed = evaluate(with_step_errors());
  EXPECT_NEAR(skewed.median_days, skewed.run.time.total() / day, kRounding * skewed.median_days);
  const calibration::StepInterval& e = *skewed.phases[0].interval;
  const double factor =
      sim::mean_factor({.low_95 = e.low_95, .low_80 = e.low_80, .high_80 = e.high_80, .high_95 = e.high_95});
  EXPECT_GT(factor, 1);
  EXPECT_NEAR(skewed.mean_days / skewed.median_days, factor, 0.02 * (factor - 1));  // but for the cold start
}

// Spares that do for nineteen runs in twenty of the predicted duration are short in more of those that may take longer.
TEST(Evaluate, CountsSparesOverWhatRunsTake) {
  Scenario scenario = small_scenario();
  scenario.phases[0].tokens *= 200;  // months
  scenario.failures.per_1000_node_days = 400;
  scenario.recovery.replacement = sim::kNever;
  scenario.campaign_overhead = CampaignOverhead{.share = 0.2};
  const auto last = [&] { return evaluate(scenario).run.spares_last; };
  for (scenario.spare_nodes = 1; scenario.spare_nodes < 4096 && !(last() > 0.95); scenario.spare_nodes *= 2) {
  }
  const double as_predicted = last();
  EXPECT_GT(as_predicted, 0.95);
  EXPECT_TRUE(std::isfinite(evaluate(scenario).wall_clock_days_80.high));
  scenario.campaign_overhead->log_sd = 1;
  EXPECT_LT(last(), as_predicted - 0.05);
  // P90 of all runs is never where fewer than nine in ten end.
  EXPECT_EQ(std::isfinite(evaluate(scenario).wall_clock_days_80.high), last() >= 0.9);
  // And what one in ten never comes to has no mean, and no expected cost.
  scenario.price.chosen = price_point("on_demand", 20);
  const Report report = evaluate(scenario);
  EXPECT_EQ(std::isfinite(report.mean_days), last() >= 0.9);
  EXPECT_EQ(report.cost.known().has_value(), last() >= 0.9);
}

// A checkpoint every ten days of a job that fails every 40 minutes; spares that nothing replaces, of which ten times as
// many would be needed: no number is made up for what does not end.
TEST(Evaluate, AnswersWhyARunDoesNotEnd) {
  Scenario endless = small_scenario();
  endless.failures.per_1000_node_days = 9000;
  endless.checkpoint.interval = 10 * day;
  endless.phases[0].tokens *= 20;
  const Report report = evaluate(endless);
  EXPECT_EQ(report.run.end, sim::RunEnd::kNoProgress);
  EXPECT_THAT(report.obstacles, Contains(is(NoticeKind::kNeverEnds)));
  EXPECT_FALSE(report.cost.known() || report.energy.accelerators);

  Scenario spent = small_scenario();
  spent.phases[0].tokens *= 200;  // months
  spent.failures.per_1000_node_days = 400;
  spent.recovery.replacement = sim::kNever;
  spent.spare_nodes = 5;
  EXPECT_EQ(evaluate(spent).run.end, sim::RunEnd::kSparesRunOut);
  EXPECT_THAT(evaluate(spent).obstacles, Contains(is(NoticeKind::kNeverEndsAsSparesRunOut)));
  spent.spare_nodes = 2000;
  EXPECT_EQ(evaluate(spent).run.end, sim::RunEnd::kReached);
  EXPECT_TRUE(evaluate(spent).obstacles.empty());
}

// 10 billion tokens have a critical batch of 512 · 22.91 · 10⁴^0.47 = 890,000: 256 sequences of 4,096 are 1.2 of it,
// and 2,048 are 9.4, whose loss is that of 2/(1 + 9.4) of the tokens.
TEST(Evaluate, WarnsOfABatchFarBeyondTheCriticalOne) {
  Scenario scenario = small_scenario();
  EXPECT_THAT(evaluate(scenario).warnings, Not(Contains(is(NoticeKind::kBatchBeyondCritical))));
  scenario.phases.front().global_batch_size = 2048;
  EXPECT_THAT(evaluate(scenario).warnings, Contains(is(NoticeKind::kBatchBeyondCritical, "critical", "890K")));
  EXPECT_THAT(evaluate(scenario).warnings, Contains(is(NoticeKind::kBatchBeyondCritical, "batch", "8.39M")));
  scenario.adapter_rank = 16;
  EXPECT_THAT(evaluate(scenario).warnings, Not(Contains(is(NoticeKind::kBatchBeyondCritical))));
}

// 256 sequences over 4 replicas of 4 stages are 64 micro-batches, 240 are 60, and 36 are 9 where interleaving takes 12.
TEST(Evaluate, SaysWhatAPipelineMakesOfMicroBatchesAndShards) {
  Scenario scenario = small_scenario();
  scenario.parallel.pipeline = 4;
  scenario.parallel.virtual_pipeline = 2;
  for (const int batch : {256, 240}) {
    scenario.phases.front().global_batch_size = batch;
    EXPECT_THAT(evaluate(scenario).warnings, Not(Contains(is(NoticeKind::kMicroBatchesUneven)))) << batch;
  }
  scenario.phases.front().global_batch_size = 36;
  EXPECT_THAT(evaluate(scenario).warnings, Contains(is(NoticeKind::kMicroBatchesUneven, "taken", std::int64_t{12})));
  EXPECT_THAT(evaluate(scenario).warnings, Not(Contains(is(NoticeKind::kPipelineNotFilled))));
  EXPECT_THAT(evaluate(scenario).warnings, Not(Contains(is(NoticeKind::kZeroBesidePipeline))));
  const Bytes of_optimizer = evaluate(scenario).memory.use.total();
  scenario.parallel.zero_stage = model::ZeroStage::kParameters;
  EXPECT_THAT(evaluate(scenario).warnings, Contains(is(NoticeKind::kZeroBesidePipeline, "stage", std::int64_t{3})));
  EXPECT_GT(evaluate(scenario).memory.use.total(), 0.9 * of_optimizer);
}

// QLoRA's library has kernels for three vendors' accelerators; told on any other as a doubt, and of whole weights
// never.
TEST(Evaluate, WarnsOfFourBitsWhereNoLibraryHasThem) {
  Scenario scenario = small_scenario();
  scenario.adapter_rank = 16;
  for (const char* const vendor : {"NVIDIA", "AMD", "Intel", "Google", "AWS"}) {
    scenario.cluster.instance.accelerator.vendor = vendor;
    scenario.frozen_weights = model::FrozenWeights::kNf4;
    const bool is_known = std::string_view(vendor) != "Google" && std::string_view(vendor) != "AWS";
    const auto warned = Contains(is(NoticeKind::kFourBitsElsewhere, "vendor", std::string(vendor)));
    if (is_known)
      EXPECT_THAT(evaluate(scenario).warnings, Not(warned)) << vendor;
    else
      EXPECT_THAT(evaluate(scenario).warnings, warned) << vendor;
    scenario.frozen_weights = model::FrozenWeights::kAsComputed;
    EXPECT_THAT(evaluate(scenario).warnings, Not(warned)) << vendor;
  }
}

TEST(Evaluate, WarnsOfAPriceThatWasLastSeenLongBeforeItIsPaid) {
  Scenario scenario = small_scenario();
  scenario.price.chosen = price_point("on_demand", 20);
  scenario.price.on = scenario.start;
  scenario.price.chosen->last_seen = Date{scenario.start.days_since_epoch - 100};
  EXPECT_THAT(evaluate(scenario).warnings, Not(Contains(is(NoticeKind::kPriceLongUnseen))));
  scenario.price.chosen->last_seen = Date{scenario.start.days_since_epoch - 200};
  EXPECT_THAT(evaluate(scenario).warnings, Contains(is(NoticeKind::kPriceLongUnseen)));
}

// 4 + 1 nodes at 20 $/h for 3 · 365 · 24 hours.
TEST(Evaluate, WarnsOfAReservationThatOutlastsTheRun) {
  Scenario scenario = small_scenario();
  scenario.spare_nodes = 1;
  scenario.price.kind = "reserved_3y";
  scenario.price.chosen = price_point("reserved_3y", 20);
  EXPECT_THAT(evaluate(scenario).warnings,
              Contains(is(NoticeKind::kReservedForLonger, "whole", std::string("$2.63M"))));
  scenario.price.kind = "on_demand";
  EXPECT_THAT(evaluate(scenario).warnings, Not(Contains(is(NoticeKind::kReservedForLonger))));
}

TEST(Evaluate, WarnsOfANumberOfNodesThatNoPhaseHas) {
  Scenario scenario = small_scenario();
  scenario.phases[0].num_nodes = scenario.cluster.num_nodes;
  EXPECT_THAT(evaluate(scenario).warnings, Not(Contains(is(NoticeKind::kNodesOfNoPhase))));
  scenario.cluster.num_nodes *= 2;
  EXPECT_THAT(evaluate(scenario).warnings, Contains(is(NoticeKind::kNodesOfNoPhase)));
}

TEST(Evaluate, WarnsOfWhatCapacityBlocksDoNotSell) {
  Scenario scenario = small_scenario();
  scenario.price.chosen = price_point("capacity_block", 20);
  scenario.price.kind = "capacity_block";
  EXPECT_THAT(evaluate(scenario).warnings, Not(Contains(is(NoticeKind::kTooManyForBlocks))));
  scenario.spare_nodes = 253;  // and four are 257
  EXPECT_THAT(evaluate(scenario).warnings, Contains(is(NoticeKind::kTooManyForBlocks)));
  scenario.phases[0].tokens *= 2000;
  EXPECT_THAT(evaluate(scenario).warnings, Contains(is(NoticeKind::kTooLongForBlock)));
}

TEST(Evaluate, ShowsWhatTheFailureRatesIntervalDoesToTheDays) {
  Scenario scenario = small_scenario();
  scenario.failures.num_events = 40;
  scenario.failures.node_days = 10000;
  sim::FailurePreset twice = scenario.failures;
  twice.per_1000_node_days = 8;
  scenario.other_failures = std::vector{twice};
  const Report report = evaluate(scenario);
  ASSERT_TRUE(report.rate_low && report.rate_high);
  EXPECT_LT(report.rate_low->per_1000_node_days, 4);
  EXPECT_GT(report.rate_high->per_1000_node_days, 4);
  EXPECT_LT(report.rate_low->wall_clock_days, report.run.time.total() / day);
  EXPECT_GT(report.rate_high->wall_clock_days, report.run.time.total() / day);
  ASSERT_EQ(report.failure_cases.size(), 1u);
  EXPECT_GT(report.failure_cases[0].interruptions, 1.9 * report.run.interruptions);
}

// Checkpoint of 14 bytes a parameter, 94 GB: written at 4 × 1 GB/s, or at 0.2 GB/s × the 50 TiB of a file system.
// Whatever day's price is asked for.
TEST(Evaluate, WarnsOfAPriceOfADayThatNobodyHasSeen) {
  Scenario scenario = small_scenario();
  scenario.price.chosen = price_point("on_demand", 20);
  scenario.price.chosen->last_seen = scenario.start;
  scenario.price.on = Date{scenario.start.days_since_epoch + 1000};
  EXPECT_THAT(evaluate(scenario).warnings, Contains(is(NoticeKind::kPriceLongUnseen, "paid", *scenario.price.on)));
}

TEST(Evaluate, WarnsOfExpertsThatTakeLessThanTheirShare) {
  Scenario scenario = small_scenario();
  scenario.model = model::mixtral_8x7b();
  for (const double factor : {0.0, 1.0, 1.25}) {
    scenario.model.moe->capacity_factor = factor;
    EXPECT_THAT(evaluate(scenario).warnings, Not(Contains(is(NoticeKind::kTokensDropped)))) << factor;
  }
  scenario.model.moe->capacity_factor = 0.25;
  EXPECT_THAT(evaluate(scenario).warnings, Contains(is(NoticeKind::kTokensDropped, "share", Ratio{0.75})));
}

// A write of every step stalls each by its time: w/(w + c), and no more often than that however often is asked.
TEST(Evaluate, WritesACheckpointAStepAtMost) {
  Scenario scenario = small_scenario();
  scenario.failures.per_1000_node_days = 1e-9;
  const Report seldom = evaluate(scenario);
  const Seconds step = seldom.phases[0].step.total();
  scenario.checkpoint.interval = step / 100;
  const Report often = evaluate(scenario);
  EXPECT_EQ(often.run.checkpoint_interval, step);
  EXPECT_NEAR(often.run.goodput, step / (step + often.checkpoint_write), 1e-3);
  EXPECT_THAT(often.warnings, Contains(is(NoticeKind::kCheckpointEachStep, "step", step)));
  EXPECT_THAT(seldom.warnings, Not(Contains(is(NoticeKind::kCheckpointEachStep))));
}

TEST(Evaluate, WritesCheckpointsAtTheSlowerOfClientsAndStorage) {
  Scenario scenario = small_scenario();
  const double bytes = 14.0 * static_cast<double>(count_parameters(scenario.model).total);
  EXPECT_NEAR(evaluate(scenario).checkpoint_write / second, bytes / 4e9, 1e-6);
  scenario.cluster.checkpoint_storage = hardware::Storage{};
  scenario.cluster.checkpoint_storage->capacity = 50 * tebibyte;
  scenario.cluster.checkpoint_storage->write_bandwidth_per_tebibyte = 0.02 * gigabyte_per_second;
  EXPECT_NEAR(evaluate(scenario).checkpoint_write / second, bytes / 1e9, 1e-6);
  scenario.cluster.checkpoint_storage->write_bandwidth_per_tebibyte = 1 * gigabyte_per_second;
  EXPECT_NEAR(evaluate(scenario).checkpoint_write / second, bytes / 4e9, 1e-6);
}

// An asynchronous checkpoint stops training only while the state leaves the accelerators: 94 GB / 32 / 10 GB/s = 0.3 s.
TEST(Evaluate, StallsLessForAsynchronousCheckpoints) {
  Scenario scenario = small_scenario();
  const Report synchronous = evaluate(scenario);
  scenario.checkpoint.asynchronous = true;
  const Report asynchronous = evaluate(scenario);
  EXPECT_LT(asynchronous.run.checkpoint_interval, synchronous.run.checkpoint_interval);
  EXPECT_GT(asynchronous.run.goodput, synchronous.run.goodput);
  EXPECT_EQ(asynchronous.checkpoint_write, synchronous.checkpoint_write);
}

TEST(StepErrors, AreUnknownWithoutAProfile) {
  const Report report = evaluate(small_scenario());
  EXPECT_FALSE(report.phases[0].interval);
  EXPECT_FALSE(report.step_time_days_80);
  EXPECT_EQ(report.wall_clock_days_80, report.run.wall_clock_days_80);
}

// The step time's error is the same for the whole run: it does not average out, and adds to luck in quadrature.
TEST(StepErrors, ShowInDaysBesideLuck) {
  const Report without = evaluate(small_scenario());
  const Report with = evaluate(with_step_errors());
  EXPECT_EQ(with.phases[0].step.total(), without.phases[0].step.total());
  const double mean = with.run.time.total() / day;
  const Range luck = with.run.wall_clock_days_80, step = *with.step_time_days_80, both = with.wall_clock_days_80;
  EXPECT_NEAR(std::pow(std::log(both.high / mean), 2),
              std::pow(std::log(luck.high / mean), 2) + std::pow(std::log(step.high / mean), 2), 1e-9);
  EXPECT_LT(both.low, std::min(luck.low, step.low));
  EXPECT_GT(both.high, std::max(luck.high, step.high));
  // Nearly all of the time is training, and grows with the step.
  EXPECT_NEAR(step.high / mean, with.phases[0].interval->high_80, 0.05 * step.high / mean);
}

// Money goes with node-hours and days: as far up and down as they.
TEST(StepErrors, ShowInMoneyAsInDays) {
  Scenario scenario = with_step_errors();
  scenario.price.chosen = hardware::PricePoint{};
  scenario.price.chosen->price = 10 * dollar / hour;
  const Report report = evaluate(scenario);
  ASSERT_TRUE(report.cost.total && report.cost.total_80);
  const double mean = report.mean_days;
  EXPECT_NEAR(report.cost.total_80->high / *report.cost.total, report.wall_clock_days_80.high / mean, 1e-9);
  EXPECT_NEAR(report.cost.total_80->low / *report.cost.total, report.wall_clock_days_80.low / mean, 1e-9);
  EXPECT_FALSE(evaluate(with_step_errors()).cost.total_80);  // no price, no range
}

// A cluster that was 20 % slower than predicted at just this step is expected to be so again, nearly.
TEST(StepErrors, ShrinkWithMeasuredRowsOfOnesOwn) {
  Scenario scenario = with_step_errors();
  scenario.step_errors->outlook.errors.correlation.noise = 0.2;
  const Report before = evaluate(scenario);
  const PhaseReport& phase = before.phases[0];
  scenario.step_errors->anchors.assign(
      3,
      {.position = calibration::position_of(scenario.model, step_settings(scenario, scenario.phases[0], phase.parallel),
                                            scenario.framework.name, scenario.cluster.instance.accelerator.name),
       .log_ratio = std::log(1.2),
       .spread = phase.interval->spread});
  const Report after = evaluate(scenario);
  EXPECT_GT(after.phases[0].interval->factor, 1.1);
  EXPECT_LT(after.phases[0].interval->factor, 1.2);
  EXPECT_DOUBLE_EQ(after.phases[0].step.total() / phase.step.total(), after.phases[0].interval->factor);
  EXPECT_LT(after.phases[0].interval->high_80 / after.phases[0].interval->low_80,
            phase.interval->high_80 / phase.interval->low_80);
}

// A plan like a step that was slow is expected to be slow, too; plans that nothing is known of are no way out.
TEST(StepErrors, DoNotChooseThePlanThatIsLeastKnown) {
  Scenario scenario = with_step_errors();
  scenario.strict = false;
  scenario.search_parallel = true;
  const Report before = evaluate(scenario);
  auto& correlation = scenario.step_errors->outlook.errors.correlation;
  correlation.noise = 0.1;
  correlation.floor = 0;
  correlation.rates.fill(1);
  scenario.step_errors->anchors = {
      {.position = calibration::position_of(step_job(before.scenario, before.scenario.phases[0])),
       .log_ratio = std::log(3),
       .spread = before.phases[0].interval->spread}};
  const Report after = evaluate(scenario);
  EXPECT_GT(after.phases[0].interval->factor, 2);
  EXPECT_EQ(after.phases[0].parallel, before.phases[0].parallel);
  EXPECT_EQ(after.scenario.cluster.num_nodes, before.scenario.cluster.num_nodes);
}

}  // namespace evaluate_test
}  // namespace fmplan::plan
