#include "core/plan/placement/place.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fmt/format.h>

#include "core/plan/placement/clasp_process.h"
#include "core/plan/placement/placement_rules.h"
#include "tests/plan/placement/brute_force.h"
#include "tests/plan/placement/random_problem.h"

namespace fmplan::plan {
namespace place_test {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

bool is_installed(const std::string& program) {
  std::istringstream folders(std::getenv("PATH") ? std::getenv("PATH") : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (::access((folder + "/" + program).c_str(), X_OK) == 0) return true;
  return false;
}

/// The problem as an integer programme, written without a look at how it is for clasp: one Boolean for each phase, mode
/// and start; weights that put one part of the objective above all of the next.
std::string lp_of(const PlacementProblem& problem) {
  constexpr int kAboveMoney = 1000, kAboveLate = 1000;
  std::string goal, rules, names;
  std::vector<std::vector<std::string>> used(problem.capacity.size(),
                                             std::vector<std::string>(static_cast<std::size_t>(problem.num_slots)));
  double sure = 0;
  const auto start_of_first = [&](std::size_t i) {
    std::string sum;
    for (std::size_t m = 0; m < problem.projects[i].phases[0].modes.size(); ++m)
      for (int t = 0; t < problem.num_slots; ++t) sum += fmt::format(" + {} x_{}_0_{}_{}", t, i, m, t);
    return sum;
  };
  for (std::size_t i = 0; i < problem.projects.size(); ++i) {
    const PlacementProject& project = problem.projects[i];
    names += fmt::format(" y_{}\n", i);
    sure += project.weight * kAboveLate * kAboveMoney;
    goal += fmt::format(" - {} y_{}", project.weight * kAboveLate * kAboveMoney, i);
    std::string end_before;
    for (std::size_t k = 0; k < project.phases.size(); ++k) {
      std::string once, start, end;
      for (std::size_t m = 0; m < project.phases[k].modes.size(); ++m) {
        const PlacementMode& mode = project.phases[k].modes[m];
        for (int t = 0; t < problem.num_slots; ++t) {
          const std::string x = fmt::format("x_{}_{}_{}_{}", i, k, m, t);
          names += fmt::format(" {}\n", x);
          once += " + " + x;
          start += fmt::format(" + {} {}", t, x);
          end += fmt::format(" - {} {}", t + mode.slots, x);
          if (t < project.earliest || t + mode.slots > problem.num_slots) rules += fmt::format(" {} = 0\n", x);
          for (int slot = t; slot < std::min(t + mode.slots, problem.num_slots); ++slot)
            used[static_cast<std::size_t>(mode.pool)][static_cast<std::size_t>(slot)] +=
                fmt::format(" + {} {}", mode.nodes, x);
          double cost = mode.money;
          if (k + 1 == project.phases.size() && project.due)
            cost += project.weight * std::max(0, t + mode.slots - *project.due) * kAboveMoney;
          goal += fmt::format(" + {} {}", cost, x);
        }
      }
      rules += fmt::format("{} - y_{} = 0\n", once, i);
      if (k > 0) rules += fmt::format("{}{} >= 0\n", start, end_before);
      end_before = end;
    }
    for (const int before : project.after) {
      // Where it is not placed, its start of 0 is no rule: `num_slots` is above every end.
      const std::size_t first = static_cast<std::size_t>(before);
      const PlacementProject& earlier = problem.projects[first];
      std::string end;
      const std::size_t last = earlier.phases.size() - 1;
      for (std::size_t m = 0; m < earlier.phases[last].modes.size(); ++m)
        for (int t = 0; t < problem.num_slots; ++t)
          end += fmt::format(" - {} x_{}_{}_{}_{}", t + earlier.phases[last].modes[m].slots, first, last, m, t);
      rules += fmt::format(" y_{} - y_{} >= 0\n", first, i);
      rules += fmt::format("{}{} - {} y_{} >= -{}\n", start_of_first(i), end, 2 * problem.num_slots, i,
                           2 * problem.num_slots);
    }
  }
  for (std::size_t pool = 0; pool < used.size(); ++pool)
    for (std::size_t slot = 0; slot < used[pool].size(); ++slot)
      if (!used[pool][slot].empty()) rules += fmt::format("{} <= {}\n", used[pool][slot], problem.capacity[pool][slot]);
  return fmt::format("Minimize\n obj: {} + {} one\nSubject To\n one = 1\n{}Binaries\n one\n{}End\n", goal, sure, rules,
                     names);
}

/// The least value that CBC finds.
double least_by_cbc(const PlacementProblem& problem) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / fmt::format("cbc-{}", ::getpid());
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "p.lp") << lp_of(problem);
  const std::string command =
      fmt::format("cbc {0}/p.lp ratioGap 0 allowableGap 0 solve solu {0}/p.txt > {0}/p.log 2>&1", folder.string());
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::ifstream solution(folder / "p.txt");
  std::string word;
  std::getline(solution, word);
  EXPECT_THAT(word, HasSubstr("Optimal - objective value"));
  std::filesystem::remove_all(folder);
  return std::stod(word.substr(word.rfind(' ')));
}

class PlaceByClasp : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!is_installed("clasp")) GTEST_SKIP() << "clasp is not installed: nothing exact was tested";
  }
};

bool was_asked(const Placement& placement) { return placement.method.find("clasp") != std::string::npos; }

TEST_F(PlaceByClasp, IsTheBestOfEveryModeAndStart) {
  int num_asked = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const PlacementProblem problem = random_problem(seed, {});
    const Placement placement = place(problem, clasp_solver(), {.search_steps = 0});
    EXPECT_THAT(placement.trouble, IsEmpty()) << seed;
    EXPECT_THAT(check_placement(problem, placement), IsEmpty()) << seed;
    EXPECT_TRUE(placement.proved) << seed;
    EXPECT_EQ(placement.objective, BruteForce(problem).best()) << seed;
    EXPECT_EQ(placement.bound, placement.objective) << seed;
    if (was_asked(placement)) ++num_asked;
  }
  EXPECT_GT(num_asked, 50) << "the bound alone proves most";
}

TEST_F(PlaceByClasp, IsTheBestWherePhasesPause) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const PlacementProblem problem = with_pauses(random_problem(seed, {}), seed);
    const Placement placement = place(problem, clasp_solver(), {.search_steps = 0});
    EXPECT_THAT(placement.trouble, IsEmpty()) << seed;
    EXPECT_THAT(check_placement(problem, placement), IsEmpty()) << seed;
    EXPECT_TRUE(placement.proved) << seed;
    EXPECT_EQ(placement.objective, BruteForce(problem).best()) << seed;
  }
}

TEST_F(PlaceByClasp, IsTheOptimumOfCbc) {
  if (!is_installed("cbc")) GTEST_SKIP() << "cbc (coinor-cbc) is not installed: nothing was held against it";
  int num_asked = 0;
  for (std::uint64_t seed = 1001; seed <= 1200; ++seed) {
    const PlacementProblem problem =
        random_problem(seed, {.slots = 9, .pools = 2, .projects = 5, .phases = 3, .modes = 3});
    const Placement placement = place(problem, clasp_solver(), {.search_steps = 0});
    EXPECT_THAT(placement.trouble, IsEmpty()) << seed;
    EXPECT_THAT(check_placement(problem, placement), IsEmpty()) << seed;
    EXPECT_GE(placement.proved_parts, 3) << seed;
    const PlacementObjective& least = placement.objective;
    EXPECT_NEAR(least_by_cbc(problem), (least.unplaced_weight * 1000 + least.late) * 1000 + least.money, 0.5) << seed;
    if (was_asked(placement)) ++num_asked;
  }
  EXPECT_GT(num_asked, 100) << "the bound alone proves most";
}

TEST_F(PlaceByClasp, IsNeverWorseThanTheLocalSearchAndTheSameTwice) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const PlacementProblem problem =
        random_problem(seed, {.slots = 20, .pools = 2, .projects = 10, .phases = 3, .modes = 4});
    const PlacementOptions options = {.search_steps = 500, .conflicts = 3000};
    const Placement searched = place(problem, {}, options), placement = place(problem, clasp_solver(), options);
    EXPECT_THAT(check_placement(problem, placement), IsEmpty()) << seed;
    EXPECT_LE(in_order(placement.objective), in_order(searched.objective)) << seed;
    EXPECT_LE(in_order(placement.bound), in_order(placement.objective)) << seed;
    EXPECT_GE(in_order(placement.bound), in_order(searched.bound)) << seed;
    const Placement again = place(problem, clasp_solver(), options);
    EXPECT_EQ(again.projects, placement.projects) << seed;
    EXPECT_EQ(again.bound, placement.bound) << seed;
    EXPECT_EQ(again.proved_parts, placement.proved_parts) << seed;
  }
}

// A third has no end of decimals: what is proved is so of the weights as they are counted, a millionth off.
TEST_F(PlaceByClasp, ProvesNothingOfWeightsThatItCannotCount) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    PlacementProblem problem = random_problem(seed, {});
    for (PlacementProject& project : problem.projects) project.weight /= 3;
    problem.projects.front().weight = 2.0 / 3;
    const Placement placement = place(problem, clasp_solver(), {.search_steps = 0});
    const PlacementObjective best = BruteForce(problem).best();
    EXPECT_FALSE(placement.proved) << seed;
    EXPECT_LE(placement.bound.unplaced_weight, best.unplaced_weight) << seed;
    if (best.unplaced_weight == 0) {
      EXPECT_LE(placement.bound.late, best.late) << seed;
    }
    EXPECT_NEAR(placement.objective.unplaced_weight, best.unplaced_weight, 1e-5) << seed;
    EXPECT_NEAR(placement.objective.late, best.late, 1e-4) << seed;
  }
}

// A search that ends early says less, and nothing that is not so.
TEST_F(PlaceByClasp, IsBoundedTrulyWhereItEndsEarly) {
  int num_proved = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const PlacementProblem problem =
        random_problem(seed, {.slots = 14, .pools = 2, .projects = 7, .phases = 3, .modes = 3});
    const Placement best = place(problem, clasp_solver());
    for (const std::int64_t conflicts : {3, 30, 300, 3000}) {
      const Placement early = place(problem, clasp_solver(), {.search_steps = 0, .conflicts = conflicts});
      EXPECT_THAT(early.trouble, IsEmpty()) << seed;
      // What the proved one reaches is a limit of every bound, and so is what another one found.
      EXPECT_LE(in_order(early.bound), in_order(best.objective)) << seed << " " << conflicts;
    }
    if (best.proved) ++num_proved;
  }
  EXPECT_GT(num_proved, 10);
}

// 2 nodes for 6 slots; c of weight 1.5 is due first, a and b take 2 slots each.  c, then a, then b: b is 1 late.
TEST_F(PlaceByClasp, ProvesAnExampleByHand) {
  PlacementProblem problem;
  problem.num_slots = 6;
  problem.capacity = {{2, 2, 2, 2, 2, 2}};
  const auto project = [](const char* name, double weight, int due, int slots) {
    return PlacementProject{.name = name,
                            .weight = weight,
                            .due = due,
                            .phases = {{.modes = {{.pool = 0, .nodes = 2, .slots = slots, .money = 7}}}}};
  };
  problem.projects = {project("a", 1, 3, 2), project("b", 0.5, 4, 2), project("c", 1.5, 1, 1)};
  const Placement placement = place(problem, clasp_solver());
  EXPECT_EQ(placement.objective, (PlacementObjective{.unplaced_weight = 0, .late = 0.5, .money = 21}));
  EXPECT_TRUE(placement.proved);
  EXPECT_EQ(placement.projects[1]->front(), (PlacedPhase{.mode = 0, .start = 3}));
}

}  // namespace place_test
}  // namespace fmplan::plan
