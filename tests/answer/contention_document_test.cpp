#include "core/answer/contention_document.h"

#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/catalog/catalog.h"
#include "core/network/topology_build.h"
#include "core/text/json_conversion.h"
#include "tests/source_dir.h"

namespace fmplan::answer {
namespace contention_document_test {

using network::Collective;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

hardware::Cluster cluster_of(const std::string& instance, int nodes) {
  const catalog::Catalog shipped({std::filesystem::path(source_dir()) / "catalogs"});
  return {.instance = shipped.instance(instance), .num_nodes = nodes, .checkpoint_storage = {}};
}

ContentionQuestion question_of(const hardware::Cluster& cluster, const std::string& oversubscription = "",
                               Collective collective = Collective::kAllReduce) {
  return contention_question({.contention = true}, oversubscription, collective, {}, cluster);
}

TEST(NetworkContention, HasALineForEachCaseAndPlacement) {
  const hardware::Cluster cluster = cluster_of("p5.48xlarge", 16);
  const Document document = contention_document(cluster, question_of(cluster));
  const nlohmann::json json = text::parsed(document.json);
  EXPECT_THAT(document.headline, StartsWith("all_reduce of 1.07 GB over 128 GPUs: 16 × p5.48xlarge"));
  ASSERT_EQ(document.tables.size(), 2u);
  for (const answer::Table& table : document.tables) {
    std::vector<std::string> cases;
    for (const auto& row : table.rows) cases.push_back(row[0]);
    EXPECT_THAT(cases, ElementsAre("alone", "oversubscribed 2:1", "a second job on the same leaves",
                                   "1 NIC down (neighbours)", "1 NIC down (machine)", "2:1, a second job, 1 NIC down"));
  }
  EXPECT_EQ(json["rows"].size(), 12u);
  EXPECT_EQ(json["nodes_per_leaf"], network::topology_shape(cluster.instance, 16).shape.nodes_per_leaf);
}

// Inside: 2·7 steps of 1/8 GiB.  Across: 8 rings of 1/8 GiB, 2·15 steps of 1/16 of it, each with its latency.
TEST(NetworkContention, TimesAreTheClosedFormWhereNothingIsInTheWay) {
  const hardware::Cluster cluster = cluster_of("p5.48xlarge", 16);
  const Document document = contention_document(cluster, question_of(cluster));
  const nlohmann::json json = text::parsed(document.json);
  const double expected_s =
      hierarchical_time(Collective::kAllReduce, 1 * gibibyte, network::communicator(cluster.instance, 128, 1)) / second;
  EXPECT_NEAR(json["rows"][0]["time_s"].get<double>(), expected_s, 1e-12);
  EXPECT_EQ(json["rows"][0]["slowdown"], 1);
  // 4 machines under a leaf: in order of the leaves 8 rings leave it, to and fro all 32.
  EXPECT_EQ(json["rows"][1]["placement"], "packed");
  EXPECT_NEAR(json["rows"][1]["slowdown"].get<double>(), 1, 1e-12);
  EXPECT_EQ(json["rows"][7]["placement"], "interleaved");
  EXPECT_GT(json["rows"][7]["slowdown"].get<double>(), 1.4);
  EXPECT_EQ(json["rows"][7]["bottleneck"]["link"], "leaf 0 → spines");
  EXPECT_EQ(json["rows"][7]["bottleneck"]["own_flows"], 32);
}

TEST(NetworkContention, LeavesOutWhatIsNotAsked) {
  const hardware::Cluster cluster = cluster_of("p5.48xlarge", 8);
  const ContentionQuestion question = contention_question({.contention = true, .jobs_beside = "0", .failed_nics = "0"},
                                                          "4:1", Collective::kAllGather, {}, cluster);
  const Document document = contention_document(cluster, question);
  EXPECT_EQ(document.tables[0].rows.size(), 2u);
  EXPECT_EQ(document.tables[0].rows[1][0], "oversubscribed 4:1");
}

// An all-to-all knows no order of ranks; more NICs than a set has can only be taken over by the machine.
TEST(NetworkContention, ShowsOnlyWhatDiffers) {
  const hardware::Cluster cluster = cluster_of("p5.48xlarge", 8);
  const ContentionQuestion question = contention_question({.contention = true, .failed_nics = "5"}, "",
                                                          Collective::kAllToAll, {64 * mebibyte}, cluster);
  const Document document = contention_document(cluster, question);
  ASSERT_EQ(document.tables.size(), 1u);
  EXPECT_EQ(document.tables[0].rows[3][0], "5 NICs down (machine)");
  EXPECT_EQ(document.tables[0].rows.size(), 5u);
}

TEST(NetworkContention, SaysWhatItAssumes) {
  const hardware::Cluster cluster = cluster_of("p5.48xlarge", 4);
  ContentionQuestion question = question_of(cluster);
  const auto notes = [&] {
    std::string all;
    const Document document = contention_document(cluster, question);
    for (const std::string& note : document.tables.back().notes) all += note;
    return all;
  };
  EXPECT_THAT(notes(), HasSubstr("4 machines under a leaf, leaves 1:1"));
  EXPECT_THAT(notes(), HasSubstr("sprayed over all links"));
  EXPECT_THAT(notes(), HasSubstr("of 32 in the job's first machine"));
  EXPECT_THAT(notes(), HasSubstr("under one leaf"));
  question.routing = network::LeafRouting::kDestination;
  EXPECT_THAT(notes(), HasSubstr("D-mod-k"));
}

// One NIC and no scale-up: a machine without it is out.
TEST(NetworkContention, HasNoLineForTheOnlyNic) {
  const hardware::Cluster cluster = cluster_of("p5.4xlarge", 8);
  const Document document = contention_document(cluster, question_of(cluster));
  EXPECT_EQ(document.tables[0].rows.size(), 4u);
  EXPECT_EQ(document.tables[0].rows[3][0], "2:1, a second job");
}

TEST(NetworkContention, RefusesBadOptionsAllAtOnce) {
  const hardware::Cluster cluster = cluster_of("p5.48xlarge", 4);
  try {
    contention_question({.contention = true, .jobs_beside = "-1", .failed_nics = "32", .routing = "sprey"}, "1:2",
                        Collective::kBroadcast, {1 * mebibyte, 2 * mebibyte}, cluster);
    FAIL();
  } catch (const InputError& error) {
    std::vector<std::string> problems;
    for (const Issue& issue : error.issues()) problems.push_back(issue.where + ": " + issue.message);
    EXPECT_THAT(
        problems,
        ElementsAre(HasSubstr("--collective: contention is not worked out for broadcast"),
                    "--bytes: 2 sizes; --contention takes one",
                    "--routing: \"sprey\" is neither spray nor d-mod-k; did you mean \"spray\"?",
                    HasSubstr("--oversubscription: 1:2 is below 1:1"),
                    "--jobs-beside: \"-1\" is not a whole number from 0 to 64",
                    "--failed-nics: \"32\" is not a whole number from 0 to 31: p5.48xlarge has 32 NICs, and one must "
                    "be left"));
  }
}

TEST(NetworkContention, RefusesWhatSharesNoLeafOrIsTooLarge) {
  const auto message = [](const hardware::Cluster& cluster, Collective collective) -> std::string {
    try {
      question_of(cluster, "", collective);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(message(cluster_of("p5.48xlarge", 1), Collective::kAllReduce), HasSubstr("use 2 or more"));
  EXPECT_THAT(message(cluster_of("trn2u.48xlarge", 4), Collective::kAllReduce), HasSubstr("use 5 or more"));
  EXPECT_THAT(message(cluster_of("p5.48xlarge", 2000), Collective::kAllReduce), HasSubstr("use fewer machines"));
  EXPECT_THAT(message(cluster_of("p5.48xlarge", 200), Collective::kAllToAll), HasSubstr("more than 1 million"));
}

TEST(NetworkContention, DoesNotTakeALeafForBetterThanItIs) {
  hardware::Cluster cluster = cluster_of("p5.48xlarge", 16);
  cluster.instance.fabric.leaf_oversubscription = 3;
  EXPECT_EQ(question_of(cluster).oversubscription, 6);
  EXPECT_EQ(question_of(cluster, "3:1").oversubscription, 3);
  EXPECT_THROW(question_of(cluster, "2:1"), InputError);
}

}  // namespace contention_document_test
}  // namespace fmplan::answer
