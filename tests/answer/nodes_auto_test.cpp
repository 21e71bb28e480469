// "nodes": "auto" of a whole scenario beside the same question on stated numbers of nodes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/plan/deadline.h"
#include "core/plan/evaluate.h"
#include "core/scenario/scenario_json.h"

namespace fmplan::answer {
namespace nodes_auto_test {

using nlohmann::json;

plan::Report planned_on(const json& nodes) {
  static const catalog::Catalog kCatalog = catalog::Catalog::shipped();
  json document = json::parse(R"({
    "version": 1, "model": "llama-2-13b",
    "training": {"tokens": "2T", "sequence_length": 4096, "global_batch_size": 1024},
    "cluster": {"instance": "p5.48xlarge"}, "run": {"start": "2026-11-26", "deadline": "2026-11-28"},
    "price": {"per_node_hour": "55.04 $/h"}})");
  document["cluster"]["nodes"] = nodes;
  return evaluate(scenario::read_scenario(document, kCatalog, "."));
}

// Two days for 2T tokens take so many nodes that a batch of 1,024 sequences hardly divides: of those from 500 to 1,000
// a few beside the round ones do it well.
TEST(NodesAuto, AreHardlyDearerThanAnyNumberThatKeepsTheDeadline) {
  const plan::Report found = planned_on("auto");
  ASSERT_TRUE(found.obstacles.empty());
  ASSERT_TRUE(keeps_deadline(found));
  for (int nodes = 500; nodes <= 1000; nodes += 20) {
    const plan::Report stated = planned_on(nodes);
    if (!stated.obstacles.empty() || !keeps_deadline(stated)) continue;
    EXPECT_GE(1.01 * *stated.cost.known(), *found.cost.known()) << nodes;
  }
}

}  // namespace nodes_auto_test
}  // namespace fmplan::answer
