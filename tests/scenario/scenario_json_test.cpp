// What read_scenario() refuses is listed in bad_scenarios.h.

#include "core/scenario/scenario_json.h"

#include <fstream>
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/catalog/step_profile.h"
#include "core/text/json_text.h"
#include "tests/scenario/good_scenarios.h"
#include "tests/source_dir.h"

namespace fmplan::scenario {
namespace scenario_json_test {

using nlohmann::json;
using testing::HasSubstr;

const catalog::Catalog& catalog() {
  static const catalog::Catalog kCatalog = catalog::Catalog::shipped();
  return kCatalog;
}

plan::Scenario read_with(const std::vector<std::string>& sets) {
  json document = json::parse(kGoodScenario);
  for (const std::string& set : sets) set_value(document, set);
  return read_scenario(document, catalog(), ".");
}

struct Setting {
  const char* assignment;
  const char* result;  ///< of {"a": {"b": [1, {"c": 2}]}, "p": "auto", "s": "text"}
};

TEST(SetValue, ReplacesOrMakesWhatThePathNames) {
  const Setting cases[] = {{"a.b.0=7", R"({"a": {"b": [7, {"c": 2}]}, "p": "auto", "s": "text"})"},
                           {"/a/b/1/c=7", R"({"a": {"b": [1, {"c": 7}]}, "p": "auto", "s": "text"})"},
                           {"a.b=[]", R"({"a": {"b": []}, "p": "auto", "s": "text"})"},
                           {"a={\"x\": 1}", R"({"a": {"x": 1}, "p": "auto", "s": "text"})"},
                           {"n.m=true", R"({"a": {"b": [1, {"c": 2}]}, "n": {"m": true}, "p": "auto", "s": "text"})"},
                           {"p.tensor=8", R"({"a": {"b": [1, {"c": 2}]}, "p": {"tensor": 8}, "s": "text"})"},
                           {"s=15T", R"({"a": {"b": [1, {"c": 2}]}, "p": "auto", "s": "15T"})"},
                           {"s=1e3", R"({"a": {"b": [1, {"c": 2}]}, "p": "auto", "s": 1000.0})"},
                           {"s=\"8\"", R"({"a": {"b": [1, {"c": 2}]}, "p": "auto", "s": "8"})"},
                           {"s=", R"({"a": {"b": [1, {"c": 2}]}, "p": "auto", "s": ""})"},
                           {"s=a=b", R"({"a": {"b": [1, {"c": 2}]}, "p": "auto", "s": "a=b"})"},
                           {"s=null", R"({"a": {"b": [1, {"c": 2}]}, "p": "auto", "s": null})"},
                           {"s=NaN", R"({"a": {"b": [1, {"c": 2}]}, "p": "auto", "s": "NaN"})"},
                           {"s=1e999", R"({"a": {"b": [1, {"c": 2}]}, "p": "auto", "s": "1e999"})"},
                           {"/x~1y~0z=1", R"({"a": {"b": [1, {"c": 2}]}, "p": "auto", "s": "text", "x/y~z": 1})"}};
  for (const Setting& setting : cases) {
    json document = json::parse(R"({"a": {"b": [1, {"c": 2}]}, "p": "auto", "s": "text"})");
    set_value(document, setting.assignment);
    EXPECT_EQ(document, json::parse(setting.result)) << setting.assignment;
  }
}

TEST(SetValue, RefusesPathsThatLeadNowhere) {
  const std::pair<std::string, const char*> cases[] = {
      {"a.b", "write PATH=VALUE"},
      {"=7", "write PATH=VALUE"},
      {"", "write PATH=VALUE"},
      {"/=7", "names a value by its path"},
      {"a..b=7", "names a value by its path"},
      {"a.=7", "names a value by its path"},
      {".a=7", "names a value by its path"},
      {"s.x=7", "\"text\" is neither an object nor a list: it has no \"x\""},
      {"a.b.2=7", "\"2\" is not an element of a list of 2; use 0 to 1"},
      {"a.b.-1=7", "\"-1\" is not an element"},
      {"a.b.x=7", "\"x\" is not an element"},
      {"a.b.0.x=7", "1 is neither an object nor a list"},
      {"a={\"x\": ", "not valid JSON"},
      {"a={\"x\": 1, \"x\": 2}", "stands twice"},
      {"a=\"half", "not valid JSON"},
      {"s=\xff", "is not UTF-8"},
      {"\xff=1", "is not UTF-8"},
      {"a" + std::string(1000, '.') + "=1", "names a value by its path"}};
  for (const auto& [assignment, text] : cases) {
    json document = json::parse(R"({"a": {"b": [1, {"c": 2}]}, "s": "text"})");
    try {
      set_value(document, assignment);
      ADD_FAILURE() << assignment << " was accepted: " << document;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(text)) << assignment;
    }
  }
  std::string deep = "x";
  for (int i = 0; i < 100; ++i) deep += ".x";
  json document = json::object();
  EXPECT_THROW(set_value(document, deep + "=1"), InputError);
}

TEST(ReadScenario, ResolvesEveryName) {
  const plan::Scenario scenario = read_with({});
  EXPECT_EQ(scenario.model, catalog().model("llama-3-8b"));
  // With what the profile of step times found of the two.
  hardware::Instance instance = catalog().instance("p5.48xlarge");
  sim::FrameworkProfile framework = catalog().framework("megatron");
  apply(catalog::load_step_profile(catalog()).value(), framework, instance.accelerator);
  EXPECT_EQ(scenario.cluster.instance, instance);
  EXPECT_EQ(scenario.cluster.num_nodes, 4);
  // 100 TB is no size on sale: 39 steps of 2,400 GiB are the least that hold it.
  EXPECT_EQ(scenario.cluster.checkpoint_storage,
            catalog().storage("fsx-lustre-persistent-2-1000", 39 * 2400 * gibibyte));
  EXPECT_EQ(scenario.framework, framework);
  EXPECT_EQ(scenario.failures, catalog().failure_preset("llama-3-405b"));
  EXPECT_EQ(scenario.recovery, catalog().recovery("hyperpod"));
  ASSERT_EQ(scenario.phases.size(), 1u);
  EXPECT_EQ(scenario.phases[0].tokens, 1'000'000'000'000);
  EXPECT_EQ(scenario.parallel.tensor, 8);
  EXPECT_EQ(scenario.parallel.pipeline, 2);
  EXPECT_FALSE(scenario.search_parallel);
  EXPECT_FALSE(scenario.checkpoint.interval.has_value());
  EXPECT_TRUE(scenario.checkpoint.asynchronous);
  EXPECT_EQ(scenario.evaluation_share, 0.02);
  ASSERT_TRUE(scenario.price.chosen && scenario.price.chosen->price);
  // 98.32 $/h until 2025-06-22, 55.04 $/h from 2025-06-23 on.
  EXPECT_DOUBLE_EQ(*scenario.price.chosen->price / dollar_per_hour, 98.32);
  EXPECT_EQ(scenario.power.pue, 1.2);
}

// Names are found however they are spelt: catalog_slug() says how.
TEST(ReadScenario, FindsNamesInAnySpelling) { EXPECT_EQ(read_with({"model=Llama_3 8B"}).model, read_with({}).model); }

std::map<std::string, int> assumed(const plan::Scenario& scenario) {
  std::map<std::string, int> paths;
  for (const plan::Assumption& entry : scenario.assumptions) {
    EXPECT_FALSE(entry.value.empty()) << entry.path;
    EXPECT_FALSE(entry.source.empty()) << entry.path;
    ++paths[entry.path];
  }
  return paths;
}

TEST(ReadScenario, ListsEveryRuleThatFilledAGapOnce) {
  const json least = {{"version", 1},
                      {"model", "llama-3-8b"},
                      {"training", {{"tokens", "1T"}, {"sequence_length", 8192}, {"global_batch_size", 64}}},
                      {"cluster", {{"instance", "p5.48xlarge"}, {"nodes", 4}}}};
  const std::map<std::string, int> paths = assumed(read_scenario(least, catalog(), "."));
  for (const char* path : {"/training/precision",
                           "/training/optimizer",
                           "/training/attention",
                           "/training/mfu_convention",
                           "/training/framework",
                           "/training/anchor",
                           "/training/parallel",
                           "/run/start",
                           "/run/failures",
                           "/run/recovery",
                           "/run/spare_nodes",
                           "/run/evaluation",
                           "/run/checkpoint/interval",
                           "/run/checkpoint/mode",
                           "/run/checkpoint/node_bandwidth",
                           "/price/region",
                           "/price/kind",
                           "/price/on",
                           "/price",
                           "/power/pue",
                           "/power/grid"}) {
    ASSERT_TRUE(paths.contains(path)) << path;
    EXPECT_EQ(paths.at(path), 1) << path;
  }
}

TEST(ReadScenario, ReadsScheduleOverlapAndOffload) {
  json document = json::parse(kGoodScenario);
  for (const char* change :
       {"training.parallel.schedule=zb_h1", R"(training.parallel.overlap={"tensor": false, "parameters": false})",
        R"(training.parallel.offload={"activations": true})"})
    set_value(document, change);
  const plan::Scenario scenario = read_scenario(document, catalog(), ".");
  EXPECT_EQ(scenario.parallel.schedule, model::PipelineSchedule::kZeroBubbleH1);
  EXPECT_EQ(scenario.parallel.overlap, (model::Overlap{.tensor = false, .gradients = true, .parameters = false}));
  EXPECT_EQ(scenario.parallel.offload, (model::Offload{.optimizer = false, .activations = true}));
  std::string rules;
  for (const plan::Assumption& assumption : scenario.assumptions)
    if (assumption.path == "/training/parallel") rules += assumption.value;
  EXPECT_EQ(rules, "overlap.gradients true, overlap.expert false, offload.optimizer false");
}

TEST(ReadScenario, OverlapsAllAndOffloadsNothingUnlessToldTo) {
  json document = json::parse(kGoodScenario);
  document["training"]["parallel"].erase("overlap");
  document["training"]["parallel"].erase("offload");
  const plan::Scenario scenario = read_scenario(document, catalog(), ".");
  EXPECT_EQ(scenario.parallel.overlap, model::Overlap{});
  EXPECT_EQ(scenario.parallel.offload, model::Offload{});
  EXPECT_EQ(assumed(scenario).at("/training/parallel"), 1);
}

// What the answer rests on is listed only where something is offloaded: the link, and a host whose size is not known.
TEST(ReadScenario, ListsTheHostWhereItIsUsed) {
  const auto about_host = [](const json& document) {
    std::vector<std::string> lines;
    for (const plan::Assumption& assumption : read_scenario(document, catalog(), ".").assumptions)
      if (assumption.why.kind == plan::AssumptionKind::kHostLink ||
          assumption.why.kind == plan::AssumptionKind::kHostMemoryUnknown)
        lines.push_back(assumption.value + ": " + assumption.source);
    return lines;
  };
  json document = json::parse(kGoodScenario);
  EXPECT_TRUE(about_host(document).empty());
  set_value(document, "training.parallel.offload.optimizer=true");
  EXPECT_EQ(about_host(document), (std::vector<std::string>{"88 % of 63.0 GB/s: 55.4 of 63 GB/s measured on PCIe 5"}));
  set_value(document, "cluster.instance=dgx-b300");
  EXPECT_EQ(about_host(document), (std::vector<std::string>{"88 % of 63.0 GB/s: 55.4 of 63 GB/s measured on PCIe 5",
                                                            "enough host memory: assumption, unconfirmed"}));
}

TEST(ReadScenario, ListsNoRuleForWhatIsGiven) {
  const std::map<std::string, int> paths = assumed(read_with({}));
  for (const char* path :
       {"/training/precision", "/training/optimizer", "/training/parallel", "/run/start", "/run/failures",
        "/run/recovery", "/run/spare_nodes", "/run/evaluation", "/run/checkpoint/interval", "/run/checkpoint/mode",
        "/price/region", "/price/kind", "/price/on", "/power/pue"})
    EXPECT_FALSE(paths.contains(path)) << path;
}

// p5 has eight drives, for which the catalogue has an item; 11,000 GiB are not on sale, 12,000 are.
TEST(ReadScenario, ReadsLevelsOfCheckpointsAndData) {
  using Kind = plan::CheckpointLevelSpec::Kind;
  const plan::Scenario scenario = read_with(
      {R"(run.checkpoint={"mode": "async", "keep": 3, "archive": "1 day", "final": false, "just_in_time": true,
          "levels": [{"to": "peer_memory", "keep": 1}, {"to": "local_nvme", "every": 4}, {"to": "storage", "every": 16},
                     {"to": "fsx-lustre-persistent-2-500", "every": 16, "capacity": "11000 GiB"},
                     {"to": "s3-standard", "every": 160, "prefixes": 4}]})",
       R"(run.data={"storage": "local_nvme", "via": "storage", "source": "s3-standard", "prefixes": 8, "staged": "all"})"});
  const plan::CheckpointSpec& checkpoint = scenario.checkpoint;
  ASSERT_EQ(checkpoint.levels.size(), 5u);
  const Kind kinds[] = {Kind::kPeerMemory, Kind::kLocalDrives, Kind::kClusterStorage, Kind::kStorage, Kind::kStorage};
  const int every[] = {1, 4, 16, 16, 160}, kept[] = {1, 3, 3, 3, 3};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(checkpoint.levels[i].kind, kinds[i]) << i;
    EXPECT_EQ(checkpoint.levels[i].every, every[i]) << i;
    EXPECT_EQ(checkpoint.levels[i].kept, kept[i]) << i;
  }
  EXPECT_EQ(checkpoint.levels[1].storage->name, "local-nvme-8-drives");
  EXPECT_EQ(checkpoint.levels[3].storage->capacity, 12000 * gibibyte);
  EXPECT_EQ(checkpoint.levels[4].storage->requests->prefixes, 4);
  EXPECT_EQ(checkpoint.archive_interval, 1 * day);
  EXPECT_FALSE(checkpoint.final_checkpoint);
  EXPECT_TRUE(checkpoint.just_in_time);
  EXPECT_TRUE(scenario.price.other_storage.contains("s3-standard"));
  EXPECT_EQ(scenario.data.storage->name, "local-nvme-8-drives");
  ASSERT_EQ(scenario.data.staged_from.size(), 2u);
  EXPECT_EQ(scenario.data.staged_from[0].requests->prefixes, 8);
  EXPECT_EQ(scenario.data.staged_from[1].name, "fsx-lustre-persistent-2-1000");
  // 10¹² tokens of four bytes.
  EXPECT_DOUBLE_EQ(scenario.data.staged / terabyte, 4);
}

TEST(ReadScenario, PhasesInheritWhatTheTrainingStates) {
  json document = json::parse(kGoodScenario);
  document["training"].erase("tokens");
  document["training"]["phases"] =
      json::parse(R"([{"tokens": "1B"}, {"name": "long", "tokens": "2B", "sequence_length": 32768,
      "global_batch_size": 16, "nodes": 2, "parallel": {"tensor": 8}}])");
  const plan::Scenario scenario = read_scenario(document, catalog(), ".");
  ASSERT_EQ(scenario.phases.size(), 2u);
  EXPECT_EQ(scenario.phases[0].name, "phase 1");
  EXPECT_EQ(scenario.phases[0].sequence_length, 8192);
  EXPECT_EQ(scenario.phases[0].global_batch_size, 64);
  EXPECT_FALSE(scenario.phases[0].parallel.has_value());
  EXPECT_EQ(scenario.phases[1].name, "long");
  EXPECT_EQ(scenario.phases[1].sequence_length, 32768);
  EXPECT_EQ(scenario.phases[1].num_nodes, 2);
  EXPECT_EQ(scenario.phases[1].parallel->tensor, 8);
  EXPECT_EQ(scenario.phases[1].parallel->pipeline, 1);
}

TEST(ReadScenario, AsksForSearchesByAuto) {
  const plan::Scenario scenario =
      read_with({"training.parallel=auto", "cluster.nodes=auto", "run.deadline=2026-01-01"});
  EXPECT_TRUE(scenario.search_parallel);
  EXPECT_TRUE(scenario.search_nodes);
  EXPECT_EQ(date_text(*scenario.deadline), "2026-01-01");
}

TEST(ReadScenario, TakesAPriceOfTheUsersOwn) {
  const plan::Scenario scenario = read_with({"price.per_node_hour=40 $/h"});
  EXPECT_EQ(scenario.price.kind, "own");
  EXPECT_DOUBLE_EQ(*scenario.price.chosen->price / dollar_per_hour, 40);
  EXPECT_TRUE(scenario.price.alternatives.empty());
}

// Blocks are sold by their rules, whatever they cost.
TEST(ReadScenario, KeepsTheRulesOfBlocksAtAPriceOfTheUsersOwn) {
  const plan::Scenario listed = read_with({"price.kind=capacity_block"});
  const plan::Scenario own = read_with({"price.kind=capacity_block", "price.per_node_hour=40 $/h"});
  EXPECT_EQ(own.price.kind, "capacity_block");
  EXPECT_EQ(own.price.chosen->kind, "capacity_block");
  EXPECT_EQ(own.price.blocks, listed.price.blocks);
}

// Who makes a machine does not say where it stands.
TEST(ReadScenario, KnowsNoGridOfMachinesThatNobodyRentsOut) {
  const auto grid = [](std::vector<std::string> sets) {
    for (const char* set : {"power={}", "price={}"}) sets.insert(sets.begin(), set);
    return read_with(sets).power.grid_kg_per_kwh;
  };
  EXPECT_TRUE(grid({}));
  EXPECT_FALSE(grid({"cluster.instance=dgx-h100"}));
  EXPECT_TRUE(grid({"cluster.instance=dgx-h100", "price.region=us-east-1"}));
  EXPECT_TRUE(grid({"cluster.instance=dgx-h100", "power.grid=us-east-1"}));
}

TEST(ReadScenario, ReadsTheShippedScenarios) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_dir() + "/scenarios")) {
    if (entry.path().extension() != ".json") continue;
    EXPECT_NO_THROW(read_scenario(text::read_json_file(entry.path()), catalog(), entry.path().parent_path()))
        << entry.path();
    ++count;
  }
  EXPECT_GE(count, 6);
}

// Whatever it is called, no row is of an object of the user's own.
TEST(ReadScenario, TakesWhatIsCommonToAllForAnInlineFramework) {
  json document = json::parse(kGoodScenario);
  document["training"]["framework"] = catalog().raw("frameworks", "megatron");
  const plan::Scenario scenario = read_scenario(document, catalog(), ".");
  const calibration::StepProfile profile = catalog::load_step_profile(catalog()).value();
  EXPECT_EQ(scenario.framework.name, "megatron");
  EXPECT_EQ(scenario.framework.habits[sim::StepHabit::kElementWise], profile.habits[sim::StepHabit::kElementWise]);
  EXPECT_FALSE(scenario.step_errors->outlook.framework_of_catalog);
  EXPECT_TRUE(read_with({}).step_errors->outlook.framework_of_catalog);
  // Whose releases nobody dated has no gain by their date.
  set_value(document, "training.software=2026-01-01");
  EXPECT_EQ(read_scenario(document, catalog(), ".").software, std::nullopt);
}

// Of the day the run starts, none newer than was measured; a stated one is carried on for a year beyond these.
TEST(ReadScenario, TakesTheReleaseOfTheDayTheRunStarts) {
  const auto measured = measured_software(catalog::load_step_profile(catalog())->measured, "nemo");
  ASSERT_TRUE(measured.newest);
  const auto software = [&](const std::string& start, const std::string& stated) {
    std::vector<std::string> changes = {"training.framework=nemo", "run.start=" + start};
    if (!stated.empty()) changes.push_back("training.software=" + stated);
    return read_with(changes).software;
  };
  EXPECT_EQ(software("2025-06-01", ""), parse_date("2025-06-01"));
  EXPECT_EQ(software("2031-01-01", ""), measured.newest);
  EXPECT_EQ(software("2031-01-01", "2025-03-01"), parse_date("2025-03-01"));
  EXPECT_EQ(software("2025-06-01", "2045-01-01"), Date{measured.newest->days_since_epoch + 365});
  EXPECT_EQ(software("2025-06-01", "1999-12-31"), Date{measured.oldest->days_since_epoch - 365});
  // A release that is an item of its own has no days before its first rows.
  const auto release = measured_software(catalog::load_step_profile(catalog())->measured, "nemo-26.06");
  EXPECT_EQ(read_with({"training.framework=nemo-26.06", "run.start=2025-06-01"}).software, release.oldest);
  EXPECT_EQ(read_with({"training.framework=deepspeed"}).software, std::nullopt);
  // Rows of later releases do not date an old one.
  EXPECT_TRUE(read_with({"training.framework=megatron"}).software);
  EXPECT_EQ(read_with({"training.framework=megatron-2021"}).software, std::nullopt);
}

TEST(ReadScenario, TakesMeasuredRowsRelativeToTheScenario) {
  json document = json::parse(kGoodScenario);
  document["training"]["anchor"] = "steps.csv";
  const plan::Scenario scenario = read_scenario(document, catalog(), source_dir() + "/validation");
  EXPECT_GT(scenario.step_errors->anchors.size(), 50u);
  EXPECT_TRUE(read_with({}).step_errors->anchors.empty());
}

// A step of some two seconds, written in milliseconds.
TEST(ReadScenario, RefusesAnchorsInOtherUnits) {
  const std::string folder = testing::TempDir();
  const auto complaint = [&](const std::string& time) -> std::string {
    std::ofstream(folder + "/own.csv")
        << "model_name,layers,hidden,ffn_hidden,heads,kv_heads,vocab,seq_len,gpu,interconnect_or_system,num_gpus,"
           "gpus_per_node,global_batch_seqs,micro_batch,tp,pp,framework,precision,zero_or_fsdp,recompute,"
           "measured_step_time_s\n"
           "Llama 3 8B,32,4096,14336,32,8,128256,8192,H100-80GB,p5.48xlarge,64,8,128,1,2,1,Megatron-LM,BF16,"
           "distributed optimizer,none,"
        << time << "\n";
    json document = json::parse(kGoodScenario);
    document["training"]["anchor"] = "own.csv";
    try {
      read_scenario(document, catalog(), folder);
    } catch (const InputError& error) {
      return error.issues()[0].message;
    }
    return "";
  };
  EXPECT_EQ(complaint("1.4"), "");
  EXPECT_THAT(complaint("1400"), HasSubstr("own.csv: line 2: the step took 1.4e+03 s, "));
  EXPECT_THAT(complaint("0.0001"), HasSubstr("faster than the accelerators' highest peak"));
}

TEST(ReadScenario, RefusesAnchorsThatAreNone) {
  const std::pair<json, const char*> bad[] = {{"missing.csv", "CSV file of your own measured steps"},
                                              {7, "is not a path"},
                                              {"", "is not a path"},
                                              {"CMakeLists.txt", "CSV file of your own measured steps"}};
  for (const auto& [value, message] : bad) {
    json document = json::parse(kGoodScenario);
    document["training"]["anchor"] = value;
    try {
      read_scenario(document, catalog(), source_dir());
      ADD_FAILURE() << value;
    } catch (const InputError& error) {
      EXPECT_EQ(error.issues()[0].where, "/training/anchor") << value;
      EXPECT_THAT(error.issues()[0].message, HasSubstr(message)) << value;
    }
  }
}

TEST(ReadScenario, TakesFlowsByNameOrByChoice) {
  using sim::ContentionOptions;
  EXPECT_EQ(read_with({}).network_flows, std::nullopt);
  EXPECT_EQ(read_with({"cluster.network=analytic"}).network_flows, std::nullopt);
  EXPECT_EQ(read_with({"cluster.network=flows"}).network_flows, ContentionOptions{});
  EXPECT_EQ(read_with({"cluster.network.model=flows"}).network_flows, ContentionOptions{});
  EXPECT_EQ(read_with({"cluster.network.model=flows", "cluster.network.routing=d-mod-k",
                       "cluster.network.placement=interleaved", "cluster.network.leaf_oversubscription=2.5"})
                .network_flows,
            (ContentionOptions{.routing = network::LeafRouting::kDestination,
                               .placement = network::Placement::kInterleaved,
                               .leaf_oversubscription = 2.5}));
}

}  // namespace scenario_json_test
}  // namespace fmplan::scenario
