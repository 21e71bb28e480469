#include "core/catalog/practice_items.h"

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "core/catalog/catalog.h"

namespace fmplan::catalog {
namespace practice_items_test {

using nlohmann::json;

const json& framework() {
  static const json kItem = {{"name", "own"},
                             {"hidden_passes", 10},
                             {"ffn_passes_gated", 3},
                             {"ffn_passes_plain", 2},
                             {"host_time_per_layer", "100 us"},
                             {"tensor_parallel_overlap", 0.25},
                             {"data_parallel_overlap", 1},
                             {"gradient_bytes", 2},
                             {"activation_factor", 1.5},
                             {"memory_overhead", "2 GiB"}};
  return kItem;
}

const json& recovery() {
  static const json kItem = {{"name", "own"},
                             {"detection", "60 s"},
                             {"replacement", "10 min"},
                             {"initialisation", "50 s"},
                             {"initialisation_per_rank", "9 ms"}};
  return kItem;
}

template <class Read>
Issues issues_of(json item, const char* key, const json& value, const Read& read) {
  if (value.is_discarded()) {
    item.erase(key);
  } else {
    item[key] = value;
  }
  Issues issues;
  read(item, "/item", issues);
  return issues;
}

const json kAbsent = json(json::value_t::discarded);

TEST(ReadFramework, ReadsEveryHabit) {
  Issues issues;
  const sim::FrameworkProfile profile = read_framework(framework(), "", issues);
  EXPECT_TRUE(issues.empty());
  EXPECT_EQ(profile.name, "own");
  EXPECT_EQ(profile.passes.hidden, 10);
  EXPECT_EQ(profile.host_time_per_layer, 100 * microsecond);
  EXPECT_EQ(profile.tensor_parallel_overlap, 0.25);
  EXPECT_EQ(profile.gradient_bytes, 2);
  EXPECT_EQ(profile.memory.activation_factor, 1.5);
  EXPECT_EQ(profile.memory_overhead, 2 * gibibyte);
}

TEST(ReadFramework, RefusesWhatIsMissingOrOutOfRange) {
  const std::pair<const char*, json> cases[] = {{"name", kAbsent},
                                                {"hidden_passes", kAbsent},
                                                {"hidden_passes", -1},
                                                {"hidden_passes", "ten"},
                                                {"host_time_per_layer", 100},
                                                {"host_time_per_layer", "100 GB"},
                                                {"tensor_parallel_overlap", 1.5},
                                                {"data_parallel_overlap", -0.1},
                                                {"data_parallel_factor", 0},
                                                {"gradient_bytes", 0},
                                                {"activation_factor", 0},
                                                {"memory_overhead", "2"},
                                                {"overlap", 1}};
  for (const auto& [key, value] : cases) {
    const Issues issues = issues_of(framework(), key, value, read_framework);
    ASSERT_EQ(issues.size(), 1u) << key;
    EXPECT_EQ(issues[0].where, std::string("/item/") + key);
  }
}

TEST(ReadUnstatedHabits, AreThoseOfTheItemWithTheirSources) {
  const json item = json::parse(R"({"unstated": {"recompute": "full", "recompute_of": "maxtext", "layers_per_chunk": 2},
    "provenance": {"source": "memory", "fields": {"/unstated/recompute": {"source": "its examples"}}}})");
  Issues issues;
  const UnstatedHabits habits = read_unstated_habits(item, "", issues);
  EXPECT_TRUE(issues.empty());
  EXPECT_TRUE(habits.full_recompute);
  EXPECT_EQ(habits.full_recompute_of, "maxtext");
  EXPECT_EQ(habits.full_recompute_source, "its examples");
  EXPECT_EQ(habits.layers_per_chunk, 2);
  EXPECT_EQ(habits.layers_per_chunk_source, "memory");
  EXPECT_FALSE(habits.shards_parameters);
  EXPECT_FALSE(habits.batch_is_of_a_rank);
}

TEST(ReadUnstatedHabits, HaveTheRecipesThatAFrameworkPublishes) {
  const json item = json::parse(R"({"unstated": {"recipes": [
    {"model": "deepseekv3", "gpu": "gb200", "pipeline": 4, "recompute_modules": "mla_up_proj, mlp"},
    {"model": "llama38b", "gpu": "h100", "recompute_first_layers": 5},
    {"model": "gpt175b", "gpu": "h100", "recompute_all": true},
    {"model": "gpt5b", "gpu": "h100", "shard_group": 8}]}})");
  Issues issues;
  const UnstatedHabits habits = read_unstated_habits(item, "", issues);
  EXPECT_TRUE(issues.empty());
  ASSERT_EQ(habits.recipes.size(), 4u);
  EXPECT_EQ(habits.recipes[0].pipeline, 4);
  EXPECT_TRUE(habits.recipes[0].recompute.has(model::RecomputeModule::kMlp));
  EXPECT_EQ(habits.recipes[1].recompute.method, model::RecomputeMethod::kBlock);
  EXPECT_EQ(habits.recipes[1].recompute.num_layers, 5);
  EXPECT_EQ(habits.recipes[2].recompute, model::Recomputation(model::Recompute::kFull));
  EXPECT_EQ(habits.recipes[3].shard_group, 8);
}

TEST(ReadUnstatedHabits, RefusesWhatIsNoHabit) {
  for (const char* unstated :
       {R"({"recompute": "often"})", R"({"recipes": "all"})",
        R"({"recipes": [{"model": "m", "gpu": "g", "recompute_modules": "attention"}]})",
        R"({"recipes": [{"model": "m", "gpu": "g", "shard_group": 0}]})",
        R"({"recipes": [{"model": "m", "gpu": "g"}]})", R"({"layers_per_chunk": 0})", R"({"shards": true})", "7"}) {
    Issues issues;
    read_unstated_habits(json{{"unstated", json::parse(unstated)}}, "", issues);
    EXPECT_EQ(issues.size(), 1u) << unstated;
  }
}

TEST(ReadRecovery, ReadsEveryStep) {
  Issues issues;
  const sim::Recovery read = read_recovery(recovery(), "", issues);
  EXPECT_TRUE(issues.empty());
  EXPECT_EQ(read.detection, 60 * second);
  EXPECT_EQ(read.replacement, 600 * second);
  EXPECT_EQ(read.initialisation, 50 * second);
  EXPECT_EQ(read.initialisation_per_rank, 9 * millisecond);
}

TEST(ReadRecovery, RefusesWhatIsMissingOrOutOfRange) {
  const std::pair<const char*, json> cases[] = {
      {"name", kAbsent},      {"detection", kAbsent}, {"detection", "-1 s"}, {"replacement", "10 mins"},
      {"initialisation", 50}, {"spares", 1},          {"swap", "30"},        {"diagnosis", "never"},
      {"repair", "-6 h"},     {"process_share", 2},   {"warm_up", 7}};
  for (const auto& [key, value] : cases) {
    const Issues issues = issues_of(recovery(), key, value, read_recovery);
    ASSERT_EQ(issues.size(), 1u) << key;
    EXPECT_EQ(issues[0].where, std::string("/item/") + key);
  }
}

TEST(ReadRecovery, TakesWhatAnItemMayAddToThem) {
  json item = recovery();
  item.update({{"diagnosis", "10 min"},
               {"swap", "30 s"},
               {"replacement", "never"},
               {"repair", "6 h"},
               {"repair_law", "lognormal"},
               {"repair_sigma", 1.5},
               {"process_share", "25 %"},
               {"warm_up", "2 min"}});
  Issues issues;
  const sim::Recovery read = read_recovery(item, "", issues);
  EXPECT_TRUE(issues.empty());
  EXPECT_EQ(read, (sim::Recovery{.name = "own",
                                 .detection = 60 * second,
                                 .diagnosis = 10 * minute,
                                 .swap = 30 * second,
                                 .replacement = sim::kNever,
                                 .repair = 6 * hour,
                                 .repair_law = sim::RepairLaw::kLognormal,
                                 .repair_sigma = 1.5,
                                 .process_share = 0.25,
                                 .initialisation = 50 * second,
                                 .initialisation_per_rank = 9 * millisecond,
                                 .warm_up = 2 * minute}));
  item["repair"] = "never";
  EXPECT_EQ(read_recovery(item, "", issues).repair, sim::kNever);
}

TEST(ReadRecoveryOrChanges, KeepsWhatItDoesNotName) {
  const sim::Recovery own = read_recovery(recovery(), "", *std::make_unique<Issues>());
  std::string asked_for;
  const auto by_name = [&](const std::string& name) {
    asked_for = name;
    return own;
  };
  Issues issues;
  sim::Recovery expected = own;
  expected.name = "usual, changed";
  expected.swap = 20 * second;
  EXPECT_EQ(read_recovery_or_changes({{"like", "usual"}, {"swap", "20 s"}}, "", issues, by_name), expected);
  EXPECT_EQ(asked_for, "usual");
  expected.name = "mine";
  EXPECT_EQ(read_recovery_or_changes({{"like", "usual"}, {"swap", "20 s"}, {"name", "mine"}}, "", issues, by_name),
            expected);
  EXPECT_EQ(read_recovery_or_changes(recovery(), "", issues, by_name), own);
  EXPECT_TRUE(issues.empty());
}

// In the catalogue an item is whole: "like" is for scenarios.
TEST(ReadRecovery, KnowsNoLike) {
  const Issues issues = issues_of(recovery(), "like", "hyperpod", read_recovery);
  ASSERT_EQ(issues.size(), 1u);
  EXPECT_EQ(issues[0].where, "/item/like");
}

TEST(ShippedPractices, CanAllBeRead) {
  const Catalog catalog = Catalog::shipped();
  for (const std::string& name : catalog.names("frameworks")) EXPECT_EQ(catalog.framework(name).name, name);
  for (const std::string& name : catalog.names("recoveries")) EXPECT_EQ(catalog.recovery(name).name, name);
  EXPECT_GE(catalog.names("frameworks").size(), 9u);
  // A spare that stands by takes over sooner than the platform gives another node.
  for (const std::string& name : catalog.names("recoveries")) {
    EXPECT_GT(catalog.recovery(name).swap, Seconds{}) << name;
    EXPECT_LE(catalog.recovery(name).swap, catalog.recovery(name).replacement) << name;
  }
}

}  // namespace practice_items_test
}  // namespace fmplan::catalog
