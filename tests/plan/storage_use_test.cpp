#include "core/plan/storage_use.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/statistics.h"
#include "core/plan/cost.h"
#include "core/plan/evaluate.h"
#include "core/plan/phase_report.h"
#include "core/plan/run_settings.h"
#include "tests/plan/notice_matchers.h"
#include "tests/plan/small_scenario.h"

namespace fmplan::plan {
namespace storage_use_test {

using Kind = CheckpointLevelSpec::Kind;
using testing::Contains;
using testing::Not;

/// Of arithmetic in doubles.
constexpr double kRounding = 1e-12;

CheckpointLevelSpec level(Kind kind, int every) { return {.kind = kind, .storage = {}, .every = every, .kept = 2}; }

hardware::Storage drives() {
  hardware::Storage storage;
  storage.name = "drives";
  storage.per_node = true;
  storage.client_bandwidth = 8 * gigabyte_per_second;
  storage.read_client_bandwidth = 16 * gigabyte_per_second;
  storage.capacity = 1 * terabyte;
  return storage;
}

/// The small scenario, of which one phase runs on four nodes of eight: 25 GB/s of NICs an accelerator, 10 GB/s to the
/// host; 1 GB/s a node to storage.  Its checkpoints are taken to be 320 GB.
constexpr Bytes kCheckpoint = 320 * gigabyte;

StorageReport report_of(const Scenario& scenario) {
  return storage_report(scenario, {phase_report(scenario, scenario.phases.front())}, kCheckpoint);
}

Scenario levelled(bool asynchronous) {
  Scenario scenario = small_scenario();
  scenario.cluster.instance.host_memory = 1 * terabyte;
  scenario.cluster.instance.local_nvme = 1 * terabyte;
  scenario.checkpoint.asynchronous = asynchronous;
  scenario.checkpoint.levels = {level(Kind::kPeerMemory, 1), level(Kind::kLocalDrives, 4),
                                level(Kind::kClusterStorage, 16)};
  scenario.checkpoint.levels[1].storage = drives();
  return scenario;
}

// Each of 32 accelerators copies 10 GB at 10 GB/s: 1 s.  Each node sends 80 GB over 8 × 25 GB/s: 0.4 s.  Drives write
// their node's and its peer's 80 GB at 8 GB/s: 20 s.  Storage takes 4 × 1 GB/s: 80 s.
TEST(StorageReport, OfSynchronousLevelsStallsForEachInFull) {
  const StorageReport report = report_of(levelled(false));
  ASSERT_EQ(report.levels.size(), 3u);
  const double writes[] = {0.4, 20, 80}, stalls[] = {1, 20, 80};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(report.levels[i].write / second, writes[i], kRounding * 100) << i;
    EXPECT_NEAR(report.levels[i].stall / second, stalls[i], kRounding * 100) << i;
    EXPECT_EQ(report.levels[i].persist_lag, Seconds{});
  }
  EXPECT_EQ(report.shortest_interval, Seconds{});
}

// The same, stalling for the copy alone; one after another they are safe 0.4, 20.4 and 100.4 s later.  In the long run
// they take 0.4 + 20/4 + 80/16 = 10.4 s of every interval.
TEST(StorageReport, OfAsynchronousLevelsStallsForTheCopyAndPersistsInTurn) {
  const StorageReport report = report_of(levelled(true));
  const double stalls[] = {1, 0, 0}, lags[] = {0.4, 20.4, 100.4};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(report.levels[i].stall / second, stalls[i], kRounding) << i;
    EXPECT_NEAR(report.levels[i].persist_lag / second, lags[i], kRounding * 200) << i;
  }
  EXPECT_NEAR(report.shortest_interval / second, 10.4, kRounding * 100);
}

// Back from the peer: the copy to the accelerators, 1 s, is slower than the network.  From the drives 80 GB at 16 GB/s:
// 5 s.  From storage 80 s.
TEST(StorageReport, TellsReloadLossesAndWhatIsKept) {
  const StorageReport report = report_of(levelled(true));
  const double reads[] = {1, 5, 80};
  const sim::LossScope survives[] = {sim::LossScope::kNode, sim::LossScope::kNode, sim::LossScope::kJob};
  const double copies[] = {2, 2, 1};
  const char* names[] = {"peer_memory", "local_nvme", "storage"};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(report.levels[i].name, names[i]);
    EXPECT_NEAR(report.levels[i].read / second, reads[i], kRounding * 100) << i;
    EXPECT_EQ(report.levels[i].survives, survives[i]) << i;
    EXPECT_NEAR(report.levels[i].held / kCheckpoint, 2 * copies[i], kRounding) << i;
  }
}

// A start reads the frozen model from where the last level is: Llama 2 7B's 6.738e9 parameters at 2 bytes, from storage
// that gives 4 × 1 GB/s.
TEST(StorageReport, BesideAdaptersReadsTheFrozenWeightsToo) {
  Scenario scenario = levelled(true);
  const StorageReport whole = report_of(scenario);
  scenario.adapter_rank = 16;
  const StorageReport adapters = report_of(scenario);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR((adapters.levels[i].read - whole.levels[i].read) / second, 2 * 6.738415616 / 4, 1e-9) << i;
    EXPECT_EQ(adapters.levels[i].write, whole.levels[i].write) << i;
  }
}

// Drives that no copy of another node lies on lose their node's part with it; they then hold and write half.
TEST(StorageReport, OfDrivesAloneSurvivesProcessesOnly) {
  Scenario scenario = levelled(true);
  scenario.checkpoint.levels.erase(scenario.checkpoint.levels.begin());
  const StorageReport report = report_of(scenario);
  EXPECT_EQ(report.levels[0].survives, sim::LossScope::kProcess);
  EXPECT_NEAR(report.levels[0].write / second, 10, kRounding * 10);
  EXPECT_NEAR(report.levels[0].bytes / kCheckpoint, 1, kRounding);
}

TEST(RunSettings, TakeTheirLevelsFromTheStorageReport) {
  Scenario scenario = levelled(true);
  scenario.checkpoint.archive_interval = 1 * day;
  scenario.checkpoint.levels.back().kept = 5;
  const std::vector<PhaseReport> phases = {phase_report(scenario, scenario.phases.front())};
  const sim::RunSettings settings = run_settings(scenario, phases, storage_report(scenario, phases, kCheckpoint));
  ASSERT_EQ(settings.checkpoint.levels.size(), 3u);
  EXPECT_EQ(settings.checkpoint.levels[1].every, 4);
  EXPECT_NEAR(settings.checkpoint.levels[2].persist_lag / second, 100.4, 1e-9);
  EXPECT_EQ(settings.checkpoint.kept, 5);
  EXPECT_EQ(settings.checkpoint.archive_interval, 1 * day);
  EXPECT_EQ(settings.continuation.replicas, 16);
  EXPECT_NEAR(settings.continuation.nodes_per_replica, 0.25, kRounding);
  EXPECT_EQ(settings.cold_start, Seconds{});
}

TEST(RunSettings, HavePhasesWhereTheyDifferInNodes) {
  Scenario scenario = levelled(true);
  scenario.phases.push_back(scenario.phases[0]);
  const auto phases_of = [&scenario] {
    std::vector<PhaseReport> phases;
    for (const Phase& phase : scenario.phases) phases.push_back(phase_report(scenario, phase));
    return run_settings(scenario, phases, storage_report(scenario, phases, kCheckpoint)).phases;
  };
  EXPECT_TRUE(phases_of().empty());
  scenario.phases[1].num_nodes = 2;
  const std::vector<sim::RunPhase> phases = phases_of();
  ASSERT_EQ(phases.size(), 2u);
  EXPECT_NEAR(phases[0].share + phases[1].share, 1, kRounding);
  EXPECT_LT(phases[0].share, phases[1].share);
  EXPECT_EQ(phases[1].nodes, 2);
  EXPECT_EQ(phases[1].accelerators, 16);
  EXPECT_EQ(phases[1].replicas, 8);
}

// Survivors copy (1 s) and write to the nearest level that outlives a node: memory of their peers (0.4 s).  With the
// optimizer sharded over all replicas nobody has what was lost.
TEST(RunSettings, SaveJustInTimeOnlyWhereTheStateIsElsewhereToo) {
  Scenario scenario = levelled(true);
  scenario.checkpoint.just_in_time = true;
  const auto saved = [&scenario] {
    const std::vector<PhaseReport> phases = {phase_report(scenario, scenario.phases.front())};
    return run_settings(scenario, phases, storage_report(scenario, phases, kCheckpoint)).checkpoint.just_in_time;
  };
  EXPECT_EQ(saved(), std::nullopt);
  EXPECT_THAT(evaluate(scenario).warnings, Contains(is(NoticeKind::kNoSecondCopyInTime)));
  scenario.parallel.zero_stage = model::ZeroStage::kNone;
  ASSERT_TRUE(saved().has_value());
  EXPECT_GT(*saved(), Seconds{});
  scenario.parallel.zero_stage = model::ZeroStage::kParameters;
  scenario.parallel.shard_group = 4;
  EXPECT_TRUE(saved().has_value());
}

// The optimum of so short a stall would come sooner than the levels can take it.
TEST(Evaluate, TakesNoMoreCheckpointsThanTheLevelsCan) {
  Scenario scenario = levelled(true);
  scenario.failures.per_1000_node_days = 1e6;
  scenario.checkpoint.accelerator_copy_bandwidth = 1 * terabyte_per_second;
  scenario.phases[0].global_batch_size = 32;  // steps are shorter than that
  const Report report = evaluate(scenario);
  EXPECT_NEAR(report.run.checkpoint_interval / report.storage.shortest_interval, 1, kRounding);
  EXPECT_THAT(report.warnings, Not(Contains(is(NoticeKind::kThroughputUnreachable))));
}

TEST(StorageWarnings, NameTheLevelThatIsTooSlowAndWhatItNeeds) {
  Scenario scenario = levelled(true);
  scenario.phases[0].global_batch_size = 16;
  scenario.checkpoint.interval = 1 * second;  // steps are shorter
  const Notices warnings = evaluate(scenario).warnings;
  EXPECT_THAT(warnings, Contains(is(NoticeKind::kThroughputBeyondAll)));
  EXPECT_EQ(warnings.back().parts.size(), 1u);
  scenario.checkpoint.interval = 1 * hour;
  EXPECT_THAT(evaluate(scenario).warnings, Not(Contains(is(NoticeKind::kThroughputBeyondAll))));
}

TEST(StorageWarnings, TellOfACheckpointLongerThanTheTimeBetweenFailures) {
  Scenario scenario = small_scenario();
  scenario.checkpoint.node_bandwidth = 0.0001 * gigabyte_per_second;
  scenario.failures.per_1000_node_days = 1000;
  EXPECT_THAT(evaluate(scenario).warnings, Contains(is(NoticeKind::kCheckpointTooLong)));
}

// 2 × 2 × 94 GB in hosts of 4 × 80 GB.
TEST(StorageWarnings, TellWhereThereIsNoRoom) {
  Scenario scenario = levelled(true);
  scenario.cluster.instance.host_memory = 80 * gigabyte;
  EXPECT_THAT(evaluate(scenario).warnings,
              Contains(is(NoticeKind::kStorageFull, "storage", std::string("peer_memory"))));
}

// Data that is there already, 100 kB a token, on the drives of four nodes.
TEST(StorageWarnings, TellWhereDataOfAllTokensHasNoRoom) {
  Scenario scenario = small_scenario();
  const auto full = [&](double bytes_per_token) {
    scenario.data = {.bytes_per_token = bytes_per_token,
                     .storage = drives(),
                     .on_cluster_storage = false,
                     .staged_from = {},
                     .staged = {}};
    return testing::Matches(Contains(is(NoticeKind::kStorageFull, "storage", std::string("local_nvme"))))(
        evaluate(scenario).warnings);
  };
  const double room = 4 * (drives().capacity / byte), tokens = static_cast<double>(scenario.phases[0].tokens);
  EXPECT_FALSE(full(0.99 * room / tokens));
  EXPECT_TRUE(full(1.01 * room / tokens));
}

TEST(StorageWarnings, TellOfMoreStagedThanIsRead) {
  Scenario scenario = small_scenario();
  const double tokens = static_cast<double>(scenario.phases[0].tokens);
  hardware::Storage bucket;
  bucket.name = "bucket";
  bucket.read_bandwidth = bucket.client_bandwidth = 10 * gigabyte_per_second;
  const auto told = [&](double tokens_staged) {
    scenario.data = {.bytes_per_token = 4,
                     .storage = drives(),
                     .on_cluster_storage = false,
                     .staged_from = {bucket},
                     .staged = 4 * tokens_staged * byte};
    return testing::Matches(Contains(is(NoticeKind::kStagedBeyondData)))(evaluate(scenario).warnings);
  };
  EXPECT_FALSE(told(tokens));
  EXPECT_TRUE(told(1.5 * tokens));
}

// Slow campaigns train for longer and begin as any: where data is staged for as long as training takes, their days are
// those of a campaign whose median is the slow one, and not the median's times the factor.
TEST(Staging, IsNotLengthenedByWhatCampaignsTake) {
  Scenario scenario = small_scenario();
  hardware::Storage bucket;
  bucket.name = "bucket";
  bucket.read_bandwidth = bucket.client_bandwidth = 10 * gigabyte_per_second;
  const Seconds training = evaluate(scenario).run.time.total();
  scenario.data = {.bytes_per_token = 4,
                   .storage = drives(),
                   .on_cluster_storage = false,
                   .staged_from = {bucket},
                   .staged = training * *bucket.read_bandwidth};
  scenario.campaign_overhead = CampaignOverhead{.share = 0.2, .log_sd = 0.2};
  const Report report = evaluate(scenario);
  const double factor = std::exp(kNormal80 * 0.2), median = report.run.time.total() / day;
  for (const double end : {1 / factor, factor}) {
    scenario.campaign_overhead = CampaignOverhead{.share = 1.2 * end - 1};
    const double days = evaluate(scenario).run.time.total() / day;
    EXPECT_NEAR((end < 1 ? report.campaign_days_80->low : report.campaign_days_80->high) / days, 1, 1e-9);
  }
  EXPECT_LT(report.campaign_days_80->high, 0.95 * factor * median);
}

TEST(StorageWarnings, TellOfAnIntervalThatTheRunDoesNotLastFor) {
  Scenario scenario = small_scenario();
  scenario.checkpoint.interval = 1000 * day;
  EXPECT_THAT(evaluate(scenario).warnings, Contains(is(NoticeKind::kNoCheckpointInRun)));
  scenario.checkpoint.interval = 1 * minute;
  EXPECT_THAT(evaluate(scenario).warnings, testing::Not(Contains(is(NoticeKind::kNoCheckpointInRun))));
}

/// The small scenario with data of so many bytes a token on a file system of so many GB/s.
Scenario reading(double bytes_per_token, double gigabytes_per_second) {
  Scenario scenario = small_scenario();
  hardware::Storage storage;
  storage.name = "lake";
  storage.read_bandwidth = gigabytes_per_second * gigabyte_per_second;
  storage.client_bandwidth = 100 * gigabyte_per_second;
  scenario.data = {.bytes_per_token = bytes_per_token,
                   .storage = storage,
                   .on_cluster_storage = false,
                   .staged_from = {},
                   .staged = {}};
  return scenario;
}

TEST(Data, OfTokensStallsNothing) {
  const Report report = evaluate(reading(4, 1));
  EXPECT_EQ(report.storage.data->stall_share, 0);
  EXPECT_EQ(report.run.time.data_stall, Seconds{});
  EXPECT_EQ(report.run.time.total(), evaluate(small_scenario()).run.time.total());
}

// Half the rate that is needed: steps take twice as long, so that half of the time is waiting, with a tenth of the time
// in evaluation half of what is left.
TEST(Data, ThatComesAtHalfTheRateTakesHalfTheTime) {
  Scenario scenario = reading(1e4, 1);
  const BytesPerSecond needed = report_of(scenario).data->needed;
  scenario.data.storage->read_bandwidth = needed / 2;
  EXPECT_NEAR(report_of(scenario).data->stall_share, 0.5, kRounding);
  EXPECT_EQ(report_of(scenario).data->held_by, "disks");
  scenario.evaluation_share = 0.1;
  EXPECT_NEAR(report_of(scenario).data->stall_share, 0.45, kRounding);
  EXPECT_THAT(evaluate(scenario).warnings, Contains(is(NoticeKind::kStepsWaitForData)));
}

// 60 TB read at 2 GB/s and written at 1: 60,000 s.  Then from there at 1 GB/s to four nodes' drives, of which each
// writes 8 GB/s: 60,000 s.  The first start takes 60 s and 32 × 10 ms.
TEST(Data, IsStagedStepAfterStepAtTheSlowerEnd) {
  Scenario scenario = small_scenario();
  hardware::Storage source, between;
  source.name = "bucket";
  source.read_bandwidth = 2 * gigabyte_per_second;
  between.name = "lustre";
  between.read_bandwidth = between.write_bandwidth = 1 * gigabyte_per_second;
  for (hardware::Storage* storage : {&source, &between}) storage->client_bandwidth = 10 * gigabyte_per_second;
  scenario.data = {.bytes_per_token = 4,
                   .storage = drives(),
                   .on_cluster_storage = false,
                   .staged_from = {source, between},
                   .staged = 60 * terabyte};
  const DataReport data = report_of(scenario).data.value();
  ASSERT_EQ(data.staging.size(), 2u);
  EXPECT_NEAR(data.staging[0].time / second, 60000, 1e-6);
  EXPECT_EQ(data.staging[0].held_by, "disks of lustre");
  EXPECT_NEAR(data.staging[1].time / second, 60000, 1e-6);
  EXPECT_EQ(data.staging[1].from, "lustre");
  EXPECT_EQ(data.staging[1].to, "drives");
  EXPECT_NEAR(data.cold_start / second, 120060.32, 1e-6);
  const Report report = evaluate(scenario);
  EXPECT_NEAR((report.run.time.waiting - evaluate(small_scenario()).run.time.waiting) / second, 120060.32, 1e-3);
}

// 3 × 320 GB kept at $0.025 a GB and month; archived once a day for a run of ten days of work: ten, on average five.
// Requests: 40,000 PUTs of 8 MB a checkpoint, each $5e-6, one checkpoint an hour: 240.
TEST(StorageRents, AreOfWhatLiesThereAndOfRequests) {
  Scenario scenario = small_scenario();
  CheckpointLevelSpec bucket = level(Kind::kStorage, 1);
  bucket.kept = 3;
  bucket.storage.emplace();
  bucket.storage->name = "bucket";
  bucket.storage->client_bandwidth = 10 * gigabyte_per_second;
  bucket.storage->requests = hardware::RequestLimits{.puts_per_second = 3500,
                                                     .gets_per_second = 5500,
                                                     .part_size = 8 * megabyte,
                                                     .prefixes = 1,
                                                     .price_per_put = 5e-6 * dollar,
                                                     .price_per_get = 4e-7 * dollar};
  scenario.checkpoint.levels = {bucket};
  scenario.checkpoint.archive_interval = 1 * day;
  scenario.price.other_storage["bucket"] = 0.025 * dollar / gigabyte / billing_month;
  scenario.price.chosen = price_point("on_demand", 30);
  const StorageReport storage = report_of(scenario);
  sim::RunOutcome run;
  run.checkpoint_interval = 1 * hour;
  run.time.productive = 10 * day;
  sim::RunSettings settings;
  settings.checkpoint.archive_interval = 1 * day;
  const std::vector<StorageRent> rents = storage_rents(scenario, storage.levels, run, settings);
  ASSERT_EQ(rents.size(), 1u);
  EXPECT_EQ(rents[0].name, "storage_bucket");
  EXPECT_NEAR(rents[0].held / gigabyte, 960, 1e-9);
  EXPECT_NEAR(rents[0].archived / gigabyte, 3200, 1e-9);
  EXPECT_NEAR(rents[0].requests / dollar, 240 * 40000 * 5e-6, 1e-9);
  const CostReport cost = cost_of(scenario, {.node_hours = 0, .wall_clock = 730 * hour}, rents);
  EXPECT_NEAR(*cost.components.back().amount / dollar, (960 + 1600) * 0.025 + 48, 1e-9);
  scenario.price.other_storage.clear();
  EXPECT_FALSE(cost_of(scenario, {.node_hours = 0, .wall_clock = 730 * hour},
                       storage_rents(scenario, storage.levels, run, settings))
                   .total.has_value());
}

}  // namespace storage_use_test
}  // namespace fmplan::plan
