#include "core/scenario/scenario_writer.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"
#include "core/text/json_text.h"
#include "tests/scenario/good_scenarios.h"
#include "tests/source_dir.h"

namespace fmplan::scenario {
namespace scenario_writer_test {

using nlohmann::json;
using text::Field;
using text::FieldKind;
using text::FieldTable;

const catalog::Catalog& catalog() {
  static const catalog::Catalog kCatalog = catalog::Catalog::shipped();
  return kCatalog;
}

/// But for what it assumes, which a document that states everything does not.
plan::Scenario stated(const json& document) {
  plan::Scenario scenario = read_scenario(document, catalog(), std::nullopt);
  scenario.assumptions = {};
  return scenario;
}

/// Written and read again it is the same, and written again the same document.
void expect_round_trip(const plan::Scenario& scenario, const std::string& what) {
  const text::Json written = scenario_document(scenario, catalog());
  const plan::Scenario read = stated(json::parse(written.dump()));
  EXPECT_EQ(read, scenario) << what << written.dump(1);
  EXPECT_EQ(scenario_document(read, catalog()), written) << what;
}

json in_source(const std::string& file) { return text::read_json_file(source_dir() + "/" + file); }

TEST(ScenarioDocument, ReadsBackToTheShippedScenarios) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_dir() + "/scenarios")) {
    if (entry.path().extension() != ".json") continue;
    expect_round_trip(stated(text::read_json_file(entry.path())), entry.path());
    ++count;
  }
  EXPECT_GE(count, 6);
  expect_round_trip(stated(in_source("docs/first_scenario.json")), "the fewest values");
  expect_round_trip(stated(in_source("tests/golden/inputs/everything.json")), "every section");
}

json inline_scenario() { return json::parse(kInlineScenario); }

TEST(ScenarioDocument, ReadsBackToItemsOfTheUsersOwn) {
  expect_round_trip(stated(inline_scenario()), "inline");
  const text::Json written = scenario_document(stated(inline_scenario()), catalog());
  EXPECT_TRUE(written.at("cluster").at("instance").is_object());
  EXPECT_TRUE(written.at("cluster").at("storage").at("checkpoint").is_object());
}

TEST(ScenarioDocument, ReadsBackToTrainingIn16Bits) {
  json document = json::parse(kGoodScenario);
  document["training"]["master_weights"] = false;
  const plan::Scenario scenario = stated(document);
  EXPECT_EQ(scenario.framework.memory.weight_storage, model::WeightStorage::kComputeCopyOnly);
  expect_round_trip(scenario, "no master weights");
  document["training"]["precision"] = "fp32";
  EXPECT_THROW(stated(document), InputError);
}

// A rate of nodes of four, as a rate and as a time, and corruption that was counted on nodes of eight.
TEST(ScenarioDocument, ReadsBackToRatesOfItsOwnNodes) {
  for (const char* failures : {"6.5 per 1000 node-days", "8 h"}) {
    json document = inline_scenario();
    document["run"]["failures"] = failures;
    document["run"]["hazards"]["silent_corruption"] = {{"found_after", "12 h"}};
    expect_round_trip(stated(document), failures);
  }
}

/// kInlineScenario on another machine.
json on_machine(const char* instance) {
  json document = inline_scenario();
  document["cluster"]["instance"] = json::parse(instance);
  return document;
}

TEST(ScenarioDocument, ReadsBackToMachinesOfTheUsersOwn) {
  for (
      const char* instance :
      {R"({"like": "p5.48xlarge"})", R"({"like": "p5.48xlarge", "accelerators_per_node": 4, "name": "half a p5"})",
       R"({"like": "p4d.24xlarge", "scale_out": {"nics": 8, "nic_rate": "200 Gbit/s"}, "host_memory": "2 TB"})",
       R"({"like": "dgx-h100", "scale_up": {"efficiency": 0.5}, "local_nvme": {"drives": 3, "drive_size": "7 TB"}})",
       R"({"like": "p5.48xlarge", "accelerator": "h200-sxm-141gb", "fabric": null, "local_nvme": null})",
       R"({"name": "six", "accelerator": "b300-sxm", "accelerators_per_node": 6, "scale_up": {"network": "nvlink-5"},
            "scale_out": {"network": "infiniband-ndr", "total": "1 Tbit/s", "sharp": true}, "host_link": null})",
       R"({"like": "dgx-h100", "accelerator": {"like": "h100-sxm5-80gb", "peak": {"bf16": "1.2 PFLOP/s"}, "power": null}})",
       R"({"name": "lone", "accelerator": "l40s", "accelerators_per_node": 1, "pcie_switches": 1,
            "scale_out": {"network": "infiniband-ndr", "nics": 1}})"}) {
    json document = on_machine(instance);
    document["training"].erase("parallel");
    document["training"]["phases"][1].erase("parallel");
    document["training"]["phases"][1].erase("nodes");
    document["training"]["parallel"] = {{"tensor", 1}, {"pipeline", 1}};
    document["cluster"]["network"] = "analytic";
    document["training"]["precision"] = "bf16";
    for (json& phase : document["training"]["phases"]) phase["global_batch_size"] = 96;  // of 1, 4, 6 or 8 a machine
    expect_round_trip(stated(document), instance);
  }
}

TEST(ScenarioDocument, ReadsBackToStorageOfTheUsersOwn) {
  for (const char* storage : {R"({"name": "disks", "write_per_tebibyte": "200 MB/s", "read_per_tebibyte": "250 MB/s",
            "network_per_tebibyte": "1 GB/s", "client_bandwidth": "3 GB/s", "read_client_bandwidth": "4 GB/s",
            "capacity": {"minimum": "1.2 TiB", "step": "2.4 TiB"}})",
                              R"({"name": "objects", "client_bandwidth": "10 GB/s", "read_bandwidth": "1 TB/s",
            "requests": {"put_per_second_per_prefix": 3500, "get_per_second_per_prefix": 5500, "part_size": "16 MiB",
                         "prefixes": 3, "dollars_per_1000_put": 0.005, "dollars_per_1000_get": 0.0004}})"}) {
    json document = inline_scenario();
    document["cluster"]["storage"]["checkpoint"] = json::parse(storage);
    document["run"]["checkpoint"]["levels"][2]["to"] = json::parse(storage);
    document["run"]["checkpoint"]["levels"][2]["to"]["name"] = "another";
    document["run"]["checkpoint"]["levels"][2].erase("prefixes");
    if (std::string(storage).find("minimum") != std::string::npos)
      document["run"]["checkpoint"]["levels"][2]["capacity"] = "12 TiB";
    document["run"]["data"].erase("prefixes");
    expect_round_trip(stated(document), storage);
  }
}

TEST(ScenarioDocument, ReadsBackToWhatIsComputedAgainAndFrozen) {
  json document = inline_scenario();
  json& parallel = document["training"]["parallel"];
  parallel["recompute_method"] = "block";
  parallel["recompute_num_layers"] = 2;
  document["training"]["kind"] = "lora";
  document["training"]["adapter_targets"] = "all_linear";
  document["training"]["frozen_weights"] = "nf4";
  const plan::Scenario blocks = stated(document);
  EXPECT_EQ(blocks.parallel.recompute.method, model::RecomputeMethod::kBlock);
  EXPECT_EQ(blocks.parallel.recompute.num_layers, 2);
  EXPECT_EQ(blocks.adapter_targets, model::AdapterTargets::kAllLinear);
  EXPECT_EQ(blocks.frozen_weights, model::FrozenWeights::kNf4);
  expect_round_trip(blocks, "blocks of layers");
  parallel["recompute"] = "selective";
  parallel["recompute_modules"] = "moe_act, mla_up_proj,layernorm";
  parallel.erase("recompute_method");
  parallel.erase("recompute_num_layers");
  const plan::Scenario modules = stated(document);
  EXPECT_TRUE(modules.parallel.recompute.has(model::RecomputeModule::kMlaUpProjection));
  EXPECT_FALSE(modules.parallel.recompute.has(model::RecomputeModule::kMoe));
  expect_round_trip(modules, "modules");
}

// The model is named all the same, and padding is of training.
TEST(ScenarioDocument, ReadsBackToPaddedExperts) {
  json document = inline_scenario();
  document["model"] = "mixtral-8x7b";
  document["training"]["expert_capacity_factor"] = 1.25;
  const plan::Scenario padded = stated(document);
  EXPECT_EQ(padded.model.moe->capacity_factor, 1.25);
  EXPECT_EQ(scenario_document(padded, catalog()).at("model"), "mixtral-8x7b");
  expect_round_trip(padded, "padded experts");
}

// A fine-tuning run on short samples, of a model of the catalogue.
TEST(ScenarioDocument, ReadsBackToPackedDocuments) {
  json document = inline_scenario();
  document["model"] = "mixtral-8x7b";
  document["training"]["document_length"] = 512;
  const plan::Scenario packed = stated(document);
  EXPECT_EQ(packed.model.document_length, 512);
  EXPECT_EQ(scenario_document(packed, catalog()).at("model"), "mixtral-8x7b");
  expect_round_trip(packed, "packed documents");
}

// NeMo's recipes leave experts whole; a plan that splits them says so.
TEST(ScenarioDocument, ReadsBackToExpertsThatAreSplitOrWhole) {
  json document = inline_scenario();
  document["model"] = "mixtral-8x7b";
  document["training"]["framework"] = "nemo";
  document["training"]["balanced_routing"] = true;
  document["run"]["start"] = "2025-06-01";
  json& parallel = document["training"]["parallel"];
  parallel["tensor"] = 2;
  parallel["expert"] = 2;
  parallel.erase("expert_tensor");
  const plan::Scenario whole = stated(document);
  EXPECT_EQ(whole.parallel.expert_tensor, 1);
  EXPECT_TRUE(whole.model.moe->balanced_routing);
  expect_round_trip(whole, "whole experts");
  document["run"]["start"] = "2025-04-30";
  EXPECT_EQ(stated(document).parallel.expert_tensor, 0) << "before the first release whose recipes have them";
  parallel["expert_tensor"] = 2;
  const plan::Scenario split = stated(document);
  EXPECT_EQ(split.parallel.expert_tensor, 0);
  expect_round_trip(split, "split experts");
}

// A link that is no network of the catalogue: a document names one.
TEST(ScenarioDocument, SaysWhatNoDocumentCanSay) {
  plan::Scenario scenario = stated(inline_scenario());
  scenario.cluster.instance.scale_out->name = "a link of our own";
  try {
    scenario_document(scenario, catalog());
    ADD_FAILURE() << "written";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("/cluster/instance/scale_out/network"));
    EXPECT_THAT(error.what(), testing::HasSubstr("\"a link of our own\" is not in the catalogue"));
  }
}

/// Random values within what the table of fields says.
class Filling {
 public:
  explicit Filling(std::uint64_t seed) : engine_(seed) {}

  /// Sets some fields of `section`, which need not go together.
  void fill(json& section, const FieldTable& table) {
    for (const Field& field : table.fields) {
      const std::string key(field.key);
      if (is_kept(field)) continue;
      if (field.object && field.kind == FieldKind::kObject) {
        if (section.contains(key) ? section[key].is_object() : one_in(2)) fill(section[key], *field.object);
      } else if (one_in(2) || (field.required && !section.contains(key))) {
        section[key] = value(field);
      }
    }
  }

 private:
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(engine_() % n); }
  bool one_in(std::size_t n) { return below(n) == 0; }
  double unit() { return static_cast<double>(engine_() >> 11) / 9007199254740992.0; }

  /// Names of the catalogue stay, and what would change the size of the machine or of the plan: hardly any other
  /// value goes with the rest.
  static bool is_kept(const Field& field) {
    static const std::vector<std::string_view> kKept = {"nodes",
                                                        "tensor",
                                                        "pipeline",
                                                        "virtual_pipeline",
                                                        "context",
                                                        "expert",
                                                        "data",
                                                        "region",
                                                        "micro_batch_size",
                                                        "schedule",
                                                        "global_batch_size",
                                                        "precision",
                                                        "deadline",
                                                        "offload",
                                                        "model",
                                                        "leaf_oversubscription",
                                                        "expert_tensor",
                                                        "balanced_routing",
                                                        "shard_group",
                                                        "capacity",
                                                        "prefixes",
                                                        "machine",
                                                        "recompute_modules",
                                                        "recompute_method",
                                                        "recompute_num_layers",
                                                        "frozen_weights",
                                                        "master_weights"};
    return field.kind == FieldKind::kReference || field.kind == FieldKind::kModel || field.kind == FieldKind::kPath ||
           field.kind == FieldKind::kList || field.kind == FieldKind::kAnything || field.kind == FieldKind::kConstant ||
           std::find(kKept.begin(), kKept.end(), field.key) != kKept.end();
  }

  json value(const Field& field) {
    if (field.kind != FieldKind::kChoice && !field.names.empty() && one_in(3))
      return std::string(field.names[below(field.names.size())]);
    switch (field.kind) {
      case FieldKind::kFlag: return one_in(2);
      case FieldKind::kWhole: return static_cast<int>(field.minimum + static_cast<double>(below(3)));
      case FieldKind::kCount: return static_cast<std::int64_t>(1e9 + 1e12 * unit());
      case FieldKind::kNumber: return field.minimum + (field.maximum - field.minimum) * unit();
      case FieldKind::kShare: return std::max(field.minimum, 0.001 + 0.8 * unit());
      case FieldKind::kDay: return fmt::format("2025-{:02}-{:02}", 1 + below(12), 1 + below(28));
      case FieldKind::kQuantity: {
        const auto units = units_of(field.dimension);
        return fmt::format("{} {}", 1 + 1000 * unit(), units[below(units.size())].text);
      }
      case FieldKind::kChoice: return std::string(field.names[below(field.names.size())]);
      default: return "a text";
    }
  }

  std::mt19937_64 engine_;
};

TEST(ScenarioDocument, ReadsBackToRandomlyFilledScenarios) {
  const char* asked = std::getenv("FMPLAN_FUZZ_CASES");
  const std::uint64_t trials = asked ? std::strtoull(asked, nullptr, 10) : 900;
  std::uint64_t count = 0;
  for (std::uint64_t seed = 0; seed < trials; ++seed) {
    json document = seed % 2 == 0 ? json::parse(kGoodScenario) : inline_scenario();
    Filling(seed).fill(document, fields::kScenario);
    plan::Scenario scenario;
    try {
      scenario = stated(document);
    } catch (const InputError&) {
      continue;  // fields that do not go together
    }
    ++count;
    expect_round_trip(scenario, fmt::format("seed {}: {}\n", seed, document.dump()));
  }
  EXPECT_GE(count, trials / 20);
}

}  // namespace scenario_writer_test
}  // namespace fmplan::scenario
