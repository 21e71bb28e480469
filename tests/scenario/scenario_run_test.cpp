// The run of a scenario: hazards, recovery, spares, continuation.  What is refused is listed in bad_scenarios.h.

#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plan/evaluate.h"
#include "core/scenario/resolved_scenario.h"
#include "core/scenario/scenario_hazards.h"
#include "core/scenario/scenario_json.h"
#include "core/sim/run/run.h"
#include "tests/scenario/good_scenarios.h"

namespace fmplan::scenario {
namespace scenario_run_test {

using nlohmann::json;
using testing::HasSubstr;

const catalog::Catalog& catalog() {
  static const catalog::Catalog kCatalog = catalog::Catalog::shipped();
  return kCatalog;
}

json changed(const std::vector<std::string>& sets) {
  json document = json::parse(kGoodScenario);
  for (const std::string& set : sets) set_value(document, set);
  return document;
}

plan::Scenario read_with(const std::vector<std::string>& sets) { return read_scenario(changed(sets), catalog(), "."); }

/// The assumptions about hazards and continuation: value and source by path.
std::map<std::string, plan::Assumption> assumed(const plan::Scenario& scenario) {
  std::map<std::string, plan::Assumption> found;
  for (const plan::Assumption& assumption : scenario.assumptions) {
    if (!assumption.path.starts_with("/run/hazards/") && !assumption.path.starts_with("/run/continuation")) continue;
    EXPECT_TRUE(found.try_emplace(assumption.path, assumption).second) << assumption.path;
  }
  return found;
}

TEST(ReadHazards, TakesNoneUnlessAsked) {
  EXPECT_EQ(read_with({}).hazards, sim::Hazards{});
  EXPECT_EQ(read_with({"run.hazards={}"}).hazards, sim::Hazards{});
}

TEST(ReadHazards, ReadsEveryField) {
  const plan::Scenario scenario = read_scenario(json::parse(kInlineScenario), catalog(), ".");
  const sim::Hazards expected{
      .renewal_shape = 0.8,
      .lemons = sim::LemonNodes{.share = 0.05, .factor = 10, .recognised = 0.5},
      .aging = sim::NodeAging{.shape = 0.7, .mean_life = 3000 * day},
      .groups = sim::GroupFailures{.nodes = 2, .mtbf = 180 * day, .repair = 4 * hour},
      .silent_corruption = sim::SilentCorruption{.per_1000_node_days = 0.05, .found_after = 12 * hour},
      .slow_nodes = sim::SlowNodes{.per_1000_node_days = 1, .slowdown = 1.3, .lasts = 1 * hour, .replaced = true},
      .preemption = sim::Preemption{.mean_between = 3 * day, .notice = 2 * minute, .wait = 1 * hour},
      .site_outage = sim::SiteOutages{.mean_between = 180 * day, .repair = 6 * hour},
      .maintenance = sim::PlannedPause{.every = 7 * day, .takes = 4 * hour},
      .capacity_block = sim::PlannedPause{.every = 15 * day, .takes = 1 * day}};
  EXPECT_EQ(scenario.hazards, expected);
  EXPECT_TRUE(assumed(scenario).empty());
  EXPECT_EQ(scenario.continuation, sim::ContinuationKind::kReplica);
  EXPECT_EQ(scenario.replica_stall, 3 * minute);
}

// 35 switch and cable failures in 110,592 node-days: a group of 4 fails every 110,592/35/4 = 789.94 days.
TEST(ReadHazards, FillsWhatIsLeftOutFromPublishedFigures) {
  const plan::Scenario scenario =
      read_with({"run.hazards.renewal={}", "run.hazards.lemons={}", "run.hazards.aging.mean_life=1000 days",
                 "run.hazards.groups.nodes=4", "run.hazards.silent_corruption.found_after=1 day",
                 "run.hazards.slow_nodes.per_1000_node_days=2",
                 R"(run.hazards.preemption={"mean_between": "1 day", "wait": "1 h"})",
                 "run.hazards.maintenance.takes=1 h", "run.continuation=replica"});
  const sim::Hazards& hazards = scenario.hazards;
  EXPECT_EQ(hazards.renewal_shape, 0.7);
  EXPECT_EQ(hazards.lemons->share, 0.012);
  EXPECT_EQ(hazards.aging->shape, 0.7);
  EXPECT_DOUBLE_EQ(hazards.groups->mtbf / day, 110'592.0 / 35 / 4);
  EXPECT_EQ(hazards.groups->repair, 355 * minute);
  EXPECT_DOUBLE_EQ(hazards.silent_corruption->per_1000_node_days, 6 / 110.592);
  EXPECT_EQ(hazards.slow_nodes->slowdown, 1.34);
  EXPECT_EQ(hazards.slow_nodes->lasts, 72 * minute);
  EXPECT_FALSE(hazards.slow_nodes->replaced);
  EXPECT_EQ(hazards.preemption->notice, 2 * minute);
  EXPECT_DOUBLE_EQ(hazards.maintenance->every / day, 54.0 / 47);
  EXPECT_EQ(scenario.replica_stall, 3 * minute);

  std::map<std::string, plan::Assumption> assumptions = assumed(scenario);
  for (const char* path : {"/run/hazards/renewal/shape", "/run/hazards/lemons/share", "/run/hazards/lemons/factor",
                           "/run/hazards/lemons/recognised", "/run/hazards/aging/shape", "/run/hazards/groups/mtbf",
                           "/run/hazards/groups/repair", "/run/hazards/slow_nodes/slowdown",
                           "/run/hazards/slow_nodes/lasts", "/run/continuation/stall"}) {
    ASSERT_TRUE(assumptions.contains(path)) << path;
    EXPECT_THAT(assumptions.at(path).source, HasSubstr("unconfirmed")) << path;
    assumptions.erase(path);
  }
  for (const char* path : {"/run/hazards/silent_corruption/per_1000_node_days", "/run/hazards/preemption/notice",
                           "/run/hazards/maintenance/every"}) {
    ASSERT_TRUE(assumptions.contains(path)) << path;
    EXPECT_THAT(assumptions.at(path).source, testing::Not(HasSubstr("unconfirmed"))) << path;
    assumptions.erase(path);
  }
  EXPECT_TRUE(assumptions.empty());
}

// EC2 says it two minutes ahead, Compute Engine half a minute; of one's own machines nothing is known.
TEST(ReadHazards, TakesTheNoticeOfWhoRunsTheMachines) {
  const std::string preemption = R"(run.hazards.preemption={"mean_between": "1 day", "wait": "1 h"})";
  const auto notice = [&](const std::string& instance) {
    const plan::Scenario scenario = read_with({preemption, "cluster.instance=" + instance});
    return std::pair(scenario.hazards.preemption->notice / second,
                     assumed(scenario).at("/run/hazards/preemption/notice").source);
  };
  EXPECT_EQ(notice("p5.48xlarge").first, 120);
  EXPECT_EQ(notice("a3-highgpu-8g").first, 30);
  EXPECT_THAT(notice("a3-highgpu-8g").second, HasSubstr("Compute Engine API"));
  EXPECT_EQ(notice("dgx-h100").first, 30);
  EXPECT_THAT(notice("dgx-h100").second, HasSubstr("was not seen"));
}

TEST(ReadHazards, KnowsPreemptionWithoutNotice) {
  const plan::Scenario scenario =
      read_with({R"(run.hazards.preemption={"mean_between": "1 day", "notice": "0 s", "wait": "1 h"})"});
  EXPECT_EQ(scenario.hazards.preemption->notice, Seconds{});
  EXPECT_TRUE(assumed(scenario).empty());
  const std::string written = hazards_document(scenario.hazards).at("preemption").at("notice").as_text();
  EXPECT_TRUE(written.starts_with("0 ")) << written;
}

// 1.2 % of the nodes fail f times as often as the others and make 13 % of all failures: f s/(f s + 1 − s) = 0.13.
TEST(ReadHazards, GivesLemonsTheFactorThatRscSaw) {
  const sim::LemonNodes lemons = read_with({"run.hazards.lemons={}"}).hazards.lemons.value();
  const double of_lemons = lemons.share * lemons.factor;
  EXPECT_NEAR(of_lemons / (of_lemons + 1 - lemons.share), 0.13, 1e-12);
  EXPECT_NEAR(lemons.factor, 12.3, 0.05);
}

TEST(ReadRun, TakesARecoveryLikeAnother) {
  const plan::Scenario scenario =
      read_with({R"(run.recovery={"like": "HyperPod"})", "run.recovery.detection=30 s", "run.recovery.repair=6 h"});
  sim::Recovery expected = catalog().recovery("hyperpod");
  expected.name = "HyperPod, changed";
  expected.detection = 30 * second;
  expected.repair = 6 * hour;
  EXPECT_EQ(scenario.recovery, expected);
}

TEST(SetValue, SaysHowToChangeARecoveryKnownByName) {
  for (const char* assignment : {"run.recovery.detection=30 s", "/run/recovery/detection=30 s"}) {
    json document = json::parse(kGoodScenario);
    try {
      set_value(document, assignment);
      FAIL() << document;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(R"(set run.recovery={"like": "hyperpod", "detection": …})"));
    }
  }
}

TEST(ReadRun, LooksForSparesByAuto) {
  EXPECT_TRUE(read_with({"run.spare_nodes=auto"}).search_spares);
  EXPECT_FALSE(read_with({"run.spare_nodes=2"}).search_spares);
  EXPECT_EQ(read_with({"run.spare_nodes=2"}).spare_nodes, 2);
}

// What goes on on fewer nodes, has spares or may have some, or loses no nodes, does not end with the first one lost.
TEST(ReadRun, TakesAnInfiniteRepairWhereTheRunCanGoOn) {
  const std::string never = R"(run.recovery={"like": "hyperpod", "replacement": "never", "repair": "never"})";
  for (const char* way_out :
       {"run.spare_nodes=1", "run.spare_nodes=auto", "run.continuation=elastic", "run.continuation=replica",
        "run.recovery.repair=6 h", "run.recovery.replacement=6 h", "run.recovery.process_share=1"})
    EXPECT_NO_THROW(read_with({never, "run.spare_nodes=0", way_out})) << way_out;
}

TEST(ReadRun, TakesContinuationsByNameOrWithTheirStall) {
  EXPECT_EQ(read_with({}).continuation, sim::ContinuationKind::kRestart);
  EXPECT_EQ(read_with({"run.continuation=elastic"}).continuation, sim::ContinuationKind::kElastic);
  EXPECT_EQ(read_with({R"(run.continuation={"kind": "replica", "stall": "10 min"})"}).replica_stall, 10 * minute);
}

// Whatever a rule filled in is written down: the resolved scenario needs no rule, and is read as the same run.
TEST(ResolvedScenario, StatesWhatHazardsWereFilledIn) {
  const json document =
      changed({"run.hazards.renewal={}", "run.hazards.lemons={}", "run.hazards.aging.mean_life=1000 days",
               "run.hazards.groups.nodes=4", "run.hazards.silent_corruption.found_after=1 day",
               "run.hazards.slow_nodes.per_1000_node_days=2", "run.hazards.maintenance.takes=1 h",
               R"(run.hazards.preemption={"mean_between": "1 day", "wait": "1 h"})",
               R"(run.hazards.capacity_block={"lasts": "14 days", "gap": "1 day"})", "run.continuation=replica"});
  const plan::Scenario scenario = read_scenario(document, catalog(), ".");
  const plan::Scenario again = read_scenario(resolved_scenario(document, evaluate(scenario)), catalog(), ".");
  EXPECT_EQ(again.hazards, scenario.hazards);
  EXPECT_EQ(again.continuation, scenario.continuation);
  EXPECT_EQ(again.replica_stall, scenario.replica_stall);
  EXPECT_TRUE(assumed(again).empty());
}

TEST(ResolvedScenario, StatesTheSparesThatWereFound) {
  const json document = changed({"run.spare_nodes=auto"});
  plan::Report report = evaluate(read_scenario(document, catalog(), "."));
  report.scenario.spare_nodes = 3;
  EXPECT_EQ(resolved_scenario(document, report)["run"]["spare_nodes"], 3);
}

// A replica has two nodes, so that four of five train.  Five that fail every 8 h together are 1000/(5/3) = 600 per
// thousand node-days, and four of them fail every 8 · 5/4 = 10 h, read again as well.
TEST(ResolvedScenario, KeepsATimeBetweenFailuresOfTheNodesAskedFor) {
  const json document = changed({"cluster.nodes=5", "cluster.strict=false", "run.failures=8 h"});
  const plan::Report report = evaluate(read_scenario(document, catalog(), "."));
  ASSERT_EQ(report.scenario.cluster.num_nodes, 4);
  const json resolved = resolved_scenario(document, report);
  EXPECT_EQ(resolved["cluster"]["nodes"], 4);
  EXPECT_EQ(resolved["run"]["failures"]["nodes"], 5);
  const plan::Scenario again = read_scenario(resolved, catalog(), ".");
  EXPECT_NEAR(rate_of_nodes(again.failures, 8), 600, 1e-9);
  EXPECT_NEAR(10 * hour * job_failure_rate(again.failures, 4, 8), 1, 1e-12);
  EXPECT_EQ(evaluate(again).median_days, report.median_days);
  EXPECT_EQ(
      resolved_scenario(changed({"run.failures=8 h"}), evaluate(read_with({"run.failures=8 h"})))["run"]["failures"],
      "8 h")
      << "on the nodes asked for";
}

// The words that reading it has.
TEST(RequireNodesOfFailures, RefusesATimeOfAJobOfAnyNumberOfNodes) {
  const auto refusal = [](const auto& read) -> std::string {
    try {
      read();
    } catch (const InputError& error) {
      return error.issues().front().where + ": " + error.issues().front().message;
    }
    return "";
  };
  const auto required = [&](const std::vector<std::string>& sets) {
    return refusal([&] { require_nodes_of_failures(changed(sets)); });
  };
  EXPECT_EQ(required({"cluster.nodes=auto", "run.failures=8 h"}), refusal([] {
              read_with({"cluster.nodes=auto", "run.deadline=2025-12-31", "run.failures=8 h"});
            }));
  EXPECT_THAT(required({"cluster.nodes=auto", "run.failures=8 h"}), HasSubstr("/run/failures/nodes: is missing"));
  EXPECT_EQ(required({"run.failures=8 h"}), "");
  EXPECT_EQ(required({"cluster.nodes=auto", "run.failures=6.5 per 1000 node-days"}), "");
  EXPECT_EQ(required({"cluster.nodes=auto", "run.failures=rsc-1"}), "");
  EXPECT_EQ(required({"cluster.nodes=auto", R"(run.failures={"like": "rsc-1", "mtbf": "8 h", "nodes": 32})"}), "");
}

// Four nodes of eight that fail every 8 h together: 1000/(4/3) = 750 per thousand node-days.
TEST(Failures, CanBeTypedAsATimeOrARate) {
  const plan::Scenario by_time = read_with({"run.failures=8 h"});
  ASSERT_EQ(by_time.cluster.num_nodes, 4);
  EXPECT_DOUBLE_EQ(by_time.failures.per_1000_node_days, 750);
  const plan::Scenario by_rate = read_with({"run.failures=6.5 per 1000 node-days"});
  EXPECT_DOUBLE_EQ(by_rate.failures.per_1000_node_days, 6.5);
  const plan::Scenario like = read_with({R"(run.failures={"like": "llama-3-405b", "mtbf": "3 h", "nodes": 2048})"});
  EXPECT_NEAR(like.failures.per_1000_node_days, 1000 / (2048 / 8.0), 1e-12);
  EXPECT_EQ(like.failures.name, "llama-3-405b, changed");
  for (const plan::Scenario& scenario : {by_time, by_rate, like}) {
    EXPECT_FALSE(scenario.failures.num_events) << "what was counted elsewhere is no evidence";
    EXPECT_EQ(scenario.failures.between_clusters, catalog().rate_shape_between_clusters());
  }
}

// 8 h of 8 nodes of eight, of 64 GPUs: on four nodes every 16 h.  125 per 1000 node-days of one accelerator are 1000 of
// nodes of eight.
TEST(Failures, CanBeTypedOfOthersThanTheClustersNodes) {
  for (const char* of : {"8 h of 8 nodes", "8 h of 64 GPUs", "8 h of 64 accelerators"}) {
    const plan::Scenario scenario = read_with({fmt::format("run.failures={}", of)});
    EXPECT_NEAR(16 * hour * job_failure_rate(scenario.failures, 4, 8), 1, 1e-12) << of;
  }
  const plan::Scenario by_rate = read_with({"run.failures=125 per 1000 node-days of 1 accelerator"});
  EXPECT_NEAR(rate_of_nodes(by_rate.failures, 8), 1000, 1e-9);
  for (const char* wrong : {"8 h of many nodes", "8 h of 8 racks", "8 h of", "5 per 1000 node-days of 8 nodes"})
    EXPECT_THROW(read_with({fmt::format("run.failures={}", wrong)}), InputError) << wrong;
}

// Nobody knows whether "8 h" is of the nodes before or after.
TEST(Failures, AreOfKnownNodesWhereTheseAreChangedBesideThem) {
  const auto refusal = [](std::vector<std::string> sets) -> std::string {
    json document = changed({});
    try {
      set_values(document, sets, catalog());
    } catch (const InputError& error) {
      return error.issues().front().message;
    }
    return "";
  };
  EXPECT_THAT(refusal({"run.failures=8 h", "cluster.nodes=8"}), HasSubstr("write for instance \"8 h of 256 nodes\""));
  EXPECT_THAT(refusal({"/cluster/nodes=8", "/run/failures=8 h"}), HasSubstr("of how many nodes?"));
  EXPECT_THAT(refusal({"run.failures=8 h of 4 nodes", "cluster.instance=p5e.48xlarge"}),
              HasSubstr("\"8 h of 256 accelerators\""));
  EXPECT_THAT(refusal({"run.failures=5 per 1000 node-days", "cluster.instance=p5e.48xlarge"}),
              HasSubstr("\"6.5 per 1000 node-days of 8 accelerators\""));
  EXPECT_THAT(refusal({R"(run.failures={"like": "rsc-1", "mtbf": "8 h"})", "cluster.nodes=8"}),
              HasSubstr("of how many nodes?"));
  EXPECT_EQ(refusal({"run.failures=8 h"}), "");
  EXPECT_EQ(refusal({"run.failures=rsc-1", "cluster.nodes=8"}), "");
  EXPECT_EQ(refusal({"run.failures=8 h of 4 nodes", "cluster.nodes=8"}), "");
  EXPECT_EQ(refusal({"run.failures=5 per 1000 node-days", "cluster.nodes=8"}), "");
  EXPECT_EQ(refusal({"run.failures=8 h of 32 GPUs", "cluster.instance=p5e.48xlarge", "cluster.nodes=8"}), "");
}

// Nodes of four: 32 of them fail 6.5·32 times in 1000 days, as typed; at Llama 3's rate, counted on nodes of eight,
// half as often as nodes of eight.  Four nodes that fail every 8 h together are 750 per 1000 node-days, of whatever
// size.
TEST(Failures, TypedAreOfTheScenariosOwnNodes) {
  const auto read = [](const std::vector<std::string>& sets) {
    json document = json::parse(kInlineScenario);
    for (const std::string& set : sets) set_value(document, set);
    return read_scenario(document, catalog(), ".");
  };
  const plan::Scenario typed = read({"run.failures=6.5 per 1000 node-days"});
  ASSERT_EQ(typed.cluster.instance.accelerators_per_node, 4);
  EXPECT_NEAR(1000 * day * job_failure_rate(typed.failures, 32, 4), 6.5 * 32, 1e-9);
  EXPECT_EQ(rate_of_nodes(typed.failures, 4), 6.5);
  const plan::Scenario by_time = read({"run.failures=8 h"});
  ASSERT_EQ(by_time.cluster.num_nodes, 4);
  EXPECT_NEAR(8 * hour * job_failure_rate(by_time.failures, 4, 4), 1, 1e-12);
  EXPECT_NEAR(rate_of_nodes(by_time.failures, 4), 750, 1e-9);
  const plan::Scenario preset = read({"run.failures=llama-3-405b"});
  EXPECT_NEAR(rate_of_nodes(preset.failures, 4), 419 / 110.592 / 2, 1e-12);
  // Corruption as typed, and as counted on nodes of eight.
  EXPECT_EQ(read({"run.hazards.silent_corruption.per_1000_node_days=3"}).hazards.silent_corruption->per_1000_node_days,
            3);
  EXPECT_NEAR(
      read({R"(run.hazards.silent_corruption={"found_after": "12 h"})"}).hazards.silent_corruption->per_1000_node_days,
      6 / 110.592 / 2, 1e-12);
}

// A rate that nobody counted has a wider band than one that was.
TEST(Failures, WithoutACountAreLessWellKnown) {
  const auto width = [](const char* preset) {
    const plan::Report report = evaluate(read_with({std::string("run.failures=") + preset}));
    return report.rate_high->per_1000_node_days / report.rate_low->per_1000_node_days;
  };
  EXPECT_LT(width("llama-3-405b"), 1.2);
  EXPECT_GT(width("rsc-1"), 3);
}

TEST(Replacement, IsShownBesideADayAndDeepHealthChecks) {
  const plan::Report report = evaluate(read_with({"run.recovery=hyperpod"}));
  ASSERT_EQ(report.replacement_cases.size(), 2u);
  EXPECT_EQ(report.replacement_cases[0].name, "deep health checks");
  EXPECT_EQ(report.replacement_cases[0].replacement, 2 * hour);
  EXPECT_EQ(report.replacement_cases[1].replacement, 1 * day);
  EXPECT_GT(report.replacement_cases[1].more_days, report.replacement_cases[0].more_days);
  EXPECT_GT(report.replacement_cases[0].more_days, 0);
  EXPECT_TRUE(evaluate(read_with({"run.recovery=cold-spare", "run.spare_nodes=4"})).replacement_cases.empty());
}

// AWS cut p5's price on 2025-06-23: who starts before and says nothing of a day pays both.
TEST(Prices, AreThoseOfTheDaysOfTheRun) {
  const plan::Scenario by_day =
      read_with({"cluster.instance=p5.48xlarge", "run.start=2025-06-01", "price={\"region\": \"us-east-1\"}"});
  ASSERT_EQ(by_day.price.later.at("on_demand").size(), 1u);
  EXPECT_DOUBLE_EQ(*by_day.price.later.at("on_demand")[0].price / dollar_per_hour, 55.04);
  const plan::Scenario fixed = read_with({"cluster.instance=p5.48xlarge", "run.start=2025-06-01"});
  EXPECT_TRUE(fixed.price.later.empty()) << "the list of 2025-02-25";
  for (const hardware::PricePoint& other : fixed.price.alternatives) EXPECT_FALSE(hardware::is_spot(other.kind));
}

// By default as published campaigns took, with their spread; as stated; or what the machine can do alone.
TEST(ReadRun, TakesCampaignsOverheadFromHistoryUnlessStated) {
  const auto history = read_with({}).campaign_overhead;
  ASSERT_TRUE(history);
  EXPECT_GT(history->share, 0);
  EXPECT_GT(history->log_sd, 0);
  // Dense campaigns scatter no less than half as much as step times of other sites are told to; of mixtures nothing of
  // the kind was seen.
  EXPECT_GT(history->step_share, 0.5);
  EXPECT_LE(history->step_share, 1);
  EXPECT_EQ(read_with({"model=deepseek-v3"}).campaign_overhead->step_share, 1);
  EXPECT_EQ(read_with({"run.campaign_overhead=history"}).campaign_overhead, history);
  EXPECT_EQ(read_with({"run.campaign_overhead=none"}).campaign_overhead, std::nullopt);
  EXPECT_EQ(read_with({"run.campaign_overhead=25 %"}).campaign_overhead, plan::CampaignOverhead{.share = 0.25});
  EXPECT_EQ(read_with({"training.kind=lora"}).campaign_overhead, std::nullopt);
  EXPECT_THROW(read_with({"run.campaign_overhead=often"}), InputError);
  EXPECT_THROW(read_with({"run.campaign_overhead=2"}), InputError);
}

// 28 days at the turn of 2024/25, 182 in 2026; between the two documents either may have held.
TEST(Price, BlocksFollowTheRuleOfTheDayOnWhichTheRunStarts) {
  const auto longest_days = [](const char* start) {
    return read_with({std::string("run.start=") + start, "cluster.instance=p5.48xlarge", "price.kind=capacity_block"})
        .price.blocks.longest_days;
  };
  EXPECT_EQ(longest_days("2024-10-15"), 28);
  EXPECT_EQ(longest_days("2025-08-01"), 182);
  EXPECT_EQ(longest_days("2026-06-01"), 182);
}

// Of the nodes of the scenario as it stands, unless it says of how many and of which.
TEST(StateNodesOfFailures, SaysOfWhichNodesARateIs) {
  nlohmann::json document = changed({"cluster.nodes=256", "run.failures=2 h"});
  state_nodes_of_failures(document, catalog());
  EXPECT_EQ(document["run"]["failures"]["mtbf"], "2 h");
  EXPECT_EQ(document["run"]["failures"]["nodes"], 256);
  EXPECT_EQ(document["run"]["failures"]["accelerators_per_node"], 8);
  const nlohmann::json stated = document;
  document["cluster"]["nodes"] = 512;
  state_nodes_of_failures(document, catalog());
  EXPECT_EQ(document["run"], stated["run"]);
  nlohmann::json rate = changed({"run.failures=6.5 per 1000 node-days"});
  state_nodes_of_failures(rate, catalog());
  EXPECT_EQ(rate["run"]["failures"]["per_1000_node_days"], 6.5);
  EXPECT_FALSE(rate["run"]["failures"].contains("nodes"));
  nlohmann::json preset = changed({"run.failures=rsc-1"});
  state_nodes_of_failures(preset, catalog());
  EXPECT_EQ(preset["run"]["failures"], "rsc-1");
}

// Two hours of 16 nodes of eight: twice the nodes fail twice as often, as many of half the GPUs half as often; in
// whatever order values are set, a time that is set is of the nodes that are set.
TEST(SetValues, KeepsWhatFailsOnANode) {
  const auto failures_a_day = [](const std::vector<std::string>& assignments) {
    nlohmann::json document = changed({"cluster.nodes=16", "run.failures=2 h", "training.parallel=auto"});
    document.erase("price");
    set_values(document, assignments, catalog());
    const plan::Scenario scenario = read_scenario(document, catalog(), ".");
    const hardware::Cluster& cluster = scenario.cluster;
    return sim::job_failure_rate(scenario.failures, cluster.num_nodes, cluster.instance.accelerators_per_node) * day;
  };
  EXPECT_NEAR(failures_a_day({}), 12, 1e-9);
  EXPECT_NEAR(failures_a_day({"cluster.nodes=32"}), 24, 1e-9);
  EXPECT_NEAR(failures_a_day({"/cluster/nodes=32"}), 24, 1e-9);
  EXPECT_NEAR(failures_a_day({"cluster.instance=p6e-gb200.36xlarge"}), 6, 1e-9);
  EXPECT_NEAR(failures_a_day({"cluster.nodes=32", "run.failures=2 h of 32 nodes"}), 12, 1e-9);
  EXPECT_NEAR(failures_a_day({"run.failures=2 h of 16 nodes", "cluster.nodes=32"}), 24, 1e-9);
}

}  // namespace scenario_run_test
}  // namespace fmplan::scenario
