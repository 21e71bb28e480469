#include "core/scenario/scenario_writer.h"

#include <algorithm>
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
#include "tests/scenario/bad_scenarios.h"

namespace fmplan::scenario {
namespace {

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
  scenario.assumptions.clear();
  return scenario;
}

/// Written and read again it is the same, and written again the same document.
void expect_round_trip(const plan::Scenario& scenario, const std::string& what) {
  const text::Json written = scenario_document(scenario, catalog());
  const plan::Scenario read = stated(json::parse(written.dump()));
  EXPECT_EQ(read, scenario) << what << written.dump(1);
  EXPECT_EQ(scenario_document(read, catalog()), written) << what;
}

json in_source(const std::string& file) { return text::read_json_file(FMPLAN_SOURCE_DIR "/" + file); }

TEST(ScenarioDocument, ReadsBackToTheShippedScenarios) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(FMPLAN_SOURCE_DIR "/scenarios")) {
    if (entry.path().extension() != ".json") continue;
    expect_round_trip(stated(text::read_json_file(entry.path())), entry.path());
    ++count;
  }
  EXPECT_GE(count, 6);
  expect_round_trip(stated(in_source("docs/first_scenario.json")), "the fewest values");
  expect_round_trip(stated(in_source("tests/golden/inputs/everything.json")), "every section");
}

/// kInlineScenario with the items that a document can only name named.
json inline_but_for_items() {
  json document = json::parse(kInlineScenario);
  document["cluster"]["instance"] = "p5.48xlarge";
  document["cluster"]["storage"]["checkpoint"] = "fsx-lustre-persistent-2-1000";
  return document;
}

TEST(ScenarioDocument, ReadsBackToModelFrameworkFailuresAndRecoveryOfTheUsersOwn) {
  expect_round_trip(stated(inline_but_for_items()), "inline");
}

TEST(ScenarioDocument, ReadsBackToWhatIsComputedAgainAndFrozen) {
  json document = inline_but_for_items();
  json& parallel = document["training"]["parallel"];
  parallel["recompute_method"] = "block";
  parallel["recompute_num_layers"] = 2;
  document["training"]["kind"] = "lora";
  document["training"]["frozen_weights"] = "nf4";
  const plan::Scenario blocks = stated(document);
  EXPECT_EQ(blocks.parallel.recompute.method, model::RecomputeMethod::kBlock);
  EXPECT_EQ(blocks.parallel.recompute.num_layers, 2);
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

TEST(ScenarioDocument, SaysWhatTheCatalogueDoesNotHave) {
  try {
    scenario_document(stated(json::parse(kInlineScenario)), catalog());
    ADD_FAILURE() << "written";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("/cluster/instance: \"own\" is not in the catalogue"));
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
                                                        "shard_group",
                                                        "capacity",
                                                        "prefixes",
                                                        "machine",
                                                        "recompute_modules",
                                                        "recompute_method",
                                                        "recompute_num_layers",
                                                        "frozen_weights"};
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
      case FieldKind::kShare: return 0.001 + 0.8 * unit();
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
  constexpr std::uint64_t kTrials = 600;
  int count = 0;
  for (std::uint64_t seed = 0; seed < kTrials; ++seed) {
    json document = seed % 2 == 0 ? json::parse(kGoodScenario) : inline_but_for_items();
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
  EXPECT_GE(count, 40);
}

}  // namespace
}  // namespace fmplan::scenario
