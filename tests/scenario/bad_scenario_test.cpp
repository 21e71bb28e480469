// Broken scenarios: every problem at once, each with its place, the value, the rule and a value that would do.

#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/scenario/scenario_json.h"
#include "core/text/json_text.h"
#include "tests/catalog/catalog_folder.h"
#include "tests/scenario/bad_scenarios.h"
#include "tests/scenario/changed_scenario.h"

namespace fmplan::scenario {
namespace bad_scenario_test {

using nlohmann::json;
using testing::HasSubstr;

const catalog::Catalog& catalog() {
  static const catalog::Catalog kCatalog = catalog::Catalog::shipped();
  return kCatalog;
}

Issues issues_of(const json& document, const std::filesystem::path& folder = ".") {
  try {
    read_scenario(document, catalog(), folder);
  } catch (const InputError& error) {
    return error.issues();
  }
  return {};
}

std::string listed(const Issues& issues) {
  std::string text;
  for (const Issue& issue : issues) text += issue.where + ": " + issue.message + "\n";
  return text;
}

TEST(ReadScenario, AcceptsTheGoodScenarioThatTheBrokenOnesAreMadeFrom) {
  EXPECT_EQ(listed(issues_of(json::parse(kGoodScenario))), "");
}

TEST(ReadScenario, TellsEveryProblemWithItsPlaceTheValueTheRuleAndAValueThatWorks) {
  EXPECT_GE(broken_scenarios().size(), 60u);
  for (const BrokenScenario& broken : broken_scenarios()) {
    SCOPED_TRACE(broken.claim);
    const Issues issues = issues_of(changed_scenario(broken.changes));
    ASSERT_EQ(issues.size(), broken.complaints.size()) << listed(issues);
    for (std::size_t i = 0; i < issues.size(); ++i) {
      EXPECT_EQ(issues[i].where, broken.complaints[i].where) << issues[i].message;
      for (const char* part : broken.complaints[i].parts) EXPECT_THAT(issues[i].message, HasSubstr(part));
    }
  }
}

// What a message offers is accepted: the offer is put in place of the value refused.
TEST(ReadScenario, OffersValuesThatItAccepts) {
  struct Offer {
    const char* broken;
    const char* offered;
  };
  const Offer offers[] = {{"training.global_batch_size=63", "training.global_batch_size=62"},
                          {"training.global_batch_size=63", "training.global_batch_size=64"},
                          {"cluster.nodes=3", "cluster.nodes=2"},
                          {"cluster.nodes=3", "cluster.nodes=4"},
                          {"cluster.nodes=4.5", "cluster.nodes=4"},
                          {"training.parallel.virtual_pipeline=3", "training.parallel.virtual_pipeline=4"},
                          {"training.parallel.offload=true", R"(training.parallel.offload={"optimizer": true})"},
                          {"training.parallel.data=1", "training.parallel.data=2"},
                          {"training.parallel.zero_stage=4", "training.parallel.zero_stage=3"},
                          {"cluster.storage.capacity=100", "cluster.storage.capacity=100 GB"},
                          {"run.evaluation=20", "run.evaluation=12 %"},
                          {"price.region=us-esat-1", "price.region=us-east-1"}};
  for (const Offer& offer : offers) {
    EXPECT_FALSE(issues_of(changed_scenario({offer.broken})).empty()) << offer.broken;
    EXPECT_EQ(listed(issues_of(changed_scenario({offer.offered}))), "") << offer.offered;
  }
}

TEST(ReadScenario, RefusesWhatIsNoObject) {
  for (const char* text : {"[]", "7", "null", "\"scenario\"", "true"}) {
    const Issues issues = issues_of(json::parse(text));
    ASSERT_EQ(issues.size(), 1u) << text << "\n" << listed(issues);
    EXPECT_EQ(issues[0].where, "");
    EXPECT_THAT(issues[0].message, HasSubstr("is not an object"));
  }
}

// A region that some list names is a real one: what is not known there is the price, and that is an answer.
TEST(ReadScenario, TakesAKnownRegionWithoutAPriceForAnAnswer) {
  const plan::Scenario scenario =
      read_scenario(changed_scenario({"cluster.instance=p6-b300.48xlarge", "price.region=ap-south-1"}), catalog(), ".");
  EXPECT_FALSE(scenario.price.chosen.has_value());
}

// GCP's usual region, us-central1, sells no TPU v5p: us-east1 has it at 4.2 $/h a chip, four of which are a host.  Who
// says a region gets that one, with a price or without.
TEST(ReadScenario, TakesARegionThatSellsTheMachineWhereNoneIsSaid) {
  std::vector<std::string> changes = {"cluster.instance=ct5p-hightpu-4t", "-price.region"};
  const plan::Scenario unsaid = read_scenario(changed_scenario(changes), catalog(), ".");
  EXPECT_EQ(unsaid.price.region, "us-east1");
  ASSERT_TRUE(unsaid.price.chosen && unsaid.price.chosen->price);
  EXPECT_NEAR(*unsaid.price.chosen->price / (dollar / hour), 4 * 4.2, 1e-9);
  changes.emplace_back("price.region=us-central1");
  EXPECT_FALSE(read_scenario(changed_scenario(changes), catalog(), ".").price.chosen);
}

// Sold as capacity blocks alone, each elsewhere: trn2 in Ohio, the UltraServer in a Local Zone of Dallas, p5e nowhere
// in Northern Virginia since the price of all regions ended on 2026-01-04.  Before any price is known, where it will
// be.
TEST(ReadScenario, TakesARegionThatSellsTheMachineInAnotherWay) {
  const auto region = [](const char* machine, const char* day) {
    const std::vector<std::string> changes = {std::string("cluster.instance=") + machine, "-price.region",
                                              std::string("run.start=") + day, "-price.on",
                                              "training.global_batch_size=72"};
    return read_scenario(changed_scenario(changes), catalog(), ".").price.region;
  };
  EXPECT_EQ(region("trn2.48xlarge", "2026-08-01"), "us-east-2");
  EXPECT_EQ(region("u-p6e-gb200x72", "2026-08-01"), "us-east-1-dfw-2a");
  EXPECT_EQ(region("u-p6e-gb200x72", "2025-08-01"), "us-east-1-dfw-2a");
  EXPECT_EQ(region("p5e.48xlarge", "2025-06-01"), "us-east-1");
  EXPECT_NE(region("p5e.48xlarge", "2026-08-01"), "us-east-1");
}

TEST(ReadScenario, TellsWhereInAModelFileTheProblemIs) {
  const catalog::CatalogFolder folder;
  folder.write("config.json", R"({"model_type": "llama", "hidden_size": 1.5, "num_hidden_layers": 32,
      "num_attention_heads": 32, "vocab_size": 1000, "intermediate_size": 64})");
  folder.write("cut.json", R"({"model_type": "llama", )");
  const Issues issues = issues_of(changed_scenario({"model=config.json"}), folder.root());
  ASSERT_EQ(issues.size(), 1u) << listed(issues);
  EXPECT_EQ(issues[0].where, "/model");
  EXPECT_THAT(issues[0].message,
              testing::AllOf(HasSubstr("config.json#/hidden_size"), HasSubstr("1.5 is not a whole number")));
  const Issues cut = issues_of(changed_scenario({"model=cut.json"}), folder.root());
  ASSERT_EQ(cut.size(), 1u) << listed(cut);
  EXPECT_THAT(cut[0].message, HasSubstr("not valid JSON"));
}

TEST(ReadScenario, TellsWhereInACatalogueItemTheProblemIs) {
  const catalog::CatalogFolder folder;
  folder.write("recoveries/mine.json",
               R"({"version": 1, "kind": "recovery", "name": "mine", "detection": "60 s", "replacement": 600,
                   "initialisation": "50 s"})");
  const catalog::Catalog overlaid = catalog::Catalog::shipped(folder.root().string());
  try {
    read_scenario(changed_scenario({"run.recovery=mine"}), overlaid, ".");
    FAIL() << "was accepted";
  } catch (const InputError& error) {
    ASSERT_EQ(error.issues().size(), 1u);
    EXPECT_EQ(error.issues()[0].where, "/run/recovery");
    EXPECT_THAT(error.issues()[0].message,
                testing::AllOf(HasSubstr("mine.json#/replacement"), HasSubstr("600 has no unit")));
  }
}

struct BrokenText {
  const char* claim;
  std::string text;
  const char* where;
  std::vector<const char*> parts;
};

TEST(ParseJson, RefusesTextsThatAreNoJson) {
  const BrokenText cases[] = {
      {"nothing", "", "s.json", {"line 1, column 1", "not valid JSON"}},
      {"a truncated document",
       std::string(kGoodScenario).substr(0, 300),
       "s.json",
       {"line 8, column 24", "not valid JSON", "missing closing quote"}},
      {"a document without its end",
       R"({"version": 1, "model": )",
       "s.json",
       {"line 1, column 25", "unexpected end of input"}},
      {"text after the end", "{} {}", "s.json", {"line 1, column 4"}},
      {"a comma too many", "{\n  \"a\": 1,\n}", "s.json", {"line 3, column 1"}},
      {"single quotes", "{'a': 1}", "s.json", {"line 1, column 2"}},
      {"a comment", "{\"a\": 1} // no", "s.json", {"line 1, column 10"}},
      {"NaN", "{\"a\": NaN}", "s.json", {"line 1, column 7", "not valid JSON"}},
      {"Infinity", "{\"a\": -Infinity}", "s.json", {"line 1", "not valid JSON"}},
      {"a number beyond doubles", "{\n \"a\": 1e999}", "s.json", {"line 2, column 7", "1e999", "beyond 1.8e308"}},
      {"a leading zero", "{\"a\": 007}", "s.json", {"line 1, column 8"}},
      {"bytes that are not UTF-8", "{\"name\": \"\xff\"}", "s.json", {"line 1, column 11", "not valid JSON", "UTF-8"}},
      {"half a surrogate pair", R"({"name": "\ud800"})", "s.json", {"not valid JSON"}},
      {"a NUL byte", std::string("{\"a\"\0: 1}", 9), "s.json", {"line 1, column 5"}},
      {"a duplicate key", R"({"version": 1, "version": 1})", "s.json#/version", {"stands twice", "keep one"}},
      {"a duplicate key in a list",
       R"({"a": [0, {"b": {"c": 1, "d": 2, "c": 3}}]})",
       "s.json#/a/1/b/c",
       {"stands twice"}},
      {"nesting beyond reason", std::string(100'000, '['), "s.json", {"line 1, column 65", "deeper than 64"}},
  };
  for (const BrokenText& broken : cases) {
    SCOPED_TRACE(broken.claim);
    try {
      text::parse_json(broken.text, "s.json");
      ADD_FAILURE() << "was accepted";
    } catch (const InputError& error) {
      ASSERT_EQ(error.issues().size(), 1u);
      EXPECT_EQ(error.issues()[0].where, broken.where);
      for (const char* part : broken.parts) EXPECT_THAT(error.issues()[0].message, HasSubstr(part));
    }
  }
}

TEST(ParseJson, TellsEveryDuplicateKey) {
  try {
    text::parse_json(R"({"a": 1, "a": 2, "b": {"c": 1, "c": 2}, "x/y": 1, "x/y": 2})", "s.json");
    FAIL() << "was accepted";
  } catch (const InputError& error) {
    ASSERT_EQ(error.issues().size(), 3u);
    EXPECT_EQ(error.issues()[0].where, "s.json#/a");
    EXPECT_EQ(error.issues()[1].where, "s.json#/b/c");
    EXPECT_EQ(error.issues()[2].where, "s.json#/x~1y");
  }
}

// The same key in two objects, or in the elements of a list, is no duplicate.
TEST(ParseJson, TakesTheSameKeyInTwoObjects) {
  EXPECT_NO_THROW(text::parse_json(R"([{"a": 1}, {"a": {"a": [{"a": 1}, {"a": 2}]}}, {"a": 1, "b": 1}])", "s.json"));
}

TEST(ReadTextFile, StopsAtItsLimit) {
  const catalog::CatalogFolder folder;
  const std::filesystem::path path = folder.root() / "brackets.json";
  {
    std::ofstream out(path, std::ios::binary);
    const std::string block(1 << 20, '[');
    for (int i = 0; i < 100; ++i) out << block;
  }
  try {
    text::read_json_file(path);
    FAIL() << "was accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("is larger than 16 MiB"));
  }
}

TEST(ReadTextFile, RefusesFoldersAndWhatIsNotThere) {
  const catalog::CatalogFolder folder;
  EXPECT_THROW(text::read_text_file(folder.root()), InputError);
  EXPECT_THROW(text::read_text_file(folder.root() / "none.json"), InputError);
}

}  // namespace bad_scenario_test
}  // namespace fmplan::scenario
