#include "core/answer/compare_question.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/answer/report_json.h"
#include "core/base/issue.h"
#include "core/catalog/catalog.h"
#include "core/plan/evaluate.h"
#include "core/scenario/scenario_json.h"
#include "core/text/json_conversion.h"
#include "core/text/json_text.h"
#include "tests/source_dir.h"

namespace fmplan::answer {
namespace compare_question_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::StartsWith;

const catalog::Catalog& catalog() {
  static const catalog::Catalog kCatalog({std::filesystem::path(source_dir()) / "catalogs"});
  return kCatalog;
}

nlohmann::json scenario() { return text::read_json_file(source_dir() + "/scenarios/llama3-70b-p5.json"); }

nlohmann::json saved_answer() {
  const plan::Report report = evaluate(scenario::read_scenario(scenario(), catalog(), std::nullopt));
  return text::parsed(report_json(report, {scenario(), catalog().version(), 1}));
}

/// Problems by where they are: "0: …" of the first document, "with 1: …" of the second variant.
Issue placed(Issue issue, const SideOrigin& origin) {
  issue.where = origin.variant ? fmt::format("with {}: {}", *origin.variant, issue.where)
                               : fmt::format("{}: {}", origin.document, issue.where);
  return issue;
}

std::vector<std::pair<std::string, std::string>> problems(const CompareQuestion& question) {
  std::vector<std::pair<std::string, std::string>> found;
  try {
    compared_sides(question, catalog(), 1, placed);
  } catch (const InputError& error) {
    for (const Issue& issue : error.issues()) found.emplace_back(issue.where, issue.message);
  }
  return found;
}

// The first document, its variants, then the others: 256 nodes, 128 and 64 of the variants, and what was saved of 256.
TEST(ComparedSides, AreDocumentsAndVariantsOfTheFirst) {
  const std::vector<Compared> sides = compared_sides({.documents = {{scenario(), "a.json"}, {saved_answer(), "b.json"}},
                                                      .sets = {"run.spare_nodes=0"},
                                                      .variants = {"cluster.nodes=128", " cluster.nodes=64 ;"}},
                                                     catalog(), 2, placed);
  std::vector<int> nodes;
  for (const Compared& side : sides) nodes.push_back(side.report.at("totals").at("nodes"));
  EXPECT_THAT(nodes, ElementsAre(256, 128, 64, 256));
  EXPECT_EQ(sides[1].name, "cluster.nodes=128");
  EXPECT_EQ(sides[0].inputs->stated.at("run").at("spare_nodes"), 0);
  EXPECT_EQ(sides[1].inputs->stated.at("run").at("spare_nodes"), 0);
}

TEST(ComparedSides, TellTheProblemsOfAllAtOnce) {
  nlohmann::json other = scenario();
  other["training"]["optimizer"] = "zz";
  EXPECT_THAT(
      problems({.documents = {{scenario(), "a.json"}, {other, "b.json"}},
                .sets = {},
                .variants = {"cluster.nodes=x", "; ;", "price.kind=gift"}}),
      ElementsAre(Pair("with 0: /cluster/nodes", HasSubstr("\"x\"")), Pair("with 1: ", HasSubstr("nothing")),
                  Pair("with 2: /price/kind", HasSubstr("gift")), Pair("1: /training/optimizer", HasSubstr("zz"))));
}

// What is wrong with a document is wrong with all of its variants.
TEST(ComparedSides, LookAtNoVariantOfABrokenDocument) {
  nlohmann::json broken = scenario();
  broken["cluster"]["nodes"] = -1;
  EXPECT_THAT(problems({.documents = {{broken, "a.json"}}, .sets = {}, .variants = {"price.kind=gift"}}),
              ElementsAre(Pair("0: /cluster/nodes", HasSubstr("-1"))));
}

TEST(ComparedSides, HaveNoVariantOfAnAnswer) {
  EXPECT_THAT(problems({.documents = {{saved_answer(), "a.json"}, {scenario(), "b.json"}},
                        .sets = {},
                        .variants = {"cluster.nodes=128"}}),
              ElementsAre(Pair("with 0: ", StartsWith("changes a scenario, and a.json is an answer"))));
}

TEST(ComparedSides, RefuseSetsWhereAllAreAnswers) {
  EXPECT_THAT(problems({.documents = {{saved_answer(), "a.json"}, {saved_answer(), "b.json"}},
                        .sets = {"cluster.nodes=64"},
                        .variants = {}}),
              ElementsAre(Pair("--set", StartsWith("changes scenarios, and all that is compared are answers"))));
  EXPECT_THAT(problems({.documents = {{saved_answer(), "a.json"}, {scenario(), "b.json"}},
                        .sets = {"cluster.nodes=64"},
                        .variants = {}}),
              ElementsAre());
}

// A mistake of all documents, in one place.
TEST(ForEachSide, TellsAProblemOnce) {
  const CompareQuestion question{.documents = {{{}, "a"}, {{}, "b"}}, .sets = {}, .variants = {}};
  try {
    for_each_side(
        question, [](Issue issue, const SideOrigin&) { return issue; },
        [](const SideOrigin&) { throw InputError("--set x", "is no value"); });
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.issues(), ElementsAre(Issue{"--set x", "is no value"}));
  }
}

}  // namespace compare_question_test
}  // namespace fmplan::answer
