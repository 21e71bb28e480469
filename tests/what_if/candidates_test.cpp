#include "core/what_if/candidates.h"

#include <filesystem>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/catalog/catalog.h"
#include "tests/source_dir.h"

namespace fmplan::what_if {
namespace candidates_test {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

const std::filesystem::path kRoot = source_dir();

std::vector<std::string> two_machines(const std::string& folder) {
  return folder == "instances" ? std::vector<std::string>{"p4d.24xlarge", "p5.48xlarge"} : std::vector<std::string>{};
}

TEST(AssignmentCandidates, AreThePathsOfAScenarioEachOnce) {
  const std::vector<std::string> candidates = assignment_candidates("", two_machines);
  EXPECT_THAT(candidates, Contains("cluster.nodes="));
  EXPECT_THAT(candidates, Contains("training.parallel.tensor="));
  EXPECT_EQ(std::set<std::string>(candidates.begin(), candidates.end()).size(), candidates.size());
}

TEST(AssignmentCandidates, BehindTheEqualsSignAreValues) {
  EXPECT_THAT(assignment_candidates("price.kind=", two_machines),
              testing::IsSupersetOf({"price.kind=on_demand", "price.kind=capacity_block"}));
  EXPECT_THAT(assignment_candidates("cluster.instance=", two_machines), Contains("cluster.instance=p5.48xlarge"));
  EXPECT_THAT(assignment_candidates("cluster.strict=", two_machines),
              ElementsAre("cluster.strict=true", "cluster.strict=false"));
  EXPECT_THAT(assignment_candidates("no.such.path=", two_machines), IsEmpty());
}

// What is typed already stays, and the last word alone is completed.
TEST(AssignmentCandidates, GoOnAtTheLastValue) {
  EXPECT_THAT(assignment_candidates("price.kind=on_demand,", two_machines),
              Contains("price.kind=on_demand,capacity_block"));
  EXPECT_THAT(assignment_candidates("cluster.nodes=8; clus", two_machines), Each(StartsWith("cluster.nodes=8; ")));
  EXPECT_THAT(assignment_candidates("cluster.nodes=8; clus", two_machines),
              Contains("cluster.nodes=8; cluster.instance="));
}

TEST(ProgrammeCandidates, AreOfTheFirstFileThatIsAProgramme) {
  const auto paths = programme_candidates(
      {"-", "no-such-file.json", kRoot / "scenarios/llama3-70b-p5.json", kRoot / "programmes/two-teams.json"});
  ASSERT_TRUE(paths);
  EXPECT_THAT(*paths, Contains("pools.shared.deliveries.0.nodes="));
  EXPECT_FALSE(programme_candidates({kRoot / "scenarios/llama3-70b-p5.json"}));
}

// Every candidate is a figure: each of them can be asked for.
TEST(FigureCandidates, AreFigures) {
  const answer::FigureSet& figures = answer::plan_figures();
  const std::vector<std::string> names = figure_candidates("", figures);
  EXPECT_THAT(names, Contains("cost"));
  for (const std::string& name : names) EXPECT_TRUE(figures.find(name)) << name;
  EXPECT_THAT(names, Not(Contains("step.mfu")));
  EXPECT_THAT(figure_candidates("step.", figures), Contains("step.mfu"));
  EXPECT_THAT(figure_candidates("days<=60 and co", figures), Contains("days<=60 and cost"));
  EXPECT_THAT(figure_candidates("days,co", figures), Contains("days,cost"));
}

}  // namespace candidates_test
}  // namespace fmplan::what_if
