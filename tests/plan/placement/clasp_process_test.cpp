#include "core/plan/placement/clasp_process.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "core/plan/placement/place.h"
#include "core/plan/placement/placement_rules.h"
#include "tests/plan/placement/random_problem.h"

namespace fmplan::plan {
namespace clasp_process_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const OpbQuestion kSmall = {.text = "* #variable= 2 #constraint= 1\nmin: +2 x1 +3 x2 ;\n+1 x1 +1 x2 >= 1 ;\n",
                            .num_variables = 2,
                            .conflicts = 1000};

/// A program that does what `script` says, in place of clasp.
class FakeClasp {
 public:
  explicit FakeClasp(const std::string& script)
      : path_(std::filesystem::temp_directory_path() / fmt::format("fake-clasp-{}-{}", ::getpid(), ++count())) {
    std::ofstream(path_) << "#!/bin/sh\n" << script << "\n";
    std::filesystem::permissions(path_, std::filesystem::perms::owner_all);
  }
  ~FakeClasp() { std::filesystem::remove(path_); }
  FakeClasp(const FakeClasp&) = delete;
  FakeClasp& operator=(const FakeClasp&) = delete;

  OpbSolver solver(std::chrono::milliseconds guard = std::chrono::seconds(20)) const {
    return clasp_solver({.program = path_.string(), .guard = guard});
  }

 private:
  static int& count() {
    static int made = 0;
    return made;
  }

  std::filesystem::path path_;
};

class Stopped : public JobWatcher {
 public:
  void report(std::int64_t, std::int64_t) override {}
  bool stopped() const override { return true; }
};

TEST(ClaspOutput, HasValuesBoundAndWhatWasFound) {
  const OpbAnswer best =
      read_clasp_output("c clasp version 3.3.5\no 3\nv -x1\nv x2 -x3\ns OPTIMUM FOUND\nc Bounds         : [3;3]\n", 3);
  EXPECT_TRUE(best.optimal);
  EXPECT_THAT(best.values, ElementsAre(false, true, false));
  EXPECT_EQ(best.bound, 3);
  EXPECT_EQ(best.solver, "clasp 3.3.5");
  const OpbAnswer unknown = read_clasp_output("c Progression : [ 7;inf]\ns UNKNOWN\n", 3);
  EXPECT_THAT(unknown.trouble, IsEmpty());
  EXPECT_THAT(unknown.values, IsEmpty());
  EXPECT_EQ(unknown.bound, 7);
}

TEST(ClaspOutput, IsNotBelievedWhereItIsNone) {
  EXPECT_THAT(read_clasp_output("", 3).trouble, HasSubstr("without saying"));
  EXPECT_THAT(read_clasp_output("s SURE\n", 3).trouble, HasSubstr("without saying"));
  EXPECT_THAT(read_clasp_output("s OPTIMUM FOUND\n", 3).trouble, HasSubstr("does not write it"));
  for (const char* values : {"x4", "x0", "x-1", "y1", "--x1", "x99999999999", "x"})
    EXPECT_THAT(read_clasp_output(fmt::format("v {}\ns OPTIMUM FOUND\n", values), 3).trouble, HasSubstr("variable"))
        << values;
}

TEST(ClaspProcess, SaysWhyThereIsNoAnswer) {
  const Watch nobody;
  EXPECT_EQ(clasp_solver({.program = "no-such-program-of-ours"})(kSmall, nobody).trouble,
            "clasp: no-such-program-of-ours is not installed");
  EXPECT_THAT(clasp_solver({.program = "/"})(kSmall, nobody).trouble, HasSubstr("cannot be started"));
  EXPECT_EQ(FakeClasp("kill -KILL $$").solver()(kSmall, nobody).trouble, "clasp: it was ended by signal 9");
  EXPECT_EQ(FakeClasp("kill -SEGV $$").solver()(kSmall, nobody).trouble, "clasp: it was ended by signal 11");
  EXPECT_EQ(FakeClasp("echo '*** ERROR: (clasp): out of luck' >&2; exit 65").solver()(kSmall, nobody).trouble,
            "clasp: it ended with code 65: *** ERROR: (clasp): out of luck");
  EXPECT_THAT(FakeClasp("head -c 4096 /dev/urandom").solver()(kSmall, nobody).trouble, HasSubstr("clasp: it ended"));
  EXPECT_THAT(FakeClasp("yes rubbish").solver()(kSmall, nobody).trouble, HasSubstr("more than an answer"));
  EXPECT_THAT(FakeClasp("sleep 1000").solver(std::chrono::milliseconds(100))(kSmall, nobody).trouble,
              HasSubstr("had not ended after 0.1 s"));
  // One that leaves another behind, which holds the pipe open.
  EXPECT_THAT(FakeClasp("sleep 1000 & exit 30").solver(std::chrono::milliseconds(100))(kSmall, nobody).trouble,
              HasSubstr("had not ended after 0.1 s"));
  Stopped stopped;
  EXPECT_THAT(FakeClasp("sleep 1000").solver()(kSmall, stopped).trouble, HasSubstr("stopped"));
}

std::ptrdiff_t num_open_files() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), std::filesystem::directory_iterator{});
}

TEST(ClaspProcess, LeavesNoChildAndNoFileBehind) {
  const std::ptrdiff_t before = num_open_files();
  for (int i = 0; i < 20; ++i) {
    EXPECT_THAT(FakeClasp("echo s UNKNOWN").solver()(kSmall, {}).trouble, IsEmpty());
    EXPECT_THAT(clasp_solver({.program = "no-such-program-of-ours"})(kSmall, {}).trouble, HasSubstr("not installed"));
  }
  EXPECT_EQ(num_open_files(), before);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
}

/// One that the local search does not prove, so that there is something to ask.
PlacementProblem unproved_problem() {
  for (std::uint64_t seed = 1;; ++seed) {
    const PlacementProblem problem =
        random_problem(seed, {.slots = 20, .pools = 2, .projects = 10, .phases = 3, .modes = 4});
    if (place(problem).proved_parts < 2) return problem;
  }
}

TEST(Place, FallsBackOnTheLocalSearchWhateverTheSolverDoes) {
  const PlacementProblem problem = unproved_problem();
  const Placement without = place(problem);
  EXPECT_THAT(without.trouble, IsEmpty());
  const auto falls_back = [&](const OpbSolver& solver, const std::string& why) {
    const Placement placement = place(problem, solver);
    EXPECT_EQ(placement.projects, without.projects) << why;
    EXPECT_EQ(placement.bound, without.bound) << why;
    EXPECT_FALSE(placement.proved) << why;
    EXPECT_EQ(placement.method, "list scheduling and local search") << why;
    EXPECT_THAT(placement.trouble, HasSubstr(why));
  };
  falls_back(clasp_solver({.program = "no-such-program-of-ours"}), "not installed");
  falls_back(FakeClasp("kill -KILL $$").solver(), "signal 9");
  falls_back(FakeClasp("echo rubbish").solver(), "without saying");
  falls_back(FakeClasp("echo s UNSATISFIABLE").solver(), "nothing is as good");
  // Nothing is placed, or everything everywhere.
  falls_back(FakeClasp("echo v -x1; echo s OPTIMUM FOUND").solver(), "the solver's placement is worse");
  falls_back(FakeClasp("echo v x1 x2 x3; echo s OPTIMUM FOUND").solver(), "the solver's placement breaks a rule");
  falls_back(FakeClasp("echo 'c Progression : [999999;inf]'; echo s UNKNOWN").solver(), "bound is above");
}

TEST(Place, KeepsWhatThereIsWhenItIsStopped) {
  const PlacementProblem problem = unproved_problem();
  Stopped stopped;
  const Placement placement = place(problem, FakeClasp("sleep 1000").solver(), {}, stopped);
  EXPECT_THAT(check_placement(problem, placement), IsEmpty());
  EXPECT_THAT(placement.trouble, HasSubstr("stopped"));
}

TEST(Place, RefusesWhatIsNoProblem) {
  PlacementProblem problem = random_problem(3, {});
  problem.projects.front().weight = -1;
  EXPECT_THROW(place(problem), std::invalid_argument);
}

}  // namespace clasp_process_test
}  // namespace fmplan::plan
