#include "core/evidence/listed_ranks.h"

#include <string>

#include <gtest/gtest.h>

#include "core/base/words.h"

namespace fmplan::evidence {
namespace listed_ranks_test {

std::optional<ListedRank> rank_in(const std::string& line) { return listed_rank(words_of(line)); }

RankList list(const std::vector<ListedRank>& ranks) {
  RankList result;
  for (const ListedRank& rank : ranks) result[rank.number] = rank;
  return result;
}

ListedRank rank(int number, const std::string& host, int device) {
  return {.number = number, .host = host, .process = {}, .device = device, .gpu = {}};
}

/// Each of `hosts` with so many ranks.
RankList whole(const std::vector<std::string>& hosts, int each) {
  RankList result;
  for (const std::string& host : hosts)
    for (int device = 0; device < each; ++device) {
      const int number = static_cast<int>(result.size());
      result[number] = rank(number, host, device);
    }
  return result;
}

std::string layout(const RankList& ranks, const LayoutSaid& said = {}) {
  const auto found = resolved_layout(ranks, said);
  if (const auto* missing = std::get_if<std::string>(&found)) return *missing;
  const NodeLayout& l = std::get<NodeLayout>(found);
  return std::to_string(l.nodes) + "x" + std::to_string(l.gpus_per_node);
}

TEST(ListedRank, KeepsTheNumbersOfTheGpu) {
  const auto rank = rank_in("Rank 15 Group  0 Pid 1924610 on cetus-g88-061 device  7 [0xd7] NVIDIA GeForce RTX 5090");
  ASSERT_TRUE(rank);
  EXPECT_EQ(*rank, (ListedRank{15, "cetus-g88-061", "1924610", 7, "NVIDIA GeForce RTX 5090"}));
  EXPECT_EQ(rank_in("Rank  0 Pid  1 on h device  0 [0x 3] Tesla V100-SXM2-16GB")->gpu, "Tesla V100-SXM2-16GB");
  EXPECT_EQ(rank_in("Rank  7 Group  0 Pid 2 device  7 [0000:cc:00] NVIDIA B200")->host, "");
  for (const char* line : {"Rank x on h device 0", "Rank", "Ranks 1 on h device 0", "Rank 0 on h", ""})
    EXPECT_FALSE(rank_in(line)) << line;
}

TEST(LayoutOf, AWholeListHasItsHosts) {
  EXPECT_EQ(layout_of(whole({"a", "b"}, 4)), (NodeLayout{2, 4}));
  EXPECT_FALSE(layout_of({}));
  EXPECT_FALSE(layout_of(list({rank(0, "a", 0), rank(1, "a", 1), rank(2, "b", 0)}))) << "two and one";
}

// Ranks 7 and 15 of 16, each on device 7 of another host: no fewer than two hosts, no fewer than eight GPUs on each.
TEST(LayoutOf, AShortenedListTellsWhereNothingIsLeftOpen) {
  EXPECT_EQ(layout_of(list({rank(7, "a", 7), rank(15, "b", 7)})), (NodeLayout{2, 8}));
  EXPECT_EQ(num_ranks(list({rank(7, "a", 7), rank(15, "b", 7)})), 16);
  EXPECT_FALSE(layout_of(list({rank(127, "a", 3)}))) << "32 nodes of 4, or 16 of 8";
}

TEST(ResolvedLayout, TakesWhatIsSaidThenTheListThenTheMachine) {
  const RankList last = list({rank(127, "a", 3)});
  EXPECT_EQ(layout(last, {.nodes = 32, .gpus_per_node = {}, .node_gpus = {}}), "32x4");
  EXPECT_EQ(layout(last, {.nodes = {}, .gpus_per_node = {}, .node_gpus = 4}), "32x4");
  EXPECT_EQ(layout(last), "does not say on how many nodes it ran; give --nodes");
  EXPECT_EQ(layout(whole({"a", "b"}, 4), {.nodes = {}, .gpus_per_node = {}, .node_gpus = 8}), "2x4")
      << "half of each node, as the log lists";
  EXPECT_EQ(layout(whole({"a", "b"}, 4), {.nodes = 1, .gpus_per_node = {}, .node_gpus = 8}), "1x8")
      << "two containers of one node";
  EXPECT_EQ(layout(whole({"a", "b"}, 8), {.nodes = 4, .gpus_per_node = {}, .node_gpus = 8}), "4x8")
      << "16 listed: no node is two hosts";
  EXPECT_EQ(layout({}, {.nodes = 2, .gpus_per_node = {}, .node_gpus = {}}),
            "does not say how many GPUs a node has; give --instance or --gpus-per-node");
}

}  // namespace listed_ranks_test
}  // namespace fmplan::evidence
