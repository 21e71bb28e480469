// Layouts as scenarios state them: Megatron-Core's texts and switches, lists, and what is written back.  What is
// refused is listed in bad_scenarios.h.

#include "core/scenario/pipeline_layout.h"

#include <gtest/gtest.h>

#include "core/catalog/catalog.h"
#include "core/model/stage_layout.h"
#include "core/plan/evaluate.h"
#include "core/scenario/plan_json.h"
#include "core/scenario/resolved_scenario.h"
#include "core/scenario/scenario_json.h"
#include "tests/scenario/good_scenarios.h"

namespace fmplan::scenario {
namespace pipeline_layout_test {

using model::StageShare;
using nlohmann::json;

std::vector<StageShare> parsed(std::string_view text) {
  Issues issues;
  const std::vector<StageShare> layout = parse_layout(text, "/layout", issues);
  EXPECT_TRUE(issues.empty()) << text << ": " << (issues.empty() ? "" : issues.front().message);
  return layout;
}

const catalog::Catalog& catalog() {
  static const catalog::Catalog kCatalog = catalog::Catalog::shipped();
  return kCatalog;
}

json with(const std::vector<std::string>& sets) {
  json document = json::parse(kGoodScenario);
  for (const std::string& set : sets) set_value(document, set);
  return document;
}

plan::Scenario read(const std::vector<std::string>& sets) { return read_scenario(with(sets), catalog(), "."); }

/// Layers of the stages that a scenario's plan has.
std::vector<int> layers(const plan::Scenario& scenario) {
  std::vector<int> layers;
  for (const auto& stage : stage_layout(scenario.model, scenario.parallel).stages) layers.push_back(stage.num_layers());
  return layers;
}

// Megatron-Core's own example: [E t t t], 29 times [t t], [m], [L].
TEST(ParseLayout, ReadsMegatronsExample) {
  const std::vector<StageShare> layout = parsed("Et*3|(tt|)*29,m|L");
  ASSERT_EQ(layout.size(), 32u);
  EXPECT_EQ(layout[0], (StageShare{.num_layers = 3, .embedding = true}));
  for (std::size_t i = 1; i < 30; ++i) EXPECT_EQ(layout[i], (StageShare{.num_layers = 2})) << i;
  EXPECT_EQ(layout[30], (StageShare{.mtp_modules = 1}));
  EXPECT_EQ(layout[31], (StageShare{.head = true}));
}

// The comments of its parser, with ends: a group is repeated where it stands, and a stage may be empty.
TEST(ParseLayout, UnrollsGroupsAsMegatronDoes) {
  EXPECT_EQ(parsed("Et(t|tt|)*2,tL"), parsed("Ett|tt|t|tt|tL"));
  EXPECT_EQ(parsed("E(tt)*3L"), parsed("Et*6L"));
  EXPECT_EQ(parsed("E(|t*2)*2|L"), parsed("E|tt|tt|L"));
  EXPECT_EQ(parsed("E||t|L")[1], StageShare{});
}

// What is written is what is read again.
TEST(LayoutText, IsReadAsTheSameStages) {
  for (const char* text : {"Et*3|(tt|)*29,m|L", "E||t|L", "EtL", "Et*4|(t*4|)*14tmmL", "E|t|t|t|L", "EL"})
    EXPECT_EQ(parsed(layout_text(parsed(text))), parsed(text)) << text;
  EXPECT_EQ(layout_text(parsed("Et*3|(tt|)*29,m|L")), "Et*3|(t*2|)*29m|L");
  EXPECT_EQ(layout_text(parsed("Ett|tt|ttL")), "Et*2|t*2|t*2L");
}

TEST(ReadLayout, TakesATextAListOrSwitches) {
  const auto text = read({"training.parallel.layout=Et*15|t*17L"}).parallel.layout;
  EXPECT_EQ(text, (std::vector<StageShare>{{.num_layers = 15, .embedding = true}, {.num_layers = 17, .head = true}}));
  EXPECT_EQ(read({"training.parallel.layout=[15, 17]"}).parallel.layout, text);
  EXPECT_EQ(read({R"(training.parallel.layout={"num_layers_in_first_pipeline_stage": 15})"}).parallel.layout, text);
  EXPECT_TRUE(read({}).parallel.layout.empty());
}

// 126 + 2 = 16 · 8, a layer off at either end: the rule's own layout.  With eight chunks the ends are alone.
TEST(ReadLayout, CountsEmbeddingAndLossAsMegatronDoes) {
  const std::vector<std::string> llama = {"model=llama-3.1-405b", "cluster.nodes=16", "training.parallel.pipeline=16"};
  std::vector<std::string> counted = llama;
  counted.push_back(R"(training.parallel.layout={"account_for_embedding_in_pipeline_split": true,
                                                 "account_for_loss_in_pipeline_split": true})");
  EXPECT_EQ(layers(read(counted)), layers(read(llama)));
  counted.push_back("training.parallel.virtual_pipeline=8");
  const plan::Scenario interleaved = read(counted);
  EXPECT_EQ(interleaved.parallel.layout.front(), (StageShare{.embedding = true}));
  EXPECT_EQ(interleaved.parallel.layout.back(), (StageShare{.head = true}));
  EXPECT_EQ(interleaved.parallel.layout[64], (StageShare{.num_layers = 1}));
}

// DeepSeek-V3: 61 − 3 − 2 = 14 · 4.  With two chunks a rank 32 − 14 = 18 and 14 are halved.
TEST(ReadLayout, TakesTheLayersOfTheEndsAsMegatronDoes) {
  const auto deepseek = read({"model=deepseek-v3", "cluster.nodes=16", "training.parallel.pipeline=16",
                              R"(training.parallel.layout={"num_layers_in_first_pipeline_stage": 3,
                                                           "num_layers_in_last_pipeline_stage": 2})"});
  std::vector<int> expected(16, 4);
  expected.front() = 3;
  expected.back() = 2;
  EXPECT_EQ(layers(deepseek), expected);
  EXPECT_EQ(deepseek.parallel.layout.back().mtp_modules, deepseek.model.num_mtp_layers);
  const auto chunks = read({"training.parallel.virtual_pipeline=2",
                            R"(training.parallel.layout={"num_layers_in_last_pipeline_stage": 14})"});
  EXPECT_EQ(layers(chunks), (std::vector<int>{9, 7, 9, 7}));
}

TEST(ReadLayout, GivesTheChunksThatARankHolds) {
  const auto scenario = read({R"(training.parallel={"tensor": 8, "pipeline": 2, "layout": "Et*8|(t*8|)*2t*8L"})"});
  EXPECT_EQ(scenario.parallel.virtual_pipeline, 2);
  for (const plan::Assumption& assumption : scenario.assumptions)
    EXPECT_EQ(assumption.value.find("virtual_pipeline"), std::string::npos) << assumption.value;
}

// The report states the layout, and its resolved scenario is the same plan again.
TEST(ResolvedScenario, KeepsTheStatedLayout) {
  for (const char* layout : {"training.parallel.layout=Et*15|t*17L", "training.parallel.layout=[15, 17]"}) {
    const json document = with({layout});
    const plan::Scenario scenario = read_scenario(document, catalog(), ".");
    const plan::Scenario again = read_scenario(resolved_scenario(document, evaluate(scenario)), catalog(), ".");
    EXPECT_EQ(again.parallel, scenario.parallel);
    EXPECT_EQ(parallel_json(scenario.parallel)["layout"], "Et*15|t*17L");
  }
}

}  // namespace pipeline_layout_test
}  // namespace fmplan::scenario
