// Where a plan places the layers of a model: arithmetic done by hand, published layouts, and laws of every layout.

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "core/model/schedule_laws.h"
#include "core/model/stage_layout.h"
#include "tests/model/known_models.h"

namespace fmplan::model {
namespace stage_layout_test {

using enum PipelineSchedule;

std::vector<int> layers_of_stages(const Transformer& model, const ParallelPlan& plan,
                                  LayerDeal deal = LayerDeal::kEven) {
  std::vector<int> layers;
  for (const StageContent& stage : stage_layout(model, plan, deal).stages) layers.push_back(stage.num_layers());
  return layers;
}

std::vector<int> layers_of_ranks(const Transformer& model, const ParallelPlan& plan) {
  std::vector<int> layers;
  for (const RankContent& rank : stage_layout(model, plan).ranks) layers.push_back(rank.all.num_layers());
  return layers;
}

/// `first`, then `num` times `inner`, then `last`.
std::vector<int> three(int first, int num, int inner, int last) {
  std::vector<int> layers(static_cast<std::size_t>(num) + 2, inner);
  layers.front() = first;
  layers.back() = last;
  return layers;
}

Transformer with_layers(Transformer model, int num_layers) {
  model.num_layers = num_layers;
  return model;
}

Transformer deepseek_v3_with_mtp() {
  Transformer model = deepseek_v3();
  model.num_mtp_layers = 1;
  return model;
}

// What divides is divided, embedding and head on top.
TEST(StageLayout, DealsEvenlyWhatDivides) {
  EXPECT_EQ(layers_of_stages(llama3_70b(), {.pipeline = 4}), (std::vector<int>{20, 20, 20, 20}));
  EXPECT_EQ(layers_of_stages(llama3_8b(), {.pipeline = 4, .virtual_pipeline = 4}), std::vector<int>(16, 2));
  EXPECT_EQ(layers_of_stages(llama3_8b(), {}), (std::vector<int>{32}));
}

// 126 + 2 = 128 = 16 · 8: one layer less in the first and the last stage, as the Llama 3 paper says (§3.3.2).  With
// eight chunks a rank the first chunk is the embedding alone and the last the head alone, as it says too.
TEST(StageLayout, OfLlama3_405BSparesBothEnds) {
  EXPECT_EQ(layers_of_stages(llama3_405b(), {.pipeline = 16}), three(7, 14, 8, 7));
  EXPECT_EQ(layers_of_stages(llama3_405b(), {.pipeline = 16, .virtual_pipeline = 8}), three(0, 126, 1, 0));
  EXPECT_EQ(layers_of_ranks(llama3_405b(), {.pipeline = 16, .virtual_pipeline = 8}), three(7, 14, 8, 7));
}

// 61 + 1 + 1 = 63 = 16 · 3 + 15: four for the first fifteen stages, of the first one is the embedding.  With an MTP
// module, which counts as a block and a head, 65 = 16 · 4 + 1: the first has five with the embedding, and of the last's
// four three are head and module.  These are Megatron-Bridge's layouts of DeepSeek-V3 on 4, 8 and 16 stages.
TEST(StageLayout, Of61Layers) {
  EXPECT_EQ(layers_of_stages(deepseek_v3(), {.pipeline = 16}), three(3, 14, 4, 2));
  EXPECT_EQ(layers_of_stages(deepseek_v3_with_mtp(), {.pipeline = 16}), three(4, 14, 4, 1));
  EXPECT_EQ(layers_of_stages(deepseek_v3_with_mtp(), {.pipeline = 4, .virtual_pipeline = 4}), three(4, 14, 4, 1));
  EXPECT_EQ(layers_of_stages(deepseek_v3_with_mtp(), {.pipeline = 8}), three(8, 6, 8, 5));
  EXPECT_EQ(layers_of_stages(deepseek_v3_with_mtp(), {.pipeline = 4}), three(16, 2, 16, 13));
}

// BLOOM counts embedding and head as layers, 72 = 12 · 6; Megatron-Bridge's GLM-4.5-Air has 46 + 2 = 48 = 4 · 12 = 8 ·
// 6 = 16 · 3, its Qwen3-235B 94 + 2 = 96 = 8 · 12.
TEST(StageLayout, OfPublishedLayouts) {
  EXPECT_EQ(layers_of_stages(with_layers(llama3_8b(), 70), {.pipeline = 12}), three(5, 10, 6, 5));
  EXPECT_EQ(layers_of_stages(with_layers(llama3_8b(), 46), {.pipeline = 4}), three(11, 2, 12, 11));
  EXPECT_EQ(layers_of_stages(with_layers(llama3_8b(), 46), {.pipeline = 8}), three(5, 6, 6, 5));
  EXPECT_EQ(layers_of_stages(with_layers(llama3_8b(), 46), {.pipeline = 16}), three(2, 14, 3, 2));
  EXPECT_EQ(layers_of_stages(with_layers(llama3_8b(), 94), {.pipeline = 8}), three(11, 6, 12, 11));
}

// Five layers on four ranks: 5 + 2 = 7 would leave the last rank its head alone.  Counted without, 6 = 4 + 2: two, of
// which one is the embedding, two, one, one.
TEST(StageLayout, LeavesEveryRankALayer) {
  EXPECT_EQ(layers_of_stages(with_layers(llama3_8b(), 5), {.pipeline = 4}), (std::vector<int>{1, 2, 1, 1}));
  for (int layers = 1; layers <= 40; ++layers)
    for (int pipeline = 1; pipeline <= layers; ++pipeline)
      for (const int modules : {0, 1, 2})
        for (const int chunks : {1, 2, 3}) {
          Transformer model = with_layers(llama3_8b(), layers);
          model.num_mtp_layers = modules;
          for (const int of_rank : layers_of_ranks(model, {.pipeline = pipeline, .virtual_pipeline = chunks}))
            EXPECT_GE(of_rank, 1) << layers << " " << pipeline << " " << chunks << " " << modules;
        }
}

// Ten layers on four ranks as a V: 10 + 2 = 12 = 8 + 4: two for the first four stages, the embedding one of them, and
// one for the others, the head one of them.  Rank 0 has 1 + 0, the others 2 + 1.  Twelve layers divide: rank by rank
// two and one.
TEST(StageLayout, OfAVHasBothEndsOnTheFirstRank) {
  const ParallelPlan plan{.pipeline = 4, .virtual_pipeline = 2, .schedule = kZeroBubbleV};
  EXPECT_EQ(layers_of_stages(with_layers(llama3_8b(), 10), plan), (std::vector<int>{1, 2, 2, 2, 1, 1, 1, 0}));
  EXPECT_EQ(layers_of_ranks(with_layers(llama3_8b(), 10), plan), (std::vector<int>{1, 3, 3, 3}));
  EXPECT_EQ(layers_of_ranks(with_layers(llama3_8b(), 12), plan), (std::vector<int>{3, 3, 3, 3}));
  const StageLayout layout = stage_layout(with_layers(llama3_8b(), 10), plan);
  EXPECT_TRUE(layout.ranks[0].all.embedding && layout.ranks[0].all.head);
  EXPECT_EQ(layout.ranks[1].ways[0], layout.stages[1]);
  EXPECT_EQ(layout.ranks[1].ways[1], layout.stages[6]);
}

// Both copies of each stage: rank 0 has stages 0 and 3.
TEST(StageLayout, FromBothEndsHasEachStageTwice) {
  const StageLayout layout = stage_layout(llama3_8b(), {.pipeline = 4, .schedule = kDualPipe});
  EXPECT_EQ(layout.stages.size(), 4u);
  for (int rank = 0; rank < 4; ++rank) {
    EXPECT_EQ(layout.ranks[rank].ways[0], layout.stages[rank]);
    EXPECT_EQ(layout.ranks[rank].ways[1], layout.stages[3 - rank]);
    EXPECT_EQ(layout.ranks[rank].all.num_layers(), 16);
  }
}

// A layer's products are 218.1M, the head's 525.3M = 2.41 layers, a share of four (32 + 2.41)/4 = 8.60.  A stage keeps
// the layer that passes its share: 9, up to 17.2: 18, up to 25.8: 26, and the last 6 with the head.
TEST(StageLayout, ByCostBurdensTheFirstStages) {
  EXPECT_EQ(layers_of_stages(llama3_8b(), {.pipeline = 4}, LayerDeal::kByCost), (std::vector<int>{9, 9, 8, 6}));
  EXPECT_EQ(layers_of_stages(llama3_8b(), {.pipeline = 4, .virtual_pipeline = 2}, LayerDeal::kByCost),
            std::vector<int>(8, 4));
}

// DeepSeek-V3's first three layers are dense.
TEST(StageLayout, TellsDenseLayersFromMixtures) {
  const StageLayout layout = stage_layout(deepseek_v3(), {.pipeline = 16});
  EXPECT_EQ(layout.stages[0].num_dense_layers(), 3);
  EXPECT_EQ(layout.stages[0].num_moe_layers(), 0);
  EXPECT_EQ(layout.stages[0].expert_parameters, 0);
  EXPECT_EQ(layout.stages[1].num_moe_layers(), 4);
  // Three products of 7168 × 2048 in each of 256 experts.
  EXPECT_EQ(layout.stages[1].expert_parameters, std::int64_t{4} * 256 * 3 * 7168 * 2048);
}

// Every sixth layer sees everything; every second is a mixture: layers 5, 11, … of twelve are full, 1, 3, 5, …
// mixtures.
TEST(StageLayout, TellsWindowsFromFullAttention) {
  Transformer model = with_layers(mixtral_8x7b(), 12);
  model.moe->layer_interval = 2;
  model.sliding_window = SlidingWindow{.window = 1024, .period = 6};
  const auto kinds = layers_by_kind(model);
  EXPECT_EQ(kinds, (std::array<int, 4>{0, 2, 6, 4}));
  EXPECT_EQ(stage_layout(model, {.pipeline = 2}).stages[0].layers, (std::array<int, 4>{0, 1, 3, 2}));
  EXPECT_EQ(layer_kind(model, 5), LayerKind::kMoe);
  EXPECT_EQ(layer_kind(model, 4), LayerKind::kWindowedDense);
  model.moe.reset();
  EXPECT_EQ(layers_by_kind(model), (std::array<int, 4>{2, 0, 10, 0}));
}

// A tied head has the embedding's matrix, and so have MTP modules: a copy where it is not there.
TEST(StageLayout, CopiesTheEmbeddingWhereItIsNotAtHand) {
  EXPECT_TRUE(stage_layout(gpt3_175b(), {.pipeline = 2}).ranks[1].copies_embedding);
  EXPECT_FALSE(stage_layout(gpt3_175b(), ParallelPlan{}).ranks[0].copies_embedding);
  EXPECT_FALSE(stage_layout(llama3_8b(), {.pipeline = 2}).ranks[1].copies_embedding);
  EXPECT_TRUE(stage_layout(deepseek_v3_with_mtp(), {.pipeline = 2}).ranks[1].copies_embedding);
  EXPECT_FALSE(stage_layout(deepseek_v3_with_mtp(), {.pipeline = 2, .virtual_pipeline = 2, .schedule = kZeroBubbleV})
                   .ranks[0]
                   .copies_embedding);
}

// "Et*3|(tt|)*29,m|L" on 16 ranks of two chunks, as Megatron-Core's documentation tabulates it: rank 0 embedding and
// 3 + 2 layers, ranks 1 to 13 2 + 2, rank 14 two and the module, rank 15 two and the loss.
TEST(StageLayout, IsWhatThePlanStates) {
  ParallelPlan plan{.pipeline = 16, .virtual_pipeline = 2};
  plan.layout.assign(32, StageShare{.num_layers = 2});
  plan.layout.front() = {.num_layers = 3, .embedding = true};
  plan.layout[30] = {.mtp_modules = 1};
  plan.layout[31] = {.head = true};
  const StageLayout layout = stage_layout(deepseek_v3_with_mtp(), plan);
  EXPECT_EQ(layout.ranks[0].all.num_layers(), 5);
  EXPECT_TRUE(layout.ranks[0].all.embedding);
  for (int rank = 1; rank < 14; ++rank) EXPECT_EQ(layout.ranks[rank].all.num_layers(), 4) << rank;
  EXPECT_EQ(layout.ranks[14].all.num_layers(), 2);
  EXPECT_EQ(layout.ranks[14].all.mtp_modules, 1);
  EXPECT_TRUE(layout.ranks[14].copies_embedding);
  EXPECT_EQ(layout.ranks[15].all.num_layers(), 2);
  EXPECT_TRUE(layout.ranks[15].all.head);
  EXPECT_FALSE(layout.ranks[15].copies_embedding);
}

// First, inner and last ranks.  The embedding alone sets no rank apart.
TEST(StageLayout, RunsAreOfRanksThatTakeAsLong) {
  EXPECT_EQ(stage_layout(llama3_405b(), {.pipeline = 16}).runs, (std::vector<RankRun>{{0, 1}, {1, 14}, {15, 1}}));
  EXPECT_EQ(stage_layout(llama3_8b(), {.pipeline = 4}).runs, (std::vector<RankRun>{{0, 3}, {3, 1}}));
}

// Layers and parameters of all stages add up to the model's, whatever the plan.
TEST(StageLayout, AddsUpToTheModel) {
  Transformer hybrid = mixtral_8x7b();
  hybrid.moe->layer_interval = 2;
  hybrid.sliding_window = SlidingWindow{.window = 1024, .period = 4};
  for (const Transformer& model : {llama3_8b(), gpt3_175b(), deepseek_v3(), deepseek_v3_with_mtp(), hybrid}) {
    const ParameterCount count = count_parameters(model);
    for (const ScheduleLaw& law : schedule_laws())
      for (const int pipeline : {1, 2, 3, 4, 7, 8, 16})
        for (const int chunks : {1, 2, 3})
          for (const LayerDeal deal : {LayerDeal::kEven, LayerDeal::kByCost}) {
            if (chunks < law.fewest_chunks || chunks > law.most_chunks || 2 * pipeline > model.num_layers) continue;
            const ParallelPlan plan{.pipeline = pipeline, .virtual_pipeline = chunks, .schedule = law.schedule};
            const StageLayout layout = stage_layout(model, plan, deal);
            ASSERT_EQ(static_cast<int>(layout.stages.size()), num_stages(plan));
            StageContent stages, ranks;
            for (const StageContent& stage : layout.stages) stages += stage;
            for (const RankContent& rank : layout.ranks) ranks += rank.all;
            EXPECT_EQ(stages.layers, layers_by_kind(model)) << model.name;
            EXPECT_EQ(stages.mtp_modules, model.num_mtp_layers);
            EXPECT_EQ(stages.dense_parameters + stages.expert_parameters, count.total + count.mtp) << model.name;
            const int copies = keeps_two_copies(plan) ? 2 : 1;
            EXPECT_EQ(ranks.num_layers(), copies * model.num_layers);
            EXPECT_EQ(ranks.dense_parameters, copies * stages.dense_parameters);
            EXPECT_EQ(ranks.expert_parameters, copies * stages.expert_parameters);
            const int in_runs = std::accumulate(layout.runs.begin(), layout.runs.end(), 0,
                                                [](int sum, const RankRun& run) { return sum + run.num_ranks; });
            EXPECT_EQ(in_runs, pipeline);
          }
  }
}

}  // namespace stage_layout_test
}  // namespace fmplan::model
